import { useEffect, useRef, useState } from "preact/hooks";
import { fixed } from "../format.js";
import { useSignal } from "../signal.js";
import type { Studio } from "../state.js";
import { viewer } from "../texts/viewer.js";
import { token } from "../theme.js";
import { type MatrixPattern, matrixPattern } from "./matrix-pattern.js";

/** Side of the picture, CSS px. */
const SIZE = 168;
const KINDS = ["text-1", "stick", "slip", "text-3"] as const;

/** The pattern of the constraint matrix, as a small picture. */
export function MatrixInset({ studio }: { studio: Studio }) {
  const { overlays } = studio;
  const shown = useSignal(overlays.shown);
  const state = useSignal(overlays.state);
  const past = useSignal(overlays.past);
  const theme = useSignal(studio.theme);
  const canvas = useRef<HTMLCanvasElement>(null);
  const [pattern, setPattern] = useState<MatrixPattern | null>(null);
  const rows = shown.has("matrix") ? state?.parts.matrix : undefined;
  useEffect(() => {
    if (!rows) return;
    const made = matrixPattern(rows);
    setPattern(made);
    const context = canvas.current?.getContext("2d", { willReadFrequently: true });
    if (context) draw(context, made);
  }, [rows, theme]);
  if (!shown.has("matrix") || past) return null;
  const size = pattern ? viewer.matrixSize(pattern.size, `${fixed(100 * pattern.filled, 1)} %`) : "";
  return (
    <figure class="matrix-inset" title={viewer.matrixHelp}>
      <figcaption>
        <b>{viewer.names.matrix}</b>
        <span>{pattern?.size ? size : viewer.none}</span>
      </figcaption>
      <canvas ref={canvas} width={2 * SIZE} height={2 * SIZE} role="img" aria-label={viewer.matrixHelp} />
    </figure>
  );
}

function draw(context: CanvasRenderingContext2D, { size, blocks }: MatrixPattern): void {
  const { width } = context.canvas;
  context.clearRect(0, 0, width, width);
  if (size === 0) return;
  const unit = width / size;
  const colors = KINDS.map(token);
  for (let b = 0; b < blocks.length; b += 5) {
    context.fillStyle = colors[blocks[b + 4]];
    const [x, y, w, h] = [unit * blocks[b], unit * blocks[b + 1], unit * blocks[b + 2], unit * blocks[b + 3]];
    context.fillRect(x, y, Math.max(1, w), Math.max(1, h));
  }
}
