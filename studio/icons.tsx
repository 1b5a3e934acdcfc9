import {
  ArrowRight,
  BadgeCheck,
  Box,
  Boxes,
  Check,
  ChevronDown,
  ChevronFirst,
  ChevronLast,
  ChevronsLeftRight,
  CircleDot,
  Clock3,
  CodeXml,
  Contrast,
  Copy,
  Download,
  Ellipsis,
  FileDown,
  FingerprintPattern,
  FlaskConical,
  FolderOpen,
  GitCommitHorizontal,
  Globe,
  Hand,
  Hexagon,
  Keyboard,
  Layers,
  LayoutGrid,
  Link,
  Move3d,
  OctagonAlert,
  PanelLeft,
  PanelsTopLeft,
  Pause,
  Play,
  Plus,
  Rotate3d,
  RotateCcw,
  Ruler,
  Search,
  Share2,
  Spline,
  StepBack,
  StepForward,
  Target,
  Terminal,
  Tractor,
  TriangleAlert,
  Video,
  Waves,
  Workflow,
  X,
} from "lucide";
import { Glyph } from "./glyph.js";

const ICONS = {
  check: Check,
  chevronDown: ChevronDown,
  widen: ChevronsLeftRight,
  first: ChevronFirst,
  last: ChevronLast,
  record: CircleDot,
  more: Ellipsis,
  contrast: Contrast,
  fileDown: FileDown,
  hash: FingerprintPattern,
  keyboard: Keyboard,
  error: OctagonAlert,
  panelLeft: PanelLeft,
  layout: PanelsTopLeft,
  pause: Pause,
  play: Play,
  plus: Plus,
  restart: RotateCcw,
  step: StepForward,
  stepBack: StepBack,
  warning: TriangleAlert,
  close: X,
  waves: Waves,
  video: Video,
  tractor: Tractor,
  target: Target,
  terminal: Terminal,
  share: Share2,
  search: Search,
  ruler: Ruler,
  mechanism: Workflow,
  link: Link,
  layers: Layers,
  hexagon: Hexagon,
  grid: LayoutGrid,
  globe: Globe,
  folderOpen: FolderOpen,
  flask: FlaskConical,
  download: Download,
  copy: Copy,
  code: CodeXml,
  clock: Clock3,
  blocks: Boxes,
  badgeCheck: BadgeCheck,
  arrowRight: ArrowRight,
  spring: Spline,
  joint: GitCommitHorizontal,
  box: Box,
  hand: Hand,
  move: Move3d,
  turn: Rotate3d,
};

/** An icon of this list. */
export function Icon({ name, size = 16 }: { name: keyof typeof ICONS; size?: number }) {
  return <Glyph paths={ICONS[name]} size={size} />;
}

/** The mark: a stick–slip sawtooth in ink on a lime square. */
export function Mark() {
  return (
    <svg class="icon" width="22" height="22" viewBox="0 0 22 22" aria-hidden="true">
      <rect width="22" height="22" rx="5" fill="var(--accent)" />
      <path
        d="M3.5 15.5 8.6 6.5 9.9 15.5 15 6.5 16.3 15.5 18.6 11.4"
        fill="none"
        stroke="var(--accent-ink)"
        stroke-width="2"
        stroke-linecap="round"
        stroke-linejoin="round"
      />
    </svg>
  );
}
