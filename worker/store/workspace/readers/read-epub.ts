import { attempt } from "../../../protocol/attempt.ts";
import { openZip } from "./open-zip.ts";
import { readXml, type XmlPart } from "./read-xml.ts";
import { toPlainText } from "./to-plain-text.ts";

/** Characters of one chapter with its tags: more than whole books have. */
const MAX_CHAPTER = 5_000_000;
const MAX_CHAPTERS = 5_000;
const MAX_TITLE = 1_000;

/** The text of a book: its title, then its chapters in their order. */
export async function readEpub(bytes: Uint8Array<ArrayBuffer>, maxCharacters: number): Promise<string | null> {
  const zip = await openZip(new Blob([bytes]));
  const book = await findBook((await zip.readText("META-INF/container.xml")) ?? "");
  const xml = book === null ? null : await zip.readText(book);
  if (book === null || xml === null) return null;
  const { title, chapters } = await readContents(xml);
  const folder = book.includes("/") ? book.slice(0, book.lastIndexOf("/") + 1) : "";
  const texts = title === "" ? [] : [title];
  let left = maxCharacters;
  for (const chapter of chapters) {
    const page = (await zip.readText(toZipPath(folder, chapter))) ?? "";
    const text = toPlainText(page.slice(0, MAX_CHAPTER)).slice(0, left);
    left -= text.length;
    if (text !== "") texts.push(text);
    if (left <= 0) break;
  }
  return texts.length === (title === "" ? 0 : 1) ? "" : texts.join("\n\n");
}

async function findBook(xml: string): Promise<string | null> {
  const paths: (string | undefined)[] = [];
  const take = (part: XmlPart): void => {
    if (part.type === "open" && part.name === "rootfile") paths.push(part.attributes.get("full-path"));
  };
  await readXml(xml, take, () => paths.length > 0);
  return paths[0] ?? null;
}

async function readContents(xml: string): Promise<{ readonly title: string; readonly chapters: readonly string[] }> {
  const files = new Map<string, string>();
  // A book has each of its files once.
  const chapters = new Set<string>();
  let title = "";
  let inTitle = false;
  await readXml(xml, (part) => {
    if (part.type === "text") {
      if (inTitle) title = (title + part.text).slice(0, MAX_TITLE);
      return;
    }
    if (part.name === "title") inTitle = part.type === "open" && title === "";
    if (part.type !== "open") return;
    if (part.name === "item") files.set(part.attributes.get("id") ?? "", part.attributes.get("href") ?? "");
    const file = part.name === "itemref" ? files.get(part.attributes.get("idref") ?? "") : undefined;
    if (file !== undefined && chapters.size < MAX_CHAPTERS) chapters.add(file);
  });
  return { title: title.trim(), chapters: [...chapters] };
}

/** A chapter's path inside the ZIP, from the folder of the list that names it. */
function toZipPath(folder: string, path: string): string {
  const parts: string[] = [];
  const decoded = attempt(() => decodeURIComponent(path)) ?? path;
  for (const part of `${folder}${decoded}`.split("/")) {
    if (part === "..") parts.pop();
    else if (part !== "." && part !== "") parts.push(part);
  }
  return parts.join("/");
}
