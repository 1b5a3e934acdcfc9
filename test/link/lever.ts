/** A lever that a guide turns, as a scene that steps in microseconds, and a host for it with a clock of its own. */
import { compile, createData, type Model, type Spec, step as stepOf } from "stiction";
import {
  type AppliedInput,
  decodeLink,
  encodeLink,
  LinkHost,
  type LinkHostOptions,
  type LinkMessage,
} from "stiction/link";

export const LEVER: Spec = {
  name: "lever",
  timestep: 0.005,
  gravity: [0, 0, 0],
  contact: "none",
  formulation: "augmented-lagrangian",
  bodies: [{ name: "arm", position: [0.5, 0, 0], mass: 2, inertia: [0.01, 0.2, 0.2] }],
  joints: [
    {
      type: "hinge",
      name: "pin",
      bodyA: "world",
      bodyB: "arm",
      at: [0, 0, 0],
      axis: [0, 0, 1],
      drive: { mode: "position", target: 0 },
    },
  ],
  controllers: [
    {
      type: "guide",
      name: "arm",
      output: "joints.pin.drive.target",
      maxSpeed: 1,
      maxAcceleration: 20,
      lower: -2,
      upper: 2,
    },
  ],
  controls: [{ name: "arm", drives: "controllers.arm.command" }],
  sensors: ["joint/pin/position"],
};

export interface TestHost {
  readonly model: Model;
  readonly host: LinkHost;
  /** The clock of the host; a test moves it. */
  readonly time: { now: number };
  readonly log: string[];
  readonly inputs: AppliedInput[];
  /** One step, as the run does it. */
  step(): void;
  /** A peer at an address. */
  peer(address: string, form?: "binary" | "json"): TestPeer;
}

export interface TestPeer {
  readonly got: LinkMessage[];
  session: number;
  send(message: LinkMessage): void;
  sendRaw(wire: Uint8Array | string): void;
  /** The last message of a kind. */
  last<T extends LinkMessage["type"]>(type: T): Extract<LinkMessage, { type: T }>;
}

export function createHost(options: Partial<LinkHostOptions> = {}, spec: Spec = LEVER): TestHost {
  const model = compile(spec);
  const data = createData(model);
  const time = { now: 1 };
  const log: string[] = [];
  const inputs: AppliedInput[] = [];
  let token = 100;
  const host = new LinkHost(
    { model, data },
    {
      clock: () => time.now,
      token: () => ++token,
      hash: "cafe",
      log: (level, line) => log.push(`${level}: ${line}`),
      onInput: (input) => inputs.push(input),
      ...options,
    },
  );
  return {
    model,
    host,
    time,
    log,
    inputs,
    step() {
      host.beforeStep();
      stepOf(model, data);
      host.afterStep();
    },
    peer: (address, form = "binary") => createPeer(host, address, form),
  };
}

function createPeer(host: LinkHost, address: string, form: "binary" | "json"): TestPeer {
  let sequence = 0;
  const got: LinkMessage[] = [];
  const route = {
    address,
    send(wire: Uint8Array | string) {
      const { message, session } = decodeLink(wire);
      if (message.type === "welcome") peer.session = session;
      got.push(message);
    },
  };
  const peer: TestPeer = {
    got,
    session: 0,
    send: (message) => host.receive(encodeLink({ session: peer.session, sequence: ++sequence, message }, form), route),
    sendRaw: (wire) => host.receive(wire, route),
    last(type) {
      const found = got.findLast((message) => message.type === type);
      if (found === undefined) throw new Error(`no ${type} among ${got.map((message) => message.type).join(", ")}`);
      return found as Extract<LinkMessage, { type: typeof type }>;
    },
  };
  return peer;
}

/** A hello with defaults. */
export function hello(fields: Partial<Extract<LinkMessage, { type: "hello" }>> = {}): LinkMessage {
  return {
    type: "hello",
    role: "controller",
    name: "loop",
    scene: "",
    lockStep: false,
    timeout: 0,
    rate: 0,
    controls: ["arm"],
    sensors: ["joint/pin/position"],
    ...fields,
  };
}
