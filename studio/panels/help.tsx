import { useEffect, useRef } from "preact/hooks";
import { COMMANDS } from "../commands/index.js";
import { Icon } from "../icons.js";
import { useSignal } from "../signal.js";
import type { Studio } from "../state.js";
import { texts } from "../texts/common.js";

/** Keys of all commands. */
function commandKeys(): readonly (readonly [string, string])[] {
  return COMMANDS.flatMap(({ keys, shown, title }) => (keys ? [[shown ?? keys[0], title] as const] : []));
}

/** All keys, over everything. */
export function Help({ studio }: { studio: Studio }) {
  const open = useSignal(studio.help);
  const dialog = useRef<HTMLDialogElement>(null);
  const close = () => {
    studio.help.value = false;
  };
  useEffect(() => {
    if (open) dialog.current?.showModal();
    else dialog.current?.close();
  }, [open]);
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
      <dl>
        {[...commandKeys(), ...texts.keyHelp].map(([keys, action]) => (
          <div key={keys}>
            <dt>
              {keys.split("  ").map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{action}</dd>
          </div>
        ))}
      </dl>
    </dialog>
  );
}
