/**
 * Bits of 10 000 results per function, as `hashElementary` returns them. They must be the same in every engine.
 * Whoever changes an algorithm changes trajectories: update the line, and say so under "Results changed" in the changelog.
 */
export const golden: Record<string, string> = {
  sin: "0de4a66e7c84715c",
  cos: "543623c4855801aa",
  tan: "486ece1f4a930a89",
  asin: "294ff217461e21c3",
  acos: "749a30dc89592dac",
  atan: "2fde3c6ed28a4d5c",
  atan2: "a47d0cd49539a5d9",
  exp: "f106c0535273a141",
  expm1: "5e5bed996d9e8a8a",
  log: "0c130c5a9d636d02",
  log1p: "556e48eb6c7dc5c2",
  pow: "82f7a8e5cb78d800",
  hypot: "b37eb13ea17f97a6",
  hypot3: "451f9ae4f6aeaa27",
  sinh: "16ece194a1885910",
  cosh: "ae6748d28a5f79e0",
  tanh: "2be0b682e6db39c1",
  cbrt: "012c098bcdf82e67",
};
