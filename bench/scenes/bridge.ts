import { boxBody } from "../bodies.js";
import { STANDARD_GRAVITY } from "../constants.js";
import { gapOf, worst } from "../figures.js";
import { type BenchJoint, type BenchScene, type Observer, sceneTest, type Vector } from "../scene.js";
import { scaled, subtract, turnBetween, unit } from "../vectors.js";

const LINKS = 100;
/** Distance between the two ends of the chain of 100 m, m. */
const SPAN = 90;

/**
 * A chain of 100 links of 1 m and 1 kg on hinges across it, hung in a circular arc between two points of the world;
 * links do not touch.
 */
export function bridge(): BenchScene {
  const place = arc();
  const bodies = Array.from({ length: LINKS }, (_, i) => {
    const along = subtract(place(i + 1), place(i));
    const middle = scaled(0.5, [
      place(i)[0] + place(i + 1)[0],
      place(i)[1] + place(i + 1)[1],
      place(i)[2] + place(i + 1)[2],
    ]);
    return boxBody([0.45, 0.5, 0.1], middle, { orientation: turnBetween([1, 0, 0], unit(along)) });
  });
  const joints = Array.from({ length: LINKS + 1 }, (_, i): BenchJoint => {
    const common = { type: "hinge", at: place(i), axis: [0, 1, 0] } as const;
    if (i === 0) return { ...common, b: 0 };
    return i === LINKS ? { ...common, b: LINKS - 1 } : { ...common, a: i - 1, b: i };
  });
  return {
    name: "bridge",
    gravity: STANDARD_GRAVITY,
    timestep: 1 / 60,
    steps: 300,
    settle: 60,
    block: 1,
    observeEvery: 1,
    contact: false,
    bodies,
    joints,
    observer: gapObserver,
  };
}

/** Ends of the links: a polygon with sides of 1 m in a circle whose half angle makes the chord SPAN. */
function arc(): (i: number) => Vector {
  const radius = (half: number) => 0.5 / Math.sin(half / LINKS);
  let low = 1e-3;
  let high = 3;
  for (let k = 0; k < 100; k++) {
    const middle = (low + high) / 2;
    if (2 * radius(middle) * Math.sin(middle) > SPAN) low = middle;
    else high = middle;
  }
  const r = radius(low);
  return (i) => {
    const angle = low * ((2 * i) / LINKS - 1);
    return [r * Math.sin(angle), 0, r * (Math.cos(low) - Math.cos(angle))];
  };
}

/** The widest joint, over the whole run and at its end, mm. */
export function gapObserver(scene: BenchScene): Observer {
  const gaps = scene.joints.map((joint) => gapOf(scene, joint));
  let most = 0;
  let last = 0;
  return {
    observe(_time, world) {
      last = gaps.reduce((max, gap) => worst(max, gap(world)), 0);
      most = worst(most, last);
    },
    figures: () => ({ "gap mm": 1000 * most, "gap at end mm": 1000 * last }),
  };
}

export const bridgeTest = sceneTest("speed", "Chain of 100 links on hinges", "bridge", bridge);
