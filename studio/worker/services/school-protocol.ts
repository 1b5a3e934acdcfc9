/** A seat of a school: requests and replies. Types only. */
import type { FromSeat, SeatOrder, ToSeat } from "../../../server/protocol.js";

export type SchoolRequest =
  /** Connect to the school behind a WebSocket, as the seat that the browser's cookie names. */
  | { readonly type: "school-open"; readonly url: string }
  | { readonly type: "school-close" }
  /** The scene of an order is open: its frames go to the school. Null: the session is over. */
  | { readonly type: "school-run"; readonly order: SeatOrder | null }
  | { readonly type: "school-send"; readonly message: FromSeat };

export type SchoolReply =
  | { readonly type: "school"; readonly message: ToSeat }
  /** Whether the school is reached; `code` is that of the WebSocket that was closed, 0 where none was open. */
  | { readonly type: "school-state"; readonly connected: boolean; readonly code: number };
