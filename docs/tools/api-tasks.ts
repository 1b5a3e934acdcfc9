/** Names of `stiction` by what one does with them, in the order of the reference. What is not listed stands last. */
export const API_TASKS: Readonly<Record<string, string>> = {
  "Describe a scene":
    "Spec BodySpec ShapeSpec JointSpec ForceSpec ControllerSpec FormulationSpec MaterialSpec ContactLawSpec FrictionLawSpec ControlSpec VisualSpec Look LookInput ViewSpec CameraSpec CameraType KeyFrameSpec MirrorSpec setView Environment environmentOf Scene defineScene buildScene SceneGroup SceneOf applySetting sceneJsonSchema UntypedSpec UntypedBodySpec FullSpec SpecOf BodySpecOf ShapeSpecOf JointSpecOf ForceSpecOf ControllerSpecOf FormulationSpecOf MaterialSpecOf ContactLawSpecOf FrictionLawSpecOf VisualSpecOf",
  "Compile it":
    "compile compileUntyped compileWith Model SpecError Problem nearestWord defaultFormulation mobility Mobility BodyRef bodyIndexOf BODY_STATE BODY_TYPE",
  "Run it, as one object": "createSimulation simulationOf LiveSimulation BodyHandle NamedEvent SimulationEventName",
  "Run it, step by step":
    "createData Data DataOptions step resetData STATUS COUNTER DATA_FIELDS StepWarning warnings addHook HookStage UserFunction startProfile Profile STAGES",
  "Read what happens":
    "bodyPosition bodyOrientation bodyVelocity bodyAngularVelocity readSensor readSensorVector sensorValues refreshSensors contacts ContactPoint ContactShape contactForce joints readJoint JointReading takeEvents events SimulationEvent raiseEvent",
  "Change it while it runs":
    "setParameter findParameter Parameter setControl readControl listControls releaseControls Control setBodyPose BodyPose setBodyVelocity BodyMotion setBodyState applyImpulse setWrench addBody removeBody recompile Simulation attach AttachOptions detach lock markChanged",
  "Save and repeat it": "snapshot restore stateHash bytesHash HASH_ALGORITHM NumericProfile",
  "Keep real time":
    "RealTimeRunner RealTimeOptions RealTimePolicy RealTimeReport RealTimeTick REAL_TIME_POLICIES TimeBase StepTimes limitStepTime StepBudget",
  "Analyse it":
    "settle Equilibrium SettleOptions StaticsProgress modes Modes Mode modesAtRest ModesAtRest linearize Linearization gradient createGradient GradientColumn GradientResult GradientRun GradientTrouble GradientParameter sceneParameter naturalReport NaturalReport stepProblem",
  "Terrain and soil":
    "changeTerrain TerrainEdit TerrainUndo terrainHeight undoTerrain drapePatch DrapedPatch loadSoil pourSoil LoadOutline loadOutlines MovingGround touchGround clearTouched",
  "Add your own items":
    "defaultItems DefaultItems Items loadItems ItemKind ItemTable defineFields itemFields defineForce ForceKind applyTension LINE LINE_SIZE lineBetween supplyWork defineController ControllerKind controllerParams defineShape ShapeKind ShapeGeometry ConvexForm defineVisual VisualKind SurfaceKind GroupKind ReadyVisual VisualFiles VisualInput VisualMesh defineJoint JointKind SensorKind Quantity XYZ defineContactLaw ContactLaw ContactBatch ContactOutput contactLaws defineFormulation Formulation defineIntegrator Integrator EvaluateForces ComplementarityStages setStages",
  Expressions: "compileExpression evaluateExpression Expression ExpressionError expressionFunctions ResolveName",
  Numbers: "Vec3 Quat TriangleMesh Polyhedron Polygon HeightField MassProperties",
};
