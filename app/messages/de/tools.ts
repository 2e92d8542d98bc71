import type { EN_TOOLS } from "../en/tools.ts";

/** The German texts of tools, skills and servers. */
export const GERMAN_TOOLS: Readonly<Record<keyof typeof EN_TOOLS, string>> = {
  "form.optional": "freiwillig",
  "form.choose": "Auswählen …",
  "form.not-json": "Das ist noch kein JSON.",

  "files.title": "Eigene Werkzeuge und Fertigkeiten",
  "files.lead":
    "Lege hier .clad.toml- und SKILL.md-Dateien ab. Sie bleiben auf diesem Gerät, und ihre Werkzeuge fragen vor jedem Aufruf.",
  "files.choose": "Dateien wählen",
  "files.remove": "{name} entfernen",
  "files.refused": "Ausgelassen:",

  "servers.title": "Werkzeug-Server",
  "servers.lead":
    "Werkzeuge anderer Programme über das Model Context Protocol. Jedes bleibt aus, bis du es erlaubst, und geht wieder aus, wenn sich seine Beschreibung ändert. Was du von ihm verlangst, verlässt dieses Gerät.",
  "servers.add": "Server hinzufügen",
  "servers.name": "Name",
  "servers.url": "Adresse",
  "servers.connecting": "Verbindet",
  "servers.connected": "Verbunden",
  "servers.failed": "Nicht verbunden",
  "servers.on": "Erlaubt",
  "servers.new": "Neu",
  "servers.changed": "Geändert: aus",
  "servers.refused": "wird abgelehnt: {reason}",
  "servers.consent": "{tool} erlauben",
  "servers.withdraw": "{tool} ausschalten",
  "servers.refresh": "Neu abfragen",
  "servers.remove": "Entfernen",
  "servers.allow-host": "{origin} erlauben und neu laden",

  "tools.lead":
    "Eine Fertigkeit ist eine Arbeitsweise mit eigenen Werkzeugen. Jedes Werkzeug lässt sich von Hand ausprobieren.",
  "tools.faults": "Fehlerhafte Dateien",
  "tools.faults-lead": "Sie wurden ausgelassen; alles andere funktioniert.",
  "tools.empty": "Keine Fertigkeiten vorhanden",
  "tools.no-tools": "Diese Fertigkeit benutzt keine Werkzeuge.",
  "tools.default-skill": "Wird standardmäßig benutzt",
  "tools.use-skill": "Standardmäßig benutzen",
  "tools.try": "{tool} ausprobieren",
  "tools.run": "Ausführen",
  "tools.schema": "Schema",
  "tools.examples": "Beispiele",
  "tools.parameters": "Parameter: {names}",

  "effect.asks": "fragt vorher",
  "effect.reads": "liest",
  "effect.writes": "ändert Daten",
  "effect.sends": "sendet Daten",
};
