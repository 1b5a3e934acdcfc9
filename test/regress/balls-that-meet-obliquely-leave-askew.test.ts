/**
 * Two balls that met obliquely at 4 m/s left up to 0.29 m/s off in `fast` at 1/60 s and 0.6 m/s off in
 * `complementarity`, with status 0: their normal was that of the start of the step. One that misses by 2.5 mm struck.
 */
import { compile, createData, type Spec, step } from "stiction";
import { expect, test } from "vitest";

const E = 0.5;
const SPEED = 4;
const [R1, R2, M1, M2] = [0.1, 0.15, 0.7, 2.1];

/** Largest error, m/s, of the velocity of a ball that another one meets at `part` of the sum of their radii aside. */
function error(formulation: Spec["formulation"], timestep: number, part: number): number {
  let worst = 0;
  for (let k = 0; k < 2; k++) {
    const model = compile({
      timestep,
      formulation,
      gravity: [0, 0, 0],
      materials: { ivory: { friction: 0, restitution: E } },
      bodies: [
        {
          name: "cue",
          mass: M1,
          material: "ivory",
          position: [-0.6 - (SPEED * timestep * k) / 2, part * (R1 + R2), 0],
          velocity: [SPEED, 0, 0],
          shapes: [{ type: "sphere", radius: R1 }],
        },
        { name: "eight", mass: M2, material: "ivory", shapes: [{ type: "sphere", radius: R2 }] },
      ],
    });
    const data = createData(model);
    let status = 0;
    while (data.time < 0.3) status |= step(model, data);
    expect(status).toBe(0);
    const cosine = part < 1 ? Math.sqrt(1 - part * part) : 0;
    const impulse = ((1 + E) * SPEED * cosine) / (1 / M1 + 1 / M2);
    const [vx, vy] = [(impulse * cosine) / M2, (-impulse * part) / M2];
    worst = Math.max(worst, Math.hypot(data.bodyVel[15] - vx, data.bodyVel[16] - vy));
  }
  return worst;
}

// balls that a step takes past each other's radius are put back to where they meet, to 1 % of the radius
test.each(process.env.STICTION_FULL === "1" ? [0.2, 0.5, 0.8, 1.01] : [0.8, 1.01])(
  "at %d of the radii aside",
  (part) => {
    expect(error({ type: "impulse" }, 1 / 60, part)).toBeLessThan(0.01 * SPEED);
    expect(error({ type: "impulse", preset: "precise" }, 1 / 60, part)).toBeLessThan(0.001 * SPEED);
    expect(error({ type: "complementarity" }, 1 / 240, part)).toBeLessThan(0.001 * SPEED);
  },
);
