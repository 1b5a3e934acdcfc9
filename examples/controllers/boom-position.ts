/**
 * Closes a position loop on the boom of the excavator, in lock-step over UDP.
 *
 *     npm run stiction -- link excavator --param script=false --wait
 *     node --conditions=source --import tsx examples/controllers/boom-position.ts 5760 10
 *
 * The boom cylinder follows 2.4 m + 0.15 m sin(2π 0.2 Hz t): command = (target speed + gain · error) / largest speed.
 */
import { createSocket } from "node:dgram";
import { decodeLink, encodeLink, type LinkMessage } from "stiction/link";

const [port, seconds] = [Number(process.argv[2] ?? 5760), Number(process.argv[3] ?? 10)];
const socket = createSocket("udp4");
let session = 0;
let sequence = 0;

/** Sends a message, and again every 100 ms until an answer is accepted; null when the simulation has ended. */
function request<T extends LinkMessage["type"]>(
  message: LinkMessage,
  accept: (answer: LinkMessage) => answer is Extract<LinkMessage, { type: T }>,
): Promise<Extract<LinkMessage, { type: T }> | null> {
  const send = () => socket.send(encodeLink({ session, sequence: ++sequence, message }), port, "127.0.0.1");
  return new Promise((resolve, reject) => {
    const retry = setInterval(send, 100);
    const done = (answer: Extract<LinkMessage, { type: T }> | null) => {
      clearInterval(retry);
      socket.off("message", take);
      resolve(answer);
    };
    const take = (wire: Uint8Array) => {
      const envelope = decodeLink(wire);
      const answer = envelope.message;
      if (answer.type === "welcome") session = envelope.session;
      if (answer.type === "error") reject(new Error(answer.text));
      else if (answer.type === "bye") done(null);
      else if (accept(answer)) done(answer);
    };
    socket.on("message", take);
    send();
  });
}

const welcome = await request(
  {
    type: "hello",
    role: "controller",
    name: "boom-loop-ts",
    scene: "",
    lockStep: true,
    timeout: 0,
    rate: 0,
    controls: ["boom"],
    sensors: ["guide/boom/position"],
  },
  (answer) => answer.type === "welcome",
);
if (welcome === null) throw new Error("the simulation has ended");

const [gain, middle, swing, omega] = [6, 2.4, 0.15, 2 * Math.PI * 0.2];
const steps = Math.round(seconds / welcome.timestep);
let { step } = welcome;
let [command, sent, worst, lost, count] = [0, 0, 0, 0, 0];
while (step - welcome.step < steps) {
  const asked = step;
  const time = performance.now() / 1000;
  const answer = await request(
    { type: "step", step, time, echo: sent, slots: [0], values: [command] },
    (got): got is Extract<LinkMessage, { type: "sensors" }> => got.type === "sensors" && got.step > asked,
  );
  if (answer === null) break;
  if (answer.step !== step + 1) lost++;
  ({ step, sent } = answer);
  count++;
  const error = middle + swing * Math.sin(omega * answer.time) - answer.values[0];
  if (step - welcome.step > steps / 2) worst = Math.max(worst, Math.abs(error));
  const wanted = swing * omega * Math.cos(omega * answer.time) + gain * error;
  // m/s with the lever at its ends
  command = Math.max(-1, Math.min(1, wanted / (wanted > 0 ? 0.3 : 0.35)));
}
const bye: LinkMessage = { type: "bye", reason: "done" };
socket.send(encodeLink({ session, sequence: ++sequence, message: bye }), port, "127.0.0.1", () => socket.close());
console.log(JSON.stringify({ steps: count, lost, error: worst }));
