import type { Language } from "../catalogue.ts";

/** What can go wrong, in Spanish. */
export const SPANISH_FAILURES: Language["failures"] = {
  "webgpu-missing": {
    what: "Este navegador no ofrece el procesador gráfico a las páginas.",
    meaning: "Los modelos funcionan en el procesador, que es más lento.",
    remedy: "Sigue así, o usa un navegador con WebGPU (Chrome, Edge, Safari 26 o posterior).",
  },
  "device-lost": {
    what: "El procesador gráfico se detuvo en mitad del trabajo.",
    meaning: "La respuesta hasta aquí se conserva; hay que cargar el modelo otra vez.",
    remedy: "Pulsa Reintentar. Si vuelve a pasar, elige un modelo más pequeño o el procesador.",
  },
  "out-of-memory": {
    what: "No había memoria suficiente para este modelo.",
    meaning: "El modelo no se cargó; tus conversaciones siguen intactas.",
    remedy: "Cierra otras pestañas, o elige un modelo más pequeño o un contexto más corto.",
  },
  "model-missing": {
    what: "Los archivos del modelo no están aquí.",
    meaning: "La aplicación funciona sin modelo, pero aún no puede responder preguntas.",
    remedy: "Ejecuta `npm run model:fetch` y recarga, o elige otro modelo.",
  },
  "model-corrupt": {
    what: "El archivo está dañado o no es un modelo.",
    meaning: "No se cargó, y no se usa nada de él.",
    remedy: "Elimínalo en la página Modelos y descárgalo o impórtalo de nuevo.",
  },
  "model-unsupported": {
    what: "El motor elegido no puede ejecutar este tipo de modelo.",
    meaning: "No se cargó.",
    remedy: "Elige otro motor u otro modelo en la página Modelos.",
  },
  "download-failed": {
    what: "La descarga no terminó.",
    meaning: "Lo que llegó entero se conserva; el próximo intento sigue desde ahí.",
    remedy: "Comprueba la conexión y pulsa Reintentar.",
  },
  "download-stalled": {
    what: "La descarga dejó de avanzar.",
    meaning: "Lo que llegó entero se conserva; el próximo intento sigue desde ahí.",
    remedy: "Comprueba la conexión y pulsa Reintentar.",
  },
  "engine-crashed": {
    what: "El motor que ejecuta el modelo se detuvo de improviso.",
    meaning: "La respuesta hasta aquí se conserva; el motor tiene que arrancar de nuevo.",
    remedy: "Pulsa Reintentar.",
  },
  "engine-timeout": {
    what: "El motor no estuvo listo a tiempo.",
    meaning: "El modelo no se cargó; tus conversaciones siguen intactas.",
    remedy: "Pulsa Reintentar; si persiste, recarga la página o elige un modelo más pequeño.",
  },
  "library-missing": {
    what: "A esta carpeta le falta la biblioteca del modelo.",
    meaning: "WebLLM solo ejecuta un modelo con la biblioteca (.wasm) compilada para él. No se guardó nada.",
    remedy: "Pon el archivo .wasm del modelo en la carpeta y elígela de nuevo, o importa el modelo como archivo GGUF.",
  },
  "load-unfinished": {
    what: "Las últimas cargas del modelo no terminaron.",
    meaning: "Puede que cerrara la pestaña o el controlador gráfico; por eso esta vez no se cargó solo.",
    remedy: "Cárgalo de nuevo o elige otro modelo; tus conversaciones siguen intactas.",
  },
  "engine-busy": {
    what: "El modelo está ocupado con otra respuesta.",
    meaning: "Este mensaje no se envió.",
    remedy: "Espera a que termine, o detenla antes.",
  },
  "no-model": {
    what: "No hay ningún modelo cargado.",
    meaning: "Las preguntas necesitan un modelo; las herramientas funcionan sin él.",
    remedy: "Carga un modelo en la página Modelos, o escribe / para usar una herramienta.",
  },
  "context-full": {
    what: "La conversación ya no cabe en la ventana de contexto del modelo.",
    meaning: "El modelo no puede leerla de una vez. No se ha perdido nada.",
    remedy: "Empieza otra conversación, o elige un modelo con más contexto.",
  },
  "nothing-to-summarize": {
    what: "No hay mensajes anteriores que resumir.",
    meaning: "La última pregunta y su respuesta se envían siempre tal como son.",
    remedy: "Sigue con la conversación.",
  },
  "grammar-rejected": {
    what: "El motor no pudo usar la gramática de las herramientas.",
    meaning: "El modelo respondió sin estar sujeto a los esquemas de las herramientas.",
    remedy: "No hay nada que hacer; las llamadas se comprueban igualmente al leerlas.",
  },
  "worker-gone": {
    what: "El proceso en segundo plano terminó de improviso.",
    meaning: "La respuesta hasta aquí se conserva.",
    remedy: "Ya está en marcha otra vez: pulsa Reintentar.",
  },
  "storage-full": {
    what: "No queda sitio en el almacenamiento del navegador.",
    meaning: "El último cambio no se guardó.",
    remedy: "Elimina un modelo o conversaciones antiguas e inténtalo de nuevo.",
  },
  "storage-refused": {
    what: "El navegador no deja que esta página guarde nada.",
    meaning: "Todo queda en memoria y desaparece al cerrar la pestaña.",
    remedy: "Permite los datos de este sitio, o exporta lo que quieras conservar.",
  },
  "storage-lost": {
    what: "No se encuentran datos que antes estaban guardados aquí.",
    meaning: "Puede que el navegador los quitara o que se dañaran.",
    remedy: "Importa tu última exportación, si la tienes.",
  },
  "storage-newer": {
    what: "Los datos guardados son de una versión más nueva de la aplicación.",
    meaning: "Se muestran, pero no se cambia nada.",
    remedy: "Recarga la página para obtener la versión más nueva.",
  },
  "import-refused": {
    what: "Este archivo no se puede importar.",
    meaning: "No se ha cambiado nada.",
    remedy: "Elige un archivo exportado por esta aplicación. Los detalles dicen qué falla en este.",
  },
  "remote-unreachable": {
    what: "El servidor del modelo no respondió, o no deja que esta página lea sus respuestas.",
    meaning: "No hubo respuesta; tu mensaje se conserva.",
    remedy:
      "Comprueba la dirección, que el servidor funciona y que acepta peticiones de esta página (CORS), y pulsa Reintentar.",
  },
  "remote-refused": {
    what: "El servidor del modelo no aceptó la clave.",
    meaning: "No hubo respuesta; tu mensaje se conserva.",
    remedy: "Escribe la clave del servidor en Ajustes, Conexiones, y recarga.",
  },
  "remote-model-missing": {
    what: "El servidor no tiene este modelo.",
    meaning: "No hubo respuesta; tu mensaje se conserva.",
    remedy:
      "Los detalles dicen lo que tiene: escribe uno de ellos en Ajustes, Conexiones, o carga el modelo en el servidor.",
  },
  "remote-broken": {
    what: "La respuesta del servidor no se puede leer o se cortó.",
    meaning: "Lo que había llegado se conserva.",
    remedy:
      "Pulsa Reintentar. Si persiste, comprueba el tipo de servidor en los ajustes y mira el registro del servidor.",
  },
  cancelled: {
    what: "Lo detuviste.",
    meaning: "Lo hecho hasta aquí se conserva.",
    remedy: "Pregunta de nuevo cuando quieras.",
  },
  internal: {
    what: "Algo falló dentro de la aplicación.",
    meaning: "La conversación está intacta.",
    remedy: "Pulsa Reintentar; si persiste, exporta la ejecución e informa del fallo.",
  },
};
