import { useEffect, useState } from "preact/hooks";

/** A value that tells its listeners when it changes. */
export class Signal<T> {
  private current: T;
  private readonly listeners = new Set<(value: T) => void>();

  constructor(value: T) {
    this.current = value;
  }

  get value(): T {
    return this.current;
  }

  set value(value: T) {
    if (Object.is(value, this.current)) return;
    this.current = value;
    for (const listener of this.listeners) listener(value);
  }

  /** Calls `listener` at every change; returns a function that ends it. */
  subscribe(listener: (value: T) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }
}

/** The value of a signal in a component, which is drawn again when it changes. */
export function useSignal<T>(signal: Signal<T>): T {
  const [value, setValue] = useState(() => signal.value);
  useEffect(() => {
    setValue(() => signal.value);
    return signal.subscribe((next) => setValue(() => next));
  }, [signal]);
  return value;
}
