/**
 * Makes something whose 2D canvases are drawn by the processor, not by the graphics card. Without a card both share one
 * queue, and a plot that is drawn waits until the picture of the scene is done: seconds on a busy machine, with the
 * whole page. Plots are small; the processor has them done at once.
 */
export function onPlainCanvas<T>(make: () => T): T {
  const { getContext } = HTMLCanvasElement.prototype;
  const plain = function (this: HTMLCanvasElement, kind: string, options?: object) {
    const given = kind === "2d" ? { willReadFrequently: true, ...options } : options;
    return getContext.call(this, kind as "2d", given);
  };
  HTMLCanvasElement.prototype.getContext = plain as typeof getContext;
  try {
    return make();
  } finally {
    HTMLCanvasElement.prototype.getContext = getContext;
  }
}
