import { SpecError } from "stiction";
import type { MachineFile } from "./machine-file.js";
import { reachOf, triangleOf } from "./reach.js";

interface Problem {
  readonly path: string;
  readonly message: string;
}

/** A barrel is longer than the stroke of its rod by piston, gland and eyes: length out over length in, at most. */
const LONGEST = 1.85;

const show = (x: number) => `${Number(x.toPrecision(4))}`;

/** What is wrong with a machine file: names that nothing has, lengths that nothing reaches, limits the wrong way round. */
export function machineProblems(file: MachineFile): Problem[] {
  return [...nameProblems(file), ...partProblems(file), ...cylinderProblems(file), ...turnProblems(file)];
}

/** Throws a SpecError that lists everything that is wrong with a machine file. */
export function checkMachine(file: MachineFile): void {
  const problems = machineProblems(file);
  if (problems.length > 0) throw new SpecError(problems);
}

function nameProblems({ parts, pins, cylinders, turns, drives, levers }: MachineFile): Problem[] {
  const missing = (path: string, name: string, what: string, known: readonly { readonly name: string }[]) =>
    known.some((entry) => entry.name === name)
      ? []
      : [{ path, message: `no ${what} "${name}"; there are ${known.map((entry) => entry.name).join(", ")}` }];
  return [
    ...pins.flatMap((pin, k) => [
      ...missing(`pins[${k}].bodyA`, pin.bodyA, "part", parts),
      ...missing(`pins[${k}].bodyB`, pin.bodyB, "part", parts),
    ]),
    ...cylinders.flatMap(({ pin, control }, k) => [
      ...missing(`cylinders[${k}].pin`, pin, "pin", pins),
      ...missing(`cylinders[${k}].control`, control, "lever", levers),
    ]),
    ...turns.flatMap(({ pin, control }, k) => [
      ...missing(`turns[${k}].pin`, pin, "pin", pins),
      ...missing(`turns[${k}].control`, control, "lever", levers),
    ]),
    ...drives.flatMap((drive, k) => [
      ...drive.pins.flatMap((pin, i) => missing(`drives[${k}].pins[${i}]`, pin, "pin", pins)),
      ...missing(`drives[${k}].control`, drive.control, "lever", levers),
    ]),
  ];
}

function partProblems({ parts }: MachineFile): Problem[] {
  return parts.flatMap(({ mass }, k) =>
    mass > 0 ? [] : [{ path: `parts[${k}].mass`, message: `expected a number > 0 kg, got ${mass}` }],
  );
}

function cylinderProblems(file: MachineFile): Problem[] {
  return file.cylinders.flatMap((cylinder, k) => {
    const { name, retracted, extended, start, bore, rod } = cylinder;
    const path = `cylinders[${k}]`;
    const problems: Problem[] = [];
    const add = (key: string, message: string) =>
      problems.push({ path: `${path}${key}`, message: `${name}: ${message}` });
    if (!(retracted < extended))
      add("", `expected retracted < extended, got ${show(retracted)} and ${show(extended)} m: exchange them`);
    else if (extended > LONGEST * retracted)
      add(
        ".extended",
        `a rod out of a barrel of ${show(retracted)} m reaches at most ${show(LONGEST * retracted)} m, got ${show(extended)} m: move foot or head further from the pin`,
      );
    else if (start < retracted || start > extended)
      add(".start", `expected a length within ${show(retracted)} … ${show(extended)} m, got ${show(start)} m`);
    if (!(rod < bore)) add(".rod", `expected a rod thinner than the bore of ${show(bore)} m, got ${show(rod)} m`);
    for (const [key, unit] of [
      ["pressure", "Pa"],
      ["speed", "m/s"],
      ["speedBack", "m/s"],
      ["acceleration", "m/s²"],
    ] as const)
      if (!(cylinder[key] > 0)) add(`.${key}`, `expected a number > 0 ${unit}, got ${cylinder[key]}`);
    const triangle = triangleOf(file, cylinder);
    if (triangle === undefined) return problems;
    const [least, most] = reachOf(triangle);
    for (const [key, length] of [["retracted", retracted] as const, ["extended", extended] as const]) {
      if (length > least && length < most) continue;
      add(
        `.${key}`,
        `${show(length)} m cannot be reached: its ends are ${show(least)} … ${show(most)} m apart about pin "${cylinder.pin}"; choose a length in between, or move foot or head`,
      );
    }
    return problems;
  });
}

function turnProblems({ turns, drives }: MachineFile): Problem[] {
  const positive = (path: string, name: string, unit: string, value: number | undefined) =>
    value === undefined || value > 0 ? [] : [{ path, message: `${name}: expected a number > 0 ${unit}, got ${value}` }];
  return [
    ...turns.flatMap(({ name, lower = -Infinity, upper = Infinity, speed, acceleration, torque }, k) => [
      ...(lower < upper
        ? []
        : [
            {
              path: `turns[${k}]`,
              message: `${name}: expected lower < upper, got ${lower} and ${upper} rad: exchange them`,
            },
          ]),
      ...positive(`turns[${k}].speed`, name, "rad/s", speed),
      ...positive(`turns[${k}].acceleration`, name, "rad/s²", acceleration),
      ...positive(`turns[${k}].torque`, name, "N m", torque),
    ]),
    ...drives.flatMap(({ name, speed, radius, torque }, k) => [
      ...positive(`drives[${k}].speed`, name, "m/s", speed),
      ...positive(`drives[${k}].radius`, name, "m", radius),
      ...positive(`drives[${k}].torque`, name, "N m", torque),
    ]),
  ];
}
