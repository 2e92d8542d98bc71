import { useState } from "react";
import type { Result } from "../../../worker/protocol/failure.ts";
import type { MemoryId } from "../../../worker/protocol/ids.ts";
import type { MemoryHit, MemoryRecord, MemoryUse } from "../../../worker/protocol/memory.ts";
import { findProject } from "../../../worker/protocol/project.ts";
import { useText } from "../../messages/use-text.ts";
import { Page, type ViewProps } from "../../parts/frame/page.tsx";
import { useNoteActions } from "../../parts/notes/use-note-actions.ts";
import { useRead } from "../../services/use-read.ts";
import { toResult } from "../../state/app-state.ts";
import { toHash } from "../../state/route.ts";
import { useApp, useAppState } from "../../state/use-app.ts";
import { Button, IconButton, TextLink } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { FailureCard } from "../../ui/failure-card.tsx";
import { SearchField } from "../../ui/fields/search-field.tsx";
import { Skeletons } from "../../ui/skeletons.tsx";
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
      {found === undefined && <Skeletons rows={2} />}
      {found?.ok === false && <FailureCard failure={found.failure} />}
      {found?.ok === true && found.value.length === 0 && <NothingFound single={memoryId !== undefined} query={query} />}
      {found?.ok === true && found.value.length > 0 && (
        <ul className="cards">
          {found.value.map(({ record }) => (
            <MemoryCard
              key={record.id}
              record={record}
              selected={chosen.some(({ id }) => id === record.id)}
              onSelect={(selected) => {
                const others = chosen.filter(({ id }) => id !== record.id);
                setChosen(selected ? [...others, record] : others);
              }}
            />
          ))}
        </ul>
      )}
      {memoryId === undefined && <SemanticSection />}
    </Page>
  );
}

function NothingFound({ single, query }: { readonly single: boolean; readonly query: string }) {
  if (single) return <EmptyState icon="note" text="memory.gone" />;
  if (query !== "") return <EmptyState icon="search" text="memory.nothing" />;
  return <EmptyState icon="note" text="memory.empty" how="memory.empty-how" />;
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

interface MemoryCardProps {
  readonly record: MemoryRecord;
  readonly selected: boolean;
  readonly onSelect: (selected: boolean) => void;
}

/** One memory, with where it comes from. */
function MemoryCard({ record, selected, onSelect }: MemoryCardProps) {
  const t = useText();
  const { change, remove } = useNoteActions();
  const [editing, setEditing] = useState(false);
  const project = useAppState(({ settings }) => record.project && findProject(settings, record.project).name);
  if (editing) {
    return (
      <li>
        <MemoryForm
          label={t.text("action.edit")}
          text={record.text}
          tags={record.tags}
          project={record.project ?? null}
          {...(record.expiresAt !== undefined && { expiresAt: record.expiresAt })}
          onCancel={() => setEditing(false)}
          onSave={async (entered) => {
            if (await change(record, entered)) setEditing(false);
          }}
        />
      </li>
    );
  }
  const { source } = record;
  return (
    <li className="card" data-testid="memory">
      <div className="card-head">
        <p className="memory-text" dir="auto">
          {record.text}
        </p>
        <div className="card-actions">
          <input
            type="checkbox"
            aria-label={t.text("memory.select")}
            title={t.text("memory.select")}
            checked={selected}
            onChange={(event) => onSelect(event.target.checked)}
          />
          <IconButton
            icon="pin"
            label={t.text(record.pinned === true ? "action.unpin" : "action.pin")}
            aria-pressed={record.pinned === true}
            onClick={() => void change(record, { pinned: record.pinned !== true })}
          />
          <IconButton icon="pencil" text="action.edit" onClick={() => setEditing(true)} />
          <IconButton icon="trash" tone="danger" text="action.delete" onClick={() => void remove(record)} />
        </div>
      </div>
      <div className="card-foot">
        {record.untrusted === true && <span className="tag tag-warn">{t.text("outcome.untrusted")}</span>}
        {project !== undefined && <span className="tag">{project}</span>}
        {record.namespace !== "notes" && <span className="tag">{record.namespace}</span>}
        {record.tags.map((tag) => (
          <span className="tag" key={tag}>
            {tag}
          </span>
        ))}
        <span className="quiet">
          {source.conversationId === undefined ? (
            t.text(`memory.source.${source.type}`)
          ) : (
            <TextLink
              text={`memory.source.${source.type}`}
              href={toHash({ type: "chat", conversationId: source.conversationId })}
            />
          )}
          {` · ${t.date(record.updatedAt)}`}
          {record.usedAt !== undefined && ` · ${t.text("memory.used", { date: t.date(record.usedAt) })}`}
          {record.expiresAt !== undefined && ` · ${t.text("memory.expires", { date: t.date(record.expiresAt) })}`}
        </span>
      </div>
      <MemoryUses id={record.id} />
    </li>
  );
}

/** The answers that rest on a memory; looked for when it is opened. */
function MemoryUses({ id }: { readonly id: MemoryId }) {
  const t = useText();
  const { api } = useApp();
  const [uses, setUses] = useState<Result<readonly MemoryUse[]>>();
  return (
    <details
      data-testid="memory-uses"
      onToggle={(event) => {
        if (event.currentTarget.open) void toResult(api.findMemoryUses(id)).then(setUses);
      }}
    >
      <summary className="quiet">{t.text("memory.uses")}</summary>
      {uses?.ok === false && <FailureCard failure={uses.failure} />}
      {uses?.ok === true && uses.value.length === 0 && <p className="quiet">{t.text("memory.no-uses")}</p>}
      <ul>
        {uses?.ok === true &&
          uses.value.map(({ conversationId, messageId, title, at }) => (
            <li key={messageId}>
              <TextLink href={toHash({ type: "chat", conversationId })}>
                {title === "" ? t.text("memory.conversation-gone") : title}
              </TextLink>
              <span className="quiet">{` · ${t.date(at)}`}</span>
            </li>
          ))}
      </ul>
    </details>
  );
}
