/** A shape entry of a body: a sphere, or in the plane a circle. */
export interface CornerShape {
  readonly type: "sphere" | "circle";
  readonly radius: number;
  readonly position: readonly number[];
}

/**
 * Spheres in the corners of a box, circles in those of a rectangle: what stands for conforming parts in compliant
 * contact, since each has one contact point that moves continuously [Luaces2013, §4.2]. They touch the faces from
 * inside, so that the box rests where its own faces would. `halfExtents` has three numbers, or two in the plane; m.
 * Corners come with x slowest, from minus to plus.
 */
export function cornerSpheres(halfExtents: readonly number[], radius: number): CornerShape[] {
  const least = Math.min(...halfExtents);
  if (halfExtents.length < 2 || halfExtents.length > 3)
    throw new RangeError(`halfExtents has ${halfExtents.length} numbers; 3, or 2 in the plane, are needed`);
  if (!(radius > 0) || radius > least)
    throw new RangeError(`radius ${radius} does not fit: above 0, up to the smallest half extent ${least}`);
  const type = halfExtents.length === 3 ? "sphere" : "circle";
  const corners = halfExtents.reduce<number[][]>(
    (found, half) => found.flatMap((corner) => [-1, 1].map((side) => [...corner, side * (half - radius)])),
    [[]],
  );
  return corners.map((position) => ({ type, radius, position }));
}
