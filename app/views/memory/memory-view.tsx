import { useState } from "react";
import type { MemoryRecord } from "../../../worker/protocol/memory.ts";
import { useText } from "../../messages/use-text.ts";
import { Page } from "../../parts/frame/page.tsx";
import type { ViewProps } from "../../parts/frame/view-frame.ts";
import { toHash } from "../../state/route.ts";
import { Button } from "../../ui/button.tsx";
import { SearchField } from "../../ui/fields/search-field.tsx";
import { MemoryForm } from "./memory-form.tsx";
import { MemoryList } from "./memory-list.tsx";
import { SemanticSection } from "./semantic-section.tsx";
import { useMemories, useMemoryActions } from "./use-memories.ts";

/** The agent's notes: to read, find, add, change and delete. */
export function MemoryView({ rest, ...frame }: ViewProps) {
  const t = useText();
  const memoryId = rest === "" ? undefined : rest;
  const [query, setQuery] = useState("");
  const [adding, setAdding] = useState(false);
  const [chosen, setChosen] = useState<readonly MemoryRecord[]>([]);
  const [merging, setMerging] = useState(false);
  const found = useMemories(query, memoryId);
  const { save, change, remove, merge } = useMemoryActions();

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
          onSave={async ({ expiresAt, ...entered }) => {
            const kept = expiresAt === null ? {} : { expiresAt };
            if (await save({ namespace: "notes", source: { type: "user" }, ...entered, ...kept })) setAdding(false);
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
          onSave={async (entered) => {
            await merge(chosen, entered);
            setMerging(false);
            setChosen([]);
          }}
        />
      )}
      {memoryId === undefined ? (
        <SearchField label={t.text("memory.search")} value={query} onChange={setQuery} />
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
