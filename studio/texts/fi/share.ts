import type { ShareTexts } from "../share.js";

export const share: ShareTexts = {
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
  filmPath: "Tallenna elokuva reittiä pitkin",
  filmPathHelp: (format) => `${format} reitin alusta sen loppuun`,
  noVideo: "Tämä selain ei osaa tallentaa videota",
  videoSaved: "Video tallennettu",
  recording: (time) => `Tallennetaan, ${time}`,
  downloadRecording: "Lataa tallenne",
  downloadRecordingHelp: "MCAP, Foxgloveen ja muihin katselimiin",
  embed: "Kopioi tagi sivua varten",
  embedHelp: "Yksi rivi HTML:ää, joka näyttää tämän mallin",
  tagCopied: "Tagi kopioitu",
  noElement:
    "Tässä studiossa ei ole tiedostoa stiction-scene.js, jonka sivu tarvitsee näyttääkseen näkymän: käytä arkiston kloonin studiota",
  linkTooLong: (size, limit) =>
    `Malli on liian suuri linkkiin: ${size}, ja linkin yläraja on ${limit}. Lataa se tiedostona`,
  linkTooMuch: "Linkki purkautuu suuremmaksi kuin malli voi olla; sitä ei avattu",
  linkGarbled: "Linkki on vioittunut: osa puuttuu tai on muuttunut. Kopioi se uudelleen lähteestään",
  exported: "Malli tallennettu",
};
