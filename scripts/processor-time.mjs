// @ts-check
/** Processor time of a process and all its descendants, from /proc. */
import { readdirSync, readFileSync } from "node:fs";

/** /proc counts in hundredths of a second on every Linux. */
const TICKS_PER_SECOND = 100;

/** @typedef {{ parent: number, seconds: number }} Entry own time and that of children that have ended */

/** Every process, from /proc; empty where there is none. @returns {Map<number, Entry>} */
function allProcesses() {
  /** @type {Map<number, Entry>} */
  const all = new Map();
  let names;
  try {
    names = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  } catch {
    return all;
  }
  for (const name of names) {
    try {
      // "pid (name) state ppid … utime stime cutime cstime" (fields 14–17); the name may hold spaces and brackets
      const stat = readFileSync(`/proc/${name}/stat`, "utf8");
      const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
      const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
      all.set(Number(name), { parent: Number(fields[1]), seconds: ticks / TICKS_PER_SECOND });
    } catch {
      // ended meanwhile
    }
  }
  return all;
}

/** All processes below `pid`. @param {number} pid @param {Map<number, Entry>} [all] @returns {number[]} */
export function descendants(pid, all = allProcesses()) {
  /** @type {Map<number, number[]>} */
  const childrenOf = new Map();
  for (const [child, { parent }] of all) childrenOf.set(parent, [...(childrenOf.get(parent) ?? []), child]);
  /** @type {number[]} */
  const found = [];
  for (const queue = [pid]; queue.length > 0; ) {
    const next = childrenOf.get(/** @type {number} */ (queue.pop())) ?? [];
    found.push(...next);
    queue.push(...next);
  }
  return found;
}

/** Processor time so far of a process, of those below it, and of those below it that have ended, s. @param {number} [pid] */
export function processorSeconds(pid = process.pid) {
  const all = allProcesses();
  if (all.size === 0) {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1e6;
  }
  return [pid, ...descendants(pid, all)].reduce((sum, id) => sum + (all.get(id)?.seconds ?? 0), 0);
}
