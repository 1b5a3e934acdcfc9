import { useEffect, useState } from "preact/hooks";
import { significant } from "../format.js";
import { useSignal } from "../signal.js";
import type { Studio } from "../state.js";
import { texts } from "../texts/inspector.js";
import type { StageTime } from "../worker/protocol.js";
import { Section } from "./section.js";

/** Where the time of a step goes, while the scene runs; the last figures stay when it pauses. */
export function StageTable({ studio }: { studio: Studio }) {
  const status = useSignal(studio.status);
  const scene = useSignal(studio.scene);
  const [last, setLast] = useState<readonly StageTime[] | null>(null);
  useEffect(() => {
    studio.simulation.send({ type: "profile", wanted: true });
    return () => studio.simulation.send({ type: "profile", wanted: false });
  }, [studio]);
  const stages = status?.stages ?? null;
  useEffect(() => {
    if (stages) setLast(stages);
  }, [stages]);
  useEffect(() => setLast(null), [scene?.source]);
  const total = last?.reduce((sum, { time }) => sum + time, 0) ?? 0;
  return (
    <Section title={texts.stages} aside={total > 0 && <span class="clock-aside">{significant(total, 3)} ms</span>}>
      {last && total > 0 ? (
        <dl class="stage-times">
          {last.map(({ name, time }) => (
            <div key={name} title={texts.stageHelp[name as keyof typeof texts.stageHelp] ?? name}>
              <dt>{texts.stageNames[name as keyof typeof texts.stageNames] ?? name}</dt>
              <dd>
                <span class="stage-bar">
                  <span class="stage-share" style={{ width: `${(100 * time) / total}%` }} />
                </span>
                <b>{significant(time, 3)}</b> ms
              </dd>
            </div>
          ))}
        </dl>
      ) : (
        <p class="quiet-note">{texts.stagesWait}</p>
      )}
    </Section>
  );
}
