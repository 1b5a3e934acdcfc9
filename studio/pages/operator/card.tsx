import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { Icon } from "../../icons.js";
import { texts } from "../../texts/operator.js";

interface Props {
  readonly title: string;
  readonly children: ComponentChildren;
  close(): void;
}

/** A card over the view, beside which the machine can still be driven. */
export function Card({ title, children, close }: Props) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus(), []);
  return (
    <section class="seat-card" aria-label={title}>
      <header>
        <h2>{title}</h2>
        <button
          type="button"
          class="icon-button"
          ref={button}
          aria-label={texts.close}
          title={texts.close}
          onClick={close}
        >
          <Icon name="close" />
        </button>
      </header>
      {children}
    </section>
  );
}
