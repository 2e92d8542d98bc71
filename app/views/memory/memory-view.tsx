import { type ReactElement, useEffect, useState } from "react";
import type { Result } from "../../../worker/protocol/failure.ts";
import type { MemoryId } from "../../../worker/protocol/ids.ts";
import type { MemoryChange, MemoryDraft, MemoryHit, MemoryRecord } from "../../../worker/protocol/memory.ts";
import { useText } from "../../messages/use-text.ts";
import { toResult } from "../../state/app-state.ts";
import { toHash } from "../../state/route.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { FailureCard } from "../../ui/failure-card.tsx";
import { Icon } from "../../ui/icon.tsx";
import { useApp, useAppState } from "../../use-app.ts";
import { Page } from "../page.tsx";
import type { ViewFrame } from "../view-frame.ts";
import { MemoryCard } from "./memory-card.tsx";
import { MemoryForm } from "./memory-form.tsx";
import { SemanticSection } from "./semantic-section.tsx";

/** Most memories in the list at once; a search finds the others. */
const MOST = 200;
const TYPING_PAUSE_MS = 150;

interface MemoryViewProps extends ViewFrame {
  /** The only one to show; absent for all. */
  readonly memoryId: MemoryId | undefined;
}

/** What the agent remembers: to read, find, add, change and delete. */
export function MemoryView({ memoryId, ...frame }: MemoryViewProps): ReactElement {
  const t = useText();
  const { api, toasts } = useApp();
  const phase = useAppState((state) => state.phase);
  const revision = useAppState((state) => state.memoryRevision);
  const [query, setQuery] = useState("");
  const [adding, setAdding] = useState(false);
  const [chosen, setChosen] = useState<readonly MemoryRecord[]>([]);
  const [merging, setMerging] = useState(false);
  const [found, setFound] = useState<Result<readonly MemoryHit[]>>();

  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of the memories asks for the list again
  useEffect(() => {
    if (phase !== "ready") return;
    let current = true;
    const timer = setTimeout(
      () => {
        const asked =
          memoryId === undefined
            ? toResult(api.listMemories({ text: query.trim(), limit: MOST }))
            : toResult(api.readMemory(memoryId)).then(toHits);
        void asked.then((result) => {
          if (current) setFound(result);
        });
      },
      query === "" ? 0 : TYPING_PAUSE_MS,
    );
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [api, query, revision, phase, memoryId]);

  const save = async (draft: MemoryDraft) => {
    const saved = await toResult(api.saveMemory(draft));
    if (!saved.ok) toasts.show({ text: "toast.not-saved" });
    return saved.ok;
  };
  const remove = async (record: MemoryRecord) => {
    const deleted = await toResult(api.deleteMemory(record.id));
    if (!deleted.ok) toasts.show({ text: "toast.not-saved" });
    else toasts.show({ text: "toast.memory-deleted", undo: () => void restore([record]) });
  };
  const restore = async (records: readonly MemoryRecord[]) => {
    if (!(await toResult(api.restoreMemories(records))).ok) toasts.show({ text: "toast.not-saved" });
  };
  const change = async (record: MemoryRecord, wanted: MemoryChange) => {
    const changed = await toResult(api.changeMemory(record.id, wanted));
    if (!changed.ok) toasts.show({ text: "toast.not-saved" });
    return changed.ok;
  };
  const merge = async (text: string) => {
    const merged = await toResult(
      api.mergeMemories(
        chosen.map(({ id }) => id),
        text,
      ),
    );
    setMerging(false);
    setChosen([]);
    if (!merged.ok) toasts.show({ text: "toast.not-saved" });
    else toasts.show({ text: "memory.merged", undo: () => void restore(merged.value.before) });
  };

  return (
    <Page
      title={t.text("nav.memory")}
      lead={t.text("memory.lead")}
      actions={
        <Button tone="primary" icon="plus" onClick={() => setAdding(true)} disabled={adding}>
          {t.text("memory.add")}
        </Button>
      }
      {...frame}
    >
      {adding && (
        <MemoryForm
          label={t.text("memory.add")}
          onCancel={() => setAdding(false)}
          onSave={async (text, tags, expiresAt) => {
            const kept = expiresAt === null ? {} : { expiresAt };
            if (await save({ namespace: "notes", text, tags, source: { type: "user" }, ...kept })) setAdding(false);
          }}
        />
      )}
      {chosen.length > 1 && !merging && <Button onClick={() => setMerging(true)}>{t.text("memory.merge")}</Button>}
      {merging && (
        <MemoryForm
          label={t.text("memory.merge")}
          text={chosen.map(({ text }) => text).join("\n")}
          tags={[...new Set(chosen.flatMap(({ tags }) => tags))]}
          onCancel={() => setMerging(false)}
          onSave={merge}
        />
      )}
      {memoryId === undefined ? (
        <label className="search-field">
          <Icon name="search" />
          <input
            type="search"
            aria-label={t.text("memory.search")}
            placeholder={t.text("memory.search")}
            value={query}
            onChange={(event) => setQuery(event.target.value)}
          />
        </label>
      ) : (
        <p>
          <a className="text-link" href={toHash({ type: "memory" })}>
            {t.text("memory.all")}
          </a>
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
        onChange={change}
        onDelete={remove}
      />
      {memoryId === undefined && <SemanticSection />}
    </Page>
  );
}

/** One note, or none, as a search would find it. */
function toHits(read: Result<MemoryRecord | null>): Result<readonly MemoryHit[]> {
  if (!read.ok) return read;
  return { ok: true, value: read.value === null ? [] : [{ record: read.value, score: 1 }] };
}

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

function MemoryList({ found, query, single, chosen, onSelect, onChange, onDelete }: MemoryListProps): ReactElement {
  const t = useText();
  if (found === undefined) {
    return (
      <div className="skeletons" role="status" aria-label={t.text("state.loading")}>
        <div className="skeleton" />
        <div className="skeleton" />
      </div>
    );
  }
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
