import { useRef } from "preact/hooks";
import { fixed } from "../../format.js";
import { Icon } from "../../icons.js";
import { routeTo } from "../../route.js";
import type { Studio } from "../../state.js";
import { texts as common } from "../../texts/common.js";
import { texts } from "../../texts/gallery.js";
import { type CatalogueEntry, pictureOf } from "./catalogue.js";
import type { LiveCard } from "./live.js";
import "./card.css";

/** A scene: picture, name, summary. The whole card is its link; buttons for copying are above it. */
export function Card({ studio, entry, live }: { studio: Studio; entry: CatalogueEntry; live: LiveCard }) {
  const picture = useRef<HTMLDivElement>(null);
  const { name, title, summary, bodies, proofs } = entry;
  const href = routeTo(name);
  const enter = () => picture.current && live.enter(picture.current, name, bodies);
  const leave = () => live.leave();
  return (
    <li class="card" onPointerEnter={enter} onPointerLeave={leave} onFocusIn={enter} onFocusOut={leave}>
      <div class="picture" ref={picture}>
        <img src={pictureOf(name)} alt="" width={300} height={172} loading="lazy" decoding="async" />
        <span class="disc" aria-hidden="true">
          <Icon name="play" />
        </span>
        <span class="count">{common.bodies(bodies).replace(/^\d+/, fixed(bodies, 0))}</span>
      </div>
      <div class="card-text">
        <a href={href} class="card-link">
          {title}
        </a>
        {proofs > 0 && (
          <span class="proofs" title={texts.proofs(proofs)}>
            <Icon name="badgeCheck" size={13} />
            <span aria-hidden="true">{proofs}</span>
            <span class="visually-hidden">{texts.proofs(proofs)}</span>
          </span>
        )}
        <p title={summary}>{summary}</p>
      </div>
      <div class="card-actions">
        <CopyButton
          studio={studio}
          icon="copy"
          name={texts.copyCommand}
          scene={title}
          text={`stiction run ${name}`}
          done={texts.commandCopied}
        />
        <CopyButton
          studio={studio}
          icon="link"
          name={texts.copyLink}
          scene={title}
          text={new URL(href, location.href).href}
          done={texts.linkCopied}
        />
      </div>
    </li>
  );
}

interface CopyProps {
  readonly studio: Studio;
  readonly icon: "copy" | "link";
  readonly name: string;
  readonly scene: string;
  readonly text: string;
  readonly done: string;
}

function CopyButton({ studio, icon, name, scene, text, done }: CopyProps) {
  const copy = async () => {
    await navigator.clipboard?.writeText(text).catch(() => undefined);
    studio.notice.value = { kind: "info", path: text, text: done, brief: true };
  };
  return (
    <button type="button" class="icon-button small" aria-label={`${name}: ${scene}`} title={name} onClick={copy}>
      <Icon name={icon} size={14} />
    </button>
  );
}
