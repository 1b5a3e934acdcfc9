/** Documents of an exercise: Markdown, PDF, and its script. */
import { useEffect, useState } from "preact/hooks";
import type { ExerciseRow } from "../../../server/protocol.js";
import { useSignal } from "../../signal.js";
import { ask } from "./api.js";
import { Markdown } from "./markdown.js";
import type { ConsoleState } from "./state.js";
import { texts } from "./texts.js";

const SCRIPT = "script";

export function DocumentsPage({ state }: { state: ConsoleState }) {
  const exercises = useSignal(state.exercises);
  const [chosen, choose] = useState("");
  const exercise = exercises.find(({ id }) => id === chosen) ?? exercises[0];
  const add = (file: File | undefined) => {
    if (file && exercise)
      void state.act(async () => {
        await ask(
          "PUT",
          `exercises/${exercise.id}/documents/${encodeURIComponent(file.name)}`,
          new Blob([file], { type: "application/octet-stream" }),
        );
        await state.loadExercises();
      });
  };
  return (
    <main class="two">
      <h1 class="hidden">{texts.page.documents}</h1>
      <nav class="list" aria-label={texts.page.documents}>
        {exercises.map(({ id, title, summary, problem }) => (
          <button type="button" key={id} aria-current={id === exercise?.id} onClick={() => choose(id)}>
            <b>{title}</b>
            <span class={problem === null ? "dim" : "err"}>{problem ?? summary}</span>
          </button>
        ))}
      </nav>
      <div class="detail">
        {exercise && <ExerciseDocuments exercise={exercise} />}
        <label class="btn">
          {texts.addDocument}
          <input
            type="file"
            accept=".md,.pdf"
            class="hidden"
            onChange={({ currentTarget }) => add(currentTarget.files?.[0])}
          />
        </label>
      </div>
    </main>
  );
}

/** One exercise's documents with tabs. */
export function ExerciseDocuments({ exercise }: { exercise: ExerciseRow }) {
  const [path, setPath] = useState("");
  const [text, setText] = useState("");
  const shown =
    path === SCRIPT ? undefined : (exercise.documents.find((one) => one.path === path) ?? exercise.documents[0]);
  const address = shown
    ? `exercises/${exercise.id}/documents/${encodeURIComponent(shown.path)}`
    : `exercises/${exercise.id}/script`;
  const isPdf = shown?.type === "pdf";
  useEffect(() => {
    let ended = false;
    setText("");
    if (!isPdf && exercise.problem === null)
      ask<string>("GET", address).then(
        (found) => ended || setText(found),
        (error: Error) => ended || setText(error.message),
      );
    return () => {
      ended = true;
    };
  }, [address, isPdf]);
  return (
    <article class="documents">
      <header>
        <h2>{exercise.title}</h2>
        <span class="space" />
        {exercise.documents.map(({ path: one, title }) => (
          <button type="button" key={one} aria-pressed={one === shown?.path} onClick={() => setPath(one)}>
            {title === exercise.title ? texts.guide : title}
          </button>
        ))}
        <button type="button" aria-pressed={path === SCRIPT} onClick={() => setPath(SCRIPT)}>
          {texts.script}
        </button>
      </header>
      {isPdf ? (
        <iframe src={`/api/${address}`} title={shown?.title} />
      ) : path === SCRIPT ? (
        <pre>{text}</pre>
      ) : (
        <Markdown text={text} />
      )}
    </article>
  );
}
