import type { JsonObject } from "../../protocol/json.ts";
import { compareWords, toContentWords } from "./word-families.ts";

/** What is plainly asked of the user's files by their names, in English, German or Spanish. */
export type FileWish =
  /** `name` as `find_files` takes it: `*` for all, `*.csv` for an ending. */
  | { readonly type: "list"; readonly name: string }
  | { readonly type: "open-folder"; readonly folder: string }
  /** `isSure`: the name has an ending, so no other thing can be meant. */
  | { readonly type: "read"; readonly name: string; readonly isSure: boolean };

/** A change of a file that the user spells out. */
export interface FileChangeWish {
  readonly tool: "write_file" | "edit_file" | "move_file" | "delete_file";
  readonly arguments: JsonObject;
}

const ENDINGS =
  "txt|md|markdown|csv|tsv|tab|json|html?|xml|pdf|docx?|xlsx?|epub|ics|eml|log|ya?ml|toml|rst|tex|js|ts|py|css|svg";
/** A file's name with its ending, in quotes where it has blanks. */
const NAME = `(?:["“„«'](?<q>[^"“”„«»\\n]{1,120}?\\.(?:${ENDINGS}))["”“»']|(?<n>[^\\s"“”„«»,;:?!]{1,120}?\\.(?:${ENDINGS})))(?![\\p{L}\\p{N}])`;

const FILES = /(?<!\p{L})(?:files?|documents?|dateien|datei|dokumente?n?|archivos?|documentos?|ficheros?)(?!\p{L})/iu;
const FOLDER = /(?<!\p{L})(?:folders?|director(?:y|ies)|ordnern?|verzeichnis(?:se)?|carpetas?)(?!\p{L})/iu;
/** What else is said when files are to be listed. */
const LISTING = new Set(
  (
    "list show display see view read access open available connected contained contents content inside names name total " +
    "count folder folders directory directories files file documents document sample current currently every here " +
    "liste auflisten liste zeige zeig zeigen anzeigen vorhanden vorhandene ordner verzeichnis dateien datei dokumente " +
    "dokument inhalt enthalt enthalten liegen liegt lesen gibt alle welche " +
    "lista listar muestra mostrar muestrame ver carpeta carpetas archivo archivos documento documentos fichero ficheros " +
    "contiene contenido disponibles todos ejemplo"
  ).split(" "),
);
/** Words for kinds of files, and how their names end. */
const KINDS: ReadonlyMap<string, string> = new Map(
  [
    ...ENDINGS.replaceAll("?", "")
      .split("|")
      .flatMap((each) => [`${each} ${each}`, `${each}s ${each}`]),
    "excel xlsx",
    "word docx",
    "text txt",
    "texts txt",
    "markdown md",
    "calendar ics",
    "kalender ics",
    "calendario ics",
  ].map((line): [string, string] => {
    const [word = "", ending = ""] = line.split(" ");
    return [word, ending];
  }),
);

/** Opens a wish for the whole of one file; what follows is its name. */
const WHOLE: readonly RegExp[] = [
  /^(?:(?:please|can you|could you) )*(?:summari[sz]e|sum up|open|read|show(?: me)?|print|display|what(?:['’]s| is| does it say)(?: written| there)? in|what are the contents of)(?: me)? (?<name>.+?)[.?!\s]*$/iu,
  /^what does (?<name>.+?) (?:say|contain|hold)[.?!\s]*$/iu,
  /^(?:(?:bitte|kannst du|könntest du) )*(?:fasse?|öffne|lies|zeige?(?: mir)?|was steht(?: alles)? in(?: der| dem| meine[rm])?|was enthält)(?: mir| bitte)? (?<name>.+?)(?: zusammen| vor| an)?[.?!\s]*$/iu,
  /^¿?(?:(?:por favor|puedes) )*(?:resume|abre|lee|muestra(?:me)?|qué (?:dice|hay en|pone en|contiene))(?: me)? (?<name>.+?)[.?!\s]*$/iu,
];
const ARTICLES =
  /^(?:(?:the|my|our|this|file|document|named|called|content of|text of|der|die|das|den|dem|meine?[rmn]?|datei|dokument|namens|el|la|los|mi|archivo|documento|llamado|de) )+|(?: (?:file|document|datei|dokument|archivo|documento))+$/giu;
/** A name without an ending has few words. */
const MAX_NAME_WORDS = 4;

/** What a question plainly asks of the files as a whole; null where it is about something that they say. */
export function toFileWish(asked: string): FileWish | null {
  const text = asked.trim();
  const words = toContentWords(text.replaceAll(/[*.]/g, " "));
  const others = words.filter((word) => !LISTING.has(word));
  if (FILES.test(text) || FOLDER.test(text)) {
    const endings = (text.toLowerCase().match(/\p{L}+/gu) ?? []).flatMap((word) => KINDS.get(word) ?? []);
    const [other, another] = others.filter((word) => !KINDS.has(word));
    if (other === undefined) return { type: "list", name: endings[0] === undefined ? "*" : `*.${endings[0]}` };
    if (another === undefined && FOLDER.test(text)) return { type: "open-folder", folder: other };
  }
  for (const pattern of WHOLE) {
    const said = pattern.exec(text)?.groups?.name;
    if (said === undefined) continue;
    const sure = new RegExp(`^(?:.*\\s)?${NAME}$`, "iu").exec(said.replaceAll(ARTICLES, ""))?.groups;
    const name = sure?.q ?? sure?.n;
    if (name !== undefined) return { type: "read", name, isSure: true };
    const bare = said.replaceAll(ARTICLES, "").trim();
    const isShort = toContentWords(bare).length > 0 && bare.split(/\s+/).length <= MAX_NAME_WORDS;
    if (isShort && !/[\d"“„«]/u.test(bare)) return { type: "read", name: bare, isSure: false };
  }
  return null;
}

/** What is to be looked for, without the words that only say where: "Search my documents for …". */
export function toSought(asked: string): string {
  const sought = asked.replace(SEARCHING, "").replace(WHERE, " ").replace(/\s+/gu, " ").trim();
  return toContentWords(sought).length === 0 ? asked : sought;
}

const PLACE =
  "(?:(?:all|any|one|of|my|the|these|connected|alle[nrs]?|meine[nrms]?|de[nrms]|die|das|todos|los|las|mis?|el|la|alguno) )*(?:files?|documents?|folders?|dateien|datei|dokumente?n?|ordnern?|archivos?|documentos?|carpetas?)(?!\\p{L})";
const SEARCHING = new RegExp(
  `^\\W*(?:(?:please|can you|could you|bitte|kannst du|por favor|puedes),? )*(?:search|look|find|suche?|durchsuche?|finde|busca)(?: through| in| up| inside| en)?(?: ${PLACE})?(?: for| about| nach| über| sobre)? `,
  "iu",
);
const WHERE = new RegExp(
  `(?<!\\p{L})(?:in|from|inside|according to|through|aus|laut|en|de|según|which of|which|welche[srnm]?|cuál de) ${PLACE}`,
  "giu",
);

/** The files that a question names with their endings. */
export function listNamed(asked: string): readonly string[] {
  return [...asked.matchAll(new RegExp(NAME, "giu"))].flatMap(({ groups }) => groups?.q ?? groups?.n ?? []);
}

/** True if a path's last part has the words of a question in it: "my expenses" and `english/expenses.csv`. */
export function isNamedIn(asked: string, path: string): boolean {
  const base = path.slice(path.lastIndexOf("/") + 1);
  const parts = toContentWords(base.replace(/\.\w+$/u, "").replaceAll(/[_.-]+/g, " ")).filter(
    (part) => !/^\d+$/.test(part),
  );
  const words = toContentWords(asked);
  return parts.length > 0 && parts.every((part) => words.some((word) => compareWords(word, part) === 1));
}

const QUOTED = `["“„«'](?<a>[^"“”„«»\\n]+)["”“»']|(?<b>.+?)`;
const OTHER = QUOTED.replace("<a>", "<c>").replace("<b>", "<d>");
const TARGET = NAME.replace("<q>", "<r>").replace("<n>", "<s>");
const THE_FILE =
  "(?:(?:the|a|an|my|new|text|die|der|das|eine|neue|el|la|un|nuevo|una) )*(?:(?:file|document|datei|dokument|archivo|documento|fichero|list|liste|lista) )?(?:(?:named|called|namens|llamado|con el nombre) )?";
const POLITE = "^(?:(?:please|can you|could you|bitte|kannst du|por favor|puedes),? )*";

type Groups = Readonly<Record<string, string | undefined>>;

/** How a change is spelled out, and the call that makes it. */
const CHANGES: readonly (readonly [pattern: string, toWish: (groups: Groups) => FileChangeWish])[] = [
  [
    `(?:rename|move|benenne|verschiebe|renombra|mueve|cambia el nombre de) ${THE_FILE}${NAME} (?:to|into|as|in|nach|zu|a|como|en) ${THE_FILE}${TARGET}(?: um)?`,
    (groups) => toMove(toName(groups), groups.r ?? groups.s ?? ""),
  ],
  [
    `(?:move|verschiebe|mueve) ${THE_FILE}${NAME} (?:to|into|in|nach|a) (?:(?:the|den|la) )?(?:(?:folder|ordner|carpeta) )?(?<folder>[^\\s"]+?)(?: folder)?`,
    (groups) => toMove(toName(groups), `${groups.folder ?? ""}/${toName(groups).split("/").at(-1) ?? ""}`),
  ],
  [
    `(?:delete|remove|erase|lösche?|entferne|borra|elimina) ${THE_FILE}${NAME}`,
    (groups) => ({ tool: "delete_file", arguments: { path: toName(groups) } }),
  ],
  [
    `(?:replace|change|correct|ersetze|ändere|reemplaza|cambia|sustituye) (?:${QUOTED}) (?:with|by|to|into|durch|zu|in|por|a) (?:${OTHER}) in ${THE_FILE}${NAME}`,
    toEdit,
  ],
  [
    `in ${THE_FILE}${NAME},? (?:replace|change|ersetze|ändere) (?:${QUOTED}) (?:with|by|to|into|durch|zu|in) (?:${OTHER})`,
    toEdit,
  ],
  [`(?:en) ${THE_FILE}${NAME},? (?:reemplaza|cambia|sustituye) (?:${QUOTED}) (?:por|a) (?:${OTHER})`, toEdit],
  [`(?:reemplaza|cambia|sustituye) (?:${QUOTED}) (?:por|a) (?:${OTHER}) en ${THE_FILE}${NAME}`, toEdit],
  [
    `(?:add|append|put|füge|schreibe?|añade|agrega) (?:${QUOTED}) (?:to|at the end of|into|in|zu|zur|an|ans ende von|a|al|al final de) ${THE_FILE}${NAME}(?: hinzu| ein| an)?`,
    (groups) => toWriting(groups, true),
  ],
  [
    `(?:write|create|make|save|start|schreibe?|erstelle|mach|escribe|crea|haz|guarda) (?:me |mir )?${THE_FILE}${NAME},? ?(?:with the (?:text|words|lines?)|with|containing|that says|saying|mit dem text|mit|con el texto|con|que diga|:) ?(?:${QUOTED})`,
    (groups) => toWriting(groups, false),
  ],
  [
    `(?:write|save|speichere|guarda|escribe) (?:${QUOTED}) (?:to|into|in|as|unter|als|en|como) ${THE_FILE}${NAME}`,
    (groups) => toWriting(groups, false),
  ],
];
const PATTERNS = CHANGES.map(([pattern, toWish]) => ({
  pattern: new RegExp(`${POLITE}${pattern}[.!\\s]*$`, "isu"),
  toWish,
}));

/** The change of a file that a message spells out whole: which file, and what shall stand there. Null for anything else. */
export function toFileChange(asked: string): FileChangeWish | null {
  const text = asked.trim();
  for (const { pattern, toWish } of PATTERNS) {
    const groups = pattern.exec(text)?.groups;
    if (groups !== undefined) return toWish(groups);
  }
  return null;
}

function toName({ q, n = "" }: Groups): string {
  return q ?? n;
}

function toMove(path: string, to: string): FileChangeWish {
  return { tool: "move_file", arguments: { path, to } };
}

function toEdit(groups: Groups): FileChangeWish {
  const { a, b = "", c, d = "" } = groups;
  return { tool: "edit_file", arguments: { path: toName(groups), find: a ?? b, replace: c ?? d } };
}

/** "milk, bread and eggs" is a list of three lines; a quoted text is written as it is. */
function toWriting(groups: Groups, append: boolean): FileChangeWish {
  const { a, b = "" } = groups;
  const items = b.split(/,\s+(?:and |und |y )?|\s+(?:and|und|y)\s+/iu);
  const isList = a === undefined && items.length > 1 && items.every((item) => item.split(/\s+/).length <= 3);
  const text = `${a ?? (isList ? items.join("\n") : b)}\n`;
  const path = toName(groups);
  return { tool: "write_file", arguments: append ? { path, text, append } : { path, text } };
}
