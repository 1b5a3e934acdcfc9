/** The WebGL renderer of the view. */
import { ACESFilmicToneMapping, PCFShadowMap, WebGLRenderer } from "three";

/**
 * `moving`: nearly every picture is of something that moves. Without a graphics card, smooth edges then cost half of
 * the pictures.
 */
export function createRenderer(moving = false): WebGLRenderer {
  const antialias = !moving || !hasSoftwareOnly();
  const renderer = new WebGLRenderer({ antialias, alpha: true, powerPreference: "high-performance" });
  // asking whether a shader is sound waits until it is compiled
  renderer.debug.checkShaderErrors = false;
  renderer.toneMapping = ACESFilmicToneMapping;
  renderer.shadowMap.enabled = true;
  renderer.shadowMap.type = PCFShadowMap;
  return renderer;
}

/** Whether pictures are made without a graphics card. */
export function isSoftware(renderer: WebGLRenderer): boolean {
  return isSoftwareContext(renderer.getContext());
}

/** The same before there is a renderer: smooth edges are asked for when it is made. */
function hasSoftwareOnly(): boolean {
  const gl = new OffscreenCanvas(1, 1).getContext("webgl2");
  if (!gl) return false;
  const software = isSoftwareContext(gl);
  gl.getExtension("WEBGL_lose_context")?.loseContext();
  return software;
}

function isSoftwareContext(gl: WebGLRenderingContext | WebGL2RenderingContext): boolean {
  const info = gl.getExtension("WEBGL_debug_renderer_info");
  const name = info ? String(gl.getParameter(info.UNMASKED_RENDERER_WEBGL)) : "";
  return /swiftshader|llvmpipe|software|basic render/i.test(name);
}
