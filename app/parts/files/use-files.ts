import { useEffect, useState } from "react";
import type { AgentApi } from "../../../worker/protocol/api/agent-api.ts";
import type { Result } from "../../../worker/protocol/failure.ts";
import { toResult } from "../../state/app-state.ts";
import { useApp, useAppState } from "../../state/use-app.ts";

/** What the agent says of files, asked again whenever they have changed; undefined until it has answered. */
export function useFiles<Value>(
  read: (api: AgentApi) => Promise<Result<Value>>,
  key: string,
): Result<Value> | undefined {
  const { api } = useApp();
  const phase = useAppState((state) => state.phase);
  const revision = useAppState((state) => state.fileRevision);
  const [found, setFound] = useState<Result<Value>>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of the files asks again; `key` stands for `read`
  useEffect(() => {
    if (phase !== "ready") return;
    let current = true;
    void toResult(read(api)).then((result) => {
      if (current) setFound(result);
    });
    return () => {
      current = false;
    };
  }, [api, revision, phase, key]);
  return found;
}
