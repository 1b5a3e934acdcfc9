/**
 * Two views of a seat side by side, drawn from its state stream: one from its cab, one from wherever the instructor
 * likes.
 */
import { useEffect, useRef, useState } from "preact/hooks";
import type { ExerciseRow, SeatRow } from "../../../server/protocol.js";
import { BEHIND_GLASS } from "../../displays/clear-glass.js";
import { RemoteScene, SILENT } from "../../viewport/remote-scene.js";
import type { Viewport } from "../../viewport/viewport.js";
import type { SceneSource } from "../../worker/protocol.js";
import { exerciseSource } from "../operator/school.js";
import { ConsoleIcon } from "./icon.js";
import type { ConsoleState } from "./state.js";
import { texts } from "./texts.js";

/** What runs on a seat: the scene of its exercise, or the one that it says it has open. */
function sourceOf(seat: SeatRow, exercises: readonly ExerciseRow[]): SceneSource | null {
  const { session, status } = seat;
  const busy = session?.state === "running" || session?.state === "paused";
  const scene = exercises.find(({ id }) => id === session?.exercise)?.scene;
  if (busy && scene) return exerciseSource(session.id, scene);
  return status?.scene ? { kind: "shipped", name: status.scene, params: {}, manned: true } : null;
}

export function SeatViews({
  state,
  seat,
  exercises,
}: {
  state: ConsoleState;
  seat: SeatRow;
  exercises: readonly ExerciseRow[];
}) {
  const cab = useRef<HTMLDivElement>(null);
  const free = useRef<HTMLDivElement>(null);
  const [told, setTold] = useState<string>(texts.connecting);
  const source = sourceOf(seat, exercises);
  const key = JSON.stringify(source);
  useEffect(() => {
    if (source === null || !cab.current || !free.current) return;
    let ended = false;
    const ends: (() => void)[] = [];
    const hosts = [cab.current, free.current];
    const begin = async () => {
      const { Viewport } = await import("../../viewport/viewport.js");
      if (ended) return;
      const url = `${location.origin.replace(/^http/, "ws")}/api/seats/${seat.id}/view`;
      const remote = new RemoteScene({
        source,
        url,
        theme: state.theme.value,
        onState: ({ connected, text }) => setTold(connected ? "" : text || texts.connecting),
        onError: setTold,
      });
      ends.push(() => remote.dispose());
      const views: Viewport[] = hosts.map((host) => new Viewport(host, SILENT));
      ends.push(...views.map((view) => () => view.dispose()));
      // the cab's camera is known when the scene is open
      remote.simulation.on("loaded", ({ scene }) => {
        const seated = scene.cameras.find(({ type }) => type === "seat");
        if (!seated) return;
        views[0].display = BEHIND_GLASS;
        setTimeout(() => remote.setCamera(views[0], seated.name));
      });
      for (const view of views) ends.push(remote.show(view));
      Object.assign(globalThis, { remote, views });
    };
    begin().catch((error: unknown) => setTold(String(error)));
    return () => {
      ended = true;
      for (const end of ends) end();
    };
  }, [key, seat.id, seat.connected, state]);
  return (
    <section class="views" aria-label={texts.views}>
      <figure>
        <div ref={cab} role="img" aria-label={texts.operatorView} />
        <figcaption>
          <ConsoleIcon name="tractor" />
          {texts.operatorView}
        </figcaption>
      </figure>
      <figure>
        <div ref={free} role="img" aria-label={texts.freeView} />
        <figcaption>
          <ConsoleIcon name="free" />
          {texts.freeView}
        </figcaption>
        {(told !== "" || seat.link !== null) && <output>{told || texts.behind(String(seat.link))}</output>}
      </figure>
    </section>
  );
}
