/** Cameras: flights, and the spring that tows one. */
import { Vector3 } from "three";
import { describe, expect, test } from "vitest";
import { eased, Flight } from "../../studio/viewport/flight.js";
import { newSight } from "../../studio/viewport/sight.js";
import { SpringTow } from "../../studio/viewport/spring-tow.js";

/** Round-off of coordinates of 10 m, and of the blend of both ends, m. */
const SAME = 1e-12;

describe("a flight", () => {
  const up = new Vector3(0, 0, 1);
  const from = { eye: new Vector3(0, -10, 0), target: new Vector3(0, 0, 0), up, fieldOfView: 0.5, zoom: 1 };
  const to = { eye: new Vector3(5, -1, 2), target: new Vector3(5, 0, 2), up, fieldOfView: 1, zoom: 4 };
  const seen = newSight();

  test("begins and ends where it should, and takes its time", () => {
    const flight = new Flight(from, 1000, 250);
    expect(flight.at(1000, to, seen)).toBe(false);
    expect([seen.zoom, seen.fieldOfView]).toEqual([1, 0.5]);
    expect(seen.eye.distanceTo(from.eye)).toBeLessThan(SAME);
    expect(flight.at(1250, to, seen)).toBe(true);
    expect([seen.zoom, seen.fieldOfView]).toEqual([4, 1]);
    expect(seen.eye.distanceTo(to.eye)).toBeLessThan(SAME);
    expect(seen.target.distanceTo(to.target)).toBeLessThan(SAME);
  });

  test("of no duration is a jump", () => {
    expect(new Flight(from, 0, 0).at(0, to, seen)).toBe(true);
    expect(seen.eye.distanceTo(to.eye)).toBeLessThan(SAME);
  });

  test("keeps a distance between those of its ends", () => {
    const flight = new Flight(from, 0, 250);
    for (let t = 0; t <= 250; t += 10) {
      flight.at(t, to, seen);
      expect(seen.eye.distanceTo(seen.target)).toBeGreaterThan(1 - SAME);
      expect(seen.eye.distanceTo(seen.target)).toBeLessThan(10 + SAME);
    }
  });

  test("to a place that moves on ends at that place", () => {
    const flight = new Flight(from, 0, 250);
    const moving = { ...to, eye: to.eye.clone(), target: to.target.clone() };
    for (let t = 0; t <= 250; t += 25) {
      moving.eye.x += 1;
      moving.target.x += 1;
      flight.at(t, moving, seen);
    }
    expect(seen.target.distanceTo(moving.target)).toBeLessThan(SAME);
    expect(seen.eye.distanceTo(moving.eye)).toBeLessThan(SAME);
  });

  test("is eased as cubic-bezier(.2, 0, 0, 1)", () => {
    // the curve at parameter u = ½: x = 3·¼·½·0.2 + 3·½·¼·0 + ⅛ = 0.2, y = 3·½·¼·1 + ⅛ = 0.5
    expect(eased(0.2)).toBeCloseTo(0.5, 6);
    expect(eased(0)).toBeCloseTo(0, 6);
    expect(eased(1)).toBeCloseTo(1, 6);
  });
});

describe("a camera on a spring", () => {
  /** Tows an eye at (0, −10, 3) by a body that is at `body(t)`; returns eye and target after `seconds`. */
  function towed(body: (t: number) => Vector3, seconds: number, dt: number) {
    const tow = new SpringTow();
    const [eye, target] = [new Vector3(0, -10, 3), new Vector3()];
    tow.begin(target);
    let moving = true;
    const steps = Math.round(seconds / dt);
    for (let k = 1; k <= steps; k++) moving = tow.update(body(k * dt), eye, target, dt, false);
    return { eye, target, moving };
  }

  test("comes to rest at the body, without swinging past it, however rarely pictures are made", () => {
    const there = new Vector3(4, 0, 1);
    // critically damped from rest: x = p (1 − (1 + ω t) e^(−ω t)), ω = 5/s
    const part = 1 - (1 + 5 * 0.4) * Math.exp(-5 * 0.4);
    for (const dt of [0.001, 0.02, 0.1]) {
      const { target } = towed(() => there, 0.4, dt);
      expect(target.x / 4).toBeCloseTo(part, 9);
    }
    const { target, moving } = towed(() => there, 4, 0.02);
    expect(target.distanceTo(there)).toBeLessThan(1e-4);
    expect(moving).toBe(false);
  });

  test("keeps its distance and height, and ends up behind a body that goes straight on", () => {
    const { eye, target } = towed((t) => new Vector3(8 * t, 0, 0), 20, 0.02);
    expect(eye.distanceTo(target)).toBeCloseTo(Math.hypot(10, 3), 6);
    expect(eye.z - target.z).toBeCloseTo(3, 6);
    const behind = target.clone().sub(eye);
    expect(behind.y / Math.hypot(behind.x, behind.y)).toBeLessThan(0.01);
    // a body of steady speed is 2 v/ω ahead; it is told at the end of each picture, half a picture early
    expect(160 - target.x).toBeCloseTo((2 * 8) / 5 - 4 * 0.02, 3);
  });
});
