/** The viewport with three.js, loaded once. Panels wait for it, so that the picture of the scene comes first. */
export const loadViewport = () => import("./viewport.js");
