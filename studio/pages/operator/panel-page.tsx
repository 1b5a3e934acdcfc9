import { useEffect, useState } from "preact/hooks";
import { viewOption } from "../../route.js";
import { useSignal } from "../../signal.js";
import type { Studio } from "../../state.js";
import { texts } from "../../texts/operator.js";
import { Panel } from "./panel.js";
import { followSeat } from "./panel-link.js";
import { Seat } from "./seat.js";

/** Time between looks at the poses, ms. */
const PERIOD = 100;

/**
 * The touch panel alone: of the seat in another window of this browser, or with `link=` of a simulation elsewhere, for
 * a tablet beside the screens.
 */
export function PanelPage({ studio }: { studio: Studio }) {
  const [seat] = useState(() => new Seat(studio));
  useEffect(() => {
    // for the console and for tests
    Object.assign(globalThis, { seat });
    document.title = texts.pageTitle(texts.panel);
    return viewOption(location.hash, "link") === null ? follow(studio, seat) : sitAlone(studio, seat);
  }, [studio, seat]);
  useSignal(seat.tick);
  return (
    <main class="operator panel-page">
      {seat.machine ? <Panel seat={seat} /> : <p class="seat-none">{texts.panelWaits}</p>}
    </main>
  );
}

/** This window's own simulation is not used. */
function follow(studio: Studio, seat: Seat): () => void {
  const end = followSeat(seat);
  const rest = studio.status.subscribe((status) => {
    if (status?.running) studio.simulation.pause();
  });
  return () => {
    rest();
    end();
  };
}

/** A seat without a view: poses are looked at for the gauges. */
function sitAlone(studio: Studio, seat: Seat): () => void {
  const leave = seat.enter();
  const timer = setInterval(() => {
    const frame = studio.scene.value?.frames.latest();
    if (frame) seat.gauge?.take(frame.poses);
  }, PERIOD);
  return () => {
    clearInterval(timer);
    leave();
  };
}
