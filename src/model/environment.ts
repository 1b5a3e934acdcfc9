import * as z from "zod/mini";
import { unknownWord } from "./errors.js";
import * as p from "./params.js";

/** What can surround a scene in the picture. */
const ENVIRONMENTS = ["void", "lab", "site"] as const;
/** What the ground of a site is made of. */
export const GROUNDS = ["earth", "sand", "gravel", "grass", "asphalt", "concrete"] as const;

const sunSchema = p.record(
  {
    azimuth: p.number({
      unit: "rad",
      default: -0.9,
      help: "direction of the sun in the ground plane, from x towards y",
    }),
    elevation: p.number({
      unit: "rad",
      above: 0,
      max: 1.5707963267948966,
      default: 0.84,
      help: "height of the sun above the horizon",
    }),
  },
  { help: "where the sun stands; in a lab or a void, the main lamp" },
);

/** Environment of the picture, with all its settings. No effect on motion. */
const environmentSchema = p.record(
  {
    type: p.choice(ENVIRONMENTS, {
      default: "void",
      help: "void: a dark or light stage with a grid; lab: a light floor under soft lamps; site: sky, sun and open ground",
    }),
    sun: z.prefault(sunSchema, {}),
    fog: p.number({
      unit: "m",
      above: 0,
      optional: true,
      help: "distance beyond which nothing is seen; from the size of the scene when absent",
    }),
    ground: p.choice(GROUNDS, { default: "earth", help: "what the ground of a site is made of" }),
  },
  { help: "what surrounds the scene in the picture" },
);

/** Environment of the picture with every default filled in. */
export type Environment = z.output<typeof environmentSchema>;

const expected = "expected an environment: its name, or an object with a type";

/** An environment by its name, or with settings. */
export const environmentParam = p.describe(
  z.optional(
    z.union([z.enum(ENVIRONMENTS), environmentSchema], {
      error: ({ input }) => (typeof input === "string" ? unknownWord("environment", input, ENVIRONMENTS) : expected),
    }),
  ),
  {
    unit: "",
    help: "what surrounds the scene in the picture: a name (void, lab, site), or an object; no effect on motion",
    kind: "other",
    expected,
  },
);

/** The environment that a scene asks for, with defaults filled in. */
export function environmentOf(given: Environment | (typeof ENVIRONMENTS)[number] | undefined): Environment {
  return typeof given === "object" ? given : environmentSchema.parse({ type: given });
}
