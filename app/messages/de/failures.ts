import type { Language } from "../catalogue.ts";

/** What can go wrong, in German. */
export const GERMAN_FAILURES: Language["failures"] = {
  "webgpu-missing": {
    what: "Dieser Browser gibt Webseiten keinen Grafikprozessor.",
    meaning: "Modelle laufen stattdessen auf dem Prozessor, und das ist langsamer.",
    remedy: "Mach so weiter, oder nimm einen Browser mit WebGPU (Chrome, Edge, Safari ab 26).",
  },
  "device-lost": {
    what: "Der Grafikprozessor hat mitten in der Arbeit aufgehört.",
    meaning: "Die Antwort bis hierher ist gesichert; das Modell muss neu geladen werden.",
    remedy: "Versuch es nochmals. Geschieht es wieder, nimm ein kleineres Modell oder den Prozessor.",
  },
  "out-of-memory": {
    what: "Für dieses Modell war nicht genug Speicher da.",
    meaning: "Das Modell wurde nicht geladen; deine Unterhaltungen sind unberührt.",
    remedy: "Schließ andere Tabs, oder nimm ein kleineres Modell oder einen kürzeren Kontext.",
  },
  "model-missing": {
    what: "Die Dateien des Modells sind nicht da.",
    meaning: "Die App läuft auch ohne Modell, kann aber noch keine Fragen beantworten.",
    remedy: "Führ `npm run model:fetch` aus und lade neu, oder nimm ein anderes Modell.",
  },
  "model-corrupt": {
    what: "Die Datei ist beschädigt oder kein Modell.",
    meaning: "Sie wurde nicht geladen, und nichts davon wird benutzt.",
    remedy: "Lösch sie auf der Seite Modelle und lade oder importiere sie neu.",
  },
  "model-unsupported": {
    what: "Diese Art von Modell kann die gewählte Maschine nicht ausführen.",
    meaning: "Es wurde nicht geladen.",
    remedy: "Nimm auf der Seite Modelle eine andere Maschine oder ein anderes Modell.",
  },
  "download-failed": {
    what: "Der Download wurde nicht fertig.",
    meaning: "Was ganz ankam, bleibt; der nächste Versuch macht dort weiter.",
    remedy: "Prüf die Verbindung und versuch es nochmals.",
  },
  "download-stalled": {
    what: "Der Download bewegt sich nicht mehr.",
    meaning: "Was ganz ankam, bleibt; der nächste Versuch macht dort weiter.",
    remedy: "Prüf die Verbindung und versuch es nochmals.",
  },
  "engine-crashed": {
    what: "Die Maschine, die das Modell ausführt, ist unerwartet stehen geblieben.",
    meaning: "Die Antwort bis hierher ist gesichert; die Maschine muss neu starten.",
    remedy: "Versuch es nochmals.",
  },
  "engine-timeout": {
    what: "Die Maschine wurde nicht rechtzeitig bereit.",
    meaning: "Das Modell wurde nicht geladen; deine Unterhaltungen sind unberührt.",
    remedy: "Versuch es nochmals; bleibt es so, lade die Seite neu oder nimm ein kleineres Modell.",
  },
  "library-missing": {
    what: "In diesem Ordner fehlt die Modellbibliothek.",
    meaning:
      "WebLLM führt ein Modell nur mit der Bibliothek (.wasm) aus, die dafür übersetzt wurde. Nichts wurde behalten.",
    remedy:
      "Leg die .wasm-Datei des Modells in den Ordner und wähl ihn nochmals, oder importier das Modell als GGUF-Datei.",
  },
  "load-unfinished": {
    what: "Das Laden des Modells wurde zuletzt nicht fertig.",
    meaning:
      "Vielleicht hat es den Tab oder den Grafiktreiber beendet; darum wurde es diesmal nicht von selbst geladen.",
    remedy: "Lade es nochmals, oder wähl ein anderes Modell; deine Unterhaltungen sind unberührt.",
  },
  "engine-busy": {
    what: "Das Modell arbeitet an einer anderen Antwort.",
    meaning: "Diese Nachricht wurde nicht gesendet.",
    remedy: "Warte das Ende ab, oder halte die andere Antwort an.",
  },
  "no-model": {
    what: "Kein Modell ist geladen.",
    meaning: "Fragen brauchen ein Modell; Werkzeuge gehen auch ohne.",
    remedy: "Lade ein Modell auf der Seite Modelle, oder tippe / für ein Werkzeug.",
  },
  "context-full": {
    what: "Die Unterhaltung passt nicht mehr in das Kontextfenster des Modells.",
    meaning: "Das Modell kann sie nicht auf einmal lesen. Nichts ist verloren.",
    remedy: "Beginn eine neue Unterhaltung, oder nimm ein Modell mit größerem Kontext.",
  },
  "nothing-to-summarize": {
    what: "Es gibt keine älteren Nachrichten zum Zusammenfassen.",
    meaning: "Die neueste Frage und ihre Antwort werden immer so gesendet, wie sie sind.",
    remedy: "Führe die Unterhaltung einfach weiter.",
  },
  "grammar-rejected": {
    what: "Die Maschine konnte die Grammatik der Werkzeuge nicht benutzen.",
    meaning: "Das Modell antwortete, ohne an die Schemas der Werkzeuge gebunden zu sein.",
    remedy: "Nichts zu tun; die Aufrufe werden nach dem Lesen trotzdem geprüft.",
  },
  "worker-gone": {
    what: "Der Hintergrundprozess ist unerwartet zu Ende gegangen.",
    meaning: "Die Antwort bis hierher ist gesichert.",
    remedy: "Er läuft schon wieder: versuch es nochmals.",
  },
  "storage-full": {
    what: "Im Speicher des Browsers ist kein Platz mehr.",
    meaning: "Die letzte Änderung wurde nicht gesichert.",
    remedy: "Lösch ein Modell oder alte Unterhaltungen und versuch es nochmals.",
  },
  "storage-refused": {
    what: "Der Browser lässt diese Seite nichts speichern.",
    meaning: "Alles bleibt im Arbeitsspeicher und ist weg, wenn der Tab schließt.",
    remedy: "Erlaub dieser Seite Websitedaten, oder exportiere, was du behalten willst.",
  },
  "storage-lost": {
    what: "Gespeicherte Daten, die es hier gab, sind nicht zu finden.",
    meaning: "Vielleicht hat der Browser sie entfernt, oder sie wurden beschädigt.",
    remedy: "Importiere deinen letzten Export, falls es einen gibt.",
  },
  "storage-newer": {
    what: "Die gespeicherten Daten stammen von einer neueren Fassung der App.",
    meaning: "Sie werden gezeigt, aber nicht verändert.",
    remedy: "Lade die Seite neu, um die neuere Fassung zu bekommen.",
  },
  "import-refused": {
    what: "Diese Datei lässt sich nicht importieren.",
    meaning: "Nichts wurde geändert.",
    remedy: "Wähle eine Datei, die diese App exportiert hat. Die Details sagen, was an dieser falsch ist.",
  },
  "remote-unreachable": {
    what: "Der Modellserver hat nicht geantwortet, oder diese Seite darf seine Antworten nicht lesen.",
    meaning: "Es gibt keine Antwort; deine Nachricht bleibt.",
    remedy:
      "Prüf die Adresse, ob der Server läuft und ob er Anfragen dieser Seite erlaubt (CORS). Versuch es dann nochmals.",
  },
  "remote-refused": {
    what: "Der Modellserver hat den Schlüssel nicht angenommen.",
    meaning: "Es gibt keine Antwort; deine Nachricht bleibt.",
    remedy: "Trag den Schlüssel des Servers unter Einstellungen, Verbindungen ein und lade neu.",
  },
  "remote-model-missing": {
    what: "Der Modellserver hat dieses Modell nicht.",
    meaning: "Es gibt keine Antwort; deine Nachricht bleibt.",
    remedy:
      "Die Einzelheiten nennen, was er hat: trag eines davon unter Einstellungen, Verbindungen ein, oder lade das Modell auf dem Server.",
  },
  "remote-broken": {
    what: "Die Antwort des Modellservers ist nicht lesbar oder brach ab.",
    meaning: "Was angekommen ist, bleibt.",
    remedy:
      "Versuch es nochmals. Bleibt es so, prüf die Art des Servers in den Einstellungen und das Protokoll des Servers.",
  },
  cancelled: {
    what: "Du hast es angehalten.",
    meaning: "Was bis hierher getan ist, bleibt.",
    remedy: "Frag wieder, wann immer du magst.",
  },
  internal: {
    what: "In der App ist etwas schiefgegangen.",
    meaning: "Die Unterhaltung ist unversehrt.",
    remedy: "Versuch es nochmals; bleibt es so, exportiere den Lauf und melde ihn.",
  },
};
