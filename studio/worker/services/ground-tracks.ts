/** Where wheels roll on a terrain: stretches of track for the page, from the contacts of every tick. */
import { COUNTER, type Data, type Model } from "stiction";
import { collision } from "stiction/internals";
import { turnInto } from "../rotation.js";
import { isTerrain } from "../terrain.js";
import { TRACK_ROW as ROW } from "../terrain-protocol.js";

/** A stretch is sent when the wheel has rolled this far, m. */
const STRETCH = 0.06;
/** A contact that is this far from the last one is another track, m. */
const APART = 1.5;
/** Stretches per tick at most. */
const MOST = 64;

/** A wheel: a cylinder that can roll on ground. */
interface Wheel {
  readonly body: number;
  /** Its centre, from the centre of mass of its body, m. */
  readonly centre: Float64Array;
  /** Width of the track, m. */
  readonly width: number;
  /** Where the last stretch ended; NaN in the air. */
  x: number;
  y: number;
  z: number;
  travelled: number;
  /** Whether the ground carries it in this tick. */
  loaded: boolean;
}

export class GroundTracks {
  private readonly terrain: Int32Array;
  private readonly wheels: readonly (Wheel | null)[];
  private readonly rolls: boolean;
  /** Contacts have impulses; otherwise what overlaps the ground bears on it. */
  private readonly hard: boolean;
  readonly rows = new Float32Array(ROW.size * MOST);
  count = 0;
  private readonly at = new Float64Array(3);

  constructor(model: Model) {
    let terrains = 0;
    this.terrain = Int32Array.from(model.shapes, (shape) => (isTerrain(model, shape) ? terrains++ : -1));
    this.wheels = model.shapes.map(({ kind, body, position, geometry }) =>
      kind === "cylinder"
        ? {
            body,
            centre: Float64Array.from(position),
            width: 2 * geometry.size[1],
            x: Number.NaN,
            y: 0,
            z: 0,
            travelled: 0,
            loaded: false,
          }
        : null,
    );
    this.rolls = terrains > 0 && this.wheels.some(Boolean);
    this.hard = !model.formulation.kind.contacts.includes("compliant");
  }

  /** Looks at the contacts as they are now; returns whether there are new stretches in `rows`. */
  look(data: Data): boolean {
    this.count = 0;
    if (!this.rolls) return false;
    const { pointLoad } = collision.collisionFields(data);
    for (let patch = 0; patch < data.counter[COUNTER.patches]; patch++) {
      const pair = data.patchPair[patch];
      const [a, b] = [data.pairKey[2 * pair], data.pairKey[2 * pair + 1]];
      const wheel = this.terrain[a] >= 0 ? this.wheels[b] : this.terrain[b] >= 0 ? this.wheels[a] : null;
      if (!wheel) continue;
      const first = data.patchPoint[2 * patch];
      for (let i = first; i < first + data.patchPoint[2 * patch + 1]; i++)
        wheel.loaded ||= this.hard ? pointLoad[i] > 0 : data.pointGap[i] < 0;
    }
    for (const wheel of this.wheels) if (wheel?.loaded) this.roll(wheel, data);
    return this.count > 0;
  }

  /** The run is at another moment: wheels begin new tracks. */
  restart(): void {
    for (const wheel of this.wheels) if (wheel) wheel.x = Number.NaN;
  }

  /** Under its centre: the place of the load goes to and fro across the tyre. */
  private roll(wheel: Wheel, data: Data): void {
    const { body, centre } = wheel;
    wheel.loaded = false;
    turnInto(this.at, 0, data.bodyQuat, 4 * body, centre, 0);
    const x = this.at[0] + data.bodyPos[3 * body];
    const y = this.at[1] + data.bodyPos[3 * body + 1];
    const z = this.at[2] + data.bodyPos[3 * body + 2];
    const way = Math.hypot(x - wheel.x, y - wheel.y, z - wheel.z);
    if (way < STRETCH || this.count === MOST) return;
    if (way < APART) {
      const o = ROW.size * this.count++;
      this.rows[o + ROW.from] = wheel.x;
      this.rows[o + ROW.from + 1] = wheel.y;
      this.rows[o + ROW.from + 2] = wheel.z;
      this.rows[o + ROW.to] = x;
      this.rows[o + ROW.to + 1] = y;
      this.rows[o + ROW.to + 2] = z;
      this.rows[o + ROW.width] = wheel.width;
      this.rows[o + ROW.travelled] = wheel.travelled;
      wheel.travelled += way;
    }
    wheel.x = x;
    wheel.y = y;
    wheel.z = z;
  }
}
