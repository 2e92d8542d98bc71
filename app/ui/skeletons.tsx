import { useText } from "../messages/use-text.ts";

interface SkeletonsProps {
  readonly rows: number;
  /** The first one is short, as a question is. */
  readonly isShort?: boolean;
}

/** Stands for rows that are being read. */
export function Skeletons({ rows, isShort = false }: SkeletonsProps) {
  const t = useText();
  return (
    <div className="skeletons" role="status" aria-label={t.text("state.loading")}>
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row has nothing but its place
        <div key={row} className={isShort && row === 0 ? "skeleton skeleton-short" : "skeleton"} />
      ))}
    </div>
  );
}
