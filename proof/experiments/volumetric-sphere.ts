import { atLeast, defineExperiment, near } from "../experiment.js";

const R = 0.1;
const DEPTH = 0.05;
const exact = Math.PI * DEPTH * DEPTH * (R - DEPTH / 3);

export const volumetricSphere = defineExperiment({
  id: "own.volumetric-sphere",
  title: "Ball in a plane by its triangles: force and order",
  reference:
    "F = K V, V = π δ² (R − δ/3): the integral of the pressure K δ(s) over the footprint; Drake's hydroelastic contact has the same for small depths. R = 0.1 m, δ = 0.05 m, twelve orientations.",
  rows: {
    force: near(
      "force of 20,480 triangles, of that of the ball",
      "1",
      1,
      1e-3,
      "0.1 %: second-order error of 20,480 triangles",
    ),
    order: atLeast(
      "order in the length of edges, from 1,280 to 20,480 triangles",
      "1",
      1.9,
      "second order; 0.1 for the orientation of the mesh",
    ),
    exact: near("force of the round ball, of that of the ball", "1", 1, 1e-14, "closed form: round-off"),
  },
  *measure({ collision, geometry }) {
    const out = collision.createOverlap();
    const volumes = [3, 5].map((level) => {
      const mesh = collision.createVolumeMesh(geometry.icosphere(R, level));
      let sum = 0;
      for (let k = 0; k < 12; k++) {
        // planes all around, so that no facet is favoured
        const z = (2 * k + 1) / 12 - 1;
        const angle = 2.399963 * k;
        const r = Math.sqrt(1 - z * z);
        collision.intersectHalfSpace(
          mesh,
          Float64Array.of(r * Math.cos(angle), r * Math.sin(angle), z, DEPTH - R),
          out,
        );
        sum += out.values[0] / 12;
      }
      return sum;
    });
    yield ["force", volumes[1] / exact];
    yield ["order", Math.log((1 - volumes[0] / exact) / (1 - volumes[1] / exact)) / Math.log(4)];
    collision.sphereInHalfSpace(Float64Array.of(R), Float64Array.of(0, 0, 1, DEPTH - R), out);
    yield ["exact", out.values[0] / exact];
  },
});
