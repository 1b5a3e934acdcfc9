import type { MachineFile, MirrorFile, Point } from "./machine-file.js";

/** Cameras and mirrors of a machine for the `view` of a scene. */
export interface OperatorView {
  readonly cameras: {
    readonly name: string;
    readonly type: "seat";
    readonly body: string;
    readonly eye: number[];
    readonly target: number[];
    readonly fieldOfView: number;
  }[];
  readonly mirrors: {
    readonly name: string;
    readonly body: string;
    readonly position: number[];
    readonly normal: number[];
    readonly width: number;
    readonly height: number;
  }[];
  readonly seat: { readonly camera: string; readonly rear?: string };
}

/** Fields of view of cab and rear camera, rad. */
const CAB_FIELD = 1.1;
const REAR_FIELD = 1.3;

/** The seat of a machine: its camera in the cab, mirrors, and the camera at the rear. */
export function operatorView({ seat }: MachineFile, prefix = ""): OperatorView {
  const body = prefix + seat.body;
  const camera = (name: string, { eye, target }: Pick<typeof seat, "eye" | "target">, fieldOfView: number) => ({
    ...{ name, type: "seat" as const, body, eye: [...eye], target: [...target], fieldOfView },
  });
  const cab = `${prefix}Cabin`;
  const rear = `${prefix}Rear`;
  return {
    cameras: [camera(cab, seat, CAB_FIELD), ...(seat.rear ? [camera(rear, seat.rear, REAR_FIELD)] : [])],
    mirrors: (seat.mirrors ?? []).map((mirror) => ({
      ...{ name: prefix + mirror.name, body, position: [...mirror.at], normal: mirrorNormal(seat.eye, mirror) },
      ...{ width: mirror.width, height: mirror.height },
    })),
    seat: { camera: cab, ...(seat.rear && { rear }) },
  };
}

/** The normal halves the angle between the ways to the eye and to what is seen. */
function mirrorNormal(eye: Point, { at, shows }: MirrorFile): number[] {
  const toEye = unit(at, eye);
  const away = unit(at, shows);
  return toEye.map((x, i) => x + away[i]);
}

function unit(from: Point, to: Point): number[] {
  const d = to.map((x, i) => x - from[i]);
  const length = Math.sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
  return d.map((x) => x / length);
}
