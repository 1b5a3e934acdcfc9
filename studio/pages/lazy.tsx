import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";

/** A component whose code is loaded when it is first shown. */
export function lazy<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  let loaded: ComponentType<P> | null = null;
  return function Lazy(props: P) {
    const [Content, setContent] = useState<ComponentType<P> | null>(() => loaded);
    useEffect(() => {
      if (Content) return;
      void load().then((component) => {
        loaded = component;
        setContent(() => component);
      });
    }, [Content]);
    return Content ? <Content {...props} /> : null;
  };
}
