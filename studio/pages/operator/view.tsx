import { useEffect, useRef } from "preact/hooks";
import type { SharedView } from "../../displays/shared-view.js";
import { useSignal } from "../../signal.js";
import type { OpenScene } from "../../state.js";
import { texts as common } from "../../texts/common.js";
import { texts } from "../../texts/operator.js";
import { followGround } from "../../viewport/follow-ground.js";
import { loadViewport } from "../../viewport/load.js";
import type { Viewport, ViewportListener } from "../../viewport/viewport.js";
import type { FrameReader } from "../../worker/channel.js";
import { HEAD } from "../../worker/frame.js";
import type { Seat } from "./seat.js";

/** What the operator sees. three.js is loaded here, after the rest of the page. */
export function SeatView({ seat }: { seat: Seat }) {
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => attach(seat, host.current), [seat]);
  const scene = useSignal(seat.studio.scene);
  return (
    <>
      {/* the picture: keys belong to the levers, so it takes no focus */}
      <div class="viewport seat-viewport" ref={host} role="img" aria-label={texts.view} />
      {scene && !seat.cab && <p class="seat-none">{texts.noSeat}</p>}
    </>
  );
}

/** Frames of a scene, which tell the seat what they show. */
function watched(frames: FrameReader, seat: Seat, shared: SharedView): FrameReader {
  return {
    latest() {
      const frame = frames.latest();
      if (frame) {
        seat.shownStamp = frame.head[HEAD.stamp];
        seat.gauge?.take(frame.poses);
        shared.frame = frame;
      }
      return frame;
    },
    get moves() {
      return frames.moves ?? false;
    },
  };
}

function attach(seat: Seat, host: HTMLElement | null): () => void {
  if (!host) return () => undefined;
  const { studio } = seat;
  let ended = false;
  const endings: (() => void)[] = [];
  const begin = async () => {
    const { Viewport } = await loadViewport();
    if (ended) return;
    const listener: ViewportListener = {
      grid: () => undefined,
      picked: () => undefined,
      frameRate: (rate) => {
        seat.frameRate = rate;
      },
      cameraLeft: () => studio.cameras.hear(),
    };
    const view = new Viewport(host, listener, true);
    view.points = false;
    studio.viewport = view;
    view.setTheme(studio.theme.value);
    const { SeatDisplay } = await import("../../displays/seat-display.js");
    const { SharedView } = await import("../../displays/shared-view.js");
    if (ended) {
      view.dispose();
      return;
    }
    const displays = new SeatDisplay(view, seat);
    seat.displays = displays;
    const shared = new SharedView(studio.simulation);
    displays.shared = (camera) => shared.picture(camera);
    const show = (scene: OpenScene | null) => {
      if (!scene) return;
      if (!scene.kept) studio.cameras.reset();
      shared.show(scene.description);
      view.show(scene.description, watched(scene.frames, seat, shared), scene.kept);
      displays.show(scene.description);
      if (!scene.kept) sit(seat, view);
    };
    show(studio.scene.value);
    view.setRunning(studio.status.value?.running ?? false);
    endings.push(
      view.watchPictures(() => {
        studio.pictured.value = true;
        seat.drawn();
      }),
      () => {
        shared.dispose();
        seat.displays = null;
        displays.dispose();
      },
      () => view.dispose(),
      ...followGround(studio.simulation, view),
      studio.theme.subscribe((theme) => view.setTheme(theme)),
      studio.scene.subscribe(show),
      studio.status.subscribe((status) => view.setRunning(status?.running ?? false)),
    );
  };
  begin().catch((error) => {
    console.warn(error);
    studio.notice.value = { kind: "error", text: common.noGraphics };
  });
  return () => {
    ended = true;
    studio.viewport = null;
    for (const end of endings) end();
  };
}

/** Looks from the cab, if there is one. */
function sit({ studio, cab }: Seat, view: Viewport): void {
  if (!cab) return;
  studio.cameras.take(cab);
  view.invalidate();
}
