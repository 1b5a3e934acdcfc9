/** Stands for Node's `module` in the browser: MuJoCo's loader asks for it in Node only. */
export const createRequire = undefined;
