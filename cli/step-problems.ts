/** `run --problems`: the complementarity problem of every n-th step, as an HDF5 file or as a folder of JSON files. */
import { join } from "node:path";
import { COUNTER, type Data, type Model, stepProblem } from "stiction";
import type { ProblemFrame } from "stiction/io";
import { FailedError, InputError, systemReason } from "./errors.js";
import { makeFolders } from "./folders.js";
import { openOutput, writeOutput } from "./output-file.js";

/** Most bytes of problems, which are kept until the run is over. */
const MOST_BYTES = 1e9;

export interface ProblemKeeper {
  /** Records the problem of the last step, if it is due. */
  take(data: Data): void;
  /** Writes the recorded problems; returns their number. */
  write(): Promise<number>;
  /** Removes incomplete files. */
  discard(): Promise<void>;
}

/**
 * Keeps problems for `path`: `.h5` for one file, anything else for a folder. The path is checked before the first step.
 */
export async function keepProblems(path: string, model: Model, every: number): Promise<ProblemKeeper> {
  if (model.formulation.kind.name !== "complementarity") {
    throw new InputError(
      `--problems ${path}: the scene's formulation is ${model.formulation.kind.name}; only complementarity has problems (--set formulation.type=complementarity)`,
    );
  }
  const asHdf5 = path.endsWith(".h5");
  const file = asHdf5 ? await openOutput(path) : undefined;
  if (!asHdf5) {
    await makeFolders(path).catch((error) => {
      throw new FailedError(`--problems ${path}: ${systemReason(error)}`, { cause: error });
    });
  }
  const frames: (ProblemFrame & { step: number })[] = [];
  let bytes = 0;
  return {
    take(data) {
      const step = data.counter[COUNTER.steps];
      if (step % every !== 0) return;
      const taken = stepProblem(data);
      if (taken === null) return;
      bytes += 8 * taken.problem.size * (taken.problem.size + 4);
      if (bytes > MOST_BYTES)
        throw new FailedError(
          `--problems ${path}: more than 1 GB by step ${step}; take every n-th with --record-every n`,
        );
      const nb = model.nb - 1;
      const column = (values: Float64Array, stride: number) => ({
        values: values.slice(stride),
        dimensions: [stride * nb],
      });
      frames.push({
        ...taken,
        step,
        name: `${model.name}, step ${step}`,
        groups: {
          step: { h: { values: Float64Array.of(model.options.timestep), dimensions: [1] } },
          bodies: {
            masses: column(model.bodyMass, 1),
            positions: column(data.bodyPos, 3),
            quaternion: column(data.bodyQuat, 4),
            velocities: column(data.bodyVel, 6),
          },
        },
      });
    },
    async write() {
      const { problemToHdf5, problemToJson } = await import("stiction/io");
      if (file !== undefined) {
        await file.write(problemToHdf5(frames));
        await file.commit();
      } else {
        for (const frame of frames) {
          const name = join(path, `step-${String(frame.step).padStart(6, "0")}.json`);
          await writeOutput(name, new TextEncoder().encode(problemToJson(frame)));
        }
      }
      return frames.length;
    },
    discard: async () => file?.discard(),
  };
}
