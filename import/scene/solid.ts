import { defaultItems, geometry } from "stiction";
import { type Inertia, moveInertia, type Tensor } from "../inertia.js";
import { HERE, NO_TURN, type Q4, type V3 } from "../pose.js";
import type { Entry } from "./draft.js";

/** Mass, centre and inertia of a shape of the scene at a density, in the frame of its body; none where it is no solid. */
export function solidInertia(shape: Entry, density: number): Inertia[] {
  const kind = defaultItems.shapes[shape.type as keyof typeof defaultItems.shapes] as unknown as {
    prepare(params: unknown): string | { mass: Mass | null };
  };
  const { position = HERE.position, orientation = NO_TURN, type: _, ...params } = shape;
  const found = kind.prepare({ scale: 1, tolerance: 1e-9, sides: "auto", ...params });
  if (typeof found === "string" || found.mass === null) return [];
  return [moveInertia({ position: position as V3, turn: orientation as Q4 }, massOf(found.mass, density))];
}

interface Mass {
  readonly volume: number;
  readonly center: Float64Array;
  readonly inertia: Float64Array;
}

/** The matter of a closed mesh. */
export function meshInertia(mesh: { vertices: Float64Array; triangles: Uint32Array }, density: number): Inertia {
  return massOf(geometry.meshMass(mesh), density);
}

function massOf({ volume, center, inertia }: Mass, density: number): Inertia {
  return {
    mass: density * volume,
    center: [center[0], center[1], center[2]],
    tensor: Array.from(inertia, (x) => density * x) as unknown as Tensor,
  };
}
