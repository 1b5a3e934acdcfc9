import { pointsModel } from "./compliant/points-model.js";
import { rimModel } from "./rim/rim-model.js";
import { soilModel } from "./soil/soil-model.js";
import { tyreModel } from "./tyre/tyre-model.js";
import { volumeModel } from "./volumetric/volume-model.js";

/** Every contact model, in the order in which their forces are added. A new one is its folder and a line here. */
export const contactModels = {
  points: pointsModel,
  rim: rimModel,
  volume: volumeModel,
  soil: soilModel,
  tyre: tyreModel,
} as const;
