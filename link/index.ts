/**
 * `stiction/link`: hardware and people in the loop, in Node and in the browser. It knows no sockets: bytes go in and out.
 * `stiction/link/node` has UDP, WebSocket, TCP, serial lines and MQTT.
 *
 * @module stiction/link
 */
export { LinkClient, type LinkClientOptions, type LinkSocket } from "./client/link-client.js";
export { LinkedSeat, type LinkedSeatOptions, type LinkedSeatState } from "./client/linked-seat.js";
export { CueHub, type Seat, seatOf } from "./cues/hub.js";
export { CUE_SIZE, type MotionCueOptions, MotionCues } from "./cues/motion-cues.js";
export { SeatMotion } from "./cues/seat-motion.js";
export { DeviceBridge } from "./devices/bridge.js";
export { type InputMap, type MapEntry, parseInputMap, type SourceSpec, shapeAxis } from "./devices/input-map.js";
export { type AxisValue, parseLine } from "./devices/lines.js";
export { Follower, type FollowOptions } from "./follow/follower.js";
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
export { StreamHub } from "./stream/hub.js";
export type { PacketHead, StreamEvent, StreamRecord } from "./stream/packet.js";
export { HEIGHT_QUANTUM, POSITION_QUANTUM, QUATERNION_SCALE } from "./stream/quantize.js";
export { type StreamLoad, type StreamSoil, VOLUME_QUANTUM } from "./stream/soil.js";
export { STREAM_RATE, StreamSource, type StreamSourceOptions } from "./stream/source.js";
export type { Subscription } from "./stream/subscription.js";
export { StreamViewer, type StreamViewerOptions } from "./stream/viewer.js";
