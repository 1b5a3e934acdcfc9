/** The part of the validator of glTF that tests call; the package brings no types. */
declare module "gltf-validator" {
  export interface ValidationReport {
    readonly issues: { readonly messages: readonly { readonly severity: number; readonly message: string }[] };
    readonly info: Readonly<Record<string, unknown>>;
  }
  export function validateBytes(
    bytes: Uint8Array,
    options?: { readonly maxIssues?: number },
  ): Promise<ValidationReport>;
}
