import { compile, createData, type Data, type Model, sensorValues, step } from "stiction";

export interface Run {
  readonly model: Model;
  readonly data: Data;
  /** Value of a sensor column now. */
  value(name: string): number;
  /** Steps on to the given time (s). */
  until(time: number): Run;
}

/** A scene under the impulse formulation at h = 1/60 s unless it says otherwise. */
export function start(spec: Record<string, unknown>): Run {
  const model = compile({ formulation: "impulse", timestep: 1 / 60, ...spec });
  const data = createData(model);
  const values = new Float64Array(model.sensors.columns.length);
  const run: Run = {
    model,
    data,
    value(name) {
      const at = model.sensors.columns.findIndex((c) => c.name === name);
      if (at < 0) throw new RangeError(`no sensor ${name}`);
      sensorValues(model, data, values);
      return values[at];
    },
    until(time) {
      while (data.time < time - 1e-9) step(model, data);
      return run;
    },
  };
  return run;
}

/** A body of 1 kg and 1 kg m² unless it says otherwise. */
export const mass = (name: string, position: readonly number[], over: Record<string, unknown> = {}) => ({
  name,
  mass: 1,
  inertia: [1, 1, 1],
  position,
  ...over,
});

export const G = 9.81;
