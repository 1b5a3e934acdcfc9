/** `#/study`: the results of a study from a file; runs are picked along their values and opened in the studio. */
import "../page-bar.css";
import "./study.css";
import { useEffect, useRef, useState } from "preact/hooks";
import { Icon, Mark } from "../../icons.js";
import { LanguageMenu } from "../../panels/language-menu.js";
import { Notices } from "../../panels/notices.js";
import { ThemeButton } from "../../panels/theme-button.js";
import { GALLERY, STUDY } from "../../route.js";
import { useSignal } from "../../signal.js";
import type { Studio } from "../../state.js";
import { texts as common } from "../../texts/common.js";
import { texts } from "../../texts/study.js";
import { type Results, readResults, reportOf, sceneOfRun } from "./results.js";

interface Shown {
  readonly file: File;
  readonly results: Results;
  readonly html: string;
}

export function StudyPage({ studio }: { studio: Studio }) {
  const file = useSignal(studio.study);
  const shown = useResults(studio, file);
  const title = shown === null ? texts.title : (shown.results.study.title ?? shown.results.head.package.name);
  useEffect(() => {
    document.title = title;
  }, [title]);
  const openRun = async (row: number) => {
    if (shown === null) return;
    try {
      const spec = await sceneOfRun(shown.results, row);
      await studio.openLocal({ kind: "spec", spec });
    } catch (error) {
      studio.notice.value = { kind: "error", text: messageOf(error) };
    }
  };
  return (
    <div class="study">
      <header class="page-bar study-bar">
        <a class="brand" href={GALLERY} aria-label={common.mark}>
          <Mark />
          <b>{common.title}</b>
        </a>
        <nav aria-label={texts.pages}>
          <a href={GALLERY}>{texts.gallery}</a>
          <a href={STUDY} aria-current="page">
            {texts.title}
          </a>
        </nav>
        {shown !== null && <RunField count={shown.results.rows.length} open={openRun} />}
        <FileButton studio={studio} />
        <ThemeButton studio={studio} />
        <LanguageMenu />
      </header>
      <main>
        {shown === null ? (
          <p class="empty" role="status">
            {file === null ? texts.empty : texts.reading}
          </p>
        ) : (
          <Report html={shown.html} title={title} open={openRun} />
        )}
      </main>
      <div class="study-notices">
        <Notices studio={studio} />
      </div>
    </div>
  );
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** The results of a file, once they are read. */
function useResults(studio: Studio, file: File | null): Shown | null {
  const [shown, setShown] = useState<Shown | null>(null);
  useEffect(() => {
    if (file === null) return;
    const read = async () => {
      const results = readResults(await file.text());
      setShown({ file, results, html: await reportOf(results) });
    };
    read().catch((error) => {
      studio.study.value = null;
      studio.notice.value = { kind: "error", path: file.name, text: messageOf(error) };
    });
  }, [studio, file]);
  return shown?.file === file ? shown : null;
}

/** The report, in a frame without rights; it says which run was clicked. */
function Report({ html, title, open }: { html: string; title: string; open(row: number): Promise<void> }) {
  const frame = useRef<HTMLIFrameElement>(null);
  useEffect(() => {
    const hear = (event: MessageEvent) => {
      const row: unknown = event.data?.stictionRun;
      if (event.source === frame.current?.contentWindow && typeof row === "number") void open(row);
    };
    addEventListener("message", hear);
    return () => removeEventListener("message", hear);
  }, [open]);
  return <iframe ref={frame} title={title} sandbox="allow-scripts" srcdoc={html} />;
}

function RunField({ count, open }: { count: number; open(row: number): Promise<void> }) {
  const [row, setRow] = useState(0);
  return (
    <form
      class="run-field"
      onSubmit={(event) => {
        event.preventDefault();
        void open(row);
      }}
    >
      <label>
        {texts.run}{" "}
        <input
          type="number"
          min={0}
          max={Math.max(0, count - 1)}
          step={1}
          value={row}
          onInput={(event) => setRow(event.currentTarget.valueAsNumber)}
        />
      </label>
      <button type="submit" class="button primary">
        <Icon name="play" size={14} />
        {texts.openRun}
      </button>
    </form>
  );
}

function FileButton({ studio }: { studio: Studio }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <button type="button" class="button" onClick={() => input.current?.click()}>
        <Icon name="folderOpen" size={14} />
        <span>{texts.open}</span>
      </button>
      <input
        ref={input}
        type="file"
        class="visually-hidden"
        tabIndex={-1}
        aria-label={texts.open}
        accept=".jsonl"
        onChange={(event) => {
          const [chosen] = event.currentTarget.files ?? [];
          if (chosen !== undefined) studio.study.value = chosen;
        }}
      />
    </>
  );
}
