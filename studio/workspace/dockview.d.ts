/** The package's own styles are only in this build of it. */
declare module "dockview-core/dist/dockview-core.min.js" {
  export * from "dockview-core";
}
