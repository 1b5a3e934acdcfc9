import type { ShareTexts } from "../share.js";

export const share: ShareTexts = {
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
  filmPath: "Grabar película por el recorrido",
  filmPathHelp: (format) => `${format} desde el comienzo del recorrido hasta su fin`,
  noVideo: "Este navegador no puede grabar vídeo",
  videoSaved: "Vídeo guardado",
  recording: (time) => `Grabando, ${time}`,
  downloadRecording: "Descargar grabación",
  downloadRecordingHelp: "MCAP, para Foxglove y otros visores",
  embed: "Copiar etiqueta para una página",
  embedHelp: "Una línea de HTML que muestra esta escena",
  tagCopied: "Etiqueta copiada",
  noElement:
    "Este estudio viene sin stiction-scene.js, que una página necesita para mostrar la escena: sirva el estudio de un clon del repositorio",
  linkTooLong: (size, limit) =>
    `La escena es demasiado grande para un enlace: ${size}, y los enlaces llegan a ${limit}. Descárguela como archivo`,
  linkTooMuch: "El enlace contiene más de lo que puede ser una escena; no se ha abierto",
  linkGarbled: "El enlace está dañado: falta una parte o ha cambiado. Cópielo de nuevo desde su origen",
  exported: "Escena guardada",
};
