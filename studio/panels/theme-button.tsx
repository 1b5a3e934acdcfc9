import { useSignal } from "../signal.js";
import type { Studio } from "../state.js";
import { texts } from "../texts/common.js";
import { BarButton } from "./bar-button.js";

/** Goes on to the next theme. */
export function ThemeButton({ studio }: { studio: Studio }) {
  const theme = useSignal(studio.theme);
  return <BarButton icon="contrast" name={texts.theme[theme]} act={() => studio.switchTheme()} />;
}
