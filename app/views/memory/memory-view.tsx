import { useState } from "react";
import type { Result } from "../../../worker/protocol/failure.ts";
import type { MemoryId } from "../../../worker/protocol/ids.ts";
import type { MemoryHit, MemoryRecord } from "../../../worker/protocol/memory.ts";
import { useText } from "../../messages/use-text.ts";
import type { ViewProps } from "../../parts/frame/page.tsx";
import { Page } from "../../parts/frame/page.tsx";
import { useNoteActions } from "../../parts/notes/use-note-actions.ts";
import { useRead } from "../../services/use-read.ts";
import { toResult } from "../../state/app-state.ts";
import { toHash } from "../../state/route.ts";
import { useAppState } from "../../state/use-app.ts";
import { Button, TextLink } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { FailureCard } from "../../ui/failure-card.tsx";
import { SearchField } from "../../ui/fields/search-field.tsx";
import { Skeletons } from "../../ui/skeletons.tsx";
import { MemoryCard } from "./memory-card.tsx";
import { MemoryForm } from "./memory-form.tsx";
import { SemanticSection } from "./semantic-section.tsx";

/** The agent's notes: to read, find, add, change and delete. */
export function MemoryView({ rest }: ViewProps) {
  const t = useText();
  const memoryId = rest === "" ? undefined : rest;
  const [query, setQuery] = useState("");
  const [adding, setAdding] = useState(false);
  const [chosen, setChosen] = useState<readonly MemoryRecord[]>([]);
  const [merging, setMerging] = useState(false);
  const isOneProject = new Set(chosen.map(({ project }) => project)).size === 1;
  const found = useMemories(query, memoryId);
  const { save, merge } = useNoteActions();

  return (
    <Page
      tab="memory"
      title={t.text("nav.memory")}
      lead={t.text("memory.lead")}
      actions={
        <Button text="memory.add" tone="primary" icon="plus" onClick={() => setAdding(true)} disabled={adding} />
      }
    >
      {adding && (
        <MemoryForm
          label={t.text("memory.add")}
          onCancel={() => setAdding(false)}
          onSave={async ({ expiresAt, project, ...entered }) => {
            const kept = { ...(expiresAt !== null && { expiresAt }), ...(project != null && { project }) };
            if (await save({ namespace: "notes", source: { type: "user" }, ...entered, ...kept })) setAdding(false);
          }}
        />
      )}
      {chosen.length > 1 && isOneProject && !merging && <Button text="memory.merge" onClick={() => setMerging(true)} />}
      {merging && (
        <MemoryForm
          label={t.text("memory.merge")}
          text={chosen.map(({ text }) => text).join("\n")}
          tags={[...new Set(chosen.flatMap(({ tags }) => tags))]}
          onCancel={() => setMerging(false)}
          onSave={async (entered) => {
            await merge(chosen, entered);
            setMerging(false);
            setChosen([]);
          }}
        />
      )}
      {memoryId === undefined ? (
        <SearchField text="memory.search" value={query} onChange={setQuery} />
      ) : (
        <p>
          <TextLink text="memory.all" href={toHash({ type: "memory" })} />
        </p>
      )}
      <p className="visually-hidden" role="status">
        {found?.ok === true && t.count("memory.count", found.value.length)}
      </p>
      <MemoryList
        found={found}
        query={query}
        single={memoryId !== undefined}
        chosen={chosen}
        onSelect={(record, selected) => {
          const others = chosen.filter(({ id }) => id !== record.id);
          setChosen(selected ? [...others, record] : others);
        }}
      />
      {memoryId === undefined && <SemanticSection />}
    </Page>
  );
}

interface MemoryListProps {
  readonly found: Result<readonly MemoryHit[]> | undefined;
  readonly query: string;
  /** One note was asked for, and not a search. */
  readonly single: boolean;
  readonly chosen: readonly MemoryRecord[];
  readonly onSelect: (record: MemoryRecord, selected: boolean) => void;
}

/** The memories that were found. */
function MemoryList({ found, query, single, chosen, onSelect }: MemoryListProps) {
  if (found === undefined) return <Skeletons rows={2} />;
  if (!found.ok) return <FailureCard failure={found.failure} />;
  if (found.value.length === 0) {
    if (single) return <EmptyState icon="note" text="memory.gone" />;
    return query === "" ? (
      <EmptyState icon="note" text="memory.empty" how="memory.empty-how" />
    ) : (
      <EmptyState icon="search" text="memory.nothing" />
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
        />
      ))}
    </ul>
  );
}

/** Most memories in the list at once; a search finds the others. */
const MAX_LISTED = 200;
const TYPING_PAUSE_MS = 150;

/** The memories that a search finds, or the only one that was asked for; undefined until they are read. */
function useMemories(query: string, memoryId: MemoryId | undefined): Result<readonly MemoryHit[]> | undefined {
  const revision = useAppState((state) => state.memoryRevision);
  return useRead(
    (api) =>
      memoryId === undefined
        ? toResult(api.listMemories({ text: query.trim(), limit: MAX_LISTED }))
        : toResult(api.readMemory(memoryId)).then(toHits),
    [query, revision, memoryId],
    query === "" ? 0 : TYPING_PAUSE_MS,
  );
}

/** One note, or none, as a search would find it. */
function toHits(read: Result<MemoryRecord | null>): Result<readonly MemoryHit[]> {
  if (!read.ok) return read;
  return { ok: true, value: read.value === null ? [] : [{ record: read.value, score: 1 }] };
}
