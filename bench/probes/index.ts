import { allocation } from "./allocation.js";
import { broadPhase } from "./broad-phase.js";
import { crowds } from "./crowds.js";
import { exactGeometry } from "./exact-geometry.js";
import { excavator, sleepers } from "./excavator.js";
import { footprints } from "./footprints.js";
import { looseBodies } from "./loose-bodies.js";
import { meshMesh } from "./mesh-mesh.js";
import type { Probe } from "./probe.js";
import { rayCast } from "./ray-cast.js";
import { recompileProbe } from "./recompile.js";
import { rimProbe } from "./rim.js";
import { volumes } from "./volumes.js";

/** Every probe. A new one is a file in this folder and a name here. */
export const probes: readonly Probe[] = [
  allocation,
  broadPhase,
  crowds,
  exactGeometry,
  excavator,
  footprints,
  looseBodies,
  meshMesh,
  rayCast,
  recompileProbe,
  rimProbe,
  sleepers,
  volumes,
];
