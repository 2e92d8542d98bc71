import { DAY_MS } from "../protocol/days.ts";
import { defined } from "../protocol/defined.ts";
import { type JsonObject, toCanonicalJson } from "../protocol/json.ts";
import type {
  MemoryChange,
  MemoryDraft,
  MemoryQuery,
  MemoryRecord,
  MemoryWrite,
  MergedText,
} from "../protocol/memory.ts";
import { isSeenIn } from "../protocol/project.ts";
import { toNoteKey } from "./note-key.ts";
import type { StoreClock } from "./stores.ts";

/**
 * Whether a draft goes on with a note that it names or repeats: one of the same project, or everybody's whose words it leaves
 * as they are. What a project says goes into no other's note.
 */
export function goesOnWith(known: MemoryRecord, draft: MemoryDraft): boolean {
  if (known.project === draft.project) return true;
  const isRepeated = toNoteKey(known.namespace, known.text) === toNoteKey(draft.namespace, draft.text);
  return known.project === undefined && isRepeated && (draft.tags ?? []).every((tag) => known.tags.includes(tag));
}

/** Applies a draft to the record it names or repeats, or makes a new record of it. */
export function applyDraft(draft: MemoryDraft, known: MemoryRecord | null, clock: StoreClock): MemoryWrite {
  if (known === null) return { type: "created", record: createRecord(draft, clock) };
  // A repeated note must not stay hidden because its earlier time is over.
  const keptUntil = isExpired(known, clock.now()) ? undefined : known.expiresAt;
  const repeated = toNoteKey(known.namespace, known.text) === toNoteKey(draft.namespace, draft.text);
  const tags = repeated ? [...new Set([...known.tags, ...(draft.tags ?? [])])] : (draft.tags ?? known.tags);
  const record = defined({
    ...known,
    namespace: draft.namespace,
    text: repeated ? known.text : draft.text,
    tags,
    source: repeated ? known.source : draft.source,
    expiresAt: draft.expiresAt ?? keptUntil,
    pinned: draft.pinned ?? known.pinned,
    untrusted: mergeTrust(draft, known, repeated),
    task: draft.task ?? known.task,
  });
  if (isSameNote(record, known)) return { type: "unchanged", record: known };
  // An untrusted draft may have changed only the tags, but those are words as well.
  const trust = draft.untrusted === true ? { untrusted: true } : {};
  return { type: "updated", record: { ...record, ...trust, updatedAt: clock.now() }, before: known };
}

/** Applies the user's edit. Returns the same record if nothing changed. */
export function applyChange(known: MemoryRecord, change: MemoryChange, now: number): MemoryRecord {
  const record = defined({
    ...known,
    namespace: change.namespace ?? known.namespace,
    project: change.project === null ? undefined : (change.project ?? known.project),
    text: change.text ?? known.text,
    tags: change.tags ?? known.tags,
    pinned: change.pinned ?? known.pinned,
    expiresAt: change.expiresAt === null ? undefined : (change.expiresAt ?? known.expiresAt),
    untrusted: change.untrusted ?? known.untrusted,
    task: change.task ?? known.task,
  });
  return isSameNote(record, known) ? known : { ...record, updatedAt: now };
}

/** Merges several records into one: the first one's id and source, all tags; untrusted if any was, or the text is. */
export function mergeRecords(
  records: readonly [MemoryRecord, ...MemoryRecord[]],
  merged: MergedText,
  now: number,
): MemoryRecord {
  const [first] = records;
  const expiries = records.map(({ expiresAt }) => expiresAt);
  return defined({
    ...first,
    text: merged.text,
    tags: [...new Set(records.flatMap(({ tags }) => tags))],
    createdAt: Math.min(...records.map(({ createdAt }) => createdAt)),
    updatedAt: now,
    // Expires when the last of its parts would have.
    expiresAt: expiries.includes(undefined) ? undefined : Math.max(...expiries.map((expiry) => expiry ?? 0)),
    pinned: records.some(({ pinned }) => pinned === true) ? true : undefined,
    untrusted: [merged, ...records].some(({ untrusted }) => untrusted === true) ? true : undefined,
  });
}

/** True once a record's time is over. */
export function isExpired(record: MemoryRecord, now: number): boolean {
  return record.expiresAt !== undefined && record.expiresAt <= now;
}

/**
 * Up to which time expired notes are deleted, and the time to remember for the next call: the one of the last call that
 * was a day away from the one before it. A clock that is set back begins anew.
 */
export function planExpiry(
  before: number | undefined,
  now: number,
): { readonly until: number | null; readonly next: number } {
  if (before === undefined || now < before) return { until: null, next: now };
  return now - before < DAY_MS ? { until: null, next: before } : { until: before, next: now };
}

/** False where the query's project does not see it, and for a task, unless the query asks for a namespace. */
export function isWanted(record: MemoryRecord, { namespace, project }: Partial<MemoryQuery>): boolean {
  if (project !== undefined && !isSeenIn(project, record.project)) return false;
  return record.task === undefined || namespace !== undefined;
}

/** True when the record carries every tag asked for and is in the namespace asked for. */
export function isInScope(record: MemoryRecord, scope: Partial<MemoryQuery>): boolean {
  if (scope.namespace !== undefined && record.namespace !== scope.namespace) return false;
  if (!isWanted(record, scope)) return false;
  return (scope.tags ?? []).every((tag) => record.tags.includes(tag));
}

function createRecord(draft: MemoryDraft, clock: StoreClock): MemoryRecord {
  const now = clock.now();
  return defined({
    id: draft.id ?? clock.newId(),
    namespace: draft.namespace,
    project: draft.project,
    text: draft.text,
    tags: [...new Set(draft.tags ?? [])],
    source: draft.source,
    createdAt: now,
    updatedAt: now,
    expiresAt: draft.expiresAt,
    pinned: draft.pinned,
    untrusted: draft.untrusted,
    task: draft.task,
  });
}

/** A repeated note stays untrusted unless the user repeats it; a replaced text is as trusted as its new source. */
function mergeTrust(draft: MemoryDraft, known: MemoryRecord, repeated: boolean): boolean | undefined {
  if (!repeated) return draft.untrusted;
  if (known.untrusted !== true) return known.untrusted;
  return draft.source.type === "user" && draft.untrusted !== true ? undefined : true;
}

/** The same note with the same content; when it was last used says nothing about that. */
export function isSameNote(left: MemoryRecord | null, right: MemoryRecord | null): boolean {
  return left === null || right === null ? left === right : toContentKey(left) === toContentKey(right);
}

function toContentKey({ usedAt: _, ...record }: MemoryRecord): string {
  const plain: JsonObject = JSON.parse(JSON.stringify(record));
  return toCanonicalJson(plain);
}
