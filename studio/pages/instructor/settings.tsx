/** Password, people who sign in, backup. */
import { useEffect, useState } from "preact/hooks";
import { type Person, ROLES } from "../../../server/roles.js";
import { ask } from "./api.js";
import { Field } from "./sign-in.js";
import type { ConsoleState } from "./state.js";
import { texts } from "./texts.js";

export function Settings({ state }: { state: ConsoleState }) {
  const isAdministrator = state.person?.role === "administrator";
  const change = (event: Event) => {
    event.preventDefault();
    const form = event.currentTarget as HTMLFormElement;
    void state.act(async () => {
      await ask("POST", "password", Object.fromEntries(new FormData(form)));
      form.reset();
    });
  };
  return (
    <main class="settings">
      <h1 class="hidden">{texts.page.settings}</h1>
      <form onSubmit={change}>
        <h2>{texts.password}</h2>
        <Field label={texts.oldPassword} name="old" type="password" autocomplete="current-password" />
        <Field label={texts.newPassword} name="new" type="password" autocomplete="new-password" />
        <button type="submit" class="btn">
          {texts.change}
        </button>
      </form>
      {isAdministrator && <People state={state} />}
      {isAdministrator && (
        <a class="btn" href="/api/backup" download>
          {texts.backup}
        </a>
      )}
    </main>
  );
}

function People({ state }: { state: ConsoleState }) {
  const [people, setPeople] = useState<readonly Person[]>([]);
  const load = () => state.act(async () => setPeople(await ask<Person[]>("GET", "people")));
  useEffect(() => void load(), []);
  const add = (event: Event) => {
    event.preventDefault();
    const form = event.currentTarget as HTMLFormElement;
    void state.act(async () => {
      await ask("POST", "people", Object.fromEntries(new FormData(form)));
      form.reset();
      await load();
    });
  };
  return (
    <section>
      <h2>{texts.people}</h2>
      <table>
        <tbody>
          {people
            .filter(({ login }) => login !== null)
            .map(({ id, name, login, role }) => (
              <tr key={id}>
                <td>{name}</td>
                <td>{login}</td>
                <td>{role}</td>
              </tr>
            ))}
        </tbody>
      </table>
      <form class="add" onSubmit={add}>
        <Field label={texts.name} name="name" />
        <Field label={texts.login} name="login" />
        <Field label={texts.password} name="password" type="password" autocomplete="new-password" />
        <label class="field">
          {texts.role}
          <select name="role">
            {ROLES.map((role) => (
              <option key={role}>{role}</option>
            ))}
          </select>
        </label>
        <button type="submit" class="btn">
          {texts.add}
        </button>
      </form>
    </section>
  );
}
