/** Asks the school's server. */

/** The server has refused; the message says why. */
export class Refusal extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** Address of the report of a session: a page, or a PDF. */
export const reportOf = (session: string, form: "page" | "pdf" = "page") =>
  `/api/sessions/${session}/report${form === "pdf" ? "?form=pdf" : ""}`;

/** Sends a request and reads the answer; throws a Refusal. */
export async function ask<T>(method: string, path: string, body?: unknown): Promise<T> {
  const isFile = body instanceof Blob;
  const response = await fetch(`/api/${path}`, {
    method,
    ...(body !== undefined && {
      headers: { "Content-Type": isFile ? body.type : "application/json" },
      body: isFile ? body : JSON.stringify(body),
    }),
  });
  const text = await response.text();
  const isJson = response.headers.get("content-type")?.includes("json") ?? false;
  const answer: unknown = isJson ? JSON.parse(text) : text;
  if (!response.ok) throw new Refusal(response.status, (answer as { error?: string }).error ?? response.statusText);
  return answer as T;
}
