import { useMenu } from "../menu.js";
import { ViewerIcon } from "../overlays/viewer-icon.js";
import { useSignal } from "../signal.js";
import type { Studio } from "../state.js";
import { viewer } from "../texts/viewer.js";
import { ENVIRONMENT_CHOICES } from "./environments.js";
import "./camera-menu.css";

/** The environments, under one button. Planar scenes have none. */
export function EnvironmentMenu({ studio }: { studio: Studio }) {
  const { chosen } = studio.environments;
  const choice = useSignal(chosen);
  const description = useSignal(studio.scene)?.description;
  const { open, root, list, onKeyDown, toggle, close } = useMenu();
  if (!description || description.planar) return null;
  const own = viewer.environmentNames[description.environment.type];
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of the menu inside
    <div class="segment" ref={root} onKeyDown={onKeyDown}>
      <button
        type="button"
        aria-label={viewer.environment}
        title={viewer.environment}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-pressed={choice !== "scene"}
        onClick={toggle}
      >
        <ViewerIcon name="environment" />
      </button>
      {open && (
        <div class="camera-menu" role="menu" aria-label={viewer.environment} popover="manual" ref={list}>
          {ENVIRONMENT_CHOICES.map((name) => (
            <button
              key={name}
              type="button"
              role="menuitemcheckbox"
              aria-checked={choice === name}
              onClick={() => {
                chosen.value = name;
                close();
              }}
            >
              <span>{name === "scene" ? viewer.environmentOfScene(own) : viewer.environmentNames[name]}</span>
            </button>
          ))}
        </div>
      )}
    </div>
  );
}
