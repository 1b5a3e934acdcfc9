/** The bodies of a scene as three.js objects. */
import {
  BufferAttribute,
  BufferGeometry,
  DoubleSide,
  Group,
  LineBasicMaterial,
  LineSegments,
  type Material,
  Mesh,
  MeshBasicMaterial,
  MeshStandardMaterial,
} from "three";
import { LineMaterial } from "three/addons/lines/LineMaterial.js";
import { LineSegments2 } from "three/addons/lines/LineSegments2.js";
import { LineSegmentsGeometry } from "three/addons/lines/LineSegmentsGeometry.js";
import { POSE_SIZE } from "../worker/frame.js";
import type { SceneDescription } from "../worker/protocol.js";
import { bodyColor, STAGE, type Theme } from "./palette.js";

/** Width of outlines in planar scenes, px. */
const OUTLINE = 1.5;

export class Bodies {
  readonly root = new Group();
  /** One group per body, at its centre of mass. */
  readonly groups: Group[];
  private readonly owned: { dispose(): void }[] = [];
  private readonly edgeMaterial = new LineBasicMaterial({ transparent: true, toneMapped: false });
  private readonly outlineMaterial = new LineMaterial({
    linewidth: OUTLINE,
    toneMapped: false,
    depthTest: false,
    transparent: true,
  });

  constructor(scene: SceneDescription) {
    this.owned.push(this.edgeMaterial, this.outlineMaterial);
    this.groups = scene.bodies.map(() => new Group());
    this.root.add(...this.groups);
    const surfaces = scene.geometries.map(({ positions, normals }) => {
      const geometry = new BufferGeometry();
      geometry.setAttribute("position", new BufferAttribute(positions, 3));
      geometry.setAttribute("normal", new BufferAttribute(normals, 3));
      return this.own(geometry);
    });
    const edges = scene.geometries.map(({ edges }) => (scene.planar ? this.fatEdges(edges) : this.thinEdges(edges)));
    const materials = new Map<string, Material>();
    for (const shape of scene.shapes) {
      const { name, type, color } = scene.bodies[shape.body];
      const paint = bodyColor(shape.body, type, color);
      const material = materials.get(paint) ?? this.material(paint, scene.planar);
      materials.set(paint, material);
      const mesh = new Mesh(surfaces[shape.geometry], material);
      mesh.name = name;
      mesh.castShadow = mesh.receiveShadow = !scene.planar;
      const line = edges[shape.geometry]();
      for (const object of [mesh, line]) {
        object.position.set(shape.position[0], shape.position[1], shape.position[2]);
        object.quaternion.fromArray(shape.orientation as number[]);
        // planar bodies are painted one over the other, in their order
        if (scene.planar) object.renderOrder = 2 * shape.body + (object === mesh ? 0 : 1);
      }
      this.groups[shape.body].add(mesh, line);
    }
  }

  setTheme(theme: Theme): void {
    const colors = STAGE[theme];
    this.edgeMaterial.color.set(colors.edge);
    this.edgeMaterial.opacity = colors.edgeOpacity;
    this.outlineMaterial.color.set(colors.outline);
  }

  /** Puts every body where the frame has it. */
  place(poses: Float32Array): void {
    this.groups.forEach((group, b) => {
      group.position.fromArray(poses, POSE_SIZE * b);
      group.quaternion.fromArray(poses, POSE_SIZE * b + 3);
    });
  }

  dispose(): void {
    this.root.removeFromParent();
    for (const thing of this.owned) thing.dispose();
  }

  private own<T extends { dispose(): void }>(thing: T): T {
    this.owned.push(thing);
    return thing;
  }

  private material(color: string, planar: boolean): Material {
    if (planar)
      return this.own(
        new MeshBasicMaterial({ color, toneMapped: false, depthTest: false, transparent: true, side: DoubleSide }),
      );
    return this.own(
      new MeshStandardMaterial({
        color,
        roughness: 0.62,
        side: DoubleSide,
        shadowSide: 1,
        // leaves room for the edges in front
        polygonOffset: true,
        polygonOffsetFactor: 1,
        polygonOffsetUnits: 1,
      }),
    );
  }

  private thinEdges(edges: Float32Array): () => LineSegments {
    const geometry = this.own(new BufferGeometry());
    geometry.setAttribute("position", new BufferAttribute(edges, 3));
    return () => new LineSegments(geometry, this.edgeMaterial);
  }

  private fatEdges(edges: Float32Array): () => LineSegments2 {
    const geometry = this.own(new LineSegmentsGeometry());
    geometry.setPositions(edges);
    return () => new LineSegments2(geometry, this.outlineMaterial);
  }
}
