/** A study of tiny runs, as text. */
export const TINY = (samples: number) => `study: 1
scene:
  timestep: 0.01
  duration: 0.2
  contact: none
  formulation: forces
  bodies: [{ name: ball, mass: 1, position: [0, 0, 1], shapes: [{ type: sphere, radius: 0.1 }] }]
factors:
  - { path: bodies.ball.velocity.z, name: v, unit: m/s, uniform: { low: -1, high: 1 } }
  - { path: formulation.integrator, name: method, values: [rk4, semi-implicit-euler] }
samples: ${samples}
metrics:
  z: { final: "[body/ball/position.z]", unit: m }
  top: { crossing: "[body/ball/velocity.z]", unit: s }
`;

/** The columns of a CSV of results that do not depend on the machine: all but the time by the clock. */
export function withoutTimes(csv: string): string {
  const lines = csv
    .trimEnd()
    .split("\n")
    .map((line) => line.split(","));
  const wall = lines[0].findIndex((title) => title.startsWith("wall"));
  return lines.map((cells) => cells.filter((_, k) => k !== wall).join(",")).join("\n");
}
