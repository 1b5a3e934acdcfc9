/** A plane that cuts the picture open: anything in front of it is left out, and cut bodies show a flat inside. */
import { type Material, Plane, Vector3, type WebGLRenderer } from "three";

export type SectionAxis = "x" | "y" | "z";

const AXES: Record<SectionAxis, Vector3> = {
  x: new Vector3(1, 0, 0),
  y: new Vector3(0, 1, 0),
  z: new Vector3(0, 0, 1),
};

export class Section {
  private readonly renderer: WebGLRenderer;
  private readonly plane = new Plane();
  axis: SectionAxis | null = null;
  /** Place of the plane along its axis, m. */
  offset = 0;

  constructor(renderer: WebGLRenderer) {
    this.renderer = renderer;
  }

  /** Cuts across `axis` at `offset` (m); the side of the eye is left out. Null: no cut. */
  set(axis: SectionAxis | null, offset: number, eye: Vector3): void {
    this.axis = axis;
    this.offset = offset;
    this.face(eye);
    this.renderer.clippingPlanes = axis ? [this.plane] : [];
  }

  /** Turns the plane when the eye has gone to its other side. */
  face(eye: Vector3): void {
    if (!this.axis) return;
    const normal = AXES[this.axis];
    const side = normal.dot(eye) > this.offset ? -1 : 1;
    this.plane.normal.copy(normal).multiplyScalar(side);
    this.plane.constant = -side * this.offset;
  }
}

/** The axis that one looks along most. */
export function facedAxis(direction: Vector3): SectionAxis {
  const [x, y, z] = [Math.abs(direction.x), Math.abs(direction.y), Math.abs(direction.z)];
  return x >= y && x >= z ? "x" : y >= z ? "y" : "z";
}

/** Seen from inside, a surface is flat and dark: where a solid is cut that reads as its cross-section. */
export function markInside(material: Material): void {
  material.onBeforeCompile = (shader) => {
    shader.fragmentShader = shader.fragmentShader.replace(
      "#include <opaque_fragment>",
      `#include <opaque_fragment>
      #if NUM_CLIPPING_PLANES > 0
      if (!gl_FrontFacing) gl_FragColor.rgb = 0.35 * diffuseColor.rgb;
      #endif`,
    );
  };
}
