/** Numbers for people. JSON output never goes through here: it has full precision. */

/** Six significant digits, without trailing zeros. */
export function formatNumber(x: number): string {
  if (!Number.isFinite(x)) return String(x);
  if (x === 0) return "0";
  const size = Math.abs(x);
  if (size >= 1e-4 && size < 1e7) return trimZeros(x.toPrecision(6).includes("e") ? x.toFixed(0) : x.toPrecision(6));
  const [mantissa, exponent] = x.toExponential(5).split("e");
  return `${trimZeros(mantissa)}e${exponent.replace("+", "")}`;
}

function trimZeros(text: string): string {
  return text.includes(".") ? text.replace(/\.?0+$/, "") : text;
}

/** A whole number with thousands separators. */
export function formatCount(n: number): string {
  return String(n).replace(/\B(?=(\d{3})+$)/g, ",");
}

/** A time span in a suitable unit. */
export function formatSeconds(s: number): string {
  if (!(s > 0)) return "0 s";
  if (s < 1e-9) return `${formatNumber(s)} s`;
  const digits = (x: number) => trimZeros(x.toPrecision(3));
  if (s < 1e-6) return `${digits(s * 1e9)} ns`;
  if (s < 1e-3) return `${digits(s * 1e6)} µs`;
  if (s < 1) return `${digits(s * 1e3)} ms`;
  if (s < 100) return `${digits(s)} s`;
  const minutes = Math.floor(s / 60);
  if (minutes < 60) return `${minutes} min ${Math.floor(s % 60)} s`;
  return `${formatCount(Math.floor(minutes / 60))} h ${minutes % 60} min`;
}

/** A number of bytes. */
export function formatBytes(n: number): string {
  if (n < 1000) return `${n} B`;
  if (n < 1e6) return `${(n / 1e3).toPrecision(3)} kB`;
  if (n < 1e9) return `${(n / 1e6).toPrecision(3)} MB`;
  return `${(n / 1e9).toPrecision(3)} GB`;
}

/** A factor: 0.52×, 89×, 12,000×. */
export function formatFactor(x: number): string {
  if (!Number.isFinite(x)) return "–";
  return `${x < 100 ? trimZeros(x.toPrecision(3)) : formatCount(Math.round(Number(x.toPrecision(3))))}×`;
}
