import { significant } from "../../format.js";
import { routeTo } from "../../route.js";
import { texts } from "../../texts/proof-experiment.js";
import type { ExperimentEntry } from "../../worker/proof-protocol.js";
import { CATALOGUE, pictureOf } from "../gallery/catalogue.js";
import { partOfLimit } from "./numbers.js";
import type { Result } from "./state.js";
import "./evidence.css";

/** The axis reaches from this part of the limit, as a power of ten, to ten times the limit. */
const LEAST_POWER = -6;
const MOST_POWER = 1;
const POWERS = Array.from({ length: MOST_POWER - LEAST_POWER + 1 }, (_, k) => LEAST_POWER + k);

/** Where a part of the limit stands on the axis, 0 … 1. */
function place(part: number): number {
  const power = Math.log10(Math.max(part, 10 ** LEAST_POWER));
  return Math.min(1, (power - LEAST_POWER) / (MOST_POWER - LEAST_POWER));
}

/** Of an experiment without a curve: how much of each limit is used, where the limits come from, and the scene. */
export function Evidence({ entry, result }: { entry: ExperimentEntry; result: Result | undefined }) {
  const scene = CATALOGUE.find(({ name }) => name === entry.scene);
  const percent = (x: number) => `${100 * x}%`;
  return (
    <div class={scene ? "proof-cards evidence with-scene" : "proof-cards evidence"}>
      <section class="proof-card" aria-label={texts.margin}>
        <header>
          <h2>{texts.margin}</h2>
          <span>{texts.marginHelp}</span>
        </header>
        <table class="margins">
          <thead>
            <tr>
              <th>
                <span class="visually-hidden">{texts.quantity}</span>
              </th>
              <th class="margin-axis" aria-label={texts.partOfLimit}>
                <div>
                  {POWERS.map((power) => (
                    <span key={power} style={{ left: percent(place(10 ** power)) }} class={power === 0 ? "limit" : ""}>
                      {power === 0 ? texts.limit : `1e${power}`.replace("-", "−")}
                    </span>
                  ))}
                </div>
              </th>
              <th>
                <span class="visually-hidden">{texts.origins}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {entry.rows.map((row) => {
              const measured = result?.rows.get(row.id);
              const part = measured ? partOfLimit(row, measured.expected ?? row.expected, measured.measured) : null;
              return (
                <tr key={row.id} class={measured && !measured.pass ? "fails" : ""}>
                  <th scope="row">{row.quantity}</th>
                  <td class="margin-axis">
                    <div>
                      <i class="limit" style={{ left: percent(place(1)) }} />
                      {part !== null && (
                        <i
                          class="mark"
                          style={{ left: percent(place(part)) }}
                          role="img"
                          aria-label={texts.used(significant(part, 2))}
                          title={texts.used(significant(part, 2))}
                        />
                      )}
                    </div>
                  </td>
                  <td class="origin">{row.origin}</td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </section>
      {scene && (
        <section class="proof-card proof-scene" aria-label={scene.title}>
          <a href={routeTo(scene.name)}>
            <img src={pictureOf(scene.name)} alt="" width={300} height={172} loading="lazy" />
            <b>{scene.title}</b>
            <span>{scene.summary}</span>
          </a>
        </section>
      )}
    </div>
  );
}
