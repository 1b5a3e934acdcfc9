import { drawing } from "stiction/machines";

export const { wheelVisuals } = drawing;
