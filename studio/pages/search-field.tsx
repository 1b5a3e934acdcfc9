import { useEffect, useRef } from "preact/hooks";
import { Icon } from "../icons.js";
import "./search-field.css";

interface Props {
  readonly class: string;
  /** What is searched. */
  readonly name: string;
  readonly query: string;
  search(query: string): void;
}

/** The search field of a page; `/` leads to it from anywhere, except where one types or in a dialog. */
export function SearchField({ class: place, name, query, search }: Props) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const listener = (event: KeyboardEvent) => {
      if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.target instanceof Element && event.target.closest("input, select, dialog[open]")) return;
      event.preventDefault();
      field.current?.focus();
    };
    addEventListener("keydown", listener);
    return () => removeEventListener("keydown", listener);
  }, []);
  return (
    <search class={`search-field ${place}`}>
      <Icon name="search" size={14} />
      <input
        ref={field}
        type="search"
        value={query}
        placeholder={name}
        aria-label={name}
        onInput={(event) => search(event.currentTarget.value)}
      />
      <kbd>/</kbd>
    </search>
  );
}
