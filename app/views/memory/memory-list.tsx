import type { Result } from "../../../worker/protocol/failure.ts";
import type { MemoryChange, MemoryHit, MemoryRecord } from "../../../worker/protocol/memory.ts";
import { useText } from "../../messages/use-text.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { FailureCard } from "../../ui/failure-card.tsx";
import { Skeletons } from "../../ui/skeletons.tsx";
import { MemoryCard } from "./memory-card.tsx";

interface MemoryListProps {
  readonly found: Result<readonly MemoryHit[]> | undefined;
  readonly query: string;
  /** One note was asked for, and not a search. */
  readonly single: boolean;
  readonly chosen: readonly MemoryRecord[];
  readonly onSelect: (record: MemoryRecord, selected: boolean) => void;
  readonly onChange: (record: MemoryRecord, change: MemoryChange) => Promise<boolean>;
  readonly onDelete: (record: MemoryRecord) => Promise<void>;
}

/** The memories that were found. */
export function MemoryList({ found, query, single, chosen, onSelect, onChange, onDelete }: MemoryListProps) {
  const t = useText();
  if (found === undefined) return <Skeletons rows={2} />;
  if (!found.ok) return <FailureCard failure={found.failure} />;
  if (found.value.length === 0) {
    if (single) return <EmptyState icon="note" title={t.text("memory.gone")} />;
    return query === "" ? (
      <EmptyState icon="note" title={t.text("memory.empty")}>
        {t.text("memory.empty-how")}
      </EmptyState>
    ) : (
      <EmptyState icon="search" title={t.text("memory.nothing")} />
    );
  }
  return (
    <ul className="cards">
      {found.value.map(({ record }) => (
        <MemoryCard
          key={record.id}
          record={record}
          selected={chosen.some(({ id }) => id === record.id)}
          onSelect={onSelect}
          onChange={onChange}
          onDelete={onDelete}
        />
      ))}
    </ul>
  );
}
