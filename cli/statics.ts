/** `stiction settle` and `stiction modes`. */
import { type Equilibrium, type Mode, modes, modesAtRest, type StaticsProgress, settle } from "stiction";
import { exactJson } from "stiction/io";
import { allocate } from "./allocate.js";
import { EXIT } from "./errors.js";
import { compileScene, type SceneOptions } from "./scene-settings.js";
import { formatCount, formatNumber } from "./text/numbers.js";
import { createStageProgress } from "./text/progress.js";
import { style } from "./text/style.js";
import { formatTable } from "./text/table.js";

export interface SettleCommandOptions extends SceneOptions {
  readonly tolerance?: number;
  readonly iterations?: number;
  readonly time?: number;
  readonly json?: boolean;
}

export interface ModesCommandOptions extends SceneOptions {
  readonly atStart?: boolean;
  readonly count?: number;
  readonly json?: boolean;
}

/** Components without what the tolerance of rest leaves. */
const vector = (v: readonly number[]) => {
  const least = 1e-8 * Math.max(1, ...v.map(Math.abs));
  return v.map((x) => formatNumber(Math.abs(x) < least ? 0 : x)).join(", ");
};

/** A line on stderr about long work, removed at its end. */
function showProgress(): { progress: (progress: StaticsProgress) => void; end: () => void } {
  const line = createStageProgress();
  return {
    progress: ({ stage, done, value }) =>
      stage === "linearisation"
        ? line.show(value, `${stage} ${Math.round(100 * value)} %`)
        : line.show(0, `${stage} ${formatCount(done)}, accelerations up to ${value.toPrecision(2)} m/s²`),
    end: line.end,
  };
}

/** Finds and prints the static equilibrium of a scene. */
export async function settleScene(argument: string, options: SettleCommandOptions): Promise<void> {
  const { model, loaded } = await compileScene(argument, options);
  const data = allocate(model, loaded.label);
  const { progress, end } = showProgress();
  const { tolerance, iterations, time } = options;
  const result = settle(model, data, {
    ...(tolerance !== undefined && { tolerance }),
    ...(iterations !== undefined && { iterations }),
    ...(time !== undefined && { time }),
    progress,
  });
  end();
  if (options.json) process.stdout.write(`${exactJson({ scene: model.name, ...result }, 2)}\n`);
  else process.stdout.write(`${settleLines(model.name, result).join("\n")}\n`);
  if (!result.found) process.exitCode = EXIT.failed;
}

function settleLines(name: string, result: Equilibrium): string[] {
  const { bold, dim, red, yellow } = style(process.stdout);
  const how = `${formatCount(result.iterations)} ${result.time > 0 ? "steps of relaxation" : "iterations"}`;
  const titleStyle = dim;
  return [
    bold(name),
    result.found ? `  equilibrium  found, ${how}` : `  ${red("equilibrium")}  not found: ${result.reason}`,
    ...(result.stable === false ? [`  ${yellow("warning")}  the equilibrium is unstable`] : []),
    `  residual     ${formatNumber(result.residual)} m/s²`,
    ...formatTable(
      [{ title: "body" }, { title: "position [m]" }, { title: "orientation [x, y, z, w]" }],
      result.bodies.map((b) => [b.name, vector(b.position), vector(b.orientation)]),
      { indent: 2, titleStyle },
    ),
    ...(result.joints.length === 0
      ? []
      : formatTable(
          [{ title: "joint" }, { title: "type" }, { title: "force on B [N]" }, { title: "torque on B [N m]" }],
          result.joints.map((j) => [j.name, j.type, vector(j.force), vector(j.torque)]),
          { indent: 2, titleStyle },
        )),
    ...(result.contacts.length === 0
      ? []
      : formatTable(
          [{ title: "contact of A" }, { title: "and B" }, { title: "force on B [N]" }],
          result.contacts.map((c) => [c.bodyA, c.bodyB, vector(c.force)]),
          { indent: 2, titleStyle },
        )),
  ];
}

/** Modes that are printed by default. */
const SHOWN = 20;

/** Linearises a scene and prints its modes. */
export async function modesOfScene(argument: string, options: ModesCommandOptions): Promise<void> {
  const { model, loaded } = await compileScene(argument, options);
  const data = allocate(model, loaded.label);
  const { progress, end } = showProgress();
  const { equilibrium, modes: found } = options.atStart
    ? { equilibrium: undefined, modes: modes(model, data) }
    : modesAtRest(model, data, { progress });
  end();
  if (options.json) {
    const pose = equilibrium === undefined ? "start" : equilibrium.found ? "equilibrium" : "none";
    process.stdout.write(`${exactJson({ scene: model.name, pose, reason: equilibrium?.reason ?? "", ...found }, 2)}\n`);
  } else {
    const { bold, dim, yellow } = style(process.stdout);
    const shown = found.modes.slice(0, options.count ?? SHOWN);
    const rest = found.modes.length - shown.length;
    const warnings = [
      ...(equilibrium?.found === false ? [`modes are about a pose that is no equilibrium: ${equilibrium.reason}`] : []),
      ...(options.atStart && found.acceleration > 1e-6
        ? [`the start is no equilibrium: accelerations up to ${formatNumber(found.acceleration)} m/s²`]
        : []),
      ...(found.stable ? [] : ["some motion grows: the pose is unstable"]),
    ];
    const lines = [
      bold(model.name),
      `  freedom  ${formatCount(found.freedom)}, about ${options.atStart ? "the start" : equilibrium?.found ? "the equilibrium" : "no equilibrium"}`,
      ...formatTable(
        [
          { title: "mode", align: "right" },
          { title: "frequency [Hz]", align: "decimal" },
          { title: "damping ratio", align: "decimal" },
          { title: "λ [1/s]" },
          { title: "kind" },
          { title: "moves most" },
        ],
        shown.map((mode, k) => [
          String(k + 1),
          formatNumber(mode.frequency),
          formatNumber(mode.dampingRatio),
          lambda(mode),
          mode.kind,
          movers(mode),
        ]),
        { indent: 2, titleStyle: dim },
      ),
      ...(rest > 0 ? [`  ${formatCount(rest)} more`] : []),
      ...warnings.map((text) => `  ${yellow("warning")}  ${text}`),
    ];
    process.stdout.write(`${lines.join("\n")}\n`);
  }
  if (equilibrium?.found === false) process.exitCode = EXIT.failed;
}

function lambda({ sigma, omega }: Mode): string {
  if (omega === 0) return formatNumber(sigma);
  return `${sigma === 0 ? "" : `${formatNumber(sigma)} `}± ${formatNumber(omega)} i`;
}

/** The bodies that move at least half as far as the one that moves most. */
function movers({ shape }: Mode): string {
  const size = ({ displacement: d, rotation: r }: Mode["shape"][number]) =>
    Math.max(...[d.re, d.im, r.re, r.im].flatMap((v) => v.map(Math.abs)));
  const names = shape.filter((s) => size(s) >= 0.5).map(({ body }) => body);
  return names.length > 4 ? `${names.slice(0, 4).join(", ")} and ${names.length - 4} more` : names.join(", ");
}
