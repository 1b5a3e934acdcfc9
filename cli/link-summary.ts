/** What `stiction link` reports: deadlines of the run, and round trip and jitter of every peer. */
import { type RealTimeReport, stateHash } from "stiction";
import type { LinkHost, PeerReport, TimesReport } from "stiction/link";
import type { PacedRun } from "stiction/link/node";
import { formatCount, formatNumber } from "./text/numbers.js";
import { style } from "./text/style.js";
import { formatFields, formatTable } from "./text/table.js";

/** Everything that the report says. Times in s. */
export interface LinkReport {
  readonly scene: string;
  readonly steps: number;
  readonly time: number;
  readonly stopped: "end" | "event" | "stopped";
  readonly refused: number;
  readonly realtime: RealTimeReport;
  readonly peers: readonly PeerReport[];
  readonly hash: string;
}

export function linkReport(host: LinkHost, run: PacedRun, stopped: LinkReport["stopped"]): LinkReport {
  const { model, data } = host.simulation;
  return {
    scene: model.name,
    steps: host.step,
    time: data.time,
    stopped,
    refused: host.refused,
    realtime: run.report(),
    peers: host.report(),
    hash: stateHash(data),
  };
}

const ms = (seconds: number) => (1000 * seconds).toFixed(2);
const four = ({ p50, p95, p99, max }: TimesReport) => [p50, p95, p99, max].map(ms);

export function reportLines(report: LinkReport): string[] {
  const { bold, dim } = style(process.stdout);
  const { realtime, peers } = report;
  const rows: string[][] = [["step", "computing", ...four(realtime)]];
  for (const peer of peers) {
    if (peer.role !== "controller") continue;
    rows.push([peer.name, "round trip", ...four(peer.roundTrip)], ["", "jitter", ...four(peer.jitter)]);
  }
  const titles = ["", "ms", "p50", "p95", "p99", "max"];
  return [
    ...formatFields(
      [
        ["steps", `${formatCount(report.steps)}, ${formatNumber(report.time)} s`],
        ["deadline", `${ms(realtime.timestep)} ms; ${formatCount(realtime.overruns)} steps took longer`],
        ["largest lag", `${ms(realtime.largestLag)} ms; ${formatNumber(realtime.lostTime)} s given up`],
        ["refused", `${formatCount(report.refused)} messages`],
        ["state", report.hash],
      ],
      0,
      dim,
    ),
    "",
    ...formatTable(
      titles.map((title, k) => ({ title, ...(k > 1 && { align: "decimal" as const }) })),
      rows,
      { titleStyle: bold },
    ),
    ...peers.map(
      ({ name, role, address, steps, repeated, losses, held }) =>
        `${name}: ${role} at ${address}${steps > 0 ? `, ${formatCount(steps)} steps in lock-step` : ""}, ${repeated} asked again, lost ${losses} times${held === null ? "" : `, on hold: ${held}`}`,
    ),
  ];
}

/** One line while it runs. */
export function liveText(host: LinkHost, run: PacedRun): string {
  const { p50, p99, overruns } = run.report();
  const peers = host.connected.map((peer) => {
    const trip = peer.roundTrip.count > 0 ? ` ${ms(peer.roundTrip.percentile(0.5))} ms` : "";
    return `${peer.name}${trip}${peer.hold === null ? "" : " HOLD"}`;
  });
  const who = peers.length === 0 ? "no one connected" : peers.join(" · ");
  return `t = ${host.simulation.data.time.toFixed(2)} s  step ${ms(p50)} / ${ms(p99)} ms  ${overruns} late  ${who}`;
}
