import type { EN_MEMORY } from "../en/memory.ts";

/** The Spanish texts of the memory. */
export const SPANISH_MEMORY: Readonly<Record<keyof typeof EN_MEMORY, string>> = {
  "memory.lead": "Lo que el agente guarda para después. Se queda en este dispositivo, y tú decides qué se queda.",
  "memory.add": "Añadir un recuerdo",
  "memory.search": "Buscar recuerdos",
  "memory.text": "Qué hay que recordar",
  "memory.tags": "Etiquetas, separadas por comas",
  "memory.empty": "Todavía no hay recuerdos",
  "memory.empty-how": "Di «recuerda que…» en una conversación, o añade una nota aquí.",
  "memory.nothing": "Ningún recuerdo coincide con esta búsqueda.",
  "memory.count.one": "{count} recuerdo",
  "memory.count.other": "{count} recuerdos",
  "memory.source.user": "escrito por ti",
  "memory.source.tool": "de una conversación",
  "memory.source.web": "de una página web",
  "memory.source.import": "importado",
  "memory.used": "usado el {date}",
  "memory.expires": "hasta el {date}",
  "memory.keep-until": "Conservar hasta (vacío: para siempre)",
  "memory.select": "Elegir para combinar",
  "memory.merge": "Combinar los elegidos",
  "memory.merged": "Recuerdos combinados",
  "memory.uses": "Respuestas que lo usaron",
  "memory.no-uses": "Ninguna respuesta lo ha usado todavía.",
  "memory.conversation-gone": "Conversación eliminada",
  "memory.all": "Todos los recuerdos",
  "memory.gone": "Este recuerdo se borró o ya caducó.",

  "semantic.title": "Búsqueda por significado",
  "semantic.absent":
    "Desactivada: las notas se encuentran por sus palabras, también por sus comienzos y con errores al teclear. Un modelo de embeddings (un archivo GGUF) encuentra además lo que dice lo mismo con otras palabras. Se queda en este dispositivo.",
  "semantic.loading": "Se está leyendo el modelo de embeddings…",
  "semantic.present": "Activada con {title}: {embedded} de {notes} notas se encuentran por significado y por palabras.",
  "semantic.failed": "El modelo de embeddings no se puede usar; las notas se encuentran por sus palabras.",
  "semantic.choose": "Elegir un modelo de embeddings",
  "semantic.drop": "Quitarlo",
};
