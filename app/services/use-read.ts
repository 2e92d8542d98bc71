import { useEffect, useState } from "react";
import type { AgentApi } from "../../worker/protocol/api/agent-api.ts";
import { useApp, useAppState } from "../state/use-app.ts";

/**
 * The agent's answer, read once it is ready and again whenever something in `again` has changed, `pauseMs` after
 * that; undefined until then. An answer that has become old is dropped; one that
 * is undefined, and a call that rejects, change nothing.
 */
export function useRead<Value>(
  read: (api: AgentApi) => Promise<Value | undefined>,
  again: readonly unknown[] = [],
  pauseMs = 0,
): Value | undefined {
  const { api } = useApp();
  const phase = useAppState((state) => state.phase);
  const [found, setFound] = useState<Value>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: `again` stands for what `read` reads
  useEffect(() => {
    if (phase !== "ready") return;
    let current = true;
    const take = async () => {
      if (pauseMs > 0) await new Promise((resolve) => setTimeout(resolve, pauseMs));
      if (!current) return;
      const answer = await read(api);
      if (current && answer !== undefined) setFound(() => answer);
    };
    take().catch(() => undefined);
    return () => {
      current = false;
    };
  }, [api, phase, ...again]);
  return found;
}
