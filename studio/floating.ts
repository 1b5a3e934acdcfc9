import type { RefObject } from "preact";
import { useLayoutEffect } from "preact/hooks";

const GAP = 4;

/**
 * Keeps a floating element next to its anchor, over everything: panels clip their content, the browser's top layer does
 * not. The element needs `popover="manual"`; it opens upwards if there is more space above.
 */
export function useFloating(
  open: boolean,
  anchor: RefObject<HTMLElement | null>,
  element: RefObject<HTMLElement | null>,
): void {
  useLayoutEffect(() => {
    const floating = element.current;
    if (!open || !anchor.current || !floating) return;
    floating.showPopover();
    const place = () => {
      if (!anchor.current) return;
      const at = anchor.current.getBoundingClientRect();
      const upwards = at.top > innerHeight - at.bottom;
      const left = Math.max(GAP, Math.min(at.left, innerWidth - floating.offsetWidth - GAP));
      Object.assign(floating.style, {
        position: "fixed",
        inset: "auto",
        margin: "0",
        left: `${left}px`,
        ...(upwards
          ? { bottom: `${innerHeight - at.top + GAP}px`, maxHeight: `${at.top - 2 * GAP}px` }
          : { top: `${at.bottom + GAP}px`, maxHeight: `${innerHeight - at.bottom - 2 * GAP}px` }),
      });
    };
    place();
    addEventListener("resize", place);
    return () => {
      removeEventListener("resize", place);
      if (floating.matches(":popover-open")) floating.hidePopover();
    };
  }, [open]);
}
