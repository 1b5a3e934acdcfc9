import { useEffect, useRef } from "preact/hooks";
import { storedDisplay } from "../../displays/display-settings.js";
import { Signal } from "../../signal.js";
import type { Studio } from "../../state.js";
import { texts } from "../../texts/operator.js";
import { loadViewport } from "../../viewport/load.js";
import { cabOf } from "./cab.js";

/** Numbers of the screens beside the middle one, from the left. */
const SIDES: Readonly<Record<string, number>> = { left: 0, middle: 1, right: 2 };
/** Time until the ground is drawn and can take what the other window tells, ms; asked again for as long. */
const GREETING = 1000;

/** One screen of a wall in a window of its own; the seat is in another window. */
export function WallScreen({ studio, side }: { studio: Studio; side: string }) {
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => attach(studio, host.current, SIDES[side] ?? 1), [studio, side]);
  return (
    <div class="operator wall-screen">
      <div class="viewport seat-viewport" ref={host} role="img" aria-label={texts.screen(side)} />
    </div>
  );
}

function attach(studio: Studio, host: HTMLElement | null, screen: number): () => void {
  if (!host) return () => undefined;
  let ended = false;
  const endings: (() => void)[] = [];
  const begin = async () => {
    const { Viewport } = await loadViewport();
    const { SeatDisplay } = await import("../../displays/seat-display.js");
    const { FollowedView } = await import("../../displays/shared-view.js");
    if (ended) return;
    const view = new Viewport(host, { grid: () => undefined, picked: () => undefined, frameRate: () => undefined });
    view.points = false;
    studio.viewport = view;
    const display = new SeatDisplay(view, {
      display: new Signal(storedDisplay()),
      light: new Signal(false),
      rearCanvas: null,
      get cab() {
        return cabOf(studio.scene.value?.description);
      },
    });
    const followed = new FollowedView(view);
    display.only = screen;
    display.place = (camera) => followed.place(camera);
    // this window's own simulation only knows what the scene looks like
    const rest = () => studio.simulation.pause();
    const show = () => {
      const { value: scene } = studio.scene;
      if (!scene) return;
      view.show(scene.description, followed);
      display.show(scene.description);
    };
    show();
    const greetings = setInterval(() => {
      followed.greet();
      if (view.drawn > 10) clearInterval(greetings);
    }, GREETING);
    endings.push(
      () => clearInterval(greetings),
      studio.scene.subscribe(show),
      studio.status.subscribe((status) => {
        if (status?.running) rest();
      }),
      () => followed.dispose(),
      () => display.dispose(),
      () => view.dispose(),
    );
  };
  void begin();
  return () => {
    ended = true;
    studio.viewport = null;
    for (const end of endings) end();
  };
}
