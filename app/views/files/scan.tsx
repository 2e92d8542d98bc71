import { useEffect, useRef, useState } from "react";
import type { FileText, ScannedPage, TextRange, WorkspaceId } from "../../../worker/protocol/workspaces/workspace.ts";
import { useText } from "../../messages/use-text.ts";
import { ScanJobs } from "../../parts/files/scan-jobs.tsx";
import { drawScan } from "../../services/ocr/read-scan.ts";
import { lacksText, offerScan } from "../../services/ocr/scan-jobs.ts";
import { toResult } from "../../state/app-state.ts";
import { useApp } from "../../state/use-app.ts";

/** A file in a folder. */
export interface FilePlace {
  readonly workspaceId: WorkspaceId;
  readonly path: string;
}

interface ScanProps {
  readonly place: FilePlace;
  /** The file as it was read so far. */
  readonly read: FileText;
  readonly passage: TextRange | null;
}

/** Longer side of a page that is shown, in pixels. */
const SHOWN_SIDE = 1600;

/** Offers to read a file's pictures by OCR; of one that was read so, its page with the passage marked. */
export function Scan({ place: { workspaceId, path }, read, passage }: ScanProps) {
  const t = useText();
  const { api } = useApp();
  const [isDone, setIsDone] = useState(false);
  const key = `${workspaceId}/${path}`;
  const isLacking = lacksText(path, read);
  // biome-ignore lint/correctness/useExhaustiveDependencies: one offer for each file
  useEffect(() => {
    setIsDone(false);
    if (!isLacking) return;
    void (async () => {
      const file = await toResult(api.readFile(workspaceId, path));
      if (!file.ok || !(file.value instanceof File)) return;
      const found = await offerScan(key, file.value, read);
      if (found !== read) await toResult(api.keepFileText(workspaceId, path, found));
      setIsDone(found !== read);
    })();
  }, [key, isLacking]);
  const scans = read.type === "text" ? (read.scans ?? []) : [];
  const page =
    read.type === "text" && passage !== null ? read.text.slice(0, passage.start).split("\f").length : undefined;
  const shown = page === undefined ? scans[0] : scans.find((each) => each.page === page);
  return (
    <>
      <ScanJobs place={key} />
      {isDone && isLacking && <p role="status">{t.text("ocr.nothing")}</p>}
      {scans.length > 0 && (
        <p className="tag tag-warn" data-testid="scan-note">
          {t.text("ocr.note")}
        </p>
      )}
      {shown !== undefined && read.type === "text" && (
        <ScanPicture
          key={`${key} ${shown.page}`}
          place={{ workspaceId, path }}
          scan={shown}
          boxes={passage === null ? [] : findBoxes(read.text, passage, shown)}
        />
      )}
    </>
  );
}

/** The page as it was scanned, the right way up, with boxes around words. */
function ScanPicture({ place, scan, boxes }: { place: FilePlace; scan: ScannedPage; boxes: readonly Box[] }) {
  const t = useText();
  const { api } = useApp();
  const label = t.text("ocr.picture", { page: t.number(scan.page) });
  const canvas = useRef<HTMLCanvasElement>(null);
  const first = useRef<HTMLSpanElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is drawn once, and made anew for another page
  useEffect(() => {
    void (async () => {
      const file = await toResult(api.readFile(place.workspaceId, place.path));
      const drawn = file.ok && file.value instanceof File ? await drawScan(file.value, scan.page, SHOWN_SIDE) : null;
      if (drawn === null || canvas.current === null) return;
      const { width, height, data } = drawn.raster;
      const picture = await createImageBitmap(new ImageData(new Uint8ClampedArray(data), width, height));
      drawTurned(canvas.current, picture, scan.turns);
      first.current?.scrollIntoView({ block: "center" });
    })();
  }, []);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a large page scrolls, so the keyboard has to reach it
    <figure className="scan" tabIndex={0} aria-label={label} data-testid="scan-picture">
      <div>
        <canvas ref={canvas} role="img" aria-label={label} />
        {boxes.map(([left, top, width, height], index) => (
          <span
            // biome-ignore lint/suspicious/noArrayIndexKey: a word has nothing but its place
            key={index}
            ref={index === 0 ? first : null}
            className="scan-word"
            style={{
              left: `${left / 100}%`,
              top: `${top / 100}%`,
              width: `${width / 100}%`,
              height: `${height / 100}%`,
            }}
          />
        ))}
      </div>
    </figure>
  );
}

function drawTurned(canvas: HTMLCanvasElement, picture: ImageBitmap, turns: number): void {
  const isSideways = turns % 2 === 1;
  canvas.width = isSideways ? picture.height : picture.width;
  canvas.height = isSideways ? picture.width : picture.height;
  const context = canvas.getContext("2d");
  context?.translate(canvas.width / 2, canvas.height / 2);
  context?.rotate((turns * Math.PI) / 2);
  context?.drawImage(picture, -picture.width / 2, -picture.height / 2);
}

type Box = readonly [left: number, top: number, width: number, height: number];

/** The boxes of a passage's words on a page. */
export function findBoxes(text: string, passage: TextRange, { page, boxes }: ScannedPage): readonly Box[] {
  const from = text.split("\f", page - 1).reduce((sum, each) => sum + each.length + 1, 0);
  const until = text.indexOf("\f", from) < 0 ? text.length : text.indexOf("\f", from);
  const before = countWords(text.slice(from, Math.max(from, passage.start)));
  const count = countWords(text.slice(Math.max(from, passage.start), Math.min(until, passage.end)));
  return Array.from({ length: count }, (_, index): Box => {
    const [left = 0, top = 0, width = 0, height = 0] = boxes.slice((before + index) * 4);
    return [left, top, width, height];
  });
}

function countWords(text: string): number {
  return text.match(/\S+/g)?.length ?? 0;
}
