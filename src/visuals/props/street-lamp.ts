import { block, defineProp, drum, rod } from "./prop.js";

export const streetLamp = defineProp({
  name: "street-lamp",
  help: "lamp on a post with its arm towards +x, 6 m",
  color: "#4a5257",
  visuals: (_variant, color) => {
    const post = { color, roughness: 0.5, metalness: 0.4 };
    return [
      drum("z", 0.1, 0.7, [0, 0, 0.35], post, { bevel: 0.02 }),
      rod(
        [
          [0, 0, 0.6],
          [0, 0, 5.3],
          [0.18, 0, 5.8],
          [0.6, 0, 5.95],
          [1.3, 0, 5.95],
        ],
        0.055,
        post,
      ),
      block([0.62, 0.22, 0.09], [1.45, 0, 5.95], post, { bevel: 0.03 }),
      block([0.48, 0.16, 0.02], [1.45, 0, 5.9], { color: "#f6f1dc", roughness: 0.3 }),
    ];
  },
});
