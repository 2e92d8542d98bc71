import initSqlite, { type Sqlite3Static } from "@sqlite.org/sqlite-wasm";
import wasmAddress from "@sqlite.org/sqlite-wasm/sqlite3.wasm?url";
import { describeError } from "../../../protocol/describe-error.ts";
import { askSql, type SqlAnswer, type SqlJob } from "./sql-database.ts";

/** SQLite's package looks here for what it is to leave out: its ways to keep databases, with workers of their own. */
Object.assign(globalThis, {
  sqlite3ApiConfig: {
    disable: { vfs: { kvvfs: true, opfs: true, "opfs-sahpool": true, "opfs-vfs": true, "opfs-wl": true } },
  },
});

/** The package takes the place of its wasm, which its types leave out. */
const start: (options: { locateFile(): string }) => Promise<Sqlite3Static> = initSqlite;
const locateFile = () => new URL(wasmAddress, import.meta.url).href;

// Answers one query; then the starting thread terminates this one.
self.addEventListener("message", (event: MessageEvent<SqlJob>) => {
  const reply = (answer: SqlAnswer): void => self.postMessage(answer);
  start({ locateFile })
    .then((sqlite) => askSql(sqlite, event.data, () => performance.now()))
    .then(reply, (error: unknown) => reply({ ok: false, message: describeError(error) }));
});
