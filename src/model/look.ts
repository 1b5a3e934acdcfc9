import * as z from "zod/mini";
import * as p from "./params.js";

/** Patterns that the studio draws on a look; they are computed, so that a scene needs no pictures. */
export const PATTERNS = ["none", "worn", "stripes", "checker", "grid", "treads", "planks", "bricks", "grain"] as const;

/** A picture as text. */
const IMAGE = /^data:image\/(png|jpeg|webp);base64,[A-Za-z0-9+/=]+$/;

/** What a surface looks like, apart from the materials of contact. No effect on motion. */
export const lookSchema = p.record(
  {
    color: p.text({ optional: true, help: "colour, as CSS writes it; the body's when absent" }),
    roughness: p.number({ min: 0, max: 1, default: 0.6, help: "0 reflects as a mirror, 1 is matt" }),
    metalness: p.number({ min: 0, max: 1, default: 0, help: "0 for paint, rubber, wood and stone, 1 for bare metal" }),
    opacity: p.number({ min: 0, max: 1, default: 1, help: "below 1 it is see-through, as glass" }),
    pattern: p.choice(PATTERNS, {
      default: "none",
      help: "worn paint, hazard stripes, checker, grid, treads, planks, bricks or grain of wood and stone",
    }),
    patternColor: p.text({ optional: true, help: "second colour of the pattern; a darker shade when absent" }),
    patternSize: p.number({
      unit: "m",
      above: 0,
      default: 0.25,
      help: "size of one unit of the pattern; with mapping uv, its share of the surface",
    }),
    image: p.describe(
      z.optional(
        z
          .string()
          .check(
            z.regex(IMAGE, { error: "expected a data URI of a PNG, JPEG or WebP picture (data:image/png;base64,…)" }),
          ),
      ),
      {
        unit: "",
        help: "picture that the colour is multiplied by, as a data URI; it lies by texture coordinates",
        kind: "other",
        expected: "expected a data URI of a picture",
      },
    ),
    mapping: p.choice(["triplanar", "uv"], {
      default: "triplanar",
      help: "how the pattern lies: triplanar, by the place in the visual; uv, by texture coordinates",
    }),
  },
  { help: "a look: a material of the picture" },
);

/** A look with defaults filled in. */
export type Look = z.output<typeof lookSchema>;
/** A look as a scene writes it. */
export type LookInput = z.input<typeof lookSchema>;

/** A look by its name, or written in place. */
export const lookParam = p.describe(
  z.optional(z.union([z.string(), lookSchema], { error: "expected the name of a look, or a look" })),
  {
    unit: "",
    help: "name of a look, or a look itself; the colour of the body when absent",
    kind: "other",
    expected: "expected the name of a look, or a look",
  },
);
