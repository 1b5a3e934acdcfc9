/** Layer of all surfaces that light from around falls on: ambient occlusion draws them before the picture. */
export const SURFACES = 1;
