import initSqlite from "@sqlite.org/sqlite-wasm";
import { describeError } from "../../../protocol/describe-error.ts";
import { askSql, type SqlAnswer, type SqlJob } from "./sql-database.ts";

/** SQLite's package looks here for what it is to leave out: its ways to keep databases, with workers of their own. */
Object.assign(globalThis, {
  sqlite3ApiConfig: {
    disable: { vfs: { kvvfs: true, opfs: true, "opfs-sahpool": true, "opfs-vfs": true, "opfs-wl": true } },
  },
});

// Answers one query; then the starting thread terminates this one.
self.addEventListener("message", (event: MessageEvent<SqlJob>) => {
  const reply = (answer: SqlAnswer): void => self.postMessage(answer);
  initSqlite()
    .then((sqlite) => askSql(sqlite, event.data, () => performance.now()))
    .then(reply, (error: unknown) => reply({ ok: false, message: describeError(error) }));
});
