import type { AgentApi } from "../../protocol/api/agent-api.ts";
import type { HostParts } from "../host-parts.ts";
import { createConversationsApi } from "./conversations-api.ts";
import { createDataApi } from "./data-api.ts";
import { createEncryptionApi } from "./encryption-api.ts";
import { createEvalsApi } from "./evals-api.ts";
import { createMemoriesApi } from "./memories-api.ts";
import { createModelsApi } from "./models-api.ts";
import { createPacksApi } from "./packs-api.ts";
import { createRunLogsApi } from "./run-logs-api.ts";
import { createRunsApi } from "./runs-api.ts";
import { createSettingsApi } from "./settings-api.ts";
import { createToolsApi } from "./tools-api.ts";
import { createWorkspacesApi } from "./workspaces-api.ts";

/** Every area of `AgentApi`, over the host's parts. */
export function createHostApi(parts: HostParts): Omit<AgentApi, "start" | "subscribe"> {
  const workspaces = createWorkspacesApi(parts);
  const data = createDataApi(parts, workspaces.deleteEverything);
  return {
    ...createModelsApi(parts),
    ...createPacksApi({ ...parts, data }),
    ...createEvalsApi({ ...parts, readModel: async () => (await parts.readStarted()).session.whenReady() }),
    ...createConversationsApi(parts),
    ...createRunsApi(parts),
    ...createMemoriesApi(parts),
    ...createRunLogsApi(parts),
    ...createToolsApi(parts),
    ...createSettingsApi(parts),
    ...createEncryptionApi(parts),
    ...workspaces.api,
    ...data,
  };
}
