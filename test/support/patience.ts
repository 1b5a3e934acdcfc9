/**
 * How long a test waits for a condition that holds within a second on an idle machine, ms. Waiting ends as soon as the condition
 * holds, so the number costs nothing; it only says when a condition that never comes is given up, with its name. It is no
 * statement about speed: a machine a hundred times slower still passes. STICTION_PATIENCE, s, is for those who write tests and expect them to fail.
 */
export const PATIENCE_MS = 1000 * Number(process.env.STICTION_PATIENCE ?? 600);
