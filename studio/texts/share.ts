/** Texts of sharing: links, files, films, and the tag for other pages. */
import { defineTexts } from "./language.js";

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
  noVideo: "This browser cannot record films",
  videoSaved: "Film saved",
  recording: (time: string) => `Recording, ${time}`,
  downloadRecording: "Download recording",
  downloadRecordingHelp: "MCAP, for Foxglove and other viewers",
  embed: "Copy tag for a page",
  embedHelp: "One line of HTML that shows this scene",
  tagCopied: "Tag copied",
  linkTooLong: (size: string, limit: string) =>
    `The scene is too large for a link: ${size}, and the limit is ${limit}. Download it as a file instead`,
  linkTooMuch: "The link unpacks to more than the size limit of a scene; it was not opened",
  linkGarbled: "The link is damaged: part of it is missing or changed. Copy it again from its source",
  exported: "Scene saved",
};

export type ShareTexts = typeof en;

const es: ShareTexts = {
  share: "Compartir",
  copyLink: "Copiar enlace",
  copyLinkHelp: "Un enlace que lleva la escena tal como está",
  linkCopied: "Enlace copiado",
  linkSize: (size) => `Ocupa ${size}.`,
  copyFailed: "El navegador no deja usar el portapapeles; el enlace está en la barra de direcciones",
  downloadScene: "Descargar escena",
  downloadSceneHelp: "Como archivo YAML, con todos los cambios",
  recordVideo: "Grabar vídeo",
  stopVideo: "Parar y guardar el vídeo",
  recordVideoHelp: (format) => `${format} de la vista, desde ahora hasta que se pare`,
  noVideo: "Este navegador no puede grabar vídeo",
  videoSaved: "Vídeo guardado",
  recording: (time) => `Grabando, ${time}`,
  downloadRecording: "Descargar grabación",
  downloadRecordingHelp: "MCAP, para Foxglove y otros visores",
  embed: "Copiar etiqueta para una página",
  embedHelp: "Una línea de HTML que muestra esta escena",
  tagCopied: "Etiqueta copiada",
  linkTooLong: (size, limit) =>
    `La escena es demasiado grande para un enlace: ${size}, y los enlaces llegan a ${limit}. Descárguela como archivo`,
  linkTooMuch: "El enlace contiene más de lo que puede ser una escena; no se ha abierto",
  linkGarbled: "El enlace está dañado: falta una parte o ha cambiado. Cópielo de nuevo desde su origen",
  exported: "Escena guardada",
};

const fi: ShareTexts = {
  share: "Jaa",
  copyLink: "Kopioi linkki",
  copyLinkHelp: "Linkki, jossa malli kulkee mukana sellaisena kuin se on",
  linkCopied: "Linkki kopioitu",
  linkSize: (size) => `Pituus ${size}.`,
  copyFailed: "Selain ei anna käyttää leikepöytää; linkki on osoiterivillä",
  downloadScene: "Lataa malli",
  downloadSceneHelp: "YAML-tiedostona kaikkine muutoksineen",
  recordVideo: "Tallenna video",
  stopVideo: "Lopeta ja tallenna video",
  recordVideoHelp: (format) => `${format} näkymästä, tästä hetkestä pysäytykseen`,
  noVideo: "Tämä selain ei osaa tallentaa videota",
  videoSaved: "Video tallennettu",
  recording: (time) => `Tallennetaan, ${time}`,
  downloadRecording: "Lataa tallenne",
  downloadRecordingHelp: "MCAP, Foxgloveen ja muihin katselimiin",
  embed: "Kopioi tagi sivua varten",
  embedHelp: "Yksi rivi HTML:ää, joka näyttää tämän mallin",
  tagCopied: "Tagi kopioitu",
  linkTooLong: (size, limit) =>
    `Malli on liian suuri linkkiin: ${size}, ja linkin yläraja on ${limit}. Lataa se tiedostona`,
  linkTooMuch: "Linkki purkautuu suuremmaksi kuin malli voi olla; sitä ei avattu",
  linkGarbled: "Linkki on vioittunut: osa puuttuu tai on muuttunut. Kopioi se uudelleen lähteestään",
  exported: "Malli tallennettu",
};

const sv: ShareTexts = {
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
  noVideo: "Den här webbläsaren kan inte spela in film",
  videoSaved: "Filmen sparad",
  recording: (time) => `Spelar in, ${time}`,
  downloadRecording: "Ladda ner inspelning",
  downloadRecordingHelp: "MCAP, för Foxglove och andra visare",
  embed: "Kopiera tagg för en sida",
  embedHelp: "En rad HTML som visar den här scenen",
  tagCopied: "Taggen kopierad",
  linkTooLong: (size, limit) =>
    `Scenen är för stor för en länk: ${size}, och gränsen är ${limit}. Ladda ner den som fil i stället`,
  linkTooMuch: "Länken packas upp till mer än en scen kan vara; den öppnades inte",
  linkGarbled: "Länken är skadad: en del saknas eller har ändrats. Kopiera den på nytt från källan",
  exported: "Scenen sparad",
};

export const texts = defineTexts({ en, es, fi, sv });
