import { block, defineProp, rod } from "./prop.js";
import { corrugated } from "./sheet.js";

/** Size of a container of twenty feet, m. */
const [LENGTH, WIDTH, HEIGHT] = [6.06, 2.44, 2.59];

export const shippingContainer = defineProp({
  name: "shipping-container",
  help: "container of twenty feet with ribbed sides along x and doors at +x, 6.06 × 2.44 × 2.59 m",
  color: "#6296c6",
  visuals: (_variant, color) => {
    const paint = { color, roughness: 0.6, pattern: "worn", patternSize: 1.2 };
    const frame = { color, roughness: 0.55 };
    const [x, y] = [LENGTH / 2, WIDTH / 2];
    const z = HEIGHT / 2;
    return [
      ...[-1, 1].map((s) => corrugated(LENGTH - 0.24, HEIGHT - 0.3, [0, s * (y - 0.06), z], 0, paint)),
      corrugated(WIDTH - 0.24, HEIGHT - 0.3, [-x + 0.06, 0, z], Math.PI / 2, paint),
      block([LENGTH - 0.1, WIDTH - 0.1, 0.03], [0, 0, HEIGHT - 0.06], paint),
      block([LENGTH - 0.1, WIDTH - 0.1, 0.06], [0, 0, 0.12], { color: "#5a4a38", roughness: 0.9 }),
      // corner posts, and rails along the edges
      ...[-1, 1].flatMap((sx) =>
        [-1, 1].map((sy) =>
          block([0.16, 0.16, HEIGHT], [sx * (x - 0.08), sy * (y - 0.08), z], frame, { bevel: 0.012 }),
        ),
      ),
      ...[0.08, HEIGHT - 0.07].flatMap((h) => [
        ...[-1, 1].map((s) => block([LENGTH - 0.3, 0.12, 0.14], [0, s * (y - 0.06), h], frame, { bevel: 0.01 })),
        ...[-1, 1].map((s) => block([0.12, WIDTH - 0.3, 0.14], [s * (x - 0.06), 0, h], frame, { bevel: 0.01 })),
      ]),
      // doors with their locking bars
      ...[-1, 1].flatMap((s) => [
        block([0.05, WIDTH / 2 - 0.18, HEIGHT - 0.34], [x - 0.05, s * (WIDTH / 4 - 0.04), z], paint, { bevel: 0.02 }),
        ...[0.3, 0.75].map((at) =>
          rod(
            [
              [x + 0.005, s * at, 0.2],
              [x + 0.005, s * at, HEIGHT - 0.2],
            ],
            0.018,
            "steel",
          ),
        ),
      ]),
    ];
  },
});
