import { decodeLink, encodeLink } from "../protocol/codec.js";
import { LinkError, type LinkFields, type LinkMessage } from "../protocol/messages.js";

/** The part of a WebSocket that a client needs. */
export interface LinkSocket {
  binaryType: string;
  readonly readyState: number;
  onopen: (() => void) | null;
  onclose: (() => void) | null;
  onerror: (() => void) | null;
  onmessage: ((event: { readonly data: unknown }) => void) | null;
  send(wire: Uint8Array | string): void;
  close(): void;
}

/** How a client reaches a server, and what it does with what comes. */
export interface LinkClientOptions {
  readonly url: string;
  /** Opens a connection: `(url) => new WebSocket(url)`. */
  readonly open: (url: string) => LinkSocket;
  readonly hello: LinkFields<"hello">;
  /** Calls `work` after so many ms. */
  readonly later: (work: () => void, delay: number) => void;
  onMessage(message: LinkMessage): void;
  /** Connected and welcome, or not, and why. */
  onState?(connected: boolean, text: string): void;
}

/** Time until a lost connection is tried again, ms. */
const RETRY = 1000;
const OPEN = 1;

/** A peer over a WebSocket, in a page, a worker or Node. Says hello, connects again when the connection is lost. */
export class LinkClient {
  private readonly options: LinkClientOptions;
  private socket: LinkSocket | null = null;
  private session = 0;
  private sequence = 0;
  private closed = false;
  private refusal = "";

  constructor(options: LinkClientOptions) {
    this.options = options;
    this.connect();
  }

  get connected(): boolean {
    return this.session !== 0;
  }

  /** Sends a message; false while there is no connection. */
  send(message: LinkMessage): boolean {
    if (this.socket?.readyState !== OPEN || (this.session === 0 && message.type !== "hello")) return false;
    this.sequence = (this.sequence + 1) >>> 0;
    this.socket.send(encodeLink({ session: this.session, sequence: this.sequence, message }));
    return true;
  }

  close(): void {
    this.send({ type: "bye", reason: "it left" });
    this.closed = true;
    this.socket?.close();
  }

  private connect(): void {
    if (this.closed) return;
    const socket = this.options.open(this.options.url);
    this.socket = socket;
    socket.binaryType = "arraybuffer";
    socket.onopen = () => this.send({ type: "hello", ...this.options.hello });
    socket.onmessage = ({ data }) => this.receive(data);
    socket.onerror = () => undefined;
    socket.onclose = () => this.lost();
  }

  private receive(data: unknown): void {
    try {
      const { message, session } = decodeLink(typeof data === "string" ? data : new Uint8Array(data as ArrayBuffer));
      if (message.type === "welcome") {
        this.session = session;
        this.refusal = "";
        this.options.onState?.(true, message.scene);
      } else if (message.type === "error") this.refusal = message.text;
      this.options.onMessage(message);
    } catch (error) {
      // a damaged message is as good as a lost one
      if (!(error instanceof LinkError)) throw error;
    }
  }

  private lost(): void {
    this.session = 0;
    if (this.closed) return;
    this.options.onState?.(
      false,
      this.refusal || `${this.options.url} does not answer; it is tried again every second`,
    );
    this.options.later(() => this.connect(), RETRY);
  }
}
