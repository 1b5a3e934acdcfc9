/**
 * Footprints coloured by pressure, and the volumes in which solids overlap. Drawn over bodies: both lie inside them.
 */
import {
  BufferAttribute,
  BufferGeometry,
  Color,
  DoubleSide,
  DynamicDrawUsage,
  Group,
  Mesh,
  MeshBasicMaterial,
  ShaderMaterial,
} from "three";
import type { OverlayParts } from "../worker/services/overlay-protocol.js";
import { magnitudeColor } from "./colors.js";

/** Below this part of the top a footprint fades out: zero is transparent, not dark. */
const FADE = 0.04;

export class FieldMeshes {
  readonly root = new Group();
  private readonly prints = new Mesh(
    new BufferGeometry(),
    new MeshBasicMaterial({
      vertexColors: true,
      transparent: true,
      depthTest: false,
      depthWrite: false,
      toneMapped: false,
      side: DoubleSide,
    }),
  );
  private readonly volumes = new Mesh(
    new BufferGeometry(),
    new ShaderMaterial({
      vertexShader: "void main() { gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0); }",
      fragmentShader: HATCH,
      transparent: true,
      depthTest: false,
      depthWrite: false,
      toneMapped: false,
      side: DoubleSide,
      uniforms: { color: { value: new Color() } },
    }),
  );
  private readonly color = new Color();

  constructor() {
    for (const mesh of [this.volumes, this.prints]) {
      mesh.frustumCulled = false;
      mesh.visible = false;
      mesh.renderOrder = mesh === this.prints ? 8 : 7; // pressure over the volume that it comes from
      this.root.add(mesh);
    }
  }

  setColor(pen: Color): void {
    (this.volumes.material as ShaderMaterial).uniforms.color.value.copy(pen);
  }

  hide(): void {
    this.prints.visible = this.volumes.visible = false;
  }

  /** Pressures over `top` (N/m²) as colours. */
  showFootprints({ points, pressure }: NonNullable<OverlayParts["footprints"]>, top: number): void {
    const geometry = fresh(this.prints, points);
    const colors = new Float32Array((4 * points.length) / 3);
    for (let v = 0; v < pressure.length; v++) {
      const part = top > 0 ? pressure[v] / top : 0;
      magnitudeColor(part, this.color).toArray(colors, 4 * v);
      colors[4 * v + 3] = 0.92 * Math.min(1, Math.max(0, part / FADE));
    }
    geometry.setAttribute("color", new BufferAttribute(colors, 4));
    this.prints.visible = points.length > 0;
  }

  showVolumes({ points }: NonNullable<OverlayParts["volumes"]>): void {
    fresh(this.volumes, points);
    this.volumes.visible = points.length > 0;
  }

  dispose(): void {
    for (const mesh of [this.prints, this.volumes]) {
      mesh.geometry.dispose();
      (mesh.material as MeshBasicMaterial).dispose();
    }
    this.root.removeFromParent();
  }
}

/** Largest pressure of the footprints, N/m². */
export function mostPressure({ pressure }: NonNullable<OverlayParts["footprints"]>): number {
  return pressure.reduce((most, p) => Math.max(most, p), 0);
}

function fresh(mesh: Mesh, points: Float32Array): BufferGeometry {
  mesh.geometry.dispose();
  mesh.geometry = new BufferGeometry();
  const attribute = new BufferAttribute(points, 3);
  attribute.setUsage(DynamicDrawUsage);
  mesh.geometry.setAttribute("position", attribute);
  return mesh.geometry;
}

// Stripes at 45°, 8 px apart.
const HATCH = /* glsl */ `
uniform vec3 color;
void main() {
  float stripe = step(0.5, fract((gl_FragCoord.x + gl_FragCoord.y) / 8.0));
  gl_FragColor = vec4(color, mix(0.12, 0.5, stripe));
  #include <colorspace_fragment>
}`;
