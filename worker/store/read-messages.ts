import type { Message } from "../protocol/message.ts";
import type { Row, Rows } from "./database.ts";
import { toKeyRange } from "./rows/key-range.ts";
import { isSoundMessage } from "./sound-record.ts";

const MESSAGES_AT_ONCE = 500;

/** Every message that can be read, in batches, so that other work gets its turn. */
export async function* readMessages(database: Rows): AsyncGenerator<Message, void, void> {
  let range: IDBKeyRange | null = null;
  for (;;) {
    const rows: readonly Row<Message>[] = await database.read(["messages"], (tx) =>
      tx.objectStore("messages").getAll(range, MESSAGES_AT_ONCE),
    );
    for (const { record } of rows) if (isSoundMessage(record)) yield record;
    const last = rows.at(-1);
    if (last === undefined) return;
    range = toKeyRange({ after: last.id });
  }
}
