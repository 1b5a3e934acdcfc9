import "./source.css";
import { useEffect, useRef, useState } from "preact/hooks";
import type { RefusedText } from "../edit/edits.js";
import { Icon } from "../icons.js";
import { useSignal } from "../signal.js";
import type { Studio } from "../state.js";
import { texts } from "../texts/source.js";
import { LoadError } from "../worker/client.js";
import type { Schema } from "../worker/services/edit-form-fields.js";
import type { Format, SourceEditor } from "./editor.js";
import { type TextProblem, textProblem } from "./problems.js";

/** Time without a key until a text is tried, ms. */
const PAUSE = 700;
/** A text larger than this is not tried by itself, characters. */
const LARGE = 400_000;

type Standing = "loading" | "shown" | "typing" | "trying" | "applied" | "bad" | "broken";

/** The scene as text. Valid text is applied after a pause; errors are marked, and the old scene runs on. */
export function SourcePanel({ studio }: { studio: Studio }) {
  const host = useRef<HTMLDivElement>(null);
  const desk = useRef<Desk | null>(null);
  const [format, setFormat] = useState<Format>("yaml");
  const [standing, setStanding] = useState<Standing>("loading");
  const [problems, setProblems] = useState<readonly TextProblem[]>([]);
  const dock = useSignal(studio.dock);
  useEffect(() => {
    if (!host.current) return;
    const made = new Desk(studio, host.current, { setStanding, setProblems, setFormat });
    desk.current = made;
    return () => made.destroy();
  }, [studio]);
  return (
    <section class="source-panel" aria-label={texts.source}>
      <header class="source-head">
        <fieldset class="segments" aria-label={texts.format}>
          {(["yaml", "json"] as const).map((name) => (
            <button
              key={name}
              type="button"
              aria-pressed={format === name}
              onClick={() => void desk.current?.load(name)}
            >
              {name.toUpperCase()}
            </button>
          ))}
        </fieldset>
        <span class={`standing ${standing}`} role="status">
          {texts.standing[standing]}
        </span>
        {dock && (
          <button
            type="button"
            class="icon-button small"
            aria-label={texts.widen}
            title={texts.widen}
            onClick={() => dock.widen("source")}
          >
            <Icon name="widen" size={14} />
          </button>
        )}
        <button
          type="button"
          class="icon-button small"
          aria-label={texts.apply}
          title={`${texts.apply} (Ctrl Enter)`}
          onClick={() => void desk.current?.apply()}
        >
          <Icon name="check" size={14} />
        </button>
        <button
          type="button"
          class="icon-button small"
          aria-label={texts.save}
          title={`${texts.save} (Ctrl S)`}
          onClick={() => void studio.edits.download(format)}
        >
          <Icon name="download" size={14} />
        </button>
      </header>
      <div class="source-text" ref={host} />
      {problems.length > 0 && (
        <div class="source-problems" role="alert">
          <p>{texts.oldRuns(problems.length)}</p>
          <ul>
            {problems.slice(0, 20).map((problem) => (
              <li key={`${problem.line}:${problem.column} ${problem.message}`}>
                <button type="button" onClick={() => desk.current?.reveal(problem)}>
                  <code>{problem.line > 0 ? `${problem.line}:${problem.column}` : "–"}</code>
                  <span>{problem.message}</span>
                </button>
              </li>
            ))}
          </ul>
        </div>
      )}
    </section>
  );
}

interface Shown {
  setStanding(standing: Standing): void;
  setProblems(problems: readonly TextProblem[]): void;
  setFormat(format: Format): void;
}

/** Keeps the text and the scene together. */
class Desk {
  private readonly studio: Studio;
  private readonly shown: Shown;
  private editor: SourceEditor | null = null;
  private schema: Schema | null = null;
  private format: Format = "yaml";
  /** Text of the scene; differences have been typed. */
  private known = "";
  private timer = 0;
  private ended = false;
  /** An edit that comes from here brings no new text. */
  private mine = false;
  /**
   * Name of a file that could not be opened: once it holds it is opened, and not taken for an edit of the scene that
   * runs.
   */
  private foreign = "";
  private readonly ends: (() => void)[] = [];

  constructor(studio: Studio, parent: HTMLElement, shown: Shown) {
    this.studio = studio;
    this.shown = shown;
    void this.open(parent);
  }

  private async open(parent: HTMLElement): Promise<void> {
    const { studio } = this;
    try {
      const { SourceEditor } = await import("./editor.js");
      if (this.ended) return;
      this.editor = new SourceEditor({
        parent,
        label: texts.source,
        changed: () => this.typed(),
        apply: () => void this.apply(),
        save: () => void studio.edits.download(this.format),
        schema: () => this.schema,
        names: () => ({
          bodies: studio.scene.value?.description.bodies.map(({ name }) => name) ?? [],
          materials: materialsOf(this.editor?.text ?? ""),
        }),
      });
    } catch {
      this.shown.setStanding("broken");
      return;
    }
    this.ends.push(
      studio.edits.revision.subscribe(() => {
        if (!this.mine && !this.dirty && this.foreign === "") void this.load(this.format);
      }),
      studio.simulation.on("loaded", ({ kept }) => {
        if (kept) return;
        this.foreign = "";
        void this.load(this.format);
      }),
      studio.edits.refused.subscribe((refused) => refused && this.showRefused(refused)),
    );
    const { source } = studio.scene.value ?? {};
    const format = source?.kind === "text" && /\.json$/i.test(source.fileName) ? "json" : "yaml";
    const { refused } = studio.edits;
    if (refused.value) this.showRefused(refused.value);
    else await this.load(format);
    const reply = await studio.simulation.ask((id) => ({ type: "schema", id })).catch(() => null);
    if (reply?.type === "schema") this.schema = reply.schema as Schema;
  }

  private get dirty(): boolean {
    return this.editor !== null && this.editor.text !== this.known;
  }

  /** Shows the current scene. A file is shown as written, with its comments, except for edits. */
  async load(format: Format): Promise<void> {
    const { editor, studio, foreign } = this;
    if (!editor || !studio.scene.value) return;
    clearTimeout(this.timer);
    const text = await studio.edits.saveText(format).catch(() => null);
    // a refused text that arrived meanwhile stays for correction
    if (text === null || this.ended || this.foreign !== foreign) return;
    this.format = format;
    this.shown.setFormat(format);
    editor.show(text, format);
    this.known = editor.text;
    this.shown.setProblems([]);
    this.shown.setStanding("shown");
  }

  /** A file that does not hold, at its first problem. */
  private showRefused({ fileName, text, problems }: RefusedText): void {
    const { editor } = this;
    if (!editor) return;
    const again = this.foreign !== "" && editor.text === text;
    this.foreign = fileName;
    this.format = /\.json$/i.test(fileName) ? "json" : "yaml";
    this.shown.setFormat(this.format);
    editor.show(text, this.format);
    this.complain(problems.map(textProblem));
    const first = problems.map(textProblem)[0];
    if (!again && first) this.reveal(first);
  }

  private complain(problems: readonly TextProblem[]): void {
    this.editor?.mark(problems);
    this.shown.setProblems(problems);
    this.shown.setStanding("bad");
  }

  private typed(): void {
    clearTimeout(this.timer);
    this.shown.setStanding("typing");
    if ((this.editor?.text.length ?? 0) < LARGE) this.timer = window.setTimeout(() => void this.apply(), PAUSE);
  }

  async apply(): Promise<void> {
    clearTimeout(this.timer);
    const { editor, studio } = this;
    if (!editor) return;
    const { text } = editor;
    this.shown.setStanding("trying");
    if (this.foreign !== "") {
      await studio.openLocal({ kind: "text", fileName: this.foreign, text });
      return;
    }
    this.mine = true;
    try {
      await studio.edits.setText(text, this.format);
      if (this.ended || editor.text !== text) return;
      this.known = text;
      editor.mark([]);
      this.shown.setProblems([]);
      this.shown.setStanding("applied");
    } catch (error) {
      if (this.ended || editor.text !== text) return;
      const list = error instanceof LoadError ? error.problems : [{ path: "", message: String(error) }];
      this.complain(list.map(textProblem));
    } finally {
      this.mine = false;
    }
  }

  reveal({ line, column }: TextProblem): void {
    this.editor?.reveal(line, column);
  }

  destroy(): void {
    this.ended = true;
    clearTimeout(this.timer);
    for (const end of this.ends) end();
    this.editor?.destroy();
  }
}

/** Names under `materials`, as block YAML or JSON has them; good enough to be offered. */
function materialsOf(text: string): string[] {
  const block = /^materials:\n((?:[ \t]+.*\n|\n)*)/m.exec(text)?.[1] ?? "";
  const indent = /^[ \t]+/.exec(block)?.[0] ?? "  ";
  return block
    .split("\n")
    .flatMap((line) =>
      line.startsWith(indent) ? (/^([\w-]+):/.exec(line.slice(indent.length))?.slice(1, 2) ?? []) : [],
    );
}
