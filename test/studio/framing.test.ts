/** What moves stays in the picture of a scene that nobody has touched, from the first second to the last, in every window. */
import { buildScene, COUNTER, compile, createData, type Scene, step } from "stiction";
import { sceneByName, scenes } from "stiction/scenes";
import { Matrix4, OrthographicCamera, PerspectiveCamera, Quaternion, Vector3 } from "three";
import { expect, test } from "vitest";
import { Framing } from "../../studio/viewport/framing.js";
import { FIELD_OF_VIEW, homeView, TAN } from "../../studio/viewport/home-view.js";
import { keepInView } from "../../studio/viewport/keep-in-view.js";
import { describeScene } from "../../studio/worker/describe.js";

/** Widths over heights of a wide screen, a laptop with panels, a square, a telephone held upright. */
const ASPECTS = [2.4, 1.5, 1, 0.5];
/** Part of the height that the bars cover at the top: three rows of 36 px on a telephone, one of 48 px of 570 elsewhere. */
const coveredIn = (aspect: number) => (aspect < 1 ? 0.22 : 0.085);
/** Pictures per simulated second. */
const RATE = 30;

/** Runs a scene for some seconds and returns the bodies with a corner outside a picture, with the first time and window. */
function outOfPicture(name: string, seconds: number, most: number): string[] {
  const model = compile(buildScene(sceneByName(name) as Scene, {}));
  const data = createData(model);
  const scene = describeScene(model, data, [], []);
  const places = scene.bodies.map(() => ({ position: new Vector3(), quaternion: new Quaternion() }));
  const states = new Uint8Array(places.length);
  const moved = () => {
    places.forEach(({ position, quaternion }, b) => {
      position.fromArray(data.bodyPos, 3 * b);
      quaternion.fromArray(data.bodyQuat, 4 * b);
      states[b] = data.bodyState[b];
    });
  };
  const views = ASPECTS.map((aspect) => {
    const view = homeView(scene, aspect);
    const camera = scene.planar ? new OrthographicCamera() : new PerspectiveCamera(FIELD_OF_VIEW, aspect);
    camera.up.set(0, scene.planar ? 1 : 0, scene.planar ? 0 : 1);
    camera.position.copy(view.eye);
    if (!scene.planar) camera.lookAt(view.target);
    return { aspect, view, camera, target: view.target.clone(), span: 2 * TAN * view.eye.distanceTo(view.target) };
  });
  const framing = new Framing(scene);
  const out = new Map<number, string>();
  const look = (dt: number) => {
    moved();
    for (const window of views) {
      const { aspect, camera, view, target } = window;
      const bodies = { places, states };
      const covered = coveredIn(aspect);
      window.span = keepInView(framing, bodies, camera, target, view, aspect, window.span, dt, covered).span;
      const distance = camera.position.distanceTo(target);
      if (camera instanceof PerspectiveCamera) Object.assign(camera, { near: distance / 50, far: 50 * distance });
      else {
        const [half, wide] = [window.span / 2, (window.span / 2) * aspect];
        Object.assign(camera, { left: -wide, right: wide, top: half, bottom: -half, near: 0.1, far: 1e6 });
      }
      camera.updateProjectionMatrix();
      camera.updateMatrixWorld();
      for (const { body, geometry, position, orientation } of scene.shapes) {
        if (scene.bodies[body].type === "static" || states[body] === 2 || out.has(body)) continue;
        const local = new Matrix4().makeRotationFromQuaternion(new Quaternion().fromArray(orientation as number[]));
        local.setPosition(new Vector3().fromArray(position as number[]));
        const world = new Matrix4().compose(places[body].position, places[body].quaternion, ONE).multiply(local);
        const { positions } = scene.geometries[geometry];
        // round bodies have many points; a share of them is enough
        const stride = 3 * Math.max(1, Math.floor(positions.length / 3 / 50));
        for (let k = 0; k < positions.length; k += stride) {
          const p = new Vector3().fromArray(positions, k).applyMatrix4(world).project(camera);
          if (Math.max(Math.abs(p.x), Math.abs(p.y), Math.abs(p.z)) <= 1 && p.y <= 1 - 2 * coveredIn(aspect)) continue;
          out.set(body, `${scene.bodies[body].name} at ${data.time.toFixed(2)} s, window ${aspect}`);
          break;
        }
      }
    }
  };
  look(Number.POSITIVE_INFINITY);
  const pictures = Math.min(most, Math.ceil(seconds * RATE));
  for (let n = 1; n <= pictures; n++) {
    const steps = Math.round(n / RATE / model.options.timestep);
    while (data.counter[COUNTER.steps] < steps) step(model, data);
    look(1 / RATE);
  }
  return [...out.values()];
}

const ONE = new Vector3(1, 1, 1);

const FULL = process.env.STICTION_FULL === "1";
/** Scenes that left their pictures before anything followed them, and some that never did. */
const SOME = ["free-fall", "ten-balls", "u-channel", "sliding-block", "tetra-on-prism", "stack"];

test.each(FULL ? scenes.map(({ name }) => name) : SOME)("%s stays in the picture", (name) => {
  const { duration = 10 } = buildScene(sceneByName(name) as Scene, {});
  expect(outOfPicture(name, duration, FULL ? Number.POSITIVE_INFINITY : 25)).toEqual([]);
});

test("the eye comes to rest where a scene is larger than its view, so that a still picture is drawn once", () => {
  const model = compile(buildScene(sceneByName("large-site") as Scene, {}));
  const data = createData(model);
  const scene = describeScene(model, data, [], []);
  const places = scene.bodies.map((_, b) => ({
    position: new Vector3().fromArray(data.bodyPos, 3 * b),
    quaternion: new Quaternion().fromArray(data.bodyQuat, 4 * b),
  }));
  const bodies = { places, states: new Uint8Array(places.length) };
  for (const aspect of [...ASPECTS, 450 / 258]) {
    const view = homeView(scene, aspect);
    const camera = new PerspectiveCamera(FIELD_OF_VIEW, aspect);
    camera.up.set(0, 0, 1);
    camera.position.copy(view.eye);
    camera.lookAt(view.target);
    const framing = new Framing(scene);
    const target = view.target.clone();
    const span = 2 * TAN * view.eye.distanceTo(view.target);
    let pictures = 0;
    while (pictures < 300 && keepInView(framing, bodies, camera, target, view, aspect, span, 0.05, 0).moving)
      pictures++;
    // e^(−5 · 0.05 · 40) of the way is less than a thousandth of the picture
    expect(pictures, `window ${aspect}`).toBeLessThan(60);
  }
});
