import { type Data, type Model, readSensorVector } from "stiction";
import type { SeatMachine } from "stiction/machines";

/** The point whose path is judged, in the world, m. */
export type Tip = (data: Data) => readonly [number, number, number];

/** The middle of the cutting edge; for a machine that does not dig the origin of its bucket. */
export function findTip(model: Model, { tool, base }: SeatMachine): Tip {
  const shape = model.shapes.find(({ kind, body }) => kind === "bucket" && body === tool);
  const bucket = tool >= 0 ? tool : model.bodyNames.findIndex((name) => /(^|-)bucket$/.test(name));
  const name = model.bodyNames[bucket >= 0 ? bucket : base];
  const [edgeX, edgeZ] = shape === undefined ? [0, 0] : edgeOf(model, name);
  return (data) => {
    const [x, y, z] = readSensorVector(model, data, `body/${name}/position`);
    const [qx, qy, qz, qw] = readSensorVector(model, data, `body/${name}/orientation`);
    // the x and z columns of the rotation
    return [
      x + edgeX * (1 - 2 * (qy * qy + qz * qz)) + edgeZ * 2 * (qx * qz + qw * qy),
      y + edgeX * 2 * (qx * qy + qw * qz) + edgeZ * 2 * (qy * qz - qw * qx),
      z + edgeX * 2 * (qx * qz - qw * qy) + edgeZ * (1 - 2 * (qx * qx + qy * qy)),
    ];
  };
}

/** The first point of the bucket's profile is its edge. */
function edgeOf({ spec }: Model, name: string): readonly [number, number] {
  const bodies = (spec.bodies ?? []) as readonly {
    name?: string;
    shapes?: readonly { type?: string; profile?: number[][] }[];
  }[];
  const shape = bodies.find((body) => body.name === name)?.shapes?.find(({ type }) => type === "bucket");
  const [x = 0, z = 0] = shape?.profile?.[0] ?? [];
  return [x, z];
}
