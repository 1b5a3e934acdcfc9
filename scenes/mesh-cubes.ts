import { defineScene, elementary, param } from "stiction";
import { boxMesh } from "./parts/meshes.js";
import { BARE, FRICTION, onVerticalLine, rimMaterial } from "./parts/rim.js";

/** Pose of the upper cube on the lower body. */
const LAYOUT = {
  wide: { width: 0.6, place: [0, 0], turn: 0 },
  aligned: { width: 0.2, place: [0, 0], turn: 0 },
  turned: { width: 0.2, place: [0, 0], turn: Math.PI / 4 },
  shifted: { width: 0.2, place: [0.05, 0.03], turn: 0 },
} as const;

/**
 * A cube of twelve triangles falls flat on a block or on an equal cube, guided along a vertical line [Moisio2013,
 * §6.4]. On a block it is a linear spring of K_p L_c L_r/4 = 115 kN/m. If elastic, it returns to 1 m every time, since
 * no segment changes its triangle; friction on its side walls takes some of the height.
 */
export const meshCubes = defineScene({
  name: "mesh-cubes",
  title: "Cubes on cubes",
  summary: "A falling cube springs on its rim: elastic, damped, or slowed by friction alone",
  group: "soft contact",
  params: {
    layout: param.choice(["wide", "aligned", "turned", "shifted"], {
      default: "wide",
      help: "on a wide block, or on an equal cube: aligned, rotated by 45°, shifted",
    }),
    restitution: param.number({ unit: "1", min: 0.01, max: 1, default: 1, help: "ε" }),
    friction: param.flag({ default: false, help: "bristles of §6.3" }),
  },
  build: ({ layout, restitution, friction }) => {
    const { width, place, turn } = LAYOUT[layout];
    const [x, y] = place;
    return {
      duration: 4,
      timestep: 1e-4,
      formulation: { type: "forces" },
      materials: { soft: rimMaterial(2.1e6, { ...BARE, restitution }, friction ? FRICTION : undefined) },
      bodies: [
        { name: "block", type: "static", material: "soft", shapes: [boxMesh(width, width, 0.2)] },
        {
          name: "cube",
          mass: 1,
          inertia: [1, 1, 1],
          material: "soft",
          color: "#c9883d",
          position: [x, y, 1],
          shapes: [
            {
              ...boxMesh(0.2, 0.2, 0.2),
              orientation: [0, 0, elementary.sin(turn / 2), elementary.cos(turn / 2)],
            },
          ],
        },
      ],
      ...onVerticalLine("cube", x, y),
      sensors: [{ name: "height", read: "body/cube/position.z" }, "body/cube/speed"],
      view: { eye: [1.6, -2.4, 1.1], target: [0, 0, 0.5], pictureTime: 0.3, plot: ["height"] },
    };
  },
});
