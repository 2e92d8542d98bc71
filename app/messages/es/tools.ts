import type { EN_TOOLS } from "../en/tools.ts";

/** The Spanish texts of tools, skills and servers. */
export const SPANISH_TOOLS: Readonly<Record<keyof typeof EN_TOOLS, string>> = {
  "form.optional": "opcional",
  "form.choose": "Elegir…",
  "form.not-json": "Esto todavía no es JSON.",

  "files.title": "Tus herramientas y habilidades",
  "files.lead":
    "Suelta aquí archivos .clad.toml y SKILL.md. Se guardan en este dispositivo y sus herramientas preguntan antes de cada llamada.",
  "files.choose": "Elegir archivos",
  "files.remove": "Quitar {name}",
  "files.refused": "Omitidos:",

  "servers.title": "Servidores de herramientas",
  "servers.lead":
    "Herramientas de otros programas mediante el Model Context Protocol. Cada una permanece desactivada hasta que la permitas y se desactiva de nuevo cuando cambia lo que dice de sí misma. Lo que le pidas sale de este dispositivo.",
  "servers.add": "Añadir servidor",
  "servers.name": "Nombre",
  "servers.url": "Dirección",
  "servers.connecting": "Conectando",
  "servers.connected": "Conectado",
  "servers.failed": "Sin conexión",
  "servers.on": "Permitida",
  "servers.new": "Nueva",
  "servers.changed": "Cambiada: desactivada",
  "servers.refused": "se rechaza: {reason}",
  "servers.consent": "Permitir {tool}",
  "servers.withdraw": "Desactivar {tool}",
  "servers.refresh": "Preguntar de nuevo",
  "servers.remove": "Quitar",
  "servers.allow-host": "Permitir {origin} y recargar",

  "tools.lead":
    "Una habilidad es una forma de trabajar con sus propias herramientas. Cada herramienta se puede probar a mano.",
  "tools.faults": "Archivos con errores",
  "tools.faults-lead": "Se han omitido; todo lo demás funciona.",
  "tools.empty": "No hay habilidades instaladas",
  "tools.no-tools": "Esta habilidad no usa herramientas.",
  "tools.default-skill": "Se usa por defecto",
  "tools.use-skill": "Usar por defecto",
  "tools.try": "Probar {tool}",
  "tools.run": "Ejecutar",
  "tools.schema": "Esquema",
  "tools.examples": "Ejemplos",
  "tools.parameters": "Parámetros: {names}",

  "effect.asks": "pregunta antes",
  "effect.reads": "lee",
  "effect.writes": "cambia datos",
  "effect.sends": "envía datos",
};
