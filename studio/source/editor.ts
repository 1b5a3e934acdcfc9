/** The text editor, loaded when the source is first shown. */
import {
  autocompletion,
  type Completion,
  type CompletionContext,
  closeBrackets,
  completionKeymap,
} from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { json } from "@codemirror/lang-json";
import { yaml } from "@codemirror/lang-yaml";
import { bracketMatching, foldGutter, foldKeymap, indentUnit, syntaxTree } from "@codemirror/language";
import { type Diagnostic, lintGutter, lintKeymap, setDiagnostics } from "@codemirror/lint";
import { Compartment, EditorState, RangeSetBuilder } from "@codemirror/state";
import {
  Decoration,
  type DecorationSet,
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
  ViewPlugin,
  type ViewUpdate,
} from "@codemirror/view";
import type { Schema } from "../worker/services/edit-form-fields.js";
import { type Names, type Suggestion, suggestions } from "./completion.js";
import { contextAt } from "./context.js";
import { spanOf, type TextProblem } from "./problems.js";

export type Format = "yaml" | "json";

export interface EditorOptions {
  readonly parent: HTMLElement;
  readonly label: string;
  changed(text: string): void;
  apply(): void;
  save(): void;
  schema(): Schema | null;
  names(): Names;
}

/** Colour belongs to physics: keys, values and comments differ by weight and shade only. */
const CLASSES: Readonly<Record<string, string>> = {
  Key: "src-key",
  PropertyName: "src-key",
  Literal: "src-value",
  QuotedLiteral: "src-value",
  Number: "src-value",
  String: "src-value",
  True: "src-value",
  False: "src-value",
  Comment: "src-comment",
};
const MARKS = Object.fromEntries(Object.entries(CLASSES).map(([name, cls]) => [name, Decoration.mark({ class: cls })]));

const shades = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet;
    constructor(view: EditorView) {
      this.decorations = shade(view);
    }
    update(update: ViewUpdate) {
      if (update.docChanged || update.viewportChanged || syntaxTree(update.startState) !== syntaxTree(update.state))
        this.decorations = shade(update.view);
    }
  },
  { decorations: (plugin) => plugin.decorations },
);

function shade(view: EditorView): DecorationSet {
  const builder = new RangeSetBuilder<Decoration>();
  let last = -1;
  for (const { from, to } of view.visibleRanges) {
    syntaxTree(view.state).iterate({
      from,
      to,
      enter(node) {
        // a key holds its literal: the outer one counts
        const mark = MARKS[node.name];
        if (!mark || node.from < last || node.to <= node.from) return undefined;
        builder.add(node.from, node.to, mark);
        last = node.to;
        return false;
      },
    });
  }
  return builder.finish();
}

/** A key that is done with once `act` is called. */
const heard = (act: () => void) => () => {
  act();
  return true;
};

export class SourceEditor {
  private readonly view: EditorView;
  private readonly language = new Compartment();
  private format: Format = "yaml";
  private quiet = false;
  private readonly sizes: ResizeObserver;

  constructor(options: EditorOptions) {
    const complete = (context: CompletionContext) => this.complete(context, options);
    this.view = new EditorView({
      parent: options.parent,
      state: EditorState.create({
        extensions: [
          lineNumbers(),
          foldGutter(),
          lintGutter(),
          history(),
          drawSelection(),
          bracketMatching(),
          closeBrackets(),
          highlightActiveLine(),
          highlightActiveLineGutter(),
          indentUnit.of("  "),
          EditorView.lineWrapping,
          this.language.of(yaml()),
          shades,
          autocompletion({ override: [complete], icons: false }),
          keymap.of([
            { key: "Mod-Enter", run: heard(options.apply) },
            { key: "Mod-s", run: heard(options.save), preventDefault: true },
            ...completionKeymap,
            ...lintKeymap,
            ...foldKeymap,
            ...historyKeymap,
            ...defaultKeymap,
            indentWithTab,
          ]),
          // the line of the caret is never at the very edge
          EditorView.scrollMargins.of(() => ({ top: 20, bottom: 20 })),
          EditorView.contentAttributes.of({ "aria-label": options.label, tabindex: "0" }),
          EditorView.updateListener.of((update) => {
            if (update.docChanged && !this.quiet) options.changed(update.state.doc.toString());
          }),
        ],
      }),
    });
    // the list of problems opens under the text, and panels are resized
    this.sizes = new ResizeObserver(() => this.showCaret());
    this.sizes.observe(options.parent);
  }

  /** Brings the caret into sight, when the editor has the focus: its place may have become smaller. */
  private showCaret(): void {
    const { view } = this;
    if (!view.hasFocus) return;
    view.dispatch({
      effects: EditorView.scrollIntoView(view.state.selection.main.head, { y: "nearest", yMargin: 20 }),
    });
  }

  get text(): string {
    return this.view.state.doc.toString();
  }

  /** Shows another text, without calling `changed`; marks are removed. The cursor stays where it was. */
  show(text: string, format: Format): void {
    const { view } = this;
    if (format !== this.format)
      view.dispatch({ effects: this.language.reconfigure(format === "json" ? json() : yaml()) });
    this.format = format;
    if (text === this.text) return;
    this.quiet = true;
    const anchor = Math.min(view.state.selection.main.anchor, text.length);
    view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text }, selection: { anchor } });
    this.mark([]);
    this.quiet = false;
  }

  /** Underlines problems. */
  mark(problems: readonly TextProblem[]): void {
    const { text } = this;
    const diagnostics = problems.map(
      (problem): Diagnostic => ({ ...spanOf(text, problem), severity: "error", message: problem.message }),
    );
    this.view.dispatch(setDiagnostics(this.view.state, diagnostics));
  }

  /** Puts the cursor at a line and column, from 1. */
  reveal(line: number, column: number): void {
    const { doc } = this.view.state;
    if (line < 1 || line > doc.lines) return;
    const at = doc.line(line);
    const anchor = Math.min(at.to, at.from + column - 1);
    this.view.dispatch({ selection: { anchor }, effects: EditorView.scrollIntoView(anchor, { y: "center" }) });
    this.view.focus();
  }

  destroy(): void {
    this.sizes.disconnect();
    this.view.destroy();
  }

  private complete({ state, pos, explicit }: CompletionContext, options: EditorOptions) {
    const schema = options.schema();
    if (!schema) return null;
    const context = contextAt(state.doc.toString(), pos, this.format);
    if (context.word === "" && !explicit && context.value === null) return null;
    const list = suggestions(schema, context, options.names());
    if (list.length === 0) return null;
    // JSON closes its quotes itself
    const quoted = this.format === "json" && state.sliceDoc(context.from - 1, context.from) === '"';
    const completions = list.map((suggestion): Completion => {
      const { label, detail, info, kind } = suggestion;
      const apply =
        this.format === "json" ? jsonText(suggestion, quoted) : kind === "key" ? yamlKey(suggestion) : label;
      return { label, detail, apply, type: kind === "key" ? "property" : "enum", ...(info && { info }) };
    });
    return { from: context.from, options: completions, validFor: /^[\w-]*$/ };
  }
}

function yamlKey({ label, shape }: Suggestion): string {
  return shape === "map" || shape === "list" ? `${label}:` : `${label}: `;
}

function jsonText({ label, kind, shape }: Suggestion, quoted: boolean): string {
  if (kind === "value") return shape === "plain" || quoted ? label : `"${label}"`;
  return quoted ? label : `"${label}": `;
}
