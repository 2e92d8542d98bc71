import { toAllowlist } from "../worker/agent/calls/allowlist.ts";
import { toSystemText } from "../worker/agent/context/system-text.ts";
import type { Agent } from "../worker/agent/define/agent.ts";
import type { SpokenMessage } from "../worker/formats/providers/block-messages.ts";
import { toProviderExchange } from "../worker/formats/providers/provider-exchange.ts";
import { defined } from "../worker/protocol/defined.ts";
import type { JsonObject } from "../worker/protocol/json.ts";
import type { RunEvent } from "../worker/protocol/run-event.ts";
import type { Skill } from "./define-skill.ts";

/** Parts of the request that an answer came from, beside its events. */
export interface ExchangeSource {
  readonly agent: Agent;
  readonly skill: Skill;
  readonly model: { readonly name: string };
  readonly output: { readonly instructions: string } | null;
}

/** An ended answer in a provider's form. Throws where the run never began, so that nothing was said. */
export async function toExchange(
  provider: "openai" | "anthropic",
  { agent, skill, output, model }: ExchangeSource,
  events: AsyncIterable<RunEvent>,
  messages: readonly SpokenMessage[],
): Promise<JsonObject> {
  const all: RunEvent[] = [];
  for await (const event of events) all.push(event);
  const start = all.findLast((event) => event.type === "run-start");
  if (start === undefined || messages.length === 0)
    throw new Error("There is no answer to export: its run did not end.");
  const allowlist = skill.type === "agentic" ? toAllowlist(agent, skill, { memory: true }) : new Map();
  const granted = skill.type === "program" ? skill.tools : [...allowlist.values()];
  const sent = all.findLast((event) => event.type === "prompt-sent");
  const end = all.findLast((event) => event.type === "turn-end");
  return toProviderExchange(provider, {
    model: start.modelId ?? model.name,
    system: toSystemText(
      { agent, ...defined({ systemPrompt: output?.instructions }) },
      skill.description,
      skill.type === "agentic" ? skill.instructions : "",
    ),
    tools: granted.flatMap(({ spec }) => (start.tools.includes(spec.name) ? [spec] : [])),
    messages,
    ...defined({ sampling: sent?.sampling, usage: end?.usage }),
  });
}
