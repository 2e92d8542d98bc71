import type { EN_CONNECTIONS } from "../en/connections.ts";

/** Los textos de aquello con lo que la página puede hablar. */
export const SPANISH_CONNECTIONS: Readonly<Record<keyof typeof EN_CONNECTIONS, string>> = {
  "framed.title": "Alcove no funciona dentro de otra página",
  "framed.meaning":
    "La página que lo rodea podría tapar sus botones y hacerte permitir lo que no quieres. No se ha iniciado nada.",
  "framed.open": "Abrir Alcove en su propia pestaña",
  "settings.connections": "Conexiones",
  "connections.reload": "Tiene efecto cuando la página se vuelve a cargar.",
  "connections.reload-now": "Recargar ahora",
  "own-server.title": "Un servidor de modelos propio",
  "own-server.lead":
    "Para modelos demasiado grandes para una pestaña: un servidor en este ordenador o en tu red. Tus preguntas, con notas y resultados de herramientas, salen entonces de esta pestaña hacia ese servidor.",
  "own-server.on": "Las preguntas van a {host}.",
  "own-server.off": "Desactivado: todos los modelos funcionan en esta pestaña.",
  "own-server.kind": "Tipo de servidor",
  "own-server.kind.llama.cpp": "llama.cpp (llama-server)",
  "own-server.kind.openai": "Compatible con OpenAI (vLLM y otros)",
  "own-server.kind.ollama": "Ollama",
  "own-server.url": "Dirección",
  "own-server.url-note":
    "Máquina y puerto, por ejemplo 127.0.0.1:8080. El servidor debe aceptar peticiones de {origin}.",
  "own-server.url-bad": "Esto no es una dirección. Escribe máquina y puerto, por ejemplo 127.0.0.1:8080.",
  "own-server.mixed":
    "Esta página llegó por https. Los navegadores solo alcanzan entonces servidores http de este ordenador; uno en otro sitio necesita https.",
  "own-server.model": "Modelo",
  "own-server.model-note": "El nombre que le da el servidor; vacío para el primero que tenga.",
  "own-server.temperature": "Temperatura",
  "own-server.key": "Clave",
  "own-server.key-note": "Solo si el servidor la pide. Se guarda en este navegador y no va en ninguna exportación.",
  "own-server.save": "Guardar",
  "own-server.remove": "Dejar de usar el servidor",
  "hosts.title": "Máquinas permitidas",
  "hosts.lead":
    "La página puede hablar con su propia dirección y con estas máquinas; el navegador rechaza todo lo demás. Las herramientas siguen preguntando antes de enviar algo.",
  "hosts.empty": "Ninguna: la página habla solo con su propia dirección.",
  "hosts.remove": "Quitar {host}",
  "hosts.add": "Máquina",
  "hosts.add-note": "Por ejemplo https://api.example.com. Con *. valen todos los nombres de un dominio.",
  "hosts.add-now": "Permitir",
  "hosts.bad": "Esto no es una máquina. Escribe esquema y nombre, por ejemplo https://api.example.com.",
  "hosts.catalog": "Permitir las máquinas de los modelos de WebLLM",
};
