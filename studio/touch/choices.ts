/** What clicks can make. */
export const SHAPES = ["box", "ball", "cylinder"] as const;
export type ShapeChoice = (typeof SHAPES)[number];

/** What two clicks can make, in the order of the menu. */
export const JOINTS = ["hinge", "motor", "ball", "slider", "fixed", "rod", "rope"] as const;
export type JointChoice = (typeof JOINTS)[number];
