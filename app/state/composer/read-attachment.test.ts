import { describe, expect, it } from "vitest";
import { writeLockedPdf, writePdf } from "../../../e2e/harness/write-pdf.ts";
import { readDocument } from "../../../worker/store/workspace/read-document.ts";
import {
  CALENDAR,
  createBook,
  createWorkbook,
  MAIL,
  zipTexts,
} from "../../../worker/store/workspace/readers/documents.fixture.ts";
import { extractPdfText } from "../../services/pdf/extract-pdf-text.ts";
import { MAX_TEXT_BYTES, readAttachment } from "./read-attachment.ts";

const readPdf = (bytes: Uint8Array<ArrayBuffer>, maxCharacters: number) => extractPdfText({ bytes, maxCharacters });

const readText = (file: File) => readDocument(file.name, file, { readPdf });
const readers = { readText, readPicture: async () => "cGljdHVyZQ==", toBase64: () => "c291bmQ=" };
const BLIND = { pictures: false, sounds: false };

const read = (content: BlobPart, name: string, type = "") =>
  readAttachment(new File([content], name, { type }), readers, BLIND);

describe("a file to attach", () => {
  it.each([
    ["notes.txt", "text/plain"],
    ["notes.md", ""],
    ["table.csv", "text/csv"],
    ["data.json", "application/json"],
    ["script.py", ""],
  ])("is taken as text: %s", async (name, type) => {
    expect(await read("Grüße", name, type)).toMatchObject({ ok: true, attachment: { name, text: "Grüße" } });
  });

  it("is read as the user's folders read it: old encodings, and documents", async () => {
    const letter = {
      "word/document.xml": "<w:document><w:body><w:p><w:r><w:t>The rent is due</w:t></w:r></w:p></w:body></w:document>",
    };
    const umlaut = Uint8Array.from("Empf\u00e4nger;Betrag", (sign) => sign.charCodeAt(0));
    const files: readonly (readonly [name: string, content: BlobPart, text: string])[] = [
      ["bank.csv", umlaut, "Empfänger;Betrag"],
      ["letter.docx", await zipTexts(letter), "The rent is due"],
      ["bills.xlsx", await createWorkbook(), "Power bill"],
      ["book.epub", await createBook(), "Winter came."],
      ["choir.ics", CALENDAR, "spring concert"],
      ["mail.eml", MAIL, "The key is über der Tür."],
    ];
    for (const [name, content, text] of files) {
      expect(await read(content, name), name).toMatchObject({
        ok: true,
        attachment: { text: expect.stringContaining(text) },
      });
    }
  });

  it("is refused when it is not text, whatever its name says", async () => {
    expect(await read(new Uint8Array([0xff, 0x01, 0x00, 0x41]), "a.txt")).toEqual({ ok: false, refusal: "not-text" });
    expect(await read("a\u0000b", "a.txt")).toEqual({ ok: false, refusal: "not-text" });
  });

  it("is refused when it is too big", async () => {
    expect(await read("x".repeat(MAX_TEXT_BYTES + 1), "a.txt")).toEqual({ ok: false, refusal: "too-big" });
    const huge = new File(["a"], "a.pdf");
    Object.defineProperty(huge, "size", { value: 50_000_001 });
    expect(await readAttachment(huge, readers, BLIND)).toEqual({ ok: false, refusal: "too-big" });
  });

  it.each(["a.txt", "a.pdf"])("is refused as gone when it was moved after it was picked: %s", async (name) => {
    const moved = Object.assign(new File(["a"], name), {
      slice: () => ({ arrayBuffer: () => Promise.reject(new Error("NotReadable")) }),
    });
    expect(await readAttachment(moved, readers, BLIND)).toEqual({ ok: false, refusal: "gone" });
  });
});

describe("a picture or a sound to attach", () => {
  const picture = new File(["x"], "cat.png", { type: "image/png" });
  const sound = new File(["x"], "bird.wav", { type: "audio/wav" });

  it("goes along with a model that takes it in, and with one that is not loaded yet", async () => {
    const cat = { name: "cat.png", mediaType: "image/jpeg", text: "", data: "cGljdHVyZQ==" };
    const bird = { name: "bird.wav", mediaType: "audio/wav", text: "", data: "c291bmQ=" };
    for (const senses of [{ pictures: true, sounds: true }, null]) {
      expect(await readAttachment(picture, readers, senses)).toEqual({ ok: true, attachment: cat });
      expect(await readAttachment(sound, readers, senses)).toEqual({ ok: true, attachment: bird });
    }
  });

  it("is refused where the model lacks that sense", async () => {
    const seeing = { pictures: true, sounds: false };
    expect(await readAttachment(picture, readers, BLIND)).toEqual({ ok: false, refusal: "no-eyes" });
    expect(await readAttachment(sound, readers, seeing)).toEqual({ ok: false, refusal: "no-ears" });
  });

  it("is read as text where the model cannot see and the user has OCR read it, and is marked so", async () => {
    const scans = [{ page: 1, turns: 0, boxes: [] }];
    const recognise = { ...readers, readText: async () => ({ type: "text", text: "The rent is due", scans }) as const };
    const name = "letter.jpg";
    const photo = new File(["x"], name, { type: "image/jpeg" });
    const attachment = { name, mediaType: "image/jpeg", text: "The rent is due", recognised: true };
    expect(await readAttachment(photo, recognise, BLIND)).toEqual({ ok: true, attachment });
    const seeing = await readAttachment(photo, recognise, { pictures: true, sounds: false });
    expect(seeing).toMatchObject({ ok: true, attachment: { text: "", data: "cGljdHVyZQ==" } });
  });

  it("is refused when it is too big or broken", async () => {
    const seeing = { pictures: true, sounds: true };
    const huge = (type: string) => ({ name: "a", type, size: 40_000_000 }) as File;
    for (const type of ["image/png", "audio/wav"]) {
      expect(await readAttachment(huge(type), readers, seeing)).toEqual({ ok: false, refusal: "media-big" });
    }
    const unreadable = { ...readers, readPicture: async () => null };
    expect(await readAttachment(picture, unreadable, seeing)).toEqual({ ok: false, refusal: "picture-broken" });
  });
});

describe("a PDF to attach", () => {
  it("is neither taken nor refused while what reads it cannot be loaded", async () => {
    const file = new File([writePdf(["a"])], "a.pdf");
    const broken = { ...readers, readText: () => Promise.reject(new Error("no such chunk")) };
    await expect(readAttachment(file, broken, BLIND)).rejects.toThrow("no such");
  });

  it("gives the text of its pages in order", async () => {
    expect(await read(writePdf(["The ferry leaves at 7:40.", "Pier two."]), "plan.pdf")).toEqual({
      ok: true,
      attachment: {
        name: "plan.pdf",
        mediaType: "application/pdf",
        text: "The ferry leaves at 7:40.\n\nPier two.",
      },
    });
  });

  it("without letters is refused as pictures of pages", async () => {
    expect(await read(writePdf([null, null]), "scan.pdf")).toEqual({ ok: false, refusal: "no-text" });
  });

  it("with a password is refused as locked", async () => {
    expect(await read(writeLockedPdf(), "secret.pdf")).toEqual({ ok: false, refusal: "locked-pdf" });
  });

  it("that is damaged, empty or no PDF at all is refused", async () => {
    for (const content of ["", "hello", "%PDF-1.7\n%%EOF", writePdf(["cut"]).slice(0, 120)]) {
      expect(await read(content, "x.pdf"), content.slice(0, 12)).toEqual({ ok: false, refusal: "broken" });
    }
  });

  it("with more text than a message carries is refused before it is read to its end", async () => {
    const bytes = new TextEncoder().encode(writePdf(Array.from({ length: 50 }, () => "word ".repeat(30))));
    expect(await extractPdfText({ bytes, maxCharacters: 1000 })).toEqual({ type: "unreadable", reason: "too-big" });
  });
});
