/**
 * Small pictures of one scene in several engines: one WebGL context draws all of them and copies each to the canvas of
 * its card.
 */
import {
  ACESFilmicToneMapping,
  BufferAttribute,
  BufferGeometry,
  DoubleSide,
  Group,
  LineBasicMaterial,
  LineSegments,
  Mesh,
  MeshLambertMaterial,
  PerspectiveCamera,
  Scene,
  Vector3,
  WebGLRenderer,
} from "three";
import type { Theme } from "../../theme.js";
import { drawnParts } from "../../viewport/drawn-parts.js";
import { bodyColor, STAGE } from "../../viewport/palette.js";
import { Stage } from "../../viewport/stage.js";
import type { OpenedEngine } from "../../worker/engines-protocol.js";
import { POSE_SIZE } from "../../worker/frame.js";

const FIELD_OF_VIEW = 29;
/** Brightness of static bodies. */
const SCENERY: Readonly<Record<Theme, number>> = { dark: 0.28, light: 1 };

export class SmallViewer {
  private readonly renderer = new WebGLRenderer({ antialias: true, alpha: true });
  private readonly scene = new Scene();
  private readonly camera = new PerspectiveCamera(FIELD_OF_VIEW, 1);
  private readonly stage = new Stage(this.scene, 512);
  private readonly groups: Group[];
  private readonly owned: { dispose(): void }[] = [];
  private readonly edges = new LineBasicMaterial({ transparent: true, toneMapped: false });
  private readonly view: OpenedEngine["view"];
  private readonly target = new Vector3();

  constructor({ scene, view }: OpenedEngine, theme: Theme) {
    this.view = view;
    this.groups = scene.bodies.map(() => new Group());
    this.scene.add(...this.groups);
    this.camera.up.set(0, 0, 1);
    const forms = scene.geometries.map(({ positions, normals, edges }) => {
      const surface = new BufferGeometry();
      surface.setAttribute("position", new BufferAttribute(positions, 3));
      surface.setAttribute("normal", new BufferAttribute(normals, 3));
      const lines = new BufferGeometry();
      lines.setAttribute("position", new BufferAttribute(edges, 3));
      this.owned.push(surface, lines);
      return { surface, lines };
    });
    const moving = scene.bodies.flatMap(({ type }, b) => (type === "static" ? [] : [b]));
    for (const { body, geometry, position, orientation, look } of drawnParts(scene)) {
      const { type, color } = scene.bodies[body];
      const material = new MeshLambertMaterial({
        color: scene.looks[look]?.color ?? bodyColor(moving.indexOf(body) + 1, type, color),
        side: DoubleSide,
        polygonOffset: true,
        polygonOffsetFactor: 1,
        polygonOffsetUnits: 1,
      });
      // scenery is dimmer than moving bodies
      if (type === "static") material.color.multiplyScalar(SCENERY[theme]);
      this.owned.push(material);
      const { surface, lines } = forms[geometry];
      for (const object of [new Mesh(surface, material), new LineSegments(lines, this.edges)]) {
        object.position.set(position[0], position[1], position[2]);
        object.quaternion.fromArray(orientation as number[]);
        this.groups[body].add(object);
      }
    }
    this.renderer.toneMapping = ACESFilmicToneMapping;
    this.renderer.toneMappingExposure = STAGE[theme].exposure;
    this.edges.color.set(STAGE[theme].edge);
    this.edges.opacity = STAGE[theme].edgeOpacity;
    this.stage.setTheme(theme);
    this.stage.setScene(false, view.ground);
    this.stage.setShadows(0);
  }

  /** Draws the bodies in the given poses on a canvas. */
  draw(canvas: HTMLCanvasElement, poses: Float32Array): void {
    const ratio = Math.min(devicePixelRatio, 2);
    const width = Math.max(1, Math.round(canvas.clientWidth * ratio));
    const height = Math.max(1, Math.round(canvas.clientHeight * ratio));
    const context = canvas.getContext("2d");
    if (!context) return;
    this.groups.forEach((group, b) => {
      group.position.fromArray(poses, POSE_SIZE * b);
      group.quaternion.fromArray(poses, POSE_SIZE * b + 3);
    });
    this.look(poses, width / height);
    const { domElement } = this.renderer;
    if (domElement.width !== width || domElement.height !== height) this.renderer.setSize(width, height, false);
    this.renderer.render(this.scene, this.camera);
    if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
    context.clearRect(0, 0, width, height);
    context.drawImage(domElement, 0, 0);
  }

  dispose(): void {
    for (const thing of this.owned) thing.dispose();
    this.edges.dispose();
    this.renderer.dispose();
    this.renderer.forceContextLoss();
  }

  private look(poses: Float32Array, aspect: number): void {
    const { eye, target, follow } = this.view;
    const at = follow === null ? 0 : POSE_SIZE * (follow + 1);
    const moved = (p: readonly number[]) =>
      follow === null ? new Vector3(...p) : new Vector3(p[0] + poses[at], p[1] + poses[at + 1], p[2] + poses[at + 2]);
    this.target.copy(moved(target));
    this.camera.position.copy(moved(eye));
    const distance = this.camera.position.distanceTo(this.target);
    this.camera.aspect = aspect;
    this.camera.near = distance / 50;
    this.camera.far = 50 * distance;
    this.camera.lookAt(this.target);
    this.camera.updateProjectionMatrix();
    this.stage.follow(this.target, distance);
  }
}
