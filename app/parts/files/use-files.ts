import type { AgentApi } from "../../../worker/protocol/api/agent-api.ts";
import type { Result } from "../../../worker/protocol/failure.ts";
import { useRead } from "../../services/use-read.ts";
import { toResult } from "../../state/app-state.ts";
import { useAppState } from "../../state/use-app.ts";

/** The agent's answer about files, asked again whenever they have changed; undefined until it has answered. */
export function useFiles<Value>(
  read: (api: AgentApi) => Promise<Result<Value>>,
  key: string,
): Result<Value> | undefined {
  const revision = useAppState((state) => state.fileRevision);
  return useRead((api) => toResult(read(api)), [revision, key]);
}
