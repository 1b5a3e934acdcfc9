import { useSignal } from "../../signal.js";
import { texts } from "../../texts/operator.js";
import { Card } from "./card.js";
import { keyName } from "./key-name.js";
import { leverName } from "./lever-name.js";
import type { Seat } from "./seat.js";

/** All keys of the seat, and the pattern of the levers. */
export function HelpCard({ seat, close }: { seat: Seat; close(): void }) {
  useSignal(seat.tick);
  useSignal(seat.levers);
  const { known } = seat.inputs;
  const cameras = useSignal(seat.studio.cameras.list);
  const pattern = useSignal(seat.studio.controls.pattern);
  const keysOf = (name: string) => seat.keys.pairs.find(({ control }) => control === name)?.keys ?? ["", ""];
  return (
    <Card title={texts.help} close={close}>
      {pattern && (
        <fieldset class="choice" aria-label={texts.pattern}>
          {(["iso", "sae"] as const).map((option) => (
            <button
              key={option}
              type="button"
              aria-pressed={option === pattern}
              onClick={() => seat.setPattern(option)}
            >
              {texts.patterns[option]}
            </button>
          ))}
        </fieldset>
      )}
      <table>
        <thead>
          <tr>
            <th>{texts.control}</th>
            <th>{texts.less}</th>
            <th>{texts.more}</th>
          </tr>
        </thead>
        <tbody>
          {known.map((name) => (
            <tr key={name}>
              <td title={seat.levers.value.find(({ meaning }) => meaning === name)?.help}>{leverName(seat, name)}</td>
              {keysOf(name).map((code) => (
                <td key={code}>
                  <kbd>{keyName(code)}</kbd>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p>
        <kbd>Shift</kbd> {texts.fine}
      </p>
      <dl>
        {cameras.slice(0, 9).map(({ name }, k) => (
          <div key={name}>
            <dt>
              <kbd>{k + 1}</kbd>
            </dt>
            <dd>{texts.viewKeys(name)}</dd>
          </div>
        ))}
        {(
          [
            ["0", texts.free],
            ["Space", texts.pauseKey],
            ["B", texts.hornKey],
            ["M", texts.muteKey],
            ["H", texts.helpKey],
          ] as const
        ).map(([key, text]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}
