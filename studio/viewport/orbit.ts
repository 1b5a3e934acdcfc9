/** The pointer on the view: it turns in space, and shifts in the plane. */
import { MOUSE, type OrthographicCamera, type PerspectiveCamera, TOUCH } from "three";
import { OrbitControls } from "three/addons/controls/OrbitControls.js";

export function orbitControls(
  camera: PerspectiveCamera | OrthographicCamera,
  element: HTMLElement,
  planar: boolean,
): OrbitControls {
  const controls = new OrbitControls(camera, element);
  controls.enableDamping = true;
  controls.dampingFactor = 0.15;
  controls.zoomToCursor = true;
  if (planar) {
    controls.enableRotate = false;
    controls.mouseButtons = { LEFT: MOUSE.PAN, MIDDLE: MOUSE.DOLLY, RIGHT: MOUSE.PAN };
    controls.touches = { ONE: TOUCH.PAN, TWO: TOUCH.DOLLY_PAN };
  }
  return controls;
}
