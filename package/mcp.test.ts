import { afterEach, beforeEach, expect, it } from "vitest";
import { type SignInServer, signInByHand, startSignInServer } from "../e2e/sign-in-server.ts";
import { runTool } from "../worker/tools/tool.contract.ts";
import { connectMcp, type McpOptions, type McpSignIn } from "./mcp.ts";

let server: SignInServer;
let shown: unknown[];
let kept: object | null;
const signIn: McpSignIn = {
  returnUrl: "http://localhost:1/back",
  consent: (asked) => {
    shown.push(asked);
    return true;
  },
  open: signInByHand,
  store: {
    read: async () => structuredClone(kept),
    write: async (changed) => {
      kept = structuredClone(changed);
    },
  },
};
const toOptions = (changes: Partial<McpSignIn> = {}): McpOptions => ({
  name: "parts",
  url: server.url,
  signIn: { ...signIn, ...changes },
});

beforeEach(async () => {
  server = await startSignInServer();
  shown = [];
  kept = null;
});
afterEach(() => server.close());

it("signs in to a server that asks for it, refreshes, widens by another consent, and leaves", async () => {
  const parts = await connectMcp(toOptions());
  expect(shown).toEqual([
    { origin: server.issuer, scopes: ["parts:read"] },
    { origin: server.issuer, scopes: ["parts:read", "offline_access"] },
  ]);
  const call = (name: string, input = {}) => {
    const tool = parts.tools.find(({ spec }) => spec.name === name);
    if (tool === undefined) throw new Error(`${name} is not there`);
    return runTool(tool, input);
  };
  await call("parts.lookup_part", { part: "bolt" });
  server.expireTokens();
  await call("parts.lookup_part", { part: "nut" });
  expect(server.tools.calls).toHaveLength(2);
  await expect(call("parts.delete_part")).rejects.toThrow("asks the person to sign in");
  await parts.signIn?.();
  expect(shown.at(-1)).toEqual({ origin: server.issuer, scopes: ["parts:read", "parts:write", "offline_access"] });
  await call("parts.delete_part");
  await parts.close();

  // Another start needs no consent for what was kept.
  const times = shown.length;
  const again = await connectMcp(toOptions());
  expect(shown).toHaveLength(times);
  await again.signOut?.();
  expect(server.asked.filter((each) => each === "POST /token/revocation")).toHaveLength(2);
  expect(JSON.stringify(kept)).not.toContain("access_token");
  await again.close();
});

it("asks the authorization server nothing without consent", async () => {
  await expect(connectMcp(toOptions({ consent: () => false }))).rejects.toThrow("denied");
  expect(server.asked).toEqual([]);
});

it("takes no return that it did not begin", async () => {
  const open = async () => "http://localhost:1/back?code=theirs&state=guessed";
  await expect(connectMcp(toOptions({ open }))).rejects.toThrow("state");
  expect(server.asked).not.toContain("POST /token");
});

it("takes an id that was made by hand where no clients are registered", async () => {
  await server.close();
  server = await startSignInServer({ registers: false });
  await expect(connectMcp(toOptions())).rejects.toThrow("client");
  const client = { id: "by-hand", secret: "a-secret-made-by-hand" };
  const parts = await connectMcp(toOptions({ client }));
  expect(parts.tools.length).toBeGreaterThan(0);
  expect(JSON.stringify(shown)).not.toContain(client.secret);
  await parts.close();
});
