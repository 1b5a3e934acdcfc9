/** Work of `stiction new`. */
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { FailedError, InputError, systemReason } from "./errors.js";
import { makeFolders } from "./folders.js";
import { writeOutput } from "./output-file.js";
import { schemaText } from "./scene-schema.js";

const SCHEMA_FILE = "stiction.schema.json";
/** As scenes themselves are named. */
const NAME = /^[A-Za-z_][A-Za-z0-9_-]{0,63}$/;

interface NewOptions {
  readonly dir: string;
  readonly planar?: boolean;
  readonly force?: boolean;
}

export async function writeNewScene(argument: string, options: NewOptions): Promise<void> {
  const name = argument.replace(/\.ya?ml$/i, "");
  if (!NAME.test(name)) {
    throw new InputError(
      `expected a name of letters, digits, - and _ that starts with a letter (at most 64), got ${JSON.stringify(argument.slice(0, 80))}`,
    );
  }
  const file = join(options.dir, `${name}.yaml`);
  if (!options.force && (await stat(file).catch(() => undefined)) !== undefined) {
    throw new InputError(`${file} exists already; --force overwrites it`);
  }
  await makeFolders(options.dir).catch((error) => {
    throw new FailedError(`cannot create ${options.dir}: ${systemReason(error)}`);
  });
  await writeOutput(join(options.dir, SCHEMA_FILE), schemaText());
  await writeOutput(file, options.planar ? planarScene(name) : spatialScene(name));
  process.stdout.write(`wrote ${file} and ${SCHEMA_FILE}\nnext: stiction run ${file}\n`);
}

const HEAD = (name: string) => `# yaml-language-server: $schema=./${SCHEMA_FILE}
# The line above lets an editor for YAML check and complete this file.
# All units are SI: metres, kilograms, seconds, radians.

name: ${name}
title: A ball on a spring
duration: 5        # s; \`stiction run\` ends here
timestep: 0.001    # s
`;

const TAIL = `# What is measured: kind/name/quantity, with .x .y .z for one component. \`stiction schema body\` lists the quantities.
sensors:
  - body/ball/position
  - force/rope/tension
  - system/all/energy
  - name: speed-in-km-per-hour     # a name of your own, and a formula
    expression: 3.6 * [body/ball/speed]
    unit: km/h
`;

function spatialScene(name: string): string {
  return `${HEAD(name)}gravity: [0, 0, -9.81]   # m/s^2; z points up
contact: none            # shapes give mass and looks; nothing touches here

# The method. rk4 is accurate for smooth forces; semi-implicit-euler is cheaper.
formulation:
  type: forces
  integrator: rk4

bodies:
  - name: ball
    position: [0.3, 0, -1]   # of the body frame, in the world
    density: 1000            # kg/m^3: mass and inertia follow from the shape
    shapes:
      - type: sphere
        radius: 0.1

forces:
  - type: spring
    name: rope
    bodyB: ball              # from a point of the world (bodyA is "world" by default) …
    pointA: [0, 0, 0]        # … here
    stiffness: 500           # N/m
    damping: 1               # N s/m
    restLength: 1            # m

${TAIL}
# Events to report: here, every time the ball passes through its lowest point.
events:
  - name: lowest
    crosses: "[body/ball/velocity.z]"
    direction: up
`;
}

function planarScene(name: string): string {
  return `${HEAD(name)}plane: xy             # bodies move in x and y and rotate about z; vectors have two components
gravity: [0, -9.81]   # m/s^2; y points up
contact: none         # shapes give mass and looks; nothing touches here

# The method. rk4 is accurate for smooth forces; semi-implicit-euler is cheaper.
formulation:
  type: forces
  integrator: rk4

bodies:
  - name: ball
    position: [0.3, -1]   # of the body frame, in the world
    density: 1000         # kg/m^2 in the plane: mass and inertia follow from the shape
    shapes:
      - type: circle
        radius: 0.1

forces:
  - type: spring
    name: rope
    bodyB: ball           # from a point of the world (bodyA is "world" by default) …
    pointA: [0, 0]        # … here
    stiffness: 2000       # N/m
    damping: 1            # N s/m
    restLength: 1         # m

${TAIL}
# Events to report: here, every time the ball passes through its lowest point.
events:
  - name: lowest
    crosses: "[body/ball/velocity.y]"
    direction: up
`;
}
