import {
  ChevronDown,
  ChevronUp,
  CircleParking,
  Gamepad2,
  GraduationCap,
  Keyboard,
  Lightbulb,
  Lock,
  Maximize,
  Megaphone,
  Monitor,
  Pause,
  Play,
  Power,
  RotateCcw,
  SlidersHorizontal,
  Timer,
  TriangleAlert,
  Video,
  Volume2,
  VolumeX,
  Zap,
} from "lucide";
import { Glyph } from "../../glyph.js";

const ICONS = {
  up: ChevronUp,
  down: ChevronDown,
  brake: CircleParking,
  gamepad: Gamepad2,
  school: GraduationCap,
  keyboard: Keyboard,
  light: Lightbulb,
  lock: Lock,
  full: Maximize,
  horn: Megaphone,
  display: Monitor,
  pause: Pause,
  play: Play,
  power: Power,
  reset: RotateCcw,
  settings: SlidersHorizontal,
  timer: Timer,
  warning: TriangleAlert,
  camera: Video,
  sound: Volume2,
  muted: VolumeX,
  latency: Zap,
};

/** An icon of the seat, which no other page needs. */
export function SeatIcon({ name, size = 16 }: { name: keyof typeof ICONS; size?: number }) {
  return <Glyph paths={ICONS[name]} size={size} />;
}
