import { useState } from "react";
import type { Result } from "../../../worker/protocol/failure.ts";
import type { MemoryId } from "../../../worker/protocol/ids.ts";
import type { MemoryRecord, MemoryUse } from "../../../worker/protocol/memory.ts";
import { findProject } from "../../../worker/protocol/project.ts";
import { useText } from "../../messages/use-text.ts";
import { useNoteActions } from "../../parts/notes/use-note-actions.ts";
import { toResult } from "../../state/app-state.ts";
import { toHash } from "../../state/route.ts";
import { useApp, useAppState } from "../../state/use-app.ts";
import { IconButton, TextLink } from "../../ui/button.tsx";
import { FailureCard } from "../../ui/failure-card.tsx";
import { MemoryForm } from "./memory-form.tsx";

interface MemoryCardProps {
  readonly record: MemoryRecord;
  readonly selected: boolean;
  readonly onSelect: (record: MemoryRecord, selected: boolean) => void;
}

/** One memory, with where it comes from. */
export function MemoryCard({ record, selected, onSelect }: MemoryCardProps) {
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
            onChange={(event) => onSelect(record, event.target.checked)}
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
