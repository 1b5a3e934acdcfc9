/** The parts of the window in visual order: top bar, left, view, right, bottom. `F6` goes from one to the next. */

/** What can have the focus. */
const FOCUSABLE =
  "a[href], button, input, select, textarea, summary, [tabindex]:not([tabindex='-1']), [contenteditable='true']";

/** Moves the focus to the next (1) or previous (−1) part of the window; after the last comes the first. */
export function focusRegion(direction: 1 | -1): void {
  const regions = findRegions().filter((region) => firstIn(region) !== null);
  if (regions.length === 0 || document.querySelector("dialog[open]")) return;
  const here = regions.findIndex((region) => region.contains(document.activeElement));
  const next = here < 0 ? (direction > 0 ? 0 : regions.length - 1) : here + direction;
  firstIn(regions[(next + regions.length) % regions.length])?.focus();
}

/** Parts of the page that is shown. */
function findRegions(): HTMLElement[] {
  const page = [...document.querySelectorAll<HTMLElement>(".page")].find((element) => !element.inert);
  if (!page) return [];
  const view = page.querySelector<HTMLElement>(".stage-area");
  const docked = [...page.querySelectorAll<HTMLElement>(".dv-groupview")];
  if (docked.length === 0 || !view) return visible(page, ".top, header, nav, aside, .region, main");
  const area = view.getBoundingClientRect();
  const groups = docked.filter((group) => isShown(group) && !overlaps(group.getBoundingClientRect(), area));
  const order = (element: HTMLElement) => sideOf(element.getBoundingClientRect(), area);
  groups.sort((a, b) => order(a) - order(b));
  const before = groups.filter((group) => order(group) < 2);
  return [...visible(page, ".top"), ...before, view, ...groups.filter((group) => order(group) > 2)];
}

/** Elements that are not within another one of them. */
function visible(page: HTMLElement, selector: string): HTMLElement[] {
  const all = [...page.querySelectorAll<HTMLElement>(selector)].filter(isShown);
  return all.filter((element) => !all.some((other) => other !== element && other.contains(element)));
}

/** 1: left of the view, 3: right of it, 4: below, or above. */
function sideOf(box: DOMRect, view: DOMRect): number {
  if (box.right <= view.left + 1) return 1;
  return box.left >= view.right - 1 ? 3 : 4;
}

function overlaps(a: DOMRect, b: DOMRect): boolean {
  return a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
}

function isShown(element: HTMLElement): boolean {
  return element.checkVisibility({ visibilityProperty: true }) && element.clientWidth > 0;
}

/** Where the focus goes in a region: to the picture of the view, else to what comes first. */
function firstIn(region: HTMLElement): HTMLElement | null {
  const picture = region.querySelector<HTMLElement>(".viewport");
  if (picture) return picture;
  return [...region.querySelectorAll<HTMLElement>(FOCUSABLE)].find((element) => isFree(element)) ?? null;
}

function isFree(element: HTMLElement): boolean {
  return isShown(element) && !element.matches(":disabled") && element.tabIndex >= 0;
}
