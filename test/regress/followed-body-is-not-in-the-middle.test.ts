/** Follow, chosen while a body moves fast: it stays beside the middle of the picture for as long as one follows it. */
import { compile, createData } from "stiction";
import { Quaternion, Vector3 } from "three";
import { afterEach, expect, test, vi } from "vitest";
import type { Bodies } from "../../studio/viewport/bodies.js";
import { CameraRig } from "../../studio/viewport/camera.js";
import { describeScene } from "../../studio/worker/describe.js";

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** What a camera asks of the page. */
function pretendPage(reducedMotion: boolean): HTMLElement {
  vi.stubGlobal("matchMedia", () => ({ matches: reducedMotion }));
  vi.stubGlobal("addEventListener", () => {});
  const element = Object.assign(new EventTarget(), { style: {}, ownerDocument: new EventTarget(), clientHeight: 400 });
  return Object.assign(element, { getRootNode: () => element.ownerDocument }) as unknown as HTMLElement;
}

function ballScene() {
  const model = compile({
    bodies: [{ name: "ball", shapes: [{ type: "sphere", radius: 0.5 }] }],
    view: { eye: [0, -20, 5], target: [0, 0, 0] },
  });
  return describeScene(model, createData(model), []);
}

test.each([true, false])("with reduced motion: %s", (reducedMotion) => {
  const element = pretendPage(reducedMotion);
  const places = [0, 1].map(() => ({ position: new Vector3(), quaternion: new Quaternion() }));
  const bodies = { placed: true, places, states: new Uint8Array(2) } as unknown as Bodies;
  let now = 1000;
  vi.spyOn(performance, "now").mockImplementation(() => now);
  const rig = new CameraRig(element, () => {});
  rig.resize(800, 400);
  rig.show(ballScene(), bodies);
  const [, ball] = places;
  /** The next picture: 1/60 s later, the ball 10 m/s on. */
  const picture = () => {
    now += 1000 / 60;
    ball.position.x += 10 / 60;
    rig.update(now);
  };
  picture();
  rig.setMode("follow", { place: ball, radius: 0.5 });
  // a flight takes 250 ms, 15 pictures
  for (let k = 0; k < 16; k++) picture();
  for (let k = 0; k < 20; k++) {
    picture();
    const seen = ball.position.clone().project(rig.perspective);
    // 1e-12: round-off of sums of 20 positions of some metres
    expect(Math.hypot(seen.x, seen.y)).toBeLessThan(1e-12);
  }
});
