import { describe, expect, it } from "vitest";
import type { GenerateRequest, ModelClient } from "../../agent/ports/model-client.ts";
import { createModel, toyAgent } from "../../agent/run/run-agent.fixture.ts";
import type { ScriptedTurn } from "../../engines/scripted/scripted-model.ts";
import { MEDIA_MARK } from "../../formats/media-mark.ts";
import { startTestHost, toValue } from "../agent-host.fixture.ts";

const SOUND = "UklGRg==";
const ENDLESS: ScriptedTurn = { text: "and so on ", endless: true, chunkDelayMs: 5 };

/** A host with a model which hears, and what that was asked. */
async function startHearing(turns: Parameters<typeof createModel>[0], sounds = true) {
  const model = createModel(turns);
  const asked: GenerateRequest[] = [];
  const hearing: ModelClient = {
    ...model,
    info: { ...model.info, perceives: { pictures: false, sounds } },
    generate: (request) => {
      asked.push(request);
      return model.generate(request);
    },
  };
  return { host: await startTestHost({ model: hearing, agent: toyAgent([]) }), asked };
}

describe("what is said", () => {
  it("is written down by the model, which gets the sound alone, and nothing of it is stored", async () => {
    const { host, asked } = await startHearing(["language English<asr_text>The ferry leaves at eight."]);
    expect(toValue(await host.api.transcribe("r1", SOUND))).toBe("The ferry leaves at eight.");
    expect(asked).toHaveLength(1);
    expect(asked[0]?.media).toEqual([SOUND]);
    expect(asked[0]?.prompt.split(MEDIA_MARK)).toHaveLength(2);
    expect(asked[0]?.prompt).toContain("Write down what is said");
    expect(await host.api.listConversations()).toEqual([]);
    expect(await host.api.listRuns()).toEqual([]);
  });

  it("is not asked of a model that does not hear, nor while an answer is written", async () => {
    const deaf = await startHearing(["words"], false);
    expect(await deaf.host.api.transcribe("r1", SOUND)).toMatchObject({ ok: false, failure: { code: "no-model" } });
    expect(deaf.asked).toEqual([]);
    const { host } = await startHearing([ENDLESS]);
    const { runId } = toValue(await host.api.send({ conversationId: null, text: "Go on." }));
    expect(await host.api.transcribe("r1", SOUND)).toMatchObject({ failure: { code: "engine-busy" } });
    await host.api.stop(runId);
  });

  it("ends by its id, and where a question comes, which is answered", async () => {
    const { host, asked } = await startHearing([ENDLESS, ENDLESS, "Hello."]);
    const first = host.api.transcribe("r1", SOUND);
    await expect.poll(() => asked.length).toBe(1);
    await host.api.stop("r1");
    await first;
    const second = host.api.transcribe("r2", SOUND);
    await expect.poll(() => asked.length).toBe(2);
    const { runId } = toValue(await host.api.send({ conversationId: null, text: "Hello?" }));
    await host.runEvents(runId);
    await second;
    expect(asked).toHaveLength(3);
    expect(asked[2]?.media).toBeUndefined();
  });
});
