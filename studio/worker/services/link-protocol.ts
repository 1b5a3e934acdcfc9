/** A simulation that runs elsewhere: requests and replies. Types only. */
export type LinkRequest =
  /**
   * Follow the simulation behind a WebSocket: the open scene shows its state and steps no more. `watch`: its levers
   * are left alone.
   */
  { readonly type: "link-open"; readonly url: string; readonly watch?: boolean } | { readonly type: "link-close" };

export type LinkReply = {
  readonly type: "link";
  /** Whether the state comes, whether the levers are on hold, and why. */
  readonly connected: boolean;
  readonly held: boolean;
  readonly text: string;
};
