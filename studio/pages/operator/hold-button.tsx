import type { ComponentChildren } from "preact";
import { useRef } from "preact/hooks";

interface Props {
  readonly name: string;
  readonly class?: string;
  readonly pressed?: boolean;
  readonly children: ComponentChildren;
  /** While it is held, by pointer or by Space and Enter. */
  hold(held: boolean): void;
}

/** A button that acts while it is held. */
export function HoldButton({ name, class: look = "", pressed, children, hold: act }: Props) {
  const held = useRef(false);
  // two buttons may move one lever: the one that loses the focus to the other has nothing to let go of
  const hold = (now: boolean) => {
    if (now !== held.current) act(now);
    held.current = now;
  };
  const key = (held: boolean) => (event: KeyboardEvent) => {
    if (event.key !== " " && event.key !== "Enter") return;
    event.preventDefault();
    event.stopPropagation();
    hold(held);
  };
  return (
    <button
      type="button"
      class={look}
      aria-label={name}
      title={name}
      aria-pressed={pressed}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        hold(true);
      }}
      onPointerUp={() => hold(false)}
      onPointerCancel={() => hold(false)}
      onKeyDown={key(true)}
      onKeyUp={key(false)}
      onBlur={() => hold(false)}
      onContextMenu={(event) => event.preventDefault()}
    >
      {children}
    </button>
  );
}
