import { useEffect, useState } from "preact/hooks";
import { Icon } from "../icons.js";
import { useSignal } from "../signal.js";
import type { Studio } from "../state.js";
import { texts } from "../texts/common.js";

/** How long the result of an action is shown, ms. */
const BRIEF_MS = 8000;

/** One message over the viewport: problem, position, consequence; further ones of its kind unfold. */
export function Notices({ studio }: { studio: Studio }) {
  const notice = useSignal(studio.notice);
  const [open, setOpen] = useState(false);
  const text = notice?.text;
  // another message is folded again
  useEffect(() => setOpen(false), [text]);
  // what an action of the user has done needs no closing
  useEffect(() => {
    if (!notice?.brief) return;
    const timer = setTimeout(() => {
      if (studio.notice.value === notice) studio.notice.value = null;
    }, BRIEF_MS);
    return () => clearTimeout(timer);
  }, [notice, studio]);
  const others = notice?.others ?? [];
  return (
    <div class="notices" role={notice?.kind === "error" ? "alert" : "status"}>
      {notice && (
        <div class={`notice ${notice.kind}`}>
          {notice.kind !== "info" && <Icon name={notice.kind === "error" ? "error" : "warning"} />}
          <div class="notice-text">
            <p>
              {notice.path && <code>{notice.path}</code>} {notice.text}
              {notice.count !== undefined && <span aria-live="off">{texts.times(notice.count)}</span>}
              {notice.more && <i> {notice.more}</i>}
            </p>
            {others.length > 0 && (
              <button type="button" class="notice-more" aria-expanded={open} onClick={() => setOpen(!open)}>
                {open ? texts.fewerWarnings : texts.moreWarnings(others.length)}
              </button>
            )}
            {open && (
              <ul>
                {others.map((other) => (
                  <li key={other}>{other}</li>
                ))}
              </ul>
            )}
          </div>
          <button type="button" class="icon-button small" aria-label={texts.close} onClick={() => studio.closeNotice()}>
            <Icon name="close" size={14} />
          </button>
        </div>
      )}
    </div>
  );
}
