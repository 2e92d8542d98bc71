import type { EN_MEMORY } from "../en/memory.ts";

/** The German texts of the memory. */
export const GERMAN_MEMORY: Readonly<Record<keyof typeof EN_MEMORY, string>> = {
  "memory.lead": "Was der Agent für später aufhebt. Es bleibt auf diesem Gerät, und du bestimmst, was bleibt.",
  "memory.add": "Erinnerung hinzufügen",
  "memory.search": "Erinnerungen suchen",
  "memory.text": "Was gemerkt werden soll",
  "memory.tags": "Stichwörter, durch Kommas getrennt",
  "memory.empty": "Noch ist nichts gemerkt",
  "memory.empty-how": "Sag in einer Unterhaltung „Merk dir, dass …“, oder füge hier eine Notiz hinzu.",
  "memory.nothing": "Keine Erinnerung passt zu dieser Suche.",
  "memory.count.one": "{count} Erinnerung",
  "memory.count.other": "{count} Erinnerungen",
  "memory.source.user": "von dir geschrieben",
  "memory.source.tool": "aus einer Unterhaltung",
  "memory.source.web": "von einer Webseite",
  "memory.source.import": "importiert",
  "memory.used": "benutzt {date}",
  "memory.expires": "bis {date}",
  "memory.keep-until": "Behalten bis (leer: für immer)",
  "memory.select": "Zum Zusammenführen wählen",
  "memory.merge": "Ausgewählte zusammenführen",
  "memory.merged": "Erinnerungen zusammengeführt",
  "memory.uses": "Antworten, die sie verwendet haben",
  "memory.no-uses": "Noch keine Antwort hat sie verwendet.",
  "memory.conversation-gone": "Gelöschte Unterhaltung",
  "memory.all": "Alle Erinnerungen",
  "memory.gone": "Diese Erinnerung wurde gelöscht, oder ihre Zeit ist um.",

  "semantic.title": "Suche nach Bedeutung",
  "semantic.absent":
    "Aus: Notizen werden an ihren Wörtern gefunden, auch an Wortanfängen und mit Tippfehlern. Ein Embedding-Modell (eine GGUF-Datei) findet auch, was dasselbe mit anderen Worten sagt. Es bleibt auf diesem Gerät.",
  "semantic.loading": "Das Embedding-Modell wird gelesen …",
  "semantic.present": "An mit {title}: {embedded} von {notes} Notizen werden nach Bedeutung und nach Wörtern gefunden.",
  "semantic.failed": "Das Embedding-Modell kann nicht benutzt werden; Notizen werden an ihren Wörtern gefunden.",
  "semantic.choose": "Embedding-Modell auswählen",
  "semantic.drop": "Entfernen",
};
