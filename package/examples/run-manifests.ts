import { createAgent, type Model } from "alcove";
import { createHttpExecutor, readManifest, toManifestTool } from "alcove/files";
import { runScript } from "alcove/sandbox";

/** A tool that is a script. */
export const SHOUT = `[tool]
name = "shout"
version = "1"
description = "Writes a text in capitals."
[args.text]
type = "string"
required = true
description = "The text"
[javascript]
source = "return { text: input.text.toUpperCase() }"
[output]
format = "json"
[output.schema]
type = "object"
required = ["text"]
`;

const STOCK = `[tool]
name = "stock"
version = "1"
description = "Tells how many of a part are in store."
[args.part]
type = "string"
required = true
description = "The part"
[http]
url = "https://store.example/parts/{part}"
method = "GET"
[http.headers]
Authorization = "Bearer {_secret:store}"
[output]
format = "json"
[output.schema]
type = "object"
`;

/** Two tools from manifests, carried out: a script in a sandbox, and a request to a host that is allowed. */
export async function runManifests(model: Model, fetch: typeof globalThis.fetch): Promise<string> {
  const tools = [SHOUT, STOCK].map((text) => {
    const manifest = readManifest(text, "tool.clad.toml");
    if (!manifest.ok) throw new Error(manifest.faults.map(({ line, message }) => `${line}: ${message}`).join("\n"));
    return toManifestTool(manifest.value, {
      runScript,
      http: createHttpExecutor({ fetch, allowedHosts: ["https://store.example"] }),
      secret: (name) => (name === "store" ? "s3cret" : undefined),
    });
  });
  const agent = createAgent({ model, tools, approve: ({ call }) => call.name === "stock" });
  return await agent.ask("How many bolts are there? Shout it.").text;
}
