/** Replaces Node's `module` in the browser: MuJoCo's loader needs it in Node only. */
export const createRequire = undefined;
