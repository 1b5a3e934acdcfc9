import { Icon } from "../icons.js";
import { useSignal } from "../signal.js";
import type { Studio } from "../state.js";
import { texts } from "../texts/touch.js";
import { JOINTS, type JointChoice, SHAPES, type ShapeChoice } from "./make.js";
import type { Tool } from "./touch.js";
import "./touch.css";

const TOOLS: readonly {
  readonly tool: Tool;
  readonly icon: Parameters<typeof Icon>[0]["name"];
  readonly key: string;
}[] = [
  { tool: "hand", icon: "hand", key: "" },
  { tool: "body", icon: "box", key: "B" },
  { tool: "joint", icon: "joint", key: "J" },
  { tool: "spring", icon: "spring", key: "K" },
  { tool: "ruler", icon: "ruler", key: "M" },
];

/** What is to be clicked next. */
function hintOf(tool: Tool, begun: boolean): string {
  if (tool === "body") return texts.placeBody;
  if (tool === "ruler") return begun ? texts.rulerEnd : texts.rulerStart;
  return begun ? texts.secondPlace : texts.firstPlace;
}

/** The tool of the pointer, and the clicks it still needs. */
export function ToolBar({ studio }: { studio: Studio }) {
  const tool = useSignal(studio.touch.tool);
  const shape = useSignal(studio.touch.shape);
  const joint = useSignal(studio.touch.joint);
  const first = useSignal(studio.touch.first);
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
            title={key ? `${texts[name]} (${key})` : texts[name]}
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
      {tool !== "hand" && (
        <span class="tool-hint" role="status">
          {hintOf(tool, first !== null)}
        </span>
      )}
    </div>
  );
}
