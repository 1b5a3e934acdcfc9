/** `/instructor`: the whole window. */

import { useEffect } from "preact/hooks";
import { Mark } from "../../icons.js";
import { useSignal } from "../../signal.js";
import { Aside } from "./aside.js";
import { DocumentsPage } from "./documents.js";
import { ConsoleIcon } from "./icon.js";
import { Runtime } from "./runtime.js";
import { SeatsTable } from "./seats.js";
import { Settings } from "./settings.js";
import { SignIn } from "./sign-in.js";
import { type ConsoleState, PAGES } from "./state.js";
import { RecordView, StudentsPage } from "./students.js";
import { texts } from "./texts.js";

export function Console({ state }: { state: ConsoleState }) {
  const school = useSignal(state.school);
  const page = useSignal(state.page);
  const record = useSignal(state.record);
  useEffect(() => {
    document.addEventListener("keydown", find);
    return () => document.removeEventListener("keydown", find);
  }, []);
  if (school === null) return null;
  if (school.person === null) return <SignIn state={state} setUp={school.setUp} />;
  if (school.person.role === "student")
    return (
      <div class="console own">
        <TopBar state={state} />
        <main>{record && <RecordView state={state} record={record} />}</main>
      </div>
    );
  return (
    <div class={`console ${page}`}>
      <TopBar state={state} />
      <Notice state={state} />
      {page === "seats" && (
        <>
          <main>
            <SeatsTable state={state} />
            <Runtime state={state} />
          </main>
          <Aside state={state} />
        </>
      )}
      {page === "students" && <StudentsPage state={state} />}
      {page === "documents" && <DocumentsPage state={state} />}
      {page === "settings" && <Settings state={state} />}
    </div>
  );
}

/** `/` goes to the search of the page, unless somebody types. */
function find(event: KeyboardEvent): void {
  const search = document.querySelector<HTMLInputElement>(".console input[type=search]");
  if (event.key !== "/" || search === null || (event.target as Element).matches("input, textarea, select")) return;
  event.preventDefault();
  search.focus();
}

function TopBar({ state }: { state: ConsoleState }) {
  const page = useSignal(state.page);
  const seats = useSignal(state.seats);
  const connected = useSignal(state.connected);
  const viewers = seats.reduce((sum, seat) => sum + seat.viewers, 0);
  return (
    <header class="console-bar">
      <a class="brand" href="./" aria-label="Stiction">
        <Mark />
      </a>
      <b>{texts.classroom}</b>
      {state.isStaff && (
        <nav aria-label={texts.pages}>
          {PAGES.map((name) => (
            <button
              type="button"
              key={name}
              aria-current={page === name ? "page" : undefined}
              onClick={() => {
                state.page.value = name;
              }}
            >
              {texts.page[name]}
            </button>
          ))}
        </nav>
      )}
      <span class="space" />
      {state.isStaff && (
        <span class={connected ? "" : "err"}>
          <ConsoleIcon name="server" />
          {connected ? texts.server(seats.length, viewers) : texts.noServer}
        </span>
      )}
      <button
        type="button"
        class="icon"
        aria-label={texts.theme}
        title={texts.theme}
        onClick={() => state.switchTheme()}
      >
        <ConsoleIcon name="contrast" />
      </button>
      <button type="button" class="btn" title={texts.signOut} onClick={() => void state.signOut()}>
        <ConsoleIcon name="person" />
        {state.person?.name}
      </button>
    </header>
  );
}

function Notice({ state }: { state: ConsoleState }) {
  const notice = useSignal(state.notice);
  if (notice === "") return null;
  return (
    <p class="console-notice" role="alert">
      {notice}
      <button
        type="button"
        aria-label={texts.close}
        onClick={() => {
          state.notice.value = "";
        }}
      >
        ×
      </button>
    </p>
  );
}
