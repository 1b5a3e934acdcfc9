/**
 * `stiction/link`: hardware and people in the loop, in Node and in the browser. It knows no sockets: bytes go in and out.
 * `stiction/link/node` has UDP, WebSocket, TCP, serial lines and MQTT.
 *
 * @module stiction/link
 */
export { type AppliedInput, LinkHost, type LinkHostOptions } from "./host/host.js";
export {
  INPUT_LOG_FORMAT,
  InputLog,
  type InputRecord,
  type InputReplay,
  isInputLog,
  readInputLog,
  replayInputs,
} from "./host/input-log.js";
export type { Hold, LinkRoute, Peer, PeerReport, TimesReport } from "./host/peer.js";
export type { LinkLog, LogLevel } from "./host/quiet-log.js";
export { decodeLink, encodeLink, type LinkForm } from "./protocol/codec.js";
export {
  LINK_MESSAGES,
  LINK_ROLES,
  LINK_VERSION,
  type LinkEnvelope,
  LinkError,
  type LinkFields,
  type LinkMessage,
  type LinkRole,
  type LinkType,
  MAX_MESSAGE,
  REFUSALS,
  type Refusal,
} from "./protocol/messages.js";
export { sceneHash } from "./scene-hash.js";
