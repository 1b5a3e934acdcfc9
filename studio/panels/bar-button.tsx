import { Icon } from "../icons.js";

interface Props {
  readonly icon: Parameters<typeof Icon>[0]["name"];
  /** What it does, for a screen reader and under the pointer. */
  readonly name: string;
  /** The keys that do the same. */
  readonly keys?: string;
  readonly class?: string;
  readonly disabled?: boolean;
  act(): void;
}

/**
 * A button of a bar. A click with the mouse leaves the focus where it was, so that the space bar still plays and
 * pauses.
 */
export function BarButton({ icon, name, keys, class: look = "icon-button", disabled = false, act }: Props) {
  return (
    <button
      type="button"
      class={look}
      disabled={disabled}
      aria-label={name}
      title={keys ? `${name} (${keys})` : name}
      onMouseDown={keepFocus}
      onClick={act}
    >
      <Icon name={icon} />
    </button>
  );
}

/** For a press that must not move the focus. */
export function keepFocus(event: MouseEvent): void {
  event.preventDefault();
}
