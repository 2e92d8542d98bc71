import type { EN_SHELL } from "../en/shell.ts";

/** The German texts of what is around the views: search, shortcuts, notices. */
export const GERMAN_SHELL: Readonly<Record<keyof typeof EN_SHELL, string>> = {
  "toast.not-saved": "Die Änderung konnte nicht gesichert werden.",
  "toast.conversation-deleted": "Unterhaltung gelöscht",
  "toast.memory-deleted": "Erinnerung gelöscht",
  "toast.persist-refused": "Der Browser hat nichts zugesichert. Oft hilft es, die App zu installieren.",
  "toast.not-exported": "Die Unterhaltung war nicht lesbar.",
  "toast.settings-reset": "Die Einstellungen sind zurückgesetzt",
  "toast.offline-ready": "Alcove liegt jetzt auf diesem Gerät: Von nun an öffnet es sich auch ohne Netz.",
  "toast.share-gone": "Das Geteilte ist nicht mehr hier. Teile es noch einmal.",

  "failure.details": "Technische Einzelheiten",

  "search.title": "Suche",
  "search.label": "Unterhaltungen suchen",
  "search.searching": "In den Nachrichten wird gesucht…",
  "search.nothing": "Keine Unterhaltung mit diesen Wörtern.",
  "search.found.one": "{count} Unterhaltung",
  "search.found.other": "{count} Unterhaltungen",
  "search.titles": "Unterhaltungen",
  "search.messages": "In Nachrichten",
  "search.more-words": "Schreib zwei Buchstaben oder mehr, um in Nachrichten zu suchen.",

  "update.isolation": "Nach dem Neuladen können Modelle auf dem Prozessor alle Kerne nutzen.",
  "update.reload": "Neu laden",
  "update.ready": "Eine neuere Fassung von Alcove ist bereit.",
  "update.waits": "Hier oder in einem anderen Tab entsteht gerade eine Antwort: Lade neu, sobald sie fertig ist.",
  "update.apply": "Damit neu laden",

  "shortcut.title": "Tastenkürzel",
  "shortcut.send": "Senden",
  "shortcut.newline": "Neue Zeile",
  "shortcut.stop": "Antwort anhalten, Offenes schließen",
  "shortcut.edit-last": "Die letzte Nachricht ändern, aus dem leeren Feld",
  "shortcut.tool": "Ein Werkzeug von Hand ausführen",
  "shortcut.search": "Unterhaltungen suchen",
  "shortcut.new-chat": "Neue Unterhaltung",
  "shortcut.rename": "Offene Unterhaltung umbenennen",
  "shortcut.delete": "Offene Unterhaltung löschen, aus dem leeren Feld",
  "shortcut.delete-key": "Entf",
  "shortcut.sidebar": "Seitenleiste zeigen oder verbergen",
  "shortcut.help": "Diese Liste",
  "action.export-openai": "Als OpenAI-Anfrage exportieren",
  "action.export-anthropic": "Als Anthropic-Anfrage exportieren",
};
