import { useText } from "../../messages/use-text.ts";
import { useAppState } from "../../state/use-app.ts";
import { revealName } from "../../ui/trust/reveal-look-alikes.ts";

/** How far a tool is with a large table; nothing while none is read. */
export function ReadingLine() {
  const t = useText();
  const reading = useAppState((state) => state.tableReading);
  if (reading === null) return null;
  const file = revealName(reading.path.slice(reading.path.lastIndexOf("/") + 1));
  const said = t.text("table.reading", { file, share: t.number(reading.share, { style: "percent" }) });
  return (
    <span className="tool-preview" data-testid="table-reading" dir="auto">
      <progress value={reading.share} aria-label={said} /> {said}
    </span>
  );
}
