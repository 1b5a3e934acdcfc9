/**
 * Whether a request comes from the school's own pages. Programs name no origin, and have no cookies of a browser that
 * another site could use; browsers name one with everything that changes something and with WebSockets.
 */
export function isSameOrigin(
  origin: string | undefined,
  host: string | undefined,
  publicUrl: string | undefined,
): boolean {
  if (origin === undefined || origin === "") return true;
  if (!URL.canParse(origin)) return false;
  if (publicUrl !== undefined) return new URL(origin).origin === new URL(publicUrl).origin;
  return new URL(origin).host === host;
}

/** Address of whoever asks; behind a proxy the last one that it has added. */
export function addressOf(
  socket: string | undefined,
  forwarded: string | undefined,
  trustProxy: boolean | undefined,
): string {
  const last = trustProxy === true ? forwarded?.split(",").at(-1)?.trim() : undefined;
  return last || (socket ?? "unknown");
}
