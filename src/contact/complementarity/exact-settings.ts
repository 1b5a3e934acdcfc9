/** What the contact models go by; numbers filled in. */
export interface ExactSettings {
  /** Applicability from which a contact is applicable: −sin θ. */
  readonly applicability: number;
  /** tan φ of the slope beside a facet above which a contact is feasible. */
  readonly slope: number;
  /** One contact per inter-contact constraint carries force, or each that could. */
  readonly peg: "reduced" | "full";
  /** Which of the contacts that could carries force in the reduced form. */
  readonly primary: "nearest" | "largest";
  /**
   * Among contacts that all touch, the one that is least violated if nothing is in the way carries force, not the
   * nearest.
   */
  readonly foresees: boolean;
  /** What becomes of a constraint none of whose contacts could carry force. */
  readonly orphans: "promote" | "cross" | "drop";
  /** Cross-contact constraints only where one of the two contacts is applicable. */
  readonly crossGuard: boolean;
  /** Edge against edge only where the nearest points of their lines lie on both. */
  readonly edgeGuard: boolean;
  /** Nearly parallel edges by the sign rule, or by both normals as printed. */
  readonly parallel: "sign" | "both";
  /** Vertex against vertex in space: one constraint over all applicable contacts. */
  readonly exactCone: boolean;
  /** Most contacts of a pair in the model that keeps the deepest ones. */
  readonly deepest: number;
}
