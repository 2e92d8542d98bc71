import { createAgent, defineFlow, defineSkill, defineTool, type Model } from "alcove";
import * as z from "zod";

const setLight = defineTool({
  name: "set_light",
  description: "Switches a light.",
  effect: "writes",
  input: z.object({ light: z.enum(["porch", "kitchen"]), on: z.boolean() }),
  run: () => {
    throw new Error("Only the host outside switches lights.");
  },
});

/** Detection only: the call is found and not made, and a host in another tab or worker hears of it. */
export async function runNotifier(model: Model): Promise<string> {
  const host = new BroadcastChannel("lights");
  const heard = new Promise<string>((resolve) => {
    host.onmessage = ({ data }) => resolve(JSON.stringify(data));
  });
  const channel = new BroadcastChannel("lights");
  const agent = createAgent({
    model,
    skills: [
      defineSkill({
        name: "lights",
        description: "Find out which light to switch.",
        flow: defineFlow({
          start: "detect",
          omitToolRecords: true,
          nodes: {
            detect: {
              type: "tool-call",
              tools: [setLight],
              mode: "detect",
              notify: true,
              generateOnNoTool: true,
              toolCalled: "end",
              noToolCalled: "end",
            },
            end: { type: "end" },
          },
        }),
      }),
    ],
    onEvent: (event) => {
      if (event.type === "detected") channel.postMessage({ call: event.call.name, ...event.call.arguments });
    },
  });
  try {
    await agent.ask("Turn on the porch light").text;
    return await heard;
  } finally {
    host.close();
    channel.close();
  }
}
