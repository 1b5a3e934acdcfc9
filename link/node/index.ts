/// <reference types="node" />
/**
 * `stiction/link/node`: the link over sockets, in Node. The packages ws, mqtt and yaml are loaded when they are needed.
 *
 * @module stiction/link/node
 */
export { type OpenSource, openSource } from "./device-sources.js";
export { PacedRun, type PacedRunOptions } from "./paced-run.js";
export { type LinkPort, listenUdp } from "./udp.js";
export { listenWebSocket } from "./websocket.js";
