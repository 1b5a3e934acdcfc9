/** The files of Compose and Kubernetes in the manual: what they start is what the tool has, and their parts fit each other. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { createProgram } from "../../cli/program.js";
import { blocksOf, pages } from "../docs/markdown.js";
import { root } from "../support/tree.js";

const blocks = pages().flatMap((page) => blocksOf(page));
const file = (name: string) => parse(blocks.find((block) => block.file === name)?.text ?? "");
const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));

/** Checks `npx … stiction worker --queue redis://host:port`; returns the host. */
function hostOf(words: readonly string[]): string {
  const at = words.lastIndexOf("stiction");
  const packages = words.slice(0, at).flatMap((word, k) => (words[k - 1] === "-p" ? [word] : []));
  // the package itself, and the two that it only loads for a queue
  expect(packages).toEqual([manifest.name, "bullmq", "ioredis"]);
  for (const name of packages.slice(1)) expect(manifest.peerDependencies).toHaveProperty(name);
  const [name, ...args] = words.slice(at + 1);
  const command = createProgram().commands.find((one) => one.name() === name);
  expect(command?.parseOptions(args)).toEqual({ operands: [], unknown: [] });
  const url = new URL(command?.opts().queue);
  expect([url.protocol, url.port]).toEqual(["redis:", "6379"]);
  return url.hostname;
}

const nodeOf = (image: string) => Number(/^node:(\d+)$/.exec(image)?.[1]);
const oldest = Number(/\d+/.exec(manifest.engines.node)?.[0]);

test("the file of Compose starts a Redis that keeps its queue, and workers that find it", () => {
  const { services, volumes } = file("compose.yaml");
  expect(hostOf(services.worker.command.split(" "))).toBe("redis");
  expect(services.worker.depends_on).toEqual(["redis"]);
  expect(nodeOf(services.worker.image)).toBeGreaterThanOrEqual(oldest);
  expect(services.redis.command).toBe("redis-server --appendonly yes");
  expect(services.redis.ports).toEqual(["6379:6379"]);
  // where the image of Redis keeps its files
  const [volume, path] = services.redis.volumes[0].split(":");
  expect([Object.keys(volumes), path]).toEqual([[volume], "/data"]);
});

test("the file of Kubernetes starts the same, with labels that select their pods", () => {
  const { kind, items } = file("kubernetes.yaml");
  expect([kind, items.map((item: { kind: string }) => item.kind)]).toEqual([
    "List",
    ["Service", "StatefulSet", "Deployment"],
  ]);
  const [service, redis, workers] = items;
  for (const { apiVersion, spec } of [redis, workers]) {
    expect(apiVersion).toBe("apps/v1");
    expect(spec.template.metadata.labels).toEqual(spec.selector.matchLabels);
  }
  expect(service.spec.selector).toEqual(redis.spec.selector.matchLabels);
  expect(redis.spec.serviceName).toBe(service.metadata.name);
  const [server] = redis.spec.template.spec.containers;
  expect(server.args).toEqual(["--appendonly", "yes"]);
  expect(server.ports[0].containerPort).toBe(service.spec.ports[0].port);
  expect(server.volumeMounts).toEqual([{ name: redis.spec.volumeClaimTemplates[0].metadata.name, mountPath: "/data" }]);
  const [worker] = workers.spec.template.spec.containers;
  expect(hostOf(worker.command)).toBe(service.metadata.name);
  expect(nodeOf(worker.image)).toBeGreaterThanOrEqual(oldest);
});
