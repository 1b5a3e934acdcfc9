/**
 * The script for other pages: defines the tag, with the worker inside, since a worker may not come from another site.
 */
import { StictionScene } from "./element.js";

/** The worker's script, put in by scripts/embed.mjs. */
declare const WORKER_SOURCE: string;

let address = "";

StictionScene.makeWorker = () => {
  address ||= URL.createObjectURL(new Blob([WORKER_SOURCE], { type: "text/javascript" }));
  return new Worker(address, { name: "stiction" });
};

if (!customElements.get("stiction-scene")) customElements.define("stiction-scene", StictionScene);
