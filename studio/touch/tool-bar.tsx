import { Icon } from "../icons.js";
import { useSignal } from "../signal.js";
import type { Studio } from "../state.js";
import { texts } from "../texts/touch.js";
import { JOINTS, type JointChoice, SHAPES, type ShapeChoice } from "./choices.js";
import { isPlacing } from "./mover.js";
import type { Tool } from "./touch.js";
import "./touch.css";

const TOOLS: readonly {
  readonly tool: Tool;
  readonly icon: Parameters<typeof Icon>[0]["name"];
  readonly key: string;
}[] = [
  { tool: "hand", icon: "hand", key: "H" },
  { tool: "move", icon: "move", key: "M" },
  { tool: "turn", icon: "turn", key: "T" },
  { tool: "body", icon: "box", key: "B" },
  { tool: "joint", icon: "joint", key: "J" },
  { tool: "spring", icon: "spring", key: "K" },
  { tool: "ruler", icon: "ruler", key: "U" },
];

/** The tool of the pointer, and the clicks it still needs. */
export function ToolBar({ studio }: { studio: Studio }) {
  const tool = useSignal(studio.touch.tool);
  const shape = useSignal(studio.touch.shape);
  const joint = useSignal(studio.touch.joint);
  const first = useSignal(studio.touch.first);
  const ready = useSignal(studio.touch.mover.ready);
  const selected = useSignal(studio.selections.all);
  const hint = hintOf(tool, first !== null, ready, selected.length > 0);
  return (
    <div class="tool-bar" role="toolbar" aria-label={texts.tools}>
      <div class="tool-segment">
        {TOOLS.map(({ tool: name, icon, key }) => (
          <button
            key={name}
            type="button"
            class="icon-button"
            aria-pressed={tool === name}
            aria-label={texts[name]}
            title={`${texts[name]} (${key})${isPlacing(name) ? `\n${texts.placeHelp}` : ""}`}
            onClick={() => {
              studio.touch.tool.value = name;
            }}
          >
            <Icon name={icon} />
          </button>
        ))}
      </div>
      {tool === "body" && (
        <select
          aria-label={texts.shape}
          value={shape}
          onChange={(event) => {
            studio.touch.shape.value = event.currentTarget.value as ShapeChoice;
          }}
        >
          {SHAPES.map((name) => (
            <option key={name} value={name}>
              {texts.shapes[name]}
            </option>
          ))}
        </select>
      )}
      {tool === "joint" && (
        <select
          aria-label={texts.jointKind}
          value={joint}
          onChange={(event) => {
            studio.touch.joint.value = event.currentTarget.value as JointChoice;
          }}
        >
          {JOINTS.map((name) => (
            <option key={name} value={name}>
              {texts.joints[name]}
            </option>
          ))}
        </select>
      )}
      {hint && (
        <span class="tool-hint" role="status">
          {hint}
        </span>
      )}
    </div>
  );
}

/** What a tool needs next; empty: nothing. */
function hintOf(tool: Tool, first: boolean, ready: boolean, selected: boolean): string {
  if (tool === "hand") return "";
  if (tool === "body") return texts.placeBody;
  if (isPlacing(tool)) return !ready ? texts.notAtStart : selected ? "" : texts.selectFirst;
  if (tool === "ruler") return first ? texts.rulerEnd : texts.rulerStart;
  return first ? texts.secondPlace : texts.firstPlace;
}
