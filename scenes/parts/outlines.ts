/** Outlines and small parts of visuals, which machines and other scenes share. */
import { drawing } from "stiction/machines";

export const { ALONG_X, ALONG_Y, FROM_SIDE, arc, bar, circle, girder, pin, plate, roundedRectangle } = drawing;
export type Point2 = drawing.Point2;
