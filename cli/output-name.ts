/** Names of `--out` that mean standard output: `-`, or `-.csv` with the ending that a file would have. */
export function isStandardOutput(name: string): boolean {
  return /^-(\.\w+)?$/.test(name);
}
