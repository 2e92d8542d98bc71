import { expect, it } from "vitest";
import type { ModelClient } from "../../../worker/agent/ports/model-client.ts";
import { ScriptedClient } from "../../../worker/engines/scripted/scripted.ts";
import { chatmlTemplate } from "../../../worker/formats/templates/chatml-template.ts";
import type { PolicyId } from "../../../worker/protocol/model.ts";
import { createHostAsker } from "../ask/ask-host.ts";
import { type Asked, askNewcomers } from "./ask-newcomers.ts";
import { listChats } from "./people.ts";

/** A model that knows nothing: what is right without it is the app's own. */
function createIgnorant(policy: PolicyId): ModelClient {
  const exchanges = [{ turns: [{ text: "I do not know." }] }];
  const script = {
    name: "ignorant",
    title: "Ignorant",
    format: "chatml",
    contextTokens: 8192,
    policy,
    exchanges,
  } as const;
  const { info } = new ScriptedClient(script, { template: chatmlTemplate });
  // A script's turns are over; this one says the same for ever.
  const next = () => new ScriptedClient(script, { template: chatmlTemplate });
  return {
    info,
    generate: (request) => next().generate(request),
    countTokens: (text) => next().countTokens(text),
    dispose: async () => undefined,
  };
}

it.each<[policy: PolicyId, least: number]>([
  ["tuned", 65],
  ["staged", 35],
])(
  "of 84 questions of newcomers the app itself answers none untruly, and with a policy %s at least %i rightly or with a refusal that has a way on",
  async (policy, least) => {
    const asked: Asked[] = [];
    const open = async (extend: Parameters<typeof createHostAsker>[1]) =>
      createHostAsker(() => createIgnorant(policy), extend);
    for await (const each of askNewcomers(open, listChats())) asked.push(each);
    expect(asked).toHaveLength(84);
    expect(asked.filter(({ judgement }) => judgement === "untrue").map(({ ask, text }) => [ask.text, text])).toEqual(
      [],
    );
    expect(asked.filter(({ by, judgement }) => by !== "model" && judgement !== "wrong").length).toBeGreaterThanOrEqual(
      least,
    );
  },
  // A busy machine takes ten times as long.
  300_000,
);
