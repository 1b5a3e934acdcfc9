import type { Experiment } from "./experiment.js";
import { bounces, heavyStack, levelSeams, pegInHole } from "./experiments/accuracy-contact.js";
import { roll15, slide30, slideAngle } from "./experiments/accuracy-friction.js";
import { doublePendulum, flips, fourBar, hangingBridge } from "./experiments/accuracy-joints.js";
import { assembly } from "./experiments/assembly.js";
import { bounceTimes } from "./experiments/bounce-times.js";
import { capstanRatio } from "./experiments/capstan.js";
import { chains } from "./experiments/chains.js";
import { ballInChannel } from "./experiments/channel.js";
import { complementarityContact } from "./experiments/complementarity-contact.js";
import { complementarityFreeBody } from "./experiments/complementarity-free-body.js";
import { complementarityImpacts } from "./experiments/complementarity-impacts.js";
import { complementarityTop } from "./experiments/complementarity-top.js";
import { compliantIncline } from "./experiments/compliant-incline.js";
import { compliantParity } from "./experiments/compliant-parity.js";
import { compliantRest } from "./experiments/compliant-rest.js";
import { compliantRestitution } from "./experiments/compliant-restitution.js";
import { compliantRolling } from "./experiments/compliant-rolling.js";
import { compliantScale } from "./experiments/compliant-scale.js";
import { pdController, profileController } from "./experiments/controllers.js";
import { deepStart } from "./experiments/deep-start.js";
import { drakeFreeBody } from "./experiments/drake-free-body.js";
import { armSupport, draggedByDigging, dragging } from "./experiments/excavator-anchors.js";
import {
  liftingByRadius,
  liftingCapacity,
  rollOver,
  rollOverEvent,
  stabilityOnSlope,
} from "./experiments/excavator-stability.js";
import { flippingBody } from "./experiments/flipping-body.js";
import { freeFall } from "./experiments/free-fall.js";
import { impulseCapstan, painleve } from "./experiments/friction-loads.js";
import { gearContact } from "./experiments/gears.js";
import { gradients, pendulumGradient } from "./experiments/gradients.js";
import { gribelBounce, gribelThreshold } from "./experiments/gribel-bounce.js";
import { gribelV13, gribelV14, gribelV15 } from "./experiments/gribel-broad-phase.js";
import { gribelCardan } from "./experiments/gribel-cardan.js";
import { gribelChain } from "./experiments/gribel-chain.js";
import { gribelDimensions } from "./experiments/gribel-dimensions.js";
import { gribelDrag } from "./experiments/gribel-drag.js";
import { gribelDriver, gribelFeedback, gribelSunkBox } from "./experiments/gribel-feedback.js";
import { gribelFreeBody } from "./experiments/gribel-free-body.js";
import { gribelCone, gribelDisc, gribelRolling } from "./experiments/gribel-friction.js";
import { gribelHold, gribelHydraulic, gribelNoValve } from "./experiments/gribel-hydraulic.js";
import { gribelIncline, gribelPull } from "./experiments/gribel-incline.js";
import { gribelV35 } from "./experiments/gribel-manifold.js";
import { gribelCompound } from "./experiments/gribel-mass.js";
import { gribelPendulum } from "./experiments/gribel-pendulum.js";
import { gribelRagdoll } from "./experiments/gribel-ragdoll.js";
import { gribelJacobians, gribelReaction } from "./experiments/gribel-rows.js";
import { gribelSleep } from "./experiments/gribel-sleep.js";
import {
  gribelColumn,
  gribelDeflection,
  gribelStackAligned,
  gribelStackRandom,
  gribelStackSoft,
  gribelStackWarm,
  stackStands,
} from "./experiments/gribel-stack.js";
import { gribelStiffSpring } from "./experiments/gribel-stiff-spring.js";
import { gribelTruck } from "./experiments/gribel-truck.js";
import { gribelPolygons } from "./experiments/gribel-v11.js";
import { gribelCircles } from "./experiments/gribel-v12.js";
import { gribelBullet, thinPlate } from "./experiments/gribel-v34.js";
import { guideConflict } from "./experiments/guide-conflict.js";
import { hangingChainForces } from "./experiments/hanging-chain.js";
import { hertzMaterials } from "./experiments/hertz-materials.js";
import { hydraulicArm, hydraulics } from "./experiments/hydraulics.js";
import { pendulumAngle, pendulumRod } from "./experiments/iftomm-a01.js";
import {
  bricardByImpulse,
  bricardMechanism,
  fortyWindows,
  fourBarWindows,
  governor,
  governorByImpulse,
  governorExplicit,
  pendulumRigid,
  squeezer,
  windowsInTime,
} from "./experiments/iftomm-mechanisms.js";
import { impactLaws } from "./experiments/impact-laws.js";
import { impactSteps } from "./experiments/impact-steps.js";
import { naturalBoundedDrive, naturalBreak, naturalJointFriction, naturalLimits } from "./experiments/joint-limits.js";
import { jointSprings } from "./experiments/joint-springs.js";
import { jointedImpacts } from "./experiments/jointed-impacts.js";
import { kinematicBody } from "./experiments/kinematic-body.js";
import { settleLadder } from "./experiments/ladder.js";
import { lightChain } from "./experiments/light-chain.js";
import { luacesV19, luacesV20, luacesV21, luacesV21Long } from "./experiments/luaces-blocks.js";
import { luacesV31, luacesV32 } from "./experiments/luaces-boxes.js";
import { luacesV15, luacesV16, luacesV17, luacesV18, restitutionAsked } from "./experiments/luaces-contact-laws.js";
import {
  excavatorCounts,
  excavatorRestart,
  excavatorSlope,
  excavatorStabilisers,
  excavatorStatics,
} from "./experiments/luaces-excavator.js";
import { luacesV22, luacesV23 } from "./experiments/luaces-friction.js";
import { excavatorTurn } from "./experiments/luaces-machine-turn.js";
import { excavatorCycles, excavatorDrive, excavatorFences } from "./experiments/luaces-machine-work.js";
import { luacesV08, luacesV11, luacesV12, luacesV13, luacesV14 } from "./experiments/luaces-mechanisms.js";
import { luacesV33, luacesV34, luacesV35, luacesV36 } from "./experiments/luaces-meshes.js";
import {
  luacesV01,
  luacesV02,
  luacesV03,
  luacesV04,
  luacesV05,
  luacesV06,
  luacesV07,
  luacesV09,
} from "./experiments/luaces-pendulum.js";
import { luacesV38, luacesV39 } from "./experiments/luaces-regions.js";
import {
  digging,
  luacesV42,
  luacesV43,
  luacesV44,
  luacesV45,
  luacesV46,
  luacesV47,
  soilVolume,
} from "./experiments/luaces-soil.js";
import { luacesV30 } from "./experiments/luaces-spheres.js";
import { luacesV37, luacesV40, luacesV41 } from "./experiments/luaces-trees.js";
import { luacesV24 } from "./experiments/luaces-v24.js";
import { lugreStickSlip } from "./experiments/lugre.js";
import {
  craneTruss,
  heavyTop,
  naturalDoublePendulum,
  naturalFreeBody,
  naturalGaps,
  rotatingBeam,
  spatialSliderCrank,
} from "./experiments/mechanisms.js";
import { meshContours } from "./experiments/mesh-contours.js";
import { modesOfCarriages, settleHanging } from "./experiments/modes.js";
import { moisioV31 } from "./experiments/moisio-cost.js";
import { moisioV19, moisioV20, moisioV21, moisioV22, moisioV29, moisioV30 } from "./experiments/moisio-cubes.js";
import { moisioInertia } from "./experiments/moisio-inertia.js";
import {
  moisioV01,
  moisioV02,
  moisioV03,
  moisioV04,
  moisioV05,
  moisioV06,
  moisioV07,
  moisioV08,
  moisioV09,
  moisioV10,
  moisioV11,
} from "./experiments/moisio-laws.js";
import { moisioV23 } from "./experiments/moisio-mixed.js";
import { moisioV28, moisioV33, moisioV34 } from "./experiments/moisio-rim.js";
import {
  moisioV12,
  moisioV13,
  moisioV14,
  moisioV15,
  moisioV16,
  moisioV17,
  moisioV18,
} from "./experiments/moisio-spheres.js";
import { moisioV24, moisioV25, moisioV26, moisioV27 } from "./experiments/moisio-stacks.js";
import { integratorOrder } from "./experiments/order.js";
import { compliantPeg } from "./experiments/peg.js";
import { pinchedCapsule } from "./experiments/pinched-capsule.js";
import { projectile } from "./experiments/projectile.js";
import { gribelComeAndGo, gribelDeterminism } from "./experiments/reproducible.js";
import { rimEnergy } from "./experiments/rim-energy.js";
import { rimSlide } from "./experiments/rim-slide.js";
import { rimStep } from "./experiments/rim-step.js";
import { rattleback, rolling } from "./experiments/rolling-bodies.js";
import { sensorBalance } from "./experiments/sensor-balance.js";
import { sharedStiffness } from "./experiments/shared-stiffness.js";
import { solverExamples, solverSuite } from "./experiments/solver-suite.js";
import { eulerDisk, tippeTop } from "./experiments/spinning-bodies.js";
import { springMass } from "./experiments/spring-mass.js";
import { timeBase } from "./experiments/time-base.js";
import { torsionSpring } from "./experiments/torsion-spring.js";
import { towers } from "./experiments/towers.js";
import { turntableCarries } from "./experiments/turntable.js";
import { twoBodySpring } from "./experiments/two-body-spring.js";
import { tyreBraking, tyreEnergy, tyreLoads, tyreSlope, tyreTurn } from "./experiments/tyre-course.js";
import { tyreSlip } from "./experiments/tyre-slip.js";
import { vehicleModes } from "./experiments/vehicle-modes.js";
import { vilelaT03, vilelaT04, vilelaT05 } from "./experiments/vilela-clipping.js";
import { vilelaT17, vilelaT18 } from "./experiments/vilela-export.js";
import { vilelaT07, vilelaT08, vilelaT09, vilelaT10, vilelaT11 } from "./experiments/vilela-footprints.js";
import { vilelaT12 } from "./experiments/vilela-friction.js";
import { vilelaT01 } from "./experiments/vilela-lens.js";
import { vilelaT16 } from "./experiments/vilela-speed.js";
import { vilelaT13, vilelaT13Full } from "./experiments/vilela-spheres.js";
import { vilelaT06 } from "./experiments/vilela-tangents.js";
import { vilelaT02, vilelaT14, vilelaT15, vilelaT19 } from "./experiments/vilela-volumes.js";
import { volumetricMaterials } from "./experiments/volumetric-materials.js";
import { volumetricSphere } from "./experiments/volumetric-sphere.js";
import { williamsV28 } from "./experiments/williams-arm.js";
import {
  williamsV17,
  williamsV17First,
  williamsV17Steps,
  williamsV18,
  williamsV19,
  williamsV20,
  williamsV20Steps,
} from "./experiments/williams-grasp.js";
import { williamsV21, williamsV22, williamsV23 } from "./experiments/williams-joints.js";
import {
  williamsV1,
  williamsV2,
  williamsV3,
  williamsV4,
  williamsV5,
  williamsV6,
  williamsV7,
  williamsV8,
  williamsV9,
  williamsV10,
  williamsV10Fine,
  williamsV10Steps,
  williamsV11,
  williamsV12,
  williamsV13,
} from "./experiments/williams-planar.js";
import { pegPosesPlanar, pegPosesRidge, pegPosesSpatial } from "./experiments/williams-poses.js";
import {
  williamsV14,
  williamsV14Fine,
  williamsV14Steps,
  williamsV15,
  williamsV16,
  williamsV16Time,
  williamsV24,
  williamsV25,
  williamsV26,
  williamsV27,
} from "./experiments/williams-spatial.js";
import { winch } from "./experiments/winch.js";
import { wrench } from "./experiments/wrench.js";

/** Every experiment. A new one is a file in `experiments/` and a line here. */
export const experiments: readonly Experiment[] = [
  freeFall,
  projectile,
  springMass,
  sensorBalance,
  jointSprings,
  bounceTimes,
  twoBodySpring,
  torsionSpring,
  hydraulics,
  excavatorCounts,
  excavatorStatics,
  excavatorSlope,
  excavatorStabilisers,
  liftingCapacity,
  liftingByRadius,
  rollOver,
  rollOverEvent,
  dragging,
  draggedByDigging,
  armSupport,
  stabilityOnSlope,
  excavatorRestart,
  excavatorCycles,
  excavatorDrive,
  excavatorFences,
  excavatorTurn,
  hydraulicArm,
  timeBase,
  wrench,
  kinematicBody,
  pdController,
  profileController,
  flippingBody,
  integratorOrder,
  drakeFreeBody,
  pendulumAngle,
  pendulumRod,
  pendulumRigid,
  pendulumGradient,
  fourBarWindows,
  fortyWindows,
  windowsInTime,
  squeezer,
  bricardMechanism,
  bricardByImpulse,
  governor,
  governorByImpulse,
  governorExplicit,
  spatialSliderCrank,
  heavyTop,
  naturalFreeBody,
  naturalGaps,
  naturalLimits,
  modesOfCarriages,
  vehicleModes,
  settleLadder,
  settleHanging,
  lightChain,
  towers,
  guideConflict,
  naturalJointFriction,
  naturalBoundedDrive,
  naturalBreak,
  winch,
  naturalDoublePendulum,
  craneTruss,
  rotatingBeam,
  gradients,
  slideAngle,
  slide30,
  roll15,
  bounces,
  impactLaws,
  jointedImpacts,
  impactSteps,
  chains,
  impulseCapstan,
  painleve,
  heavyStack,
  pegInHole,
  levelSeams,
  thinPlate,
  flips,
  doublePendulum,
  fourBar,
  hangingBridge,
  restitutionAsked,
  lugreStickSlip,
  compliantIncline,
  compliantRestitution,
  compliantParity,
  compliantRest,
  compliantRolling,
  compliantScale,
  sharedStiffness,
  meshContours,
  hertzMaterials,
  pinchedCapsule,
  gribelJacobians,
  gribelReaction,
  gribelPendulum,
  gribelFeedback,
  gribelDriver,
  gribelBounce,
  gribelThreshold,
  gribelIncline,
  gribelPull,
  gribelSunkBox,
  gribelStackRandom,
  gribelStackAligned,
  gribelStackWarm,
  gribelStackSoft,
  gribelColumn,
  gribelDeflection,
  stackStands,
  gribelHydraulic,
  gribelNoValve,
  gribelHold,
  gribelTruck,
  gribelRagdoll,
  gribelDimensions,
  gribelDrag,
  gribelSleep,
  gribelChain,
  gribelCardan,
  gribelCone,
  gribelDisc,
  gribelRolling,
  gribelCompound,
  gribelFreeBody,
  gribelDeterminism,
  gribelStiffSpring,
  gribelComeAndGo,
  gribelBullet,
  gribelPolygons,
  gribelCircles,
  gribelV13,
  gribelV14,
  gribelV15,
  gribelV35,
  luacesV01,
  luacesV02,
  luacesV03,
  luacesV04,
  luacesV05,
  luacesV06,
  luacesV07,
  luacesV08,
  luacesV09,
  luacesV11,
  luacesV12,
  luacesV13,
  luacesV14,
  luacesV15,
  luacesV16,
  luacesV17,
  luacesV18,
  luacesV19,
  luacesV20,
  luacesV21,
  luacesV21Long,
  luacesV22,
  luacesV23,
  luacesV24,
  luacesV30,
  luacesV31,
  luacesV32,
  luacesV33,
  luacesV34,
  luacesV35,
  luacesV36,
  luacesV37,
  luacesV38,
  luacesV39,
  luacesV40,
  luacesV41,
  tyreBraking,
  tyreEnergy,
  tyreLoads,
  tyreSlip,
  tyreSlope,
  tyreTurn,
  luacesV42,
  luacesV43,
  luacesV44,
  luacesV45,
  luacesV46,
  luacesV47,
  soilVolume,
  digging,
  capstanRatio,
  gearContact,
  rimEnergy,
  rimSlide,
  rimStep,
  ballInChannel,
  assembly,
  compliantPeg,
  moisioV01,
  moisioV02,
  moisioV03,
  moisioV04,
  moisioV05,
  moisioV06,
  moisioV07,
  moisioV08,
  moisioV09,
  moisioV10,
  moisioV11,
  moisioV12,
  moisioV13,
  moisioV14,
  moisioV15,
  moisioV16,
  moisioV17,
  moisioV18,
  moisioV19,
  moisioV20,
  moisioV21,
  moisioV22,
  moisioV23,
  moisioV24,
  moisioV25,
  moisioV26,
  moisioV27,
  moisioV28,
  moisioV29,
  moisioV30,
  moisioV31,
  moisioInertia,
  moisioV33,
  moisioV34,
  volumetricMaterials,
  deepStart,
  volumetricSphere,
  vilelaT07,
  vilelaT08,
  vilelaT09,
  vilelaT10,
  vilelaT11,
  vilelaT12,
  vilelaT01,
  vilelaT02,
  vilelaT03,
  vilelaT04,
  vilelaT05,
  vilelaT06,
  vilelaT13,
  vilelaT13Full,
  vilelaT14,
  vilelaT15,
  vilelaT16,
  vilelaT17,
  vilelaT18,
  vilelaT19,
  solverExamples,
  solverSuite,
  williamsV1,
  williamsV2,
  williamsV3,
  williamsV4,
  williamsV5,
  williamsV6,
  williamsV7,
  williamsV8,
  williamsV9,
  williamsV10,
  williamsV10Fine,
  williamsV10Steps,
  williamsV11,
  williamsV12,
  williamsV13,
  williamsV14,
  williamsV14Fine,
  williamsV14Steps,
  williamsV15,
  williamsV16,
  williamsV16Time,
  williamsV17,
  williamsV17First,
  williamsV17Steps,
  williamsV18,
  williamsV19,
  williamsV20,
  williamsV20Steps,
  williamsV21,
  williamsV22,
  williamsV23,
  williamsV24,
  williamsV25,
  williamsV26,
  williamsV27,
  williamsV28,
  pegPosesPlanar,
  pegPosesRidge,
  pegPosesSpatial,
  complementarityFreeBody,
  complementarityContact,
  complementarityImpacts,
  complementarityTop,
  turntableCarries,
  hangingChainForces,
  rolling,
  rattleback,
  eulerDisk,
  tippeTop,
] as readonly Experiment[];

export { type Context, createContext } from "./context.js";
export { type Curve, traceCurve } from "./curve.js";
export * from "./experiment.js";
export { resultHash } from "./hash.js";
export { type Gap, type ManifestRow, manifest, manifestId, missingRows } from "./manifest.js";
export { type RunOptions, runExperiment, runExperiments } from "./run.js";
export { SAMPLE } from "./sample.js";
export { nearestId, type Selection, selectExperiments } from "./select.js";
