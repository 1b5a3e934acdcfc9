/** Names of a scene: letters, digits, - and _, each once. */
export class Names {
  private readonly used = new Set<string>(["world"]);

  /** A name as close to `wanted` as the format allows. */
  take(wanted: string | undefined, fallback: string): string {
    const plain = (wanted ?? "").replace(/[^A-Za-z0-9_-]+/g, "_").replace(/^[^A-Za-z_]+/, (digits) => `_${digits}`);
    const base = (plain === "" || /^_+$/.test(plain) ? fallback : plain).slice(0, 56);
    let name = base;
    for (let k = 2; this.used.has(name); k++) name = `${base}_${k}`;
    this.used.add(name);
    return name;
  }
}
