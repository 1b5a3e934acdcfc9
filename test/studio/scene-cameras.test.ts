/** Cameras of a scene, the path of a film, the ground, and the speed of short runs. */
import { buildScene, compile, createData, type Scene, type Spec } from "stiction";
import { sceneByName } from "stiction/scenes";
import { Quaternion, Vector3 } from "three";
import { describe, expect, test } from "vitest";
import { firstSpeed } from "../../studio/speed.js";
import { CameraPath } from "../../studio/viewport/camera-path.js";
import { insetPlace } from "../../studio/viewport/insets.js";
import { withKey } from "../../studio/viewport/key-frames.js";
import { heading, newSight, sightOf } from "../../studio/viewport/sight.js";
import { describeScene } from "../../studio/worker/describe.js";
import { floorHeight } from "../../studio/worker/ground.js";
import type { DrawnCamera } from "../../studio/worker/protocol.js";

const Z = new Vector3(0, 0, 1);

/** A car at (3, 4, 0.5) m, turned by 90° to the left about the vertical and then leaning by `lean` about its x axis. */
function carAt(lean: number) {
  const turn = new Quaternion().setFromAxisAngle(Z, Math.PI / 2);
  turn.multiply(new Quaternion().setFromAxisAngle(new Vector3(1, 0, 0), lean));
  const world = { position: new Vector3(), quaternion: new Quaternion() };
  return [world, { position: new Vector3(3, 4, 0.5), quaternion: turn }];
}

const camera = (more: Partial<DrawnCamera>): DrawnCamera => ({
  name: "c",
  type: "fixed",
  body: 1,
  eye: [-5, 0, 2],
  target: null,
  fieldOfView: 0.5,
  ...more,
});

describe("a camera of the scene", () => {
  /** Eye, target and upward direction, to a nanometre. */
  const seen = (of: DrawnCamera, lean = 0) => {
    const { eye, target, up } = sightOf(of, carAt(lean), newSight());
    return [eye, target, up].map((v) => v.toArray().map((x) => Math.round(1e9 * x) / 1e9 + 0));
  };

  test("that is fixed stands still and looks at its body", () => {
    expect(seen(camera({}))).toEqual([
      [-5, 0, 2],
      [3, 4, 0.5],
      [0, 0, 1],
    ]);
    expect(seen(camera({ target: [1, 1, 1] }))[1]).toEqual([1, 1, 1]);
  });

  test("that follows goes along in world axes", () => {
    const at = [
      [-2, 4, 2.5],
      [3, 4, 0.5],
      [0, 0, 1],
    ];
    expect(seen(camera({ type: "follow" }))).toEqual(at);
    expect(seen(camera({ type: "orbit" }))).toEqual(at);
  });

  test("that chases stays behind: it turns with the heading and stays upright while the body leans", () => {
    // 5 m behind a car that heads along y
    const at = [
      [3, -1, 2.5],
      [3, 4, 0.5],
      [0, 0, 1],
    ];
    expect(seen(camera({ type: "chase" }))).toEqual(at);
    expect(seen(camera({ type: "chase" }), 0.3)).toEqual(at);
  });

  test("in a seat turns and leans with the body", () => {
    const [eye, target, up] = seen(camera({ type: "seat", eye: [0, 0, 1], target: [1, 0, 1] }), Math.PI / 2);
    // leaning by 90° about its x, which heads along y: its z axis points along x
    expect(eye).toEqual([4, 4, 0.5]);
    expect(target).toEqual([4, 5, 0.5]);
    expect(up).toEqual([1, 0, 0]);
  });

  test("several at once see what each sees alone: a camera keeps nothing", () => {
    const all = [camera({}), camera({ type: "chase" }), camera({ type: "follow" })];
    const alone = all.map((one) => seen(one));
    expect([...all].reverse().map((one) => seen(one))).toEqual(alone.reverse());
  });

  test("has no heading upside down, and then keeps the world's", () => {
    const over = new Quaternion().setFromAxisAngle(new Vector3(1, 0, 0), Math.PI);
    expect(heading(over, new Quaternion()).angleTo(new Quaternion())).toBe(0);
  });

  test("in a seat is given in the body frame, and drawn from the centre of mass; straight ahead where it has no target", () => {
    const spec: Spec = {
      bodies: [{ name: "car", mass: 1, inertia: [1, 1, 1], centerOfMass: [0.2, 0, 0.5] }],
      view: { cameras: [{ name: "cab", type: "seat", body: "car", eye: [0, 0, 1] }] },
    };
    const model = compile(spec);
    const [cab] = describeScene(model, createData(model), []).cameras;
    expect(cab).toMatchObject({ body: 1, eye: [-0.2, 0, 0.5], target: [0.8, 0, 0.5] });
  });
});

describe("the path of a film", () => {
  const key = (time: number, x: number) => ({ time, eye: [x, -10, 2 * x], target: [x, 0, 0] });
  const [eye, target] = [new Vector3(), new Vector3()];

  test("goes through its key frames and stands still before and after", () => {
    const path = new CameraPath([key(1, 0), key(2, 3), key(4, -1)]);
    for (const [time, x] of [
      [0, 0],
      [1, 0],
      [2, 3],
      [4, -1],
      [9, -1],
    ]) {
      path.at(time, eye, target);
      expect(eye.toArray()).toEqual([x, -10, 2 * x]);
      expect(target.x).toBe(x);
    }
    expect([path.begin, path.end]).toEqual([1, 4]);
  });

  test("is even where its key frames are even, however far apart they lie in time", () => {
    // x = 2 t: the parabola through three points of a line is the line
    const path = new CameraPath([0, 0.1, 1.7, 2, 5].map((t) => key(t, 2 * t)));
    for (let t = 0; t <= 5; t += 0.01) {
      path.at(t, eye, target);
      expect(eye.x).toBeCloseTo(2 * t, 12);
    }
  });

  test("has no jump of velocity at a key frame", () => {
    const path = new CameraPath([key(0, 0), key(1, 4), key(1.5, 1), key(3, 2)]);
    const velocity = (from: number, to: number) => {
      path.at(from, eye, target);
      const x = eye.x;
      path.at(to, eye, target);
      return (eye.x - x) / (to - from);
    };
    // a cubic's second derivative is at most some 60 m/s² here: over 1 µs the slope changes by less than 1e-4 m/s
    for (const t of [1, 1.5]) expect(velocity(t - 1e-6, t)).toBeCloseTo(velocity(t, t + 1e-6), 3);
  });

  test("with a single key frame is a camera that stands", () => {
    new CameraPath([key(1, 2)]).at(7, eye, target);
    expect(eye.x).toBe(2);
  });

  test("takes key frames in any order, and one for each time", () => {
    const keys = [key(2, 0), key(1, 0), key(2, 5)].reduce(withKey, [] as ReturnType<typeof withKey>);
    expect(keys.map(({ time, eye: [x] }) => [time, x])).toEqual([
      [1, 0],
      [2, 5],
    ]);
  });
});

describe("the ground", () => {
  const heightOf = (name: string) => floorHeight(compile(buildScene(sceneByName(name) as Scene, {})));

  test.each([
    ["sphere-drop", 0], // a box of 40 m × 40 m × 2 m whose top is at 0
    ["bowling", -0.7],
    ["ten-balls", -1], // a floor between walls that reach higher
    ["cube-tower", 0], // a mesh
    ["mixed-objects", 0], // the inside of a container, not its rim at 0.45 m
  ])("of %s is the top of its floor, at %f m", (name, height) => {
    expect(heightOf(name)).toBeCloseTo(height, 9);
  });

  test.each([
    ["mesh-medley"], // a cube of 4 m on which bodies fall, and off which they roll
    ["sliding-block"], // a ramp
    ["bridge"], // two banks with a gap between
    ["chain-drum"], // a drum
    ["flyball-governor"], // nothing fixed
  ])("of %s is not on a pedestal, a slope or a drum", (name) => {
    expect(heightOf(name)).toBeNull();
  });

  test("is not a ceiling", () => {
    const slab = { type: "box", halfExtents: [2, 2, 0.1] } as const;
    const ball = { name: "ball", shapes: [{ type: "sphere", radius: 0.1 }] } as const;
    const spec = (z: number): Spec => ({
      bodies: [{ name: "slab", type: "static", position: [0, 0, z], shapes: [slab] }, ball],
    });
    expect(floorHeight(compile(spec(-1)))).toBeCloseTo(-0.9, 12);
    expect(floorHeight(compile(spec(1)))).toBeNull();
  });
});

test("a run shorter than a second is played slower, so that it takes two at least; others in real time", () => {
  expect([10, 1, 0.2, 0.03, 0.001].map(firstSpeed)).toEqual([1, 1, 0.1, 0.01, 0.01]);
  for (const duration of [0.9, 0.5, 0.2, 0.05, 0.03]) expect(duration / firstSpeed(duration)).toBeGreaterThanOrEqual(2);
});

test("pictures of further cameras lie inside the view and beside each other", () => {
  for (const [width, height] of [
    [1000, 600],
    [360, 640],
    [300, 120],
  ]) {
    const places = [0, 1, 2].map((k) => insetPlace(k, width, height));
    for (const { left, width: wide } of places) {
      expect(left).toBeGreaterThanOrEqual(0);
      expect(left + wide).toBeLessThanOrEqual(width);
    }
    for (const [a, b] of [
      [0, 1],
      [1, 2],
      [0, 2],
    ]) {
      const [p, q] = [places[a], places[b]];
      const apart =
        p.left + p.width <= q.left ||
        q.left + q.width <= p.left ||
        p.bottom + p.height <= q.bottom ||
        q.bottom + q.height <= p.bottom;
      expect(apart).toBe(true);
    }
  }
});
