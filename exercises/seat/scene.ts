/** The scene of an exercise: a shipped one with its parameters, with marks on the ground and sensors put in. */
import { buildScene, type Model, type UntypedSpec } from "stiction";
import { sceneByName } from "stiction/scenes";
import type { Exercise } from "../types.js";

/** What a scene needs of an exercise; all of it may go over the network. */
export type SceneOfExercise = Pick<Exercise, "scene" | "sensors" | "marks" | "surveys">;

/** Names of the exercise's own sensors in the scene begin with this. */
export const OWN = "exercise-";

/** Sensor of the power of all cylinders and motors, W. */
export const POWER = `${OWN}power`;

/** Height of what is drawn on the ground, m. */
const THICK = 0.012;

interface ScenePart {
  readonly bodies?: readonly unknown[];
  readonly sensors?: readonly unknown[];
  readonly looks?: object;
  readonly controllers?: readonly { readonly type?: string; readonly name?: string }[];
}

/** The shipped scene, or that of the exercise's own file, with what the exercise puts in. */
export function exerciseScene(exercise: SceneOfExercise): UntypedSpec {
  const { name, params, spec: base } = exercise.scene;
  const shipped = base === undefined ? sceneByName(name) : undefined;
  if (base === undefined && shipped === undefined) throw new RangeError(`there is no shipped scene "${name}"`);
  const spec = (shipped === undefined ? base : buildScene(shipped, { ...params })) as ScenePart & UntypedSpec;
  return {
    ...spec,
    looks: { ...spec.looks, mark: { color: "#e8a020", roughness: 0.9 }, survey: { color: "#3f87c9", roughness: 0.9 } },
    bodies: [...(spec.bodies ?? []), ...markBodies(exercise)],
    sensors: [...(spec.sensors ?? []), ...ownSensors(exercise), ...powerSensor(spec)],
  } as unknown as UntypedSpec;
}

/** Rings of marks, and corners of the rectangles that are surveyed. */
function markBodies({ marks, surveys }: SceneOfExercise): object[] {
  const rings = Object.entries(marks).map(([name, { at, radius, height = 0 }]) => ({
    name: `mark-${name}`,
    type: "static",
    shapes: [],
    position: [...at, height],
    visuals: Array.from({ length: 24 }, (_, k) => {
      const angle = (2 * Math.PI * k) / 24;
      return {
        type: "box",
        halfExtents: [0.04, 0.09 * radius, THICK],
        position: [radius * Math.cos(angle), radius * Math.sin(angle), THICK],
        orientation: { axis: [0, 0, 1], angle },
        look: "mark",
      };
    }),
  }));
  const frames = Object.entries(surveys).map(([name, { at, size }]) => ({
    name: `survey-${name}`,
    type: "static",
    shapes: [],
    position: [...at, 0],
    visuals: [-1, 1].flatMap((x) =>
      [-1, 1].map((y) => ({
        type: "box",
        halfExtents: [0.05, 0.05, 0.25],
        position: [(x * size[0]) / 2, (y * size[1]) / 2, 0.2],
        look: "survey",
      })),
    ),
  }));
  return [...rings, ...frames];
}

/** A value without brackets is the path of a sensor; all else is an expression. */
function ownSensors({ sensors }: SceneOfExercise): object[] {
  return Object.entries(sensors).map(([name, value]) => ({
    name: OWN + name,
    expression: /^[a-z][^\s[\]()*+]*\/[^\s[\]()*+]+$/.test(value) ? `[${value}]` : value,
    unit: "",
  }));
}

/** Work per second that cylinders and motors do or take up: Σ |effort × speed|. */
function powerSensor({ controllers = [] }: ScenePart): object[] {
  const guides = controllers.flatMap(({ type, name }) => (type === "guide" && name !== undefined ? [name] : []));
  if (guides.length === 0) return [];
  const expression = guides.map((name) => `abs([guide/${name}/effort] * [guide/${name}/speed])`).join(" + ");
  return [{ name: POWER, expression, unit: "W" }];
}

/** Slot of a sensor that the scene names, −1 where there is none. */
export function slotOf(model: Model, name: string): number {
  return model.sensors.columns.find((column) => column.name === name)?.slot ?? -1;
}
