import { useRef } from "preact/hooks";
import { Icon, Mark } from "../../icons.js";
import { LanguageMenu } from "../../panels/language-menu.js";
import { ThemeButton } from "../../panels/theme-button.js";
import { GALLERY, hasPage } from "../../route.js";
import type { Studio } from "../../state.js";
import { texts as common } from "../../texts/common.js";
import { texts } from "../../texts/gallery.js";
import { SearchField } from "../search-field.js";
import { CATALOGUE } from "./catalogue.js";
import "../page-bar.css";
import "./bar.css";

/** What a new scene begins with. */
const NEW_SCENE = `name: new-scene
title: New scene
bodies:
  - name: ground
    type: static
    shapes: [{ type: plane }]
  - name: box
    mass: 1
    position: [0, 0, 1]
    shapes: [{ type: box, halfExtents: [0.2, 0.2, 0.2] }]
sensors: [body/box/position.z]
`;

interface BarProps {
  readonly studio: Studio;
  readonly query: string;
  search(query: string): void;
}

/** Pages, search, files, theme and language. */
export function GalleryBar({ studio, query, search }: BarProps) {
  const file = useRef<HTMLInputElement>(null);
  return (
    <header class="page-bar gallery-bar">
      <a class="brand" href={GALLERY}>
        <Mark />
        <b>{common.title}</b>
      </a>
      <nav aria-label={texts.pages}>
        <a href={GALLERY} aria-current="page">
          {texts.gallery}
        </a>
        {hasPage("proof") && <a href="#/proof">{texts.proof}</a>}
      </nav>
      <SearchField class="gallery-search" name={texts.search(CATALOGUE.length)} query={query} search={search} />
      <div class="bar-actions">
        <button type="button" class="button" onClick={() => file.current?.click()}>
          <Icon name="folderOpen" size={14} />
          <span>{texts.openFile}</span>
        </button>
        <input
          ref={file}
          type="file"
          class="visually-hidden"
          tabIndex={-1}
          aria-label={texts.openFile}
          accept=".json,.yaml,.yml,.urdf,.sdf,.xml,.mjcf,.stl,.obj,.ply,.glb,.gltf,.dae"
          multiple
          onChange={(event) => {
            const chosen = [...(event.currentTarget.files ?? [])];
            if (chosen.length > 0) void studio.openFiles(chosen);
          }}
        />
        <button
          type="button"
          class="button primary"
          onClick={() => void studio.openLocal({ kind: "text", fileName: "new-scene.yaml", text: NEW_SCENE })}
        >
          <Icon name="plus" size={14} />
          <span>{texts.newScene}</span>
        </button>
        <ThemeButton studio={studio} />
        <LanguageMenu />
      </div>
    </header>
  );
}
