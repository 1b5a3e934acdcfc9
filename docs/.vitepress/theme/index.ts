import { useRoute, withBase } from "vitepress";
import DefaultTheme from "vitepress/theme";
import { nextTick, onMounted, watch } from "vue";
import "./wide.css";

/** Loads the element for scenes once a page has one; the script is made by scripts/docs.mjs. */
function loadLiveScenes(): void {
  if (document.querySelector("stiction-scene") === null || customElements.get("stiction-scene") !== undefined) return;
  if (document.querySelector("script[data-live]") !== null) return;
  const script = document.createElement("script");
  script.src = withBase("/stiction-scene.js");
  script.dataset.live = "";
  document.head.append(script);
}

export default {
  extends: DefaultTheme,
  setup() {
    onMounted(loadLiveScenes);
    const route = useRoute();
    watch(
      () => route.path,
      () => nextTick(loadLiveScenes),
    );
  },
};
