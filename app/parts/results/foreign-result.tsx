import { isJsonObject } from "../../../worker/protocol/json.ts";
import type { CallRecord } from "../../../worker/protocol/message.ts";
import { canShowPages } from "../../services/server-pages.ts";
import { attachServerFiles } from "../../state/composer/attach-server-files.ts";
import { useApp, useAppState, useDraftKey } from "../../state/use-app.ts";
import { Button } from "../../ui/button.tsx";
import { revealText } from "../../ui/trust/reveal-look-alikes.ts";
import { useFaults } from "../frame/use-faults.tsx";
import { AppFrame } from "./app-frame.tsx";
import { toRowsOfObjects } from "./read-results.ts";
import { TableView } from "./table-result.tsx";

interface ForeignResultProps {
  readonly record: Pick<CallRecord, "call" | "outcome">;
}

/** Draws the rows of a server's result, and its links as what can be attached: none is followed by itself. */
export function ForeignResult({ record: { call, outcome } }: ForeignResultProps) {
  const [server = ""] = call.name.split(".");
  const info = useAppState(({ servers }) => servers.find(({ name }) => name === server));
  if (info === undefined || outcome?.type !== "success") return null;
  const tool = info.tools.find((each) => each.status === "on" && each.spec.name === call.name);
  const page = tool?.status === "on" ? tool.page : undefined;
  const values = outcome.content.flatMap((block) => (block.type === "json" ? [block.value] : []));
  const tables = values.flatMap((value) => toRowsOfObjects(value) ?? []);
  const links = values.filter(isJsonObject).filter(({ type }) => type === "resource_link");
  return (
    <>
      {tables.map((table, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a table has nothing but its place
        <TableView key={index} table={table} wanted={null} />
      ))}
      {page !== undefined && canShowPages(info) && <AppFrame server={server} page={page} record={{ call, outcome }} />}
      {links.length > 0 && (
        <ul className="form" data-testid="resource-links">
          {links.map(({ uri, title }) => (
            <li key={String(uri)}>
              <LinkItem server={server} uri={String(uri)} title={String(title)} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

interface LinkItemProps {
  readonly server: string;
  readonly uri: string;
  readonly title: string;
}

function LinkItem({ server, uri, title }: LinkItemProps) {
  const draftKey = useDraftKey();
  const { api, files, store } = useApp();
  const { problem, report } = useFaults();
  const attach = async () => {
    const found = await report(api.askServer(server, { type: "resource", uri }));
    if (found) await attachServerFiles(files, { get: store.getState, set: store.setState }, draftKey, found);
  };
  return (
    <div className="row">
      <span dir="auto">{revealText(title)}</span> <code className="quiet">{revealText(uri)}</code>
      <Button text="resources.attach" small icon="clip" onClick={() => void attach()} />
      <span role="status">{revealText(problem)}</span>
    </div>
  );
}
