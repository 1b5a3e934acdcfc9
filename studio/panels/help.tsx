import { useEffect, useRef, useState } from "preact/hooks";
import { COMMANDS } from "../commands/index.js";
import { Icon } from "../icons.js";
import { score } from "../palette/match.js";
import { useSignal } from "../signal.js";
import type { Studio } from "../state.js";
import { texts } from "../texts/common.js";

/** Keys of all commands, what they do, and what the search finds them by. */
function commandKeys(): readonly (readonly [keys: string, action: string, words: string])[] {
  const commands = COMMANDS.flatMap(({ keys, shown, title, help = "" }) =>
    keys ? [[shown ?? keys[0], title, help] as const] : [],
  );
  return [...commands, ...texts.keyHelp.map(([keys, action]) => [keys, action, ""] as const)];
}

/** All keys, over everything. */
export function Help({ studio }: { studio: Studio }) {
  const open = useSignal(studio.help);
  const dialog = useRef<HTMLDialogElement>(null);
  const [query, setQuery] = useState("");
  const close = () => {
    studio.help.value = false;
  };
  useEffect(() => {
    setQuery("");
    if (open) dialog.current?.showModal();
    else dialog.current?.close();
  }, [open]);
  const found = commandKeys().filter((row) => !query.trim() || score(row.join(" "), query) !== null);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a dialog by itself
    <dialog
      ref={dialog}
      class="help"
      aria-label={texts.keys}
      onClose={close}
      onClick={(event) => {
        if (event.target === dialog.current) close();
      }}
    >
      <header>
        <h2>{texts.keys}</h2>
        <button type="button" class="icon-button small" aria-label={texts.close} onClick={close}>
          <Icon name="close" size={14} />
        </button>
      </header>
      <input
        type="search"
        class="help-search"
        aria-label={texts.findKey}
        placeholder={texts.findKey}
        value={query}
        onInput={({ currentTarget }) => setQuery(currentTarget.value)}
      />
      <dl>
        {found.map(([keys, action, words]) => (
          <div key={keys} title={words}>
            <dt>
              {keys.split("  ").map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{action}</dd>
          </div>
        ))}
      </dl>
      {found.length === 0 && <p role="status">{texts.noKey}</p>}
    </dialog>
  );
}
