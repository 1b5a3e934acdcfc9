import { defineScene, elementary, param } from "stiction";

/**
 * A block on a table that tilts, stops below the friction angle atan μ, and continues beyond it. Contact is a force,
 * friction a bristle: up to the first stop the block does not creep; beyond the angle it slides.
 */
export const tiltingTable = defineScene({
  name: "tilting-table",
  title: "Block on a tilting table",
  summary: "Held without creep up to atan μ, sliding beyond it",
  group: "basics",
  params: {
    friction: param.number({ unit: "1", above: 0, default: 0.5, help: "μ, static and kinetic" }),
    short: param.number({ unit: "deg", min: 0, default: 1, help: "first stop, below the friction angle" }),
    beyond: param.number({ unit: "deg", min: 0, default: 1, help: "second stop, above that angle" }),
    formulation: param.choice(["forces", "augmented-lagrangian"], {
      default: "augmented-lagrangian",
      help: "explicit with RK4, or implicit",
    }),
  },
  build: ({ friction, short, beyond, formulation }) => {
    const degree = Math.PI / 180;
    const angle = elementary.atan(friction);
    // seconds: tilts until `held`, waits until `on`, tilts until `there`; s³ (10 − 15 s + 6 s²) starts and stops
    // smoothly
    const held = 6;
    const on = 9;
    const there = on + 2;
    const rate = (from: number, to: number, by: number) => {
      const s = `clamp((t - ${from}) / ${to - from}, 0, 1)`;
      return `${(30 * by) / (to - from)} * (${s} * (1 - ${s}))^2`;
    };
    return {
      duration: 13,
      timestep: 0.001,
      formulation: formulation === "forces" ? { type: "forces", integrator: "rk4" } : { type: formulation },
      materials: {
        wood: {
          friction,
          restitution: 0.1,
          contact: { type: "hunt-crossley", stiffness: 1e6, damping: 5 },
          sliding: { type: "bristle", stiffness: 1e5, damping: 300 },
        },
      },
      bodies: [
        {
          name: "table",
          type: "kinematic",
          material: "wood",
          position: [0, 0, -0.05],
          color: "#8a6f4d",
          shapes: [{ type: "box", halfExtents: [1.5, 0.6, 0.05] }],
        },
        {
          name: "block",
          mass: 1,
          material: "wood",
          position: [0, 0, 0.1],
          color: "#c9b79c",
          shapes: [{ type: "box", halfExtents: [0.2, 0.2, 0.1] }],
        },
      ],
      controllers: [
        {
          type: "expression",
          output: "bodies.table.angularVelocity.y",
          expression: `${rate(0, held, angle - short * degree)} + ${rate(on, there, (short + beyond) * degree)}`,
        },
      ],
      sensors: ["body/block/speed", "body/block/position.x", "contact/table:block/normalForce"],
      view: { eye: [1.5, -4, 1.6], target: [0, 0, 0], pictureTime: 8, plot: ["body/block/speed"] },
    };
  },
});
