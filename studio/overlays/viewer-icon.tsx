import {
  Armchair,
  Crosshair,
  Eye,
  Focus,
  Layers,
  Mountain,
  Orbit,
  PictureInPicture2,
  Plus,
  Route,
  Scissors,
  Trash2,
  Video,
} from "lucide";
import { h } from "preact";

const ICONS = {
  overlays: Layers,
  orbit: Orbit,
  follow: Crosshair,
  chase: Route,
  views: Eye,
  environment: Mountain,
  camera: Video,
  inset: PictureInPicture2,
  path: Route,
  add: Plus,
  clear: Trash2,
  first: Armchair,
  frame: Focus,
  section: Scissors,
};

/** Icons of the viewer; see `Icon`. They are drawn at 14 px. */
export function ViewerIcon({ name }: { name: keyof typeof ICONS }) {
  return (
    <svg
      class="icon"
      width="14"
      height="14"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      stroke-width="2"
      stroke-linecap="round"
      stroke-linejoin="round"
      aria-hidden="true"
    >
      {ICONS[name].map(([tag, attributes]) => h(tag, attributes as Record<string, string>))}
    </svg>
  );
}
