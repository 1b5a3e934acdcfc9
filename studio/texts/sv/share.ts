import type { ShareTexts } from "../share.js";

export const share: ShareTexts = {
  share: "Dela",
  copyLink: "Kopiera länk",
  copyLinkHelp: "En länk som bär med sig scenen som den är",
  linkCopied: "Länken kopierad",
  linkSize: (size) => `${size} lång.`,
  copyFailed: "Webbläsaren låter inte sidan använda urklipp; länken står i adressfältet",
  downloadScene: "Ladda ner scenen",
  downloadSceneHelp: "Som YAML-fil, med alla ändringar",
  recordVideo: "Spela in film",
  stopVideo: "Stoppa och spara filmen",
  recordVideoHelp: (format) => `${format} av vyn, från nu tills den stoppas`,
  filmPath: "Spela in film längs vägen",
  filmPathHelp: (format) => `${format} från vägens början till dess slut`,
  noVideo: "Den här webbläsaren kan inte spela in film",
  videoSaved: "Filmen sparad",
  recording: (time) => `Spelar in, ${time}`,
  downloadRecording: "Ladda ner inspelning",
  downloadRecordingHelp: "MCAP, för Foxglove och andra visare",
  embed: "Kopiera tagg för en sida",
  embedHelp: "En rad HTML som visar den här scenen",
  tagCopied: "Taggen kopierad",
  noElement:
    "Den här studion saknar stiction-scene.js, som en sida behöver för att visa scenen: använd studion i en klon av arkivet",
  linkTooLong: (size, limit) =>
    `Scenen är för stor för en länk: ${size}, och gränsen är ${limit}. Ladda ner den som fil i stället`,
  linkTooMuch: "Länken packas upp till mer än en scen kan vara; den öppnades inte",
  linkGarbled: "Länken är skadad: en del saknas eller har ändrats. Kopiera den på nytt från källan",
  exported: "Scenen sparad",
};
