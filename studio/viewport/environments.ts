/** Which environment the view has: by menu, by the address, and remembered; or as each scene declares it. */
import { Signal } from "../signal.js";
import type { Studio } from "../state.js";
import { inAddress, toAddress } from "../view-address.js";

/** What can be chosen: `scene` is the environment that the scene declares. */
export const ENVIRONMENT_CHOICES = ["scene", "void", "lab", "site"] as const;
export type EnvironmentChoice = (typeof ENVIRONMENT_CHOICES)[number];

const KEY = "stiction.environment";

export class Environments {
  readonly chosen: Signal<EnvironmentChoice>;

  constructor(studio: Studio) {
    this.chosen = new Signal<EnvironmentChoice>(named() ?? remembered());
    this.chosen.subscribe((choice) => {
      store(choice);
      write(choice);
    });
    studio.scene.subscribe((open) => {
      if (!open) return;
      const wanted = named();
      if (wanted) this.chosen.value = wanted;
      else write(this.chosen.value);
    });
    addEventListener("hashchange", () => {
      const wanted = named();
      if (wanted) this.chosen.value = wanted;
    });
  }
}

function isChoice(text: string | null): text is EnvironmentChoice {
  return (ENVIRONMENT_CHOICES as readonly (string | null)[]).includes(text);
}

/** The choice that the address names, or null. */
function named(): EnvironmentChoice | null {
  const text = inAddress("environment");
  return isChoice(text) ? text : null;
}

function write(choice: EnvironmentChoice): void {
  toAddress("environment", choice === "scene" ? null : choice);
}

function remembered(): EnvironmentChoice {
  try {
    const text = localStorage.getItem(KEY);
    return isChoice(text) ? text : "scene";
  } catch {
    return "scene";
  }
}

function store(choice: EnvironmentChoice): void {
  try {
    localStorage.setItem(KEY, choice);
  } catch {
    // private windows may forbid it; then it is not remembered
  }
}
