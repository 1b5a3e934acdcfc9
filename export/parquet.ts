import { COUNTER, type Data, type Model, readSensor, sensorValues } from "stiction";

/** Sensors of a run as an Apache Parquet file: a column `time` and one per sensor, 64-bit floats, units as metadata. */
export interface ParquetExport {
  readonly rows: number;
  /** Takes the present values. */
  row(data: Data): void;
  finish(): Promise<Uint8Array>;
}

export function createParquetExport(model: Model): ParquetExport {
  const { columns } = model.sensors;
  const times: number[] = [];
  const values: number[][] = columns.map(() => []);
  const now = new Float64Array(columns.length);
  return {
    get rows() {
      return times.length;
    },
    row(data) {
      // before the first step nothing has been read yet
      if (data.counter[COUNTER.steps] > 0) sensorValues(model, data, now);
      else for (const [k, { name }] of columns.entries()) now[k] = readSensor(model, data, name);
      times.push(data.time);
      values.forEach((list, k) => {
        list.push(now[k]);
      });
    },
    async finish() {
      const { parquetWriteBuffer } = await import("hyparquet-writer");
      const buffer = parquetWriteBuffer({
        columnData: [
          { name: "time", data: Float64Array.from(times), type: "DOUBLE" },
          ...columns.map(({ name }, k) => ({ name, data: Float64Array.from(values[k]), type: "DOUBLE" as const })),
        ],
        kvMetadata: [
          { key: "scene", value: model.name },
          { key: "unit:time", value: "s" },
          ...columns.map(({ name, unit }) => ({ key: `unit:${name}`, value: unit })),
        ],
      });
      return new Uint8Array(buffer);
    },
  };
}
