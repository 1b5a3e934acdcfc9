/**
 * Values for plots in addition to the sensors of the scene: any quantity of any item, read with the sensors' own
 * functions at the times of the sampler. Energy and residuals are always among them, so that they can be plotted from
 * the start.
 */
import type { Model, Quantity } from "stiction";
import type { Request, SensorEntry } from "../protocol.js";
import type { Host, LiveColumn, Run, Service } from "./service.js";

/** Most additional columns. */
const MOST = 48;
/** Quantities that are offered at most; a search on the page finds among them. */
const OFFERED = 20_000;

/** What presets of plots show. Those that the formulation does not know are left out. */
const ALWAYS: readonly string[] = [
  "system/all/kineticEnergy",
  "system/all/potentialEnergy",
  "system/all/energy",
  "mechanism/all/positionError",
  "mechanism/all/velocityError",
  "solver/all/residual",
  "solver/all/jointError",
];

export class WatchService implements Service {
  private wanted: readonly string[] = [];

  opened(host: Host, run: Run, kept: boolean): void {
    if (!kept) this.wanted = [];
    this.arrange(host, run);
  }

  handle(request: Request, host: Host): boolean {
    if (request.type === "sensor-list") {
      host.post({ type: "sensor-list", id: request.id, sensors: host.run ? available(host.run.model) : [] });
      return true;
    }
    if (request.type !== "watch") return false;
    this.wanted = request.names;
    host.report(); // rows of the old width first
    if (host.run) this.arrange(host, host.run);
    return true;
  }

  /** Sets the columns of the sampler, and reports them to the page. */
  private arrange(host: Host, run: Run): void {
    const { model, sampler, generation } = run;
    const known = new Set(sampler.names);
    const names = [...new Set([...ALWAYS, ...this.wanted])].filter((name) => !known.has(name));
    const columns = names.flatMap((name) => sensorReader(model, run.data, name) ?? []).slice(0, MOST);
    sampler.watch(columns);
    host.post({ type: "columns", generation, columns: sampler.entries });
  }
}

/** A column that reads `kind/name/quantity.component`; null if there is none. */
export function sensorReader(model: Model, data: Run["data"], name: string): LiveColumn | null {
  const [kindName, ...rest] = name.split("/");
  const last = rest.pop() ?? "";
  const kind = model.items.sensors[kindName];
  const thing = rest.join("/");
  const index = kind?.find(model, thing) ?? -1;
  if (!kind || index < 0) return null;
  const dot = last.lastIndexOf(".");
  const quantities = kind.quantities(model, index);
  const whole = dot < 0 ? last : last.slice(0, dot);
  const quantity = quantities[whole] as Quantity | undefined;
  if (!quantity || !readable(model, kindName, quantity)) return null;
  const component = dot < 0 ? 0 : quantity.components.indexOf(last.slice(dot + 1));
  if (component < 0 || dot < 0 !== (quantity.components.length === 0)) return null;
  const out = new Float64Array(Math.max(1, quantity.components.length));
  return {
    name,
    unit: quantity.unit,
    read() {
      quantity.read(model, data, index, out, 0);
      return out[component];
    },
  };
}

/** Forces exist at the end of a step only if the scene measures them; quantities of a mechanism only if it is one. */
function readable(model: Model, kind: string, quantity: Quantity): boolean {
  if (kind === "mechanism" && model.formulation.kind.name !== "augmented-lagrangian") return false;
  return !quantity.needsForces || model.sensors.needsForces;
}

/** Everything that can be watched. */
function available(model: Model): SensorEntry[] {
  const list: SensorEntry[] = [];
  for (const [kindName, kind] of Object.entries(model.items.sensors)) {
    for (const thing of kind.names(model)) {
      const quantities = kind.quantities(model, kind.find(model, thing));
      for (const [name, quantity] of Object.entries(quantities)) {
        if (!readable(model, kindName, quantity as Quantity)) continue;
        const parts = quantity.components.length === 0 ? [""] : quantity.components.map((part) => `.${part}`);
        for (const part of parts) list.push({ name: `${kindName}/${thing}/${name}${part}`, unit: quantity.unit });
        if (list.length >= OFFERED) return list;
      }
    }
  }
  return list;
}
