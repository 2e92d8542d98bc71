import type { AgentApi } from "../../protocol/api/agent-api.ts";
import type { HostParts } from "../host-parts.ts";
import { forgetReadAhead } from "../runs/read-ahead.ts";
import { reloadEverything } from "../store-changes.ts";
import { createApprovalsApi } from "./approvals-api.ts";
import { createConversationsApi } from "./conversations-api.ts";
import { createDataApi } from "./data-api.ts";
import { createEncryptionApi } from "./encryption-api.ts";
import { createEvalsApi } from "./evals-api.ts";
import { createManualCallsApi } from "./manual-calls-api.ts";
import { createMcpServersApi } from "./mcp-servers-api.ts";
import { createMemoriesApi } from "./memories-api.ts";
import { createModelsApi } from "./models-api.ts";
import { createPacksApi } from "./packs-api.ts";
import { createRunLogsApi } from "./run-logs-api.ts";
import { createRunsApi } from "./runs-api.ts";
import { createSemanticSearchApi } from "./semantic-search-api.ts";
import { createSettingsApi } from "./settings-api.ts";
import { createSummariesApi } from "./summaries-api.ts";
import { createToolFilesApi } from "./tool-files-api.ts";
import { createUndoApi } from "./undo-api.ts";
import { createWorkspacesApi } from "./workspaces-api.ts";

/** Every area of `AgentApi`, over the host's parts. */
export function createHostApi(parts: HostParts): Omit<AgentApi, "start" | "subscribe"> {
  const workspaces = createWorkspacesApi(parts);
  const data = createDataApi({
    ...parts,
    reload: () => reloadEverything(parts),
    deleteFiles: workspaces.deleteEverything,
  });
  return {
    ...createModelsApi(parts),
    ...createPacksApi({ ...parts, data }),
    ...createEvalsApi({
      ...parts,
      readModel: async () => (await parts.readStarted()).session.whenReady(),
      onModelUsed: (model) => {
        parts.sentText.clear();
        forgetReadAhead(model);
      },
    }),
    ...createConversationsApi(parts),
    ...createRunsApi(parts),
    ...createSummariesApi(parts),
    ...createApprovalsApi(parts),
    ...createManualCallsApi(parts),
    ...createUndoApi(parts),
    ...createMemoriesApi(parts),
    ...createSemanticSearchApi(parts),
    ...createRunLogsApi(parts),
    ...createMcpServersApi(parts),
    ...createToolFilesApi(parts),
    ...createSettingsApi(parts),
    ...createEncryptionApi(parts),
    ...workspaces.api,
    ...data,
  };
}
