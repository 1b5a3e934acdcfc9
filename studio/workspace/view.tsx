import { Notices } from "../panels/notices.js";
import { StagePanel } from "../panels/stage.js";
import type { Studio } from "../state.js";

/** The picture of the scene, and messages over it. */
export function View({ studio }: { studio: Studio }) {
  return (
    <main class="stage-area">
      <StagePanel studio={studio} />
      <Notices studio={studio} />
    </main>
  );
}
