import type { IconNode } from "lucide";
import { h } from "preact";

/** An icon of lucide: 1.75 px strokes at 16 px, 2 px at 14 px and below. It says nothing to a screen reader. */
export function Glyph({ paths, size }: { paths: IconNode; size: number }) {
  return (
    <svg
      class="icon"
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      stroke-width={size <= 14 ? 2 : 1.75}
      stroke-linecap="round"
      stroke-linejoin="round"
      aria-hidden="true"
    >
      {paths.map(([tag, attributes]) => h(tag, attributes as Record<string, string>))}
    </svg>
  );
}
