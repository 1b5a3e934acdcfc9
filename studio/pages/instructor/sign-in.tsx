/** Signing in, and the first administrator. */
import { useState } from "preact/hooks";
import { Mark } from "../../icons.js";
import { ask } from "./api.js";
import type { ConsoleState } from "./state.js";
import { texts } from "./texts.js";

/** The secret of the set-up link; empty where there is none. */
const linkToken = () => /^#\/set-up\/([\w-]+)$/.exec(location.hash)?.[1] ?? "";

export function SignIn({ state, setUp }: { state: ConsoleState; setUp: boolean }) {
  const [problem, setProblem] = useState("");
  const token = linkToken();
  const first = !setUp && token !== "";
  const submit = async (event: Event) => {
    event.preventDefault();
    const fields = Object.fromEntries(new FormData(event.currentTarget as HTMLFormElement));
    try {
      await ask("POST", first ? "set-up" : "sign-in", first ? { ...fields, token } : fields);
      if (first) history.replaceState(null, "", location.pathname);
      await state.open();
    } catch (error) {
      setProblem((error as Error).message);
    }
  };
  return (
    <main class="sign-in">
      <form onSubmit={(event) => void submit(event)}>
        <h1>
          <Mark /> {first ? texts.setUp : texts.classroom}
        </h1>
        {first && <p>{texts.setUpHint}</p>}
        {!setUp && token === "" && <p>{texts.needsLink}</p>}
        {first && <Field label={texts.name} name="name" autocomplete="name" />}
        <Field label={texts.login} name="login" autocomplete="username" />
        <Field
          label={texts.password}
          name="password"
          type="password"
          autocomplete={first ? "new-password" : "current-password"}
        />
        {first && <p class="dim">{texts.passwordHint}</p>}
        <p role="alert" class="err">
          {problem}
        </p>
        <button type="submit" class="btn primary">
          {first ? texts.setUp : texts.signIn}
        </button>
      </form>
    </main>
  );
}

interface FieldProps {
  readonly label: string;
  readonly name: string;
  readonly type?: "text" | "password";
  readonly autocomplete?: string;
}

export function Field({ label, name, type = "text", autocomplete = "off" }: FieldProps) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: both branches are an input
    <label class="field">
      {label}
      {type === "password" ? (
        <input name={name} type="password" autocomplete={autocomplete} required />
      ) : (
        <input name={name} autocomplete={autocomplete} required />
      )}
    </label>
  );
}
