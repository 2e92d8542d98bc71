import type { EN_CONNECTIONS } from "../en/connections.ts";

/** Die Texte zu dem, womit die Seite sprechen darf. */
export const GERMAN_CONNECTIONS: Readonly<Record<keyof typeof EN_CONNECTIONS, string>> = {
  "framed.title": "Alcove läuft nicht innerhalb einer anderen Seite",
  "framed.meaning":
    "Die Seite rundherum könnte seine Knöpfe verdecken und dich erlauben lassen, was du nicht meinst. Nichts wurde gestartet.",
  "framed.open": "Alcove in einem eigenen Tab öffnen",
  "settings.connections": "Verbindungen",
  "connections.reload": "Das gilt, sobald die Seite neu geladen ist.",
  "connections.reload-now": "Jetzt neu laden",
  "own-server.title": "Ein eigener Modellserver",
  "own-server.lead":
    "Für Modelle, die zu groß für einen Browser-Tab sind: ein Server auf diesem Rechner oder in deinem Netz. Deine Fragen, mit Notizen und Ergebnissen von Werkzeugen, verlassen dann diesen Tab und gehen an diesen Server.",
  "own-server.on": "Fragen gehen an {host}.",
  "own-server.off": "Aus: jedes Modell läuft in diesem Tab.",
  "own-server.kind": "Art des Servers",
  "own-server.kind.llama.cpp": "llama.cpp (llama-server)",
  "own-server.kind.openai": "OpenAI-kompatibel (vLLM und andere)",
  "own-server.kind.ollama": "Ollama",
  "own-server.url": "Adresse",
  "own-server.url-note": "Rechner und Port, etwa 127.0.0.1:8080. Der Server muss Anfragen von {origin} erlauben.",
  "own-server.url-bad": "Das ist keine Adresse. Gib Rechner und Port an, etwa 127.0.0.1:8080.",
  "own-server.mixed":
    "Diese Seite kam über https. Browser erreichen dann nur http-Server auf diesem Rechner; ein Server anderswo braucht https.",
  "own-server.model": "Modell",
  "own-server.model-note": "Wie der Server es nennt; leer für das erste, das er hat.",
  "own-server.temperature": "Temperatur",
  "own-server.key": "Schlüssel",
  "own-server.key-note": "Nur wenn der Server einen verlangt. Bleibt in diesem Browser und steht in keinem Export.",
  "own-server.save": "Speichern",
  "own-server.remove": "Server nicht mehr nutzen",
  "hosts.title": "Erlaubte Hosts",
  "hosts.lead":
    "Die Seite kann mit ihrer eigenen Adresse und mit diesen Hosts sprechen; alles andere verweigert der Browser. Werkzeuge fragen trotzdem, bevor sie etwas senden.",
  "hosts.empty": "Keine: die Seite spricht nur mit ihrer eigenen Adresse.",
  "hosts.remove": "{host} entfernen",
  "hosts.add": "Host",
  "hosts.add-note": "Etwa https://api.example.com. Mit *. gelten alle Namen einer Domain.",
  "hosts.add-now": "Erlauben",
  "hosts.bad": "Das ist kein Host. Gib Schema und Namen an, etwa https://api.example.com.",
  "hosts.catalog": "Die Hosts der WebLLM-Modelle erlauben",
};
