/**
 * `stiction/scenes`: the scenes that ship with Stiction.
 *
 * @module stiction/scenes
 */
import type { Scene } from "stiction";
import { andrewsSqueezer } from "./andrews-squeezer.js";
import { boltInNut } from "./bolt-in-nut.js";
import { bowdenLeben } from "./bowden-leben.js";
import { bowling } from "./bowling.js";
import { boxDrop } from "./box-drop.js";
import { boxPile } from "./box-pile.js";
import { bricard } from "./bricard.js";
import { bridge } from "./bridge.js";
import { capstan } from "./capstan.js";
import { cardHouse } from "./card-house.js";
import { chainDrum } from "./chain-drum.js";
import { constructionSite } from "./construction-site.js";
import { conveyor } from "./conveyor.js";
import { cornerSpheres } from "./corner-spheres.js";
import { cubeStack } from "./cube-stack.js";
import { cubeTower } from "./cube-tower.js";
import { diggingBucket } from "./digging-bucket.js";
import { dominoes } from "./dominoes.js";
import { dovetailSlide } from "./dovetail-slide.js";
import { excavator } from "./excavator.js";
import { excavatorSite } from "./excavator-site.js";
import { flippingBody } from "./flipping-body.js";
import { flyballGovernor } from "./flyball-governor.js";
import { footprintBlock } from "./footprint-block.js";
import { footprintCylinder } from "./footprint-cylinder.js";
import { footprintDisk } from "./footprint-disk.js";
import { fourBarWindows } from "./four-bar-windows.js";
import { freeFall } from "./free-fall.js";
import { frictionGrasp } from "./friction-grasp.js";
import { gearPair } from "./gear-pair.js";
import { gearTrain } from "./gear-train.js";
import { genevaDrive } from "./geneva-drive.js";
import { hangingChain } from "./hanging-chain.js";
import { hangingRod } from "./hanging-rod.js";
import { headHeap } from "./head-heap.js";
import { hulls } from "./hulls.js";
import { hydraulicArm } from "./hydraulic-arm.js";
import { hydraulicDriver } from "./hydraulic-driver.js";
import { icosahedronLanding } from "./icosahedron-landing.js";
import { jointTree } from "./joint-tree.js";
import { keyedShaft } from "./keyed-shaft.js";
import { largeSite } from "./large-site.js";
import { leaningCards } from "./leaning-cards.js";
import { liftingCapacity } from "./lifting-capacity.js";
import { machineArm } from "./machine-arm.js";
import { machineFleet } from "./machine-fleet.js";
import { massRatioTower } from "./mass-ratio-tower.js";
import { meshCubes } from "./mesh-cubes.js";
import { meshMedley } from "./mesh-medley.js";
import { meshSpheres } from "./mesh-spheres.js";
import { mixedObjects } from "./mixed-objects.js";
import { newtonsCradle } from "./newtons-cradle.js";
import { normalLaws } from "./normal-laws.js";
import { openMeshes } from "./open-meshes.js";
import { pachinko } from "./pachinko.js";
import { pdArm } from "./pd-arm.js";
import { pegInHole } from "./peg-in-hole.js";
import { pendulum } from "./pendulum.js";
import { pendulumAngle } from "./pendulum-angle.js";
import { pendulumRigid } from "./pendulum-rigid.js";
import { pinchedCapsule } from "./pinched-capsule.js";
import { planarGripper } from "./planar-gripper.js";
import { plasticRow } from "./plastic-row.js";
import { polygonBox } from "./polygon-box.js";
import { polyhedronBox } from "./polyhedron-box.js";
import { pyramid } from "./pyramid.js";
import { ragdoll } from "./ragdoll.js";
import { ragdollCrowd } from "./ragdoll-crowd.js";
import { ragdollPlanar } from "./ragdoll-planar.js";
import { rockBucket } from "./rock-bucket.js";
import { rollOver } from "./roll-over.js";
import { rollingCart } from "./rolling-cart.js";
import { rollingCoin } from "./rolling-coin.js";
import { rotatingRectangles } from "./rotating-rectangles.js";
import { seesaw } from "./seesaw.js";
import { servo } from "./servo.js";
import { shaftInBearing } from "./shaft-in-bearing.js";
import { singleSteps } from "./single-steps.js";
import { sliderCrank } from "./slider-crank.js";
import { slidingBlock } from "./sliding-block.js";
import { smokeTest } from "./smoke-test.js";
import { sphereDrop } from "./sphere-drop.js";
import { spheresOnCube } from "./spheres-on-cube.js";
import { springBlock } from "./spring-block.js";
import { springMass } from "./spring-mass.js";
import { squeezeGrasp } from "./squeeze-grasp.js";
import { stack } from "./stack.js";
import { staggeredStack } from "./staggered-stack.js";
import { strandbeestLeg } from "./strandbeest-leg.js";
import { tenBalls } from "./ten-balls.js";
import { tetraOnPrism } from "./tetra-on-prism.js";
import { tiltingTable } from "./tilting-table.js";
import { triangleDrop } from "./triangle-drop.js";
import { truck } from "./truck.js";
import { truckLoading } from "./truck-loading.js";
import { truckPlanar } from "./truck-planar.js";
import { twoTriangles } from "./two-triangles.js";
import { tyreCourse } from "./tyre-course.js";
import { uChannel } from "./u-channel.js";
import { wreckingBall } from "./wrecking-ball.js";

/** Every shipped scene, in the order of the gallery. A new one is a file in this folder and a line here. */
export const scenes: readonly Scene[] = [
  freeFall,
  springMass,
  servo,
  flippingBody,
  pendulum,
  pendulumAngle,
  pendulumRigid,
  fourBarWindows,
  andrewsSqueezer,
  bricard,
  flyballGovernor,
  sliderCrank,
  machineArm,
  seesaw,
  hydraulicDriver,
  gearTrain,
  strandbeestLeg,
  newtonsCradle,
  bridge,
  wreckingBall,
  ragdollPlanar,
  ragdoll,
  excavator,
  excavatorSite,
  truckLoading,
  truck,
  diggingBucket,
  machineFleet,
  liftingCapacity,
  rollOver,
  hydraulicArm,
  tyreCourse,
  rockBucket,
  constructionSite,
  largeSite,
  truckPlanar,
  conveyor,
  tiltingTable,
  cornerSpheres,
  springBlock,
  bowdenLeben,
  pinchedCapsule,
  capstan,
  gearPair,
  chainDrum,
  hangingChain,
  pegInHole,
  uChannel,
  shaftInBearing,
  dovetailSlide,
  keyedShaft,
  genevaDrive,
  boltInNut,
  footprintBlock,
  footprintDisk,
  footprintCylinder,
  normalLaws,
  meshSpheres,
  meshCubes,
  mixedObjects,
  headHeap,
  frictionGrasp,
  cubeTower,
  openMeshes,
  stack,
  pyramid,
  massRatioTower,
  cardHouse,
  dominoes,
  boxPile,
  hulls,
  ragdollCrowd,
  triangleDrop,
  staggeredStack,
  polygonBox,
  polyhedronBox,
  planarGripper,
  pdArm,
  slidingBlock,
  sphereDrop,
  jointTree,
  smokeTest,
  leaningCards,
  bowling,
  tetraOnPrism,
  twoTriangles,
  rollingCart,
  tenBalls,
  pachinko,
  meshMedley,
  squeezeGrasp,
  rollingCoin,
  boxDrop,
  singleSteps,
  rotatingRectangles,
  plasticRow,
  hangingRod,
  spheresOnCube,
  cubeStack,
  icosahedronLanding,
] as Scene[];

/** A shipped scene by name. */
export function sceneByName(name: string): Scene | undefined {
  return scenes.find((scene) => scene.name === name);
}
