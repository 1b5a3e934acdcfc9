import { defineScene, type FrictionLawSpec, param } from "stiction";
import { boxMesh } from "./parts/meshes.js";
import { FRICTION, rimMaterial } from "./parts/rim.js";

/**
 * Two plates close on a cube by 1 mm each, then its weight is released [Moisio2013, §3.4]. Only the plates' normals
 * carry load, so that friction alone holds it. Bristles hold it for good; Coulomb friction, smooth about zero, lets it
 * creep by v_r s/√(1 − s²), s = W/(2 μ N).
 */
export const frictionGrasp = defineScene({
  name: "friction-grasp",
  title: "Grasp by friction alone",
  summary: "LuGre's bristles hold a cube between two plates; smoothed Coulomb friction lets it slide",
  group: "soft contact",
  params: {
    friction: param.choice(["lugre", "coulomb"], { default: "lugre", help: "friction law" }),
    normals: param.choice(["plates", "both"], {
      default: "plates",
      help: "body whose normals carry load; with both, the cube is also held by its shape",
    }),
    press: param.number({ unit: "m", min: 0, default: 1e-3, help: "depth of each plate" }),
  },
  build: ({ friction, normals, press }) => {
    const plate = boxMesh(0.1, 0.5, 0.5);
    const sliding: FrictionLawSpec = friction === "lugre" ? FRICTION : { type: "coulomb", friction: 0.1, speed: 0.05 };
    // 20 ms at a constant speed
    const close = (name: string, side: number) => ({
      type: "profile" as const,
      name: `close-${name}`,
      output: `bodies.${name}.velocity.x`,
      times: [0, 0.0195],
      values: [-side * press * 50, 0],
      between: "hold" as const,
    });
    return {
      duration: 20,
      timestep: 1e-3,
      formulation: { type: "forces" },
      materials: {
        soft: {
          ...rimMaterial(2.1e6, { restitution: 0.5, normals: normals === "plates" ? "first" : "both" }, sliding),
          kineticFriction: 0.1,
        },
      },
      bodies: [
        { name: "plate-left", type: "kinematic", material: "soft", position: [-0.15, 0, 0], shapes: [plate] },
        { name: "plate-right", type: "kinematic", material: "soft", position: [0.15, 0, 0], shapes: [plate] },
        {
          name: "workpiece",
          mass: 1,
          inertia: [1 / 150, 1 / 150, 1 / 150],
          material: "soft",
          color: "#c9883d",
          shapes: [boxMesh(0.2, 0.2, 0.2)],
        },
      ],
      controllers: [
        close("plate-left", -1),
        close("plate-right", 1),
        {
          type: "profile",
          name: "support",
          output: "bodies.workpiece.force.z",
          times: [0, 0.0995],
          values: [9.81, 0],
          between: "hold",
        },
      ],
      sensors: [
        { name: "height", read: "body/workpiece/position.z" },
        { name: "speed", read: "body/workpiece/velocity.z" },
      ],
      view: { eye: [0.4, -1.6, 0.6], target: [0, 0, 0], pictureTime: 1, plot: ["height"] },
    };
  },
});
