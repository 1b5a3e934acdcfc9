import {
  Ban,
  BookOpen,
  CircleCheck,
  CloudFog,
  CloudRain,
  Contrast,
  Droplet,
  Flag,
  Gauge,
  Link2,
  MessageSquare,
  Mountain,
  OctagonAlert,
  Pause,
  Play,
  PlugZap,
  PowerOff,
  QrCode,
  Rotate3d,
  Search,
  Send,
  Server,
  Square,
  Tractor,
  TriangleAlert,
  User,
} from "lucide";
import { Glyph } from "../../glyph.js";

const ICONS = {
  ban: Ban,
  book: BookOpen,
  check: CircleCheck,
  contrast: Contrast,
  error: OctagonAlert,
  flag: Flag,
  fog: CloudFog,
  "engine-stall": PowerOff,
  "sensor-loss": Gauge,
  rain: CloudRain,
  "ground-failure": Mountain,
  "hose-leak": Droplet,
  free: Rotate3d,
  link: Link2,
  lost: PlugZap,
  message: MessageSquare,
  pair: QrCode,
  pause: Pause,
  person: User,
  play: Play,
  search: Search,
  send: Send,
  server: Server,
  stop: Square,
  tractor: Tractor,
  warn: TriangleAlert,
} as const;

export type ConsoleIconName = keyof typeof ICONS;

export function ConsoleIcon({ name, size = 14 }: { name: ConsoleIconName; size?: number }) {
  return <Glyph paths={ICONS[name]} size={size} />;
}
