/** Sends the values of the tree and the inspector ten times a second. */
import type { Model } from "stiction";
import type { Request } from "../protocol.js";
import { unitOf } from "./joint-units.js";
import { contactList } from "./live-contacts.js";
import { findReading, type Reading } from "./live-keys.js";
import type { Outline, OutlineItem } from "./live-protocol.js";
import type { Host, Run, Service } from "./service.js";

/** ms */
const PERIOD = 100;

const BODY_TYPES = ["static", "kinematic", "dynamic"];

export class LiveService implements Service {
  private keys: readonly string[] = [];
  private readings: readonly (Reading | null)[] = [];
  private contacts = 0;
  private lastTime = Number.NEGATIVE_INFINITY;

  handle(request: Request, host: Host): boolean {
    if (request.type !== "live-watch") return false;
    this.keys = request.keys;
    this.contacts = request.contacts;
    if (host.run) {
      this.find(host.run);
      this.send(host, host.run);
    }
    return true;
  }

  opened(host: Host, run: Run): void {
    host.post({ type: "outline", generation: run.generation, ...outlineOf(run.model) });
    this.find(run);
    this.send(host, run);
  }

  restarted(host: Host, run: Run): void {
    this.send(host, run);
  }

  rewound(host: Host, run: Run): void {
    this.send(host, run);
  }

  ticked(host: Host, run: Run): void {
    if (!host.running || host.clock() - this.lastTime >= PERIOD) this.send(host, run);
  }

  private find({ model }: Run): void {
    this.readings = this.keys.map((key) => findReading(model, key));
  }

  private send(host: Host, { generation, model, data }: Run): void {
    if (this.keys.length === 0 && this.contacts === 0) return;
    this.lastTime = host.clock();
    const values = Float64Array.from(this.readings, (reading) => reading?.read(data) ?? Number.NaN);
    const contacts = this.contacts > 0 ? contactList(model, data, this.contacts) : null;
    host.post({ type: "live", generation, time: data.time, keys: this.keys, values, contacts }, [values.buffer]);
  }
}

/** What there is in a scene, each with the value that tells most of it. */
function outlineOf(model: Model): Outline {
  const { joints } = model;
  const bodyIndex = (name: unknown) => model.bodyIndex.get(String(name)) ?? -1;
  return {
    bodies: model.bodyNames.slice(1).map((name, k) => {
      const type = model.bodyType[k + 1];
      return item(model, name, BODY_TYPES[type], type === 0 ? [] : [`body/${name}/speed`], [k + 1]);
    }),
    joints: joints.names.map((name, i) =>
      item(
        model,
        name,
        joints.kinds[i].name,
        [`joint/${name}/position`, `|joint/${name}/force|`],
        [joints.bodyA[i], joints.bodyB[i]],
      ),
    ),
    forces: model.forces.flatMap((table) =>
      table.names.map((name, i) => {
        const keys = ["tension", "force", "torque", "length"].map((word) => `force/${name}/${word}`);
        const { body, bodyA, bodyB } = table.specs[i] as Record<string, unknown>;
        const bodies = [body, bodyA, bodyB].filter((b) => b !== undefined).map(bodyIndex);
        return item(model, name, table.kind.name, keys, bodies);
      }),
    ),
    controllers: model.controllers.flatMap((table) =>
      table.names.map((name) => item(model, name, table.kind.name, [], [])),
    ),
    sensors: model.sensors.columns.map(({ name, unit }) => ({ name, kind: "", key: name, unit, bodies: [] })),
  };
}

/** With the first of the keys that can be read. */
function item(
  model: Model,
  name: string,
  kind: string,
  keys: readonly string[],
  bodies: readonly number[],
): OutlineItem {
  for (const key of keys) {
    const reading = findReading(model, key);
    if (reading) return { name, kind, key, unit: unitOf(model, key.replaceAll("|", ""), reading.unit), bodies };
  }
  return { name, kind, key: "", unit: "", bodies };
}
