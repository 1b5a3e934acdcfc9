import { fixed } from "../../format.js";
import { Icon } from "../../icons.js";
import { hasPage, LOCAL, routeTo, seatOf } from "../../route.js";
import type { Studio } from "../../state.js";
import { texts as common } from "../../texts/common.js";
import { texts } from "../../texts/gallery.js";
import { CATALOGUE, pictureOf } from "./catalogue.js";
import { type BuildProof, buildProof } from "./proof.js";
import "./hero.css";

/** Shown to first-time visitors. */
const FIRST = "excavator";

/** Last scene or a first one, and the state of this build's claims. */
export function Hero({ studio }: { studio: Studio }) {
  const proof = buildProof();
  return (
    <section class="hero">
      <Continue studio={studio} />
      <ProofCard proof={proof} />
    </section>
  );
}

function Continue({ studio }: { studio: Studio }) {
  const { value: scene } = studio.scene;
  const last = studio.recent.list[0];
  const own =
    scene && scene.source.kind !== "shipped" ? { title: scene.description.title, href: LOCAL, name: null } : null;
  const shown = own ?? last;
  const name = shown ? shown.name : FIRST;
  const entry = CATALOGUE.find((other) => other.name === name);
  const title = own?.title ?? entry?.title ?? last?.title;
  if (title === undefined) return null;
  // still open in the worker, and waiting there
  const open = scene !== null && (own !== null || (scene.source.kind === "shipped" && scene.source.name === name));
  const facts = [
    entry?.summary ?? scene?.description.summary,
    open ? texts.pausedAt(`${fixed(studio.status.value?.time ?? 0, 1)} ${common.seconds}`) : "",
  ];
  return (
    <article class="continue">
      {entry && <img src={pictureOf(entry.name)} alt="" width={450} height={258} />}
      <div>
        <span class="chip">
          <Icon name="clock" size={12} />
          {shown ? texts.continue : texts.first}
        </span>
        <h1>{title}</h1>
        <p>{facts.filter(Boolean).join(". ").replace("..", ".")}</p>
        <a
          class="button primary"
          href={shown?.href ?? routeTo(FIRST)}
          aria-label={`${open ? texts.resume : texts.open}: ${title}`}
        >
          <Icon name="play" size={14} />
          {open ? texts.resume : texts.open}
        </a>
        {name === FIRST && (
          <a class="button" href={seatOf(FIRST)}>
            {texts.takeSeat}
          </a>
        )}
      </div>
    </article>
  );
}

function ProofCard({ proof }: { proof: BuildProof | null }) {
  const checked = CATALOGUE.reduce((sum, { proofs }) => sum + proofs, 0);
  return (
    <article class="build-proof">
      <header>
        <h2>{texts.proofOfBuild}</h2>
        {hasPage("proof") && (
          <a class="more" href="#/proof" aria-label={`${texts.open}: ${texts.proof}`}>
            {texts.open} <Icon name="arrowRight" size={12} />
          </a>
        )}
      </header>
      {proof ? (
        <>
          <p class="figure">
            <b>{proof.passed}</b> {texts.claims(proof.total)}
          </p>
          <div class="cells" aria-hidden="true">
            {proof.cells.map((ok, k) => (
              <i key={k} class={ok ? "" : "failed"} />
            ))}
          </div>
          <ul>
            {proof.failed.slice(0, 3).map((name) => (
              <li key={name}>
                <Icon name="close" size={13} /> {name}
              </li>
            ))}
          </ul>
        </>
      ) : (
        <>
          <p class="figure">
            <b>{checked}</b>
          </p>
          <p>{texts.verified(checked).replace(/^\d+\s*/, "")}</p>
          <p class="quiet">{texts.noProof}</p>
        </>
      )}
    </article>
  );
}
