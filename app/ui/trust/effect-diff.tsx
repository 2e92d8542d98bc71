import { useMemo } from "react";
import type { EffectPreview } from "../../../worker/protocol/run-event.ts";
import type { Translator } from "../../messages/translate.ts";
import { useText } from "../../messages/use-text.ts";
import { revealText } from "./reveal-look-alikes.ts";
import { type DiffRow, toDiffRows } from "./to-diff-rows.ts";

const SIGNS = { same: " ", removed: "−", added: "+" } as const;

/** The change that a call would make, line by line; hidden characters and look-alikes are written out. */
export function EffectDiff({ preview }: { readonly preview: EffectPreview }) {
  const t = useText();
  const { before, after } = preview;
  const title = toTitle(preview, t);
  const rows = useMemo(
    () => toDiffRows(before === null ? null : revealText(before), after === null ? null : revealText(after)),
    [before, after],
  );
  return (
    <figure className="diff" data-testid="effect-diff">
      <figcaption dir="auto">{revealText(title)}</figcaption>
      {preview.file?.runs && <p className="diff-runs">{t.text("diff.file.runs")}</p>}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long comparison scrolls, so the keyboard has to reach it */}
      <section className="diff-rows" tabIndex={0} aria-label={t.text("diff.label")}>
        {rows.map((row, index) =>
          row.type === "skipped" ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: the rows of a comparison do not move
            <p className="diff-skipped" key={index}>
              {t.count("diff.skipped", row.lines)}
            </p>
          ) : (
            // biome-ignore lint/suspicious/noArrayIndexKey: the rows of a comparison do not move
            <DiffLine key={index} row={row} />
          ),
        )}
      </section>
    </figure>
  );
}

/** The change in a few words, in the user's language where the page has words for it. */
function toTitle({ title, saves, deletes, file }: EffectPreview, t: Translator): string {
  if (file !== undefined) return t.text(`diff.file.${file.action}`, { path: file.path });
  if (saves !== undefined) return t.count("diff.save", saves.notes, { namespace: saves.namespace });
  return deletes === undefined ? title : t.count("diff.delete", deletes.notes);
}

function DiffLine({ row }: { readonly row: Exclude<DiffRow, { readonly type: "skipped" }> }) {
  const t = useText();
  const Line = row.type === "added" ? "ins" : row.type === "removed" ? "del" : "span";
  return (
    <Line className="diff-row" data-row={row.type}>
      <span className="diff-sign" aria-hidden="true">
        {SIGNS[row.type]}
      </span>
      {row.type !== "same" && <span className="visually-hidden">{t.text(`diff.${row.type}`)} </span>}
      <span className="diff-text" dir="auto">
        {row.parts.map((part, index) =>
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a line do not move
          part.changed ? <mark key={index}>{part.text}</mark> : <span key={index}>{part.text}</span>,
        )}
      </span>
    </Line>
  );
}
