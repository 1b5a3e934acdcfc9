import type { RecordingSink } from "./recorder.js";

/** Collects text and writes it as UTF-8. */
export interface TextSink {
  add(text: string): void;
  waiting(): number;
  flush(): Promise<void>;
}

export function createTextSink(sink: RecordingSink): TextSink {
  const encoder = new TextEncoder();
  let parts: string[] = [];
  let length = 0;
  return {
    add(text) {
      parts.push(text);
      length += text.length;
    },
    waiting: () => length,
    async flush() {
      if (length === 0) return;
      const bytes = encoder.encode(parts.join(""));
      parts = [];
      length = 0;
      await sink.write(bytes);
    },
  };
}
