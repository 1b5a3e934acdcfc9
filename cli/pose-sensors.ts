/** `--poses`: a table of sensors that holds the pose of every body that moves. */
import type { UntypedSpec } from "stiction";

interface Entry {
  readonly name?: unknown;
  readonly type?: unknown;
}

/**
 * The scene with a sensor for position and orientation of every body that is not static, after its own ones. A scene
 * whose lists make no sense is returned as it is; `compile` names the problem.
 */
export function withPoses(spec: UntypedSpec): UntypedSpec {
  const { bodies, sensors = [] } = spec as { bodies?: unknown; sensors?: unknown };
  if (!Array.isArray(bodies) || !Array.isArray(sensors)) return spec;
  const moving = (bodies as readonly (Entry | null)[]).filter((body) => body?.type !== "static");
  const poses = moving.flatMap((body) =>
    typeof body?.name === "string" ? [`body/${body.name}/position`, `body/${body.name}/orientation`] : [],
  );
  return { ...spec, sensors: [...sensors, ...poses.filter((pose) => !sensors.includes(pose))] } as UntypedSpec;
}
