import type { Command } from "commander";
import { addExamples, addSceneOptions, collect, countFromOne, numberAbove, portNumber } from "../options.js";
import type { SceneOptions } from "../scene-settings.js";

/** Options of `stiction link`. */
export interface LinkOptions extends SceneOptions {
  readonly host: string;
  readonly port: number;
  readonly udp: boolean;
  readonly websocket: boolean;
  readonly speed: number;
  readonly timeout: number;
  readonly wait?: boolean;
  readonly record?: string;
  readonly devices?: string;
  readonly follow?: readonly string[];
  readonly seat?: string;
  readonly streamRate: number;
  readonly allowOrigin?: readonly string[];
  readonly json?: boolean;
}

/** Port of the link unless another is given. */
const PORT = 5760;

/** `stiction link <scene>` */
export function addLink(program: Command): void {
  const command = program
    .command("link")
    .argument("<scene>", "scene file (.yaml, .json), module (.ts, .mjs), or the name of a shipped scene")
    .summary("run a scene for controllers, devices and viewers outside: UDP and WebSocket")
    .description(
      "Run a scene in real time, with its controls and sensors open to programs and devices. A controller runs freely or in lock-step; round trips and jitter are measured. A controller that falls silent has its controls put on hold, and goes on when it is back.",
    );
  addSceneOptions(command)
    .option("--host <address>", "address to listen on; 0.0.0.0 opens the link to the network", "127.0.0.1")
    .option("--port <number>", "port for UDP and for WebSocket; 0 takes free ones", portNumber, PORT)
    .option("--no-udp", "do not listen for UDP")
    .option("--no-websocket", "do not listen for WebSocket")
    .option(
      "--speed <factor>",
      "simulated over real time; 0: no pacing, as fast as controllers in lock-step ask",
      numberAbove(0, true),
      1,
    )
    .option("--timeout <steps>", "steps of silence after which a controller is lost", countFromOne, 40)
    .option("--wait", "no step before the first controller is connected")
    .option("--record <file>", "write every input that reaches the model; stiction replay repeats it bit for bit")
    .option("--devices <file>", "map of devices to controls (.yaml, .json): UDP, TCP, serial lines, MQTT")
    .option(
      "--follow <control=sensor@speed>",
      "values for the control are measurements that the model follows: boom=guide/boom/position@0.3 (repeatable)",
      collect,
    )
    .option("--seat <body>", "body whose motion platforms get; by default that of the scene's seat camera")
    .option(
      "--allow-origin <origin>",
      "page that may connect besides those of this computer: https://studio.example (repeatable)",
      collect,
    )
    .option("--stream-rate <hertz>", "frames per second for viewers", numberAbove(0), 30)
    .option("--json", "log and report as lines of JSON on stdout")
    .option("--quiet", "no log and no report")
    .action(async (scene: string, options: LinkOptions) => {
      const { link } = await import("../link-scene.js");
      process.exitCode = await link(scene, options);
    });
  addExamples(command, [
    "stiction link excavator --param script=false",
    "stiction link excavator --param script=false --wait --duration 60 --record session.inputs",
    "stiction link excavator --param script=false --devices seat.yaml",
    "stiction link excavator --host 0.0.0.0 --port 7000 --json",
  ]);
}
