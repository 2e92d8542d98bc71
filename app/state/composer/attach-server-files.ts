import type { ServerFile } from "../../../worker/protocol/mcp.ts";
import type { StateAccess } from "../app-state.ts";
import { type DraftKey, readComposer, updateComposer } from "./composer-state.ts";
import type { FileActions } from "./file-actions.ts";

/** Reads a server's files into a draft like picked ones. Each keeps where it came from, so that a change there can be said. */
export async function attachServerFiles(
  files: Pick<FileActions, "add">,
  state: StateAccess,
  key: DraftKey,
  found: readonly ServerFile[],
): Promise<void> {
  for (const { name, mediaType, content, server, uri } of found) {
    const before = new Set(readComposer(state, key).draft.attachments);
    await files.add(key, [new File([content], name, { type: mediaType })]);
    updateComposer(state, key, ({ draft }) => ({
      draft: {
        ...draft,
        attachments: draft.attachments.map((each) =>
          before.has(each) || each.name !== name ? each : { ...each, from: { server, uri } },
        ),
      },
    }));
  }
}
