import { given } from "../format.js";
import { Icon } from "../icons.js";
import type { CatalogueEntry } from "../pages/gallery/catalogue.js";
import { routeTo } from "../route.js";
import { useSignal } from "../signal.js";
import type { OpenScene, Studio } from "../state.js";
import { texts } from "../texts/common.js";

/** The shipped scenes by group, and the contents of the open one. */
export function Scenes({ studio }: { studio: Studio }) {
  const catalogue = useSignal(studio.catalogue);
  const scene = useSignal(studio.scene);
  const shipped = scene?.source.kind === "shipped" ? scene.source.name : null;
  const groups = [...new Set(catalogue.map(({ group }) => group))];
  return (
    <nav class="library" aria-label={texts.scenes}>
      <div class="scene-list">
        {scene && !shipped && (
          <section>
            <h2>{texts.ownScene}</h2>
            <p class="scene current" aria-current="page">
              <b>{scene.description.title}</b>
              <span>{scene.description.summary}</span>
            </p>
          </section>
        )}
        {groups.map((group) => (
          <Group key={group} name={group} entries={catalogue.filter((e) => e.group === group)} current={shipped} />
        ))}
      </div>
      <p class="drop-hint">
        <Icon name="fileDown" />
        <span>
          <b>{texts.dropHint}</b>
          {texts.dropTypes}
        </span>
      </p>
      {scene && <Footer studio={studio} scene={scene} />}
    </nav>
  );
}

function Group({
  name,
  entries,
  current,
}: {
  name: string;
  entries: readonly CatalogueEntry[];
  current: string | null;
}) {
  return (
    <section>
      <h2>
        {texts.groups[name] ?? name} <i>{entries.length}</i>
      </h2>
      <ul>
        {entries.map((entry) => {
          const here = entry.name === current;
          return (
            <li key={entry.name}>
              <a
                class={here ? "scene current" : "scene"}
                href={routeTo(entry.name)}
                aria-current={here ? "page" : undefined}
              >
                <b>{entry.title}</b>
                <span>{entry.summary}</span>
              </a>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function Footer({ studio, scene }: { studio: Studio; scene: OpenScene }) {
  const { bodies, freedom, timestep, formulation, integrator } = scene.description;
  const facts = [texts.bodies(bodies.length - 1), texts.freedom(freedom), texts.stepSize(given(timestep, "s"))];
  return (
    <footer class="facts" title={[formulation, integrator].filter(Boolean).join(", ")}>
      <span>{facts.join(" · ")}</span>
      <button
        type="button"
        class="icon-button small"
        aria-label={texts.copyHash}
        title={texts.copyHash}
        onClick={() => void copyHash(studio)}
      >
        <Icon name="hash" size={14} />
      </button>
    </footer>
  );
}

async function copyHash(studio: Studio): Promise<void> {
  const { hash, steps } = await studio.simulation.hash();
  await navigator.clipboard?.writeText(hash).catch(() => undefined);
  studio.notice.value = { kind: "info", text: texts.copied, path: hash, more: texts.atStep(steps) };
}
