import type { EN_SHELL } from "../en/shell.ts";

/** The Spanish texts of what is around the views: search, shortcuts, notices. */
export const SPANISH_SHELL: Readonly<Record<keyof typeof EN_SHELL, string>> = {
  "toast.not-saved": "No se pudo guardar el cambio.",
  "toast.conversation-deleted": "Conversación eliminada",
  "toast.memory-deleted": "Recuerdo eliminado",
  "toast.persist-refused": "El navegador no prometió conservar los datos. Suele ayudar instalar la aplicación.",
  "toast.not-exported": "La conversación no se pudo leer.",
  "toast.settings-reset": "Los ajustes vuelven a sus valores iniciales",
  "toast.offline-ready": "Alcove está guardado en este dispositivo: desde ahora se abre sin red.",
  "toast.share-gone": "Lo compartido ya no está aquí. Compártelo otra vez.",

  "failure.details": "Detalles técnicos",

  "search.title": "Buscar",
  "search.label": "Buscar conversaciones",
  "search.searching": "Buscando en los mensajes…",
  "search.nothing": "Ninguna conversación con estas palabras.",
  "search.found.one": "{count} conversación",
  "search.found.other": "{count} conversaciones",
  "search.titles": "Conversaciones",
  "search.messages": "En los mensajes",
  "search.more-words": "Escribe dos letras o más para buscar en los mensajes.",

  "update.isolation": "Al recargar, los modelos en el procesador podrán usar todos los núcleos.",
  "update.reload": "Recargar",
  "update.ready": "Hay lista una versión más nueva de Alcove.",
  "update.waits": "Hay una respuesta en curso, aquí o en otra pestaña: recarga cuando termine.",
  "update.apply": "Recargar con ella",

  "shortcut.title": "Atajos de teclado",
  "shortcut.send": "Enviar",
  "shortcut.newline": "Línea nueva",
  "shortcut.stop": "Detener la respuesta, cerrar lo abierto",
  "shortcut.edit-last": "Cambiar el último mensaje, desde el campo vacío",
  "shortcut.tool": "Ejecutar una herramienta a mano",
  "shortcut.search": "Buscar conversaciones",
  "shortcut.new-chat": "Nueva conversación",
  "shortcut.rename": "Cambiar el nombre de la conversación abierta",
  "shortcut.delete": "Eliminar la conversación abierta, desde el campo vacío",
  "shortcut.delete-key": "Supr",
  "shortcut.sidebar": "Mostrar u ocultar la barra lateral",
  "shortcut.help": "Esta lista",
  "action.export-openai": "Exportar como petición de OpenAI",
  "action.export-anthropic": "Exportar como petición de Anthropic",
};
