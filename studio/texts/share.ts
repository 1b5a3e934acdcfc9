/** Texts of sharing: links, files, films, and the tag for other pages. */
import { defineTexts } from "./texts.js";

const en = {
  share: "Share",
  copyLink: "Copy link",
  copyLinkHelp: "A link that contains the current scene",
  linkCopied: "Link copied",
  linkSize: (size: string) => `${size} long.`,
  copyFailed: "The browser does not let the page use the clipboard; the link is in the address bar",
  downloadScene: "Download scene",
  downloadSceneHelp: "As a YAML file, with every edit",
  recordVideo: "Record film",
  stopVideo: "Stop and save film",
  recordVideoHelp: (format: string) => `${format} of the view, from now until it is stopped`,
  filmPath: "Record film along the path",
  filmPathHelp: (format: string) => `${format} from the start of the path to its end`,
  noVideo: "This browser cannot record films",
  videoSaved: "Film saved",
  recording: (time: string) => `Recording, ${time}`,
  downloadRecording: "Download recording",
  downloadRecordingHelp: "MCAP, for Foxglove and other viewers",
  embed: "Copy tag for a page",
  embedHelp: "One line of HTML that shows this scene",
  tagCopied: "Tag copied",
  noElement:
    "This studio comes without stiction-scene.js, which a page needs to show the scene: serve the studio of a clone of the repository",
  linkTooLong: (size: string, limit: string) =>
    `The scene is too large for a link: ${size}, and the limit is ${limit}. Download it as a file instead`,
  linkTooMuch: "The link unpacks to more than the size limit of a scene; it was not opened",
  linkGarbled: "The link is damaged: part of it is missing or changed. Copy it again from its source",
  exported: "Scene saved",
};

export type ShareTexts = typeof en;

export const texts = defineTexts("share", en);
