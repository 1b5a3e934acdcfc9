/** `#/operator/<scene>`: the operator's seat. */
import "./operator.css";
import { useEffect, useState } from "preact/hooks";
import { Notices } from "../../panels/notices.js";
import { isPanel, viewOption } from "../../route.js";
import { useSignal } from "../../signal.js";
import type { Studio } from "../../state.js";
import { texts } from "../../texts/operator.js";
import { lazy } from "../lazy.js";
import { type Dialog, SeatHeader } from "./header.js";
import { HelpCard } from "./help-card.js";
import { OverView } from "./over-view.js";
import { Panel } from "./panel.js";
import { Seat } from "./seat.js";
import { bindSeatKeys } from "./seat-keys.js";
import { SeatView } from "./view.js";

const Timeline = lazy(async () => (await import("../../time/timeline.js")).Timeline);
const DevicesCard = lazy(async () => (await import("./devices-card.js")).DevicesCard);
const DisplayCard = lazy(async () => (await import("./display-card.js")).DisplayCard);

const SchoolCard = lazy(async () => (await import("./school-card.js")).SchoolCard);
const SchoolOver = lazy(async () => (await import("./school-card.js")).SchoolOver);

const WallScreen = lazy(async () => (await import("./wall-screen.js")).WallScreen);

const PanelPage = lazy(async () => (await import("./panel-page.js")).PanelPage);

export function Operator({ studio }: { studio: Studio }) {
  if (isPanel(location.hash)) return <PanelPage studio={studio} />;
  const side = viewOption(location.hash, "screen");
  return side === null ? <OwnSeat studio={studio} /> : <WallScreen studio={studio} side={side} />;
}

function OwnSeat({ studio }: { studio: Studio }) {
  const [seat] = useState(() => new Seat(studio));
  const [dialog, open] = useState<Dialog>(null);
  const scene = useSignal(studio.scene);
  const pictured = useSignal(studio.pictured);
  useEffect(() => {
    // for the console and for tests
    Object.assign(globalThis, { seat });
    return seat.enter();
  }, [seat]);
  useEffect(() => bindSeatKeys(seat, (which) => open((before) => (before === which ? null : which))), [seat]);
  useEffect(() => {
    if (scene) document.title = texts.pageTitle(scene.description.title);
  }, [scene]);
  const order = useSignal(seat.school.order);
  // the view belongs to the exercise
  useEffect(() => {
    if (order) open(null);
  }, [order]);
  const close = () => open(null);
  return (
    <div class="operator">
      <SeatHeader seat={seat} dialog={dialog} open={open} />
      <main class="seat-view">
        <SeatView seat={seat} />
        <OverView seat={seat} />
        <SchoolOver seat={seat} />
        {dialog === "school" && <SchoolCard school={seat.school} close={close} />}
        {dialog === "help" && <HelpCard seat={seat} close={close} />}
        {dialog === "devices" && <DevicesCard seat={seat} close={close} />}
        {dialog === "display" && <DisplayCard seat={seat} close={close} />}
        <Notices studio={studio} />
      </main>
      <Panel seat={seat} />
      <footer class="seat-timeline" title={texts.rewind}>
        {pictured && <Timeline studio={studio} />}
      </footer>
    </div>
  );
}
