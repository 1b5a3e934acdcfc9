import { judgePairs } from "./narrow-judge.js";

/** Pairs in closed form or by exact combinatorics: 1e-9 of the size. */
judgePairs([
  ["sphere", "sphere"],
  ["sphere", "capsule"],
  ["sphere", "box"],
  ["sphere", "cylinder"],
  ["sphere", "cone"],
  ["sphere", "ellipsoid"],
  ["sphere", "hull"],
  ["capsule", "capsule"],
  ["capsule", "box"],
  ["capsule", "hull"],
  ["box", "box"],
  ["box", "hull"],
  ["hull", "hull"],
  ["sphere", "plane"],
  ["capsule", "plane"],
  ["box", "plane"],
  ["cylinder", "plane"],
  ["cone", "plane"],
  ["ellipsoid", "plane"],
  ["hull", "plane"],
]);
