import { expect, it } from "vitest";
import { toToolOutput } from "../../agent/define/tool.ts";
import { FIND_PART_MANIFEST } from "../manifest/manifests.fixture.ts";
import { readManifest } from "../manifest/read-manifest.ts";
import { toManifestTool } from "../manifest/to-manifest-tool.ts";
import { runTool } from "../tool.contract.ts";
import { createServerLink } from "./create-server-link.ts";

it("a manifest that names a server's tool calls it once the servers are there, and says so before", async () => {
  const reading = readManifest(FIND_PART_MANIFEST, "find_part.clad.toml");
  if (!reading.ok) throw new Error(reading.faults.map(({ message }) => message).join());
  const link = createServerLink();
  const tool = toManifestTool(reading.value, { callMcp: link.within(() => true) });
  await expect(runTool(tool, { name: "bolt" })).rejects.toThrow("The server 'parts' is not connected.");
  const calls: unknown[] = [];
  link.attach({
    async call(server, remoteName, args) {
      calls.push([server, remoteName, args]);
      return toToolOutput([{ type: "text", text: "shelf 4" }], { untrusted: true });
    },
  });
  expect(await runTool(tool, { name: "bolt" })).toMatchObject({ untrusted: true });
  expect(calls).toEqual([["parts", "lookup_part", { part: "bolt" }]]);
  const outside = toManifestTool(reading.value, { callMcp: link.within((server) => server !== "parts") });
  await expect(runTool(outside, { name: "bolt" })).rejects.toThrow("This project may not talk to the server 'parts'.");
  expect(calls).toHaveLength(1);
});
