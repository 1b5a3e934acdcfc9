/** A duration as `04:37`, or `1:02:05` from an hour on. */
export function clock(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const two = (value: number) => String(value).padStart(2, "0");
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  return `${hours > 0 ? `${hours}:` : ""}${two(minutes)}:${two(whole % 60)}`;
}
