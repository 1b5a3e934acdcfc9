import { MINI_EXCAVATOR, WHEELED_EXCAVATOR } from "stiction/machines";
import { Quaternion, Vector3 } from "three";
import { describe, expect, test } from "vitest";
import { LinkageObject } from "../../studio/viewport/linkage.js";

describe.each([WHEELED_EXCAVATOR, MINI_EXCAVATOR])("rocker and link of the $name", ({ cylinders, pins }) => {
  const cylinder = cylinders.find(({ name }) => name === "bucket");
  const pin = pins.find(({ name }) => name === "bucket");
  if (cylinder?.linkage === undefined || pin === undefined) throw new Error("no linkage");
  const { linkage } = cylinder;
  const drawn = new LinkageObject(linkage);
  const [foot, at, head] = [cylinder.foot, pin.at, cylinder.head].map((point) => new Vector3(...point));

  /** The bucket's turn about its pin (axis −y) at which foot and head are `length` apart. */
  function turnAt(length: number): number {
    const apart = (angle: number) =>
      head
        .clone()
        .applyAxisAngle(new Vector3(0, -1, 0), angle)
        .add(at)
        .distanceTo(foot) - length;
    // the head is at the far side of the line from pin to foot: its distance falls while the angle grows
    let [low, high] = [-2.2, 0.9];
    for (let k = 0; k < 60; k++) {
      const middle = 0.5 * (low + high);
      if (apart(middle) > 0) low = middle;
      else high = middle;
    }
    return low;
  }

  test("keep their lengths and follow the bucket over the whole stroke of its cylinder", () => {
    const lengths: number[] = [];
    for (let k = 0; k <= 20; k++) {
      const length = cylinder.retracted + (k / 20) * (cylinder.extended - cylinder.retracted);
      const quaternion = new Quaternion().setFromAxisAngle(new Vector3(0, -1, 0), turnAt(length));
      drawn.place({ position: new Vector3(), quaternion: new Quaternion() }, { position: at.clone(), quaternion });
      expect(drawn.object.visible).toBe(true);
      const tool = new Vector3(...linkage.pin).applyQuaternion(quaternion).add(at);
      expect(drawn.joint.distanceTo(new Vector3(...linkage.pivot))).toBeCloseTo(linkage.rocker, 12);
      expect(drawn.joint.distanceTo(tool)).toBeCloseTo(linkage.link, 12);
      lengths.push(drawn.joint.distanceTo(foot));
    }
    // the drawn rod comes out as the modelled one does, and stays within a barrel that takes it in
    for (let k = 1; k < lengths.length; k++) expect(lengths[k]).toBeGreaterThan(lengths[k - 1]);
    expect(lengths[0]).toBeGreaterThan(linkage.barrel);
    expect(lengths[20]).toBeLessThan(2 * linkage.barrel);
  });
});
