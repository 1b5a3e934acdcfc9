import { Icon } from "../icons.js";
import { useSignal } from "../signal.js";
import type { Studio } from "../state.js";
import { texts } from "../texts/common.js";

/** One message over the viewport: problem, position, consequence. */
export function Notices({ studio }: { studio: Studio }) {
  const notice = useSignal(studio.notice);
  return (
    <div class="notices" role={notice?.kind === "error" ? "alert" : "status"}>
      {notice && (
        <p class={`notice ${notice.kind}`}>
          {notice.kind !== "info" && <Icon name={notice.kind === "error" ? "error" : "warning"} />}
          <span>
            {notice.path && <code>{notice.path}</code>} {notice.text}
            {notice.more && <i> {notice.more}</i>}
          </span>
          <button
            type="button"
            class="icon-button small"
            aria-label={texts.close}
            onClick={() => {
              studio.notice.value = null;
            }}
          >
            <Icon name="close" size={14} />
          </button>
        </p>
      )}
    </div>
  );
}
