// The edge on which a rocking block turned slid by a quarter of a millimetre, whatever the step, although friction was large enough to hold it.
import { compileUntyped, createData, step } from "stiction";
import { expect, test } from "vitest";

/** Largest displacement, m, of the edge on which a block tilted by 0.1 rad turns back until it is nearly upright. */
function slide(preset: "fast" | "precise", timestep: number, planar: boolean): number {
  const [a, b, tilt] = [0.12, 0.35, 0.1];
  const centre = [-(Math.cos(tilt) * a - Math.sin(tilt) * b), Math.sin(tilt) * a + Math.cos(tilt) * b];
  const [s, c] = [Math.sin(tilt / 2), Math.cos(tilt / 2)];
  const floor = { name: "floor", type: "static", material: "rough" };
  const block = { name: "block", mass: 3, material: "rough" };
  const common = { timestep, formulation: { type: "impulse", preset }, materials: { rough: { friction: 4 } } };
  const model = compileUntyped(
    planar
      ? {
          ...common,
          plane: "xy",
          bodies: [
            { ...floor, position: [0, -1], shapes: [{ type: "polygon", halfExtents: [5, 1] }] },
            {
              ...block,
              position: centre,
              orientation: [0, 0, -s, c],
              shapes: [{ type: "polygon", halfExtents: [a, b] }],
            },
          ],
        }
      : {
          ...common,
          bodies: [
            { ...floor, shapes: [{ type: "plane" }] },
            {
              ...block,
              position: [centre[0], 0, centre[1]],
              orientation: [0, s, 0, c],
              shapes: [{ type: "box", halfExtents: [a, 0.2, b] }],
            },
          ],
        },
  );
  const data = createData(model);
  const body = model.bodyNames.indexOf("block");
  const x = data.bodyPos[3 * body] + Math.cos(tilt) * a - Math.sin(tilt) * b;
  let most = 0;
  for (let k = 0; k < 1 / timestep; k++) {
    expect(step(model, data)).toBe(0);
    const turn = (planar ? -1 : 1) * data.bodyQuat[4 * body + (planar ? 2 : 1)];
    const angle = 2 * Math.atan2(turn, data.bodyQuat[4 * body + 3]);
    // near the upright position the other edge meets the floor
    if (angle < 0.005) return most;
    most = Math.max(most, Math.abs(data.bodyPos[3 * body] + Math.cos(angle) * a - Math.sin(angle) * b - x));
  }
  return Number.NaN;
}

test.each([
  // 4 × observed; it is of first order in the step
  ["precise", 0.002, true, 4e-6],
  ["precise", 0.002, false, 4e-6],
  ["fast", 0.002, true, 2e-5],
  ["fast", 0.002, false, 2e-5],
] as const)("%s at %f s, planar %s: the edge stays where it is", (preset, timestep, planar, tolerance) => {
  expect(slide(preset, timestep, planar)).toBeLessThan(tolerance);
});
