import { show } from "../../model/errors.js";
import { rowKind } from "../../solvers/complementarity/problem.js";
import { type Hdf5Group, writeHdf5 } from "./hdf5-writer.js";
import type { ProblemDocument } from "./problem-json.js";

/** One frame of a data set: a problem, and optional data from the formulation about its step. */
export interface ProblemFrame extends ProblemDocument {
  /**
   * Further groups of the frame, by the names of the solver database of [LuWilliamsTrinkleLacoursiere2013]: `bodies`,
   * `joints`, `contacts`, `step`.
   */
  readonly groups?: Hdf5Group;
}

/**
 * Problems as an HDF5 file: `Manifest/toolkit`, and per problem a frame `mbs_frame000001`, … with
 *
 *   problem    matrix n × n (row by row), vector n, rows n (0 free, 1 complementary, 2 box, 3 cone),
 *              lower and upper n if there are boxes, cone_start, cone_size, mu if there are cones
 *   solutions  solution n, if one is known
 *
 * and the further groups of the frame. The group `problem` is an addition of Stiction: the database stores bodies and
 * contacts, and reassembles the problem from them.
 */
export function problemToHdf5(frames: readonly ProblemFrame[]): Uint8Array {
  if (!Array.isArray(frames)) throw new RangeError(`expected a list of problems, got ${show(frames)}`);
  const root: Record<string, Hdf5Group> = { Manifest: { toolkit: { text: "stiction" } } };
  for (const [k, frame] of frames.entries()) {
    root[`mbs_frame${String(k + 1).padStart(6, "0")}`] = frameGroup(frame);
  }
  return writeHdf5(root);
}

function frameGroup({ problem, solution, groups = {} }: ProblemFrame): Hdf5Group {
  const { size: n, matrix, vector, lower, upper, cones } = problem;
  const column = (values: Float64Array | Int32Array, count = n) => ({ values, dimensions: [count] });
  const content: Record<string, Hdf5Group[string]> = {
    matrix: { values: matrix, dimensions: [n, n] },
    vector: column(vector),
    rows: column(Int32Array.from({ length: n }, (_, i) => rowKind(problem, i))),
  };
  if (lower !== undefined) content.lower = column(lower);
  if (upper !== undefined) content.upper = column(upper);
  if (cones !== undefined) {
    content.cone_start = column(cones.start, cones.count);
    content.cone_size = column(cones.size, cones.count);
    content.mu = column(cones.mu, cones.count);
  }
  const solutions: Hdf5Group = solution === undefined ? {} : { solution: column(solution) };
  return { ...groups, problem: content, solutions: { ...((groups.solutions as Hdf5Group) ?? {}), ...solutions } };
}
