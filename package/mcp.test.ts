import { afterEach, beforeEach, expect, it } from "vitest";
import { type SignInServer, signInByHand, startSignInServer } from "../e2e/sign-in-server.ts";
import { runTool } from "../worker/tools/tool.contract.ts";
import { connectMcp, ServerSignIn, SignInNeeded } from "./mcp.ts";

let server: SignInServer;
let allowed: Set<string>;
let kept: object | null;
const returnUrl = "http://localhost:1/back";
const openSignIn = () =>
  ServerSignIn.open(server.url, {
    kept: {
      read: async () => structuredClone(kept),
      write: async (changed) => {
        kept = structuredClone(changed);
      },
    },
    isAllowed: (origin) => allowed.has(origin),
    onChange: () => {},
  });
const connect = (signIn: ServerSignIn) => connectMcp({ name: "parts", url: server.url, signIn });

/** Agrees to what is shown, as somebody at the authorization server's page does too. */
async function agree(signIn: ServerSignIn, client?: { readonly id: string; readonly secret: string }): Promise<void> {
  const shown = signIn.info() ?? { origin: "", scopes: [] };
  const back = await signInByHand(
    await signIn.begin({ shown, returnUrl, ...(client === undefined ? {} : { client }) }),
  );
  const answer = new URL(back).searchParams;
  expect(await signIn.isBegun(answer.get("state") ?? "")).toBe(true);
  await signIn.finish(answer);
}

beforeEach(async () => {
  server = await startSignInServer();
  allowed = new Set();
  kept = null;
});
afterEach(() => server.close());

it("signs in to a server that asks for it, refreshes, widens by another consent, and leaves", async () => {
  const signIn = await openSignIn();
  await expect(connect(signIn)).rejects.toThrow(SignInNeeded);
  expect(signIn.info()).toMatchObject({
    state: "out",
    origin: server.issuer,
    scopes: ["parts:read"],
    isAllowed: false,
  });
  expect(server.asked).toEqual([]);
  allowed.add(server.issuer);
  await signIn.ask();
  expect(signIn.info()).toMatchObject({ scopes: ["parts:read", "offline_access"], isAllowed: true });
  await agree(signIn);

  const parts = await connect(signIn);
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
  expect(signIn.info()).toMatchObject({ state: "wider", scopes: ["parts:read", "parts:write", "offline_access"] });
  await agree(signIn);
  await call("parts.delete_part");
  await parts.close();

  // Another start needs no consent for what was kept.
  const later = await openSignIn();
  const again = await connect(later);
  await later.leave();
  expect(server.asked.filter((each) => each === "POST /token/revocation")).toHaveLength(2);
  expect(JSON.stringify(kept)).not.toContain("access_token");
  await again.close();
});

it("takes an id that was made by hand where no clients are registered", async () => {
  await server.close();
  server = await startSignInServer({ registers: false });
  allowed.add(server.issuer);
  const signIn = await openSignIn();
  await expect(connect(signIn)).rejects.toThrow(SignInNeeded);
  expect(signIn.info()?.needsClient).toBe(true);
  await expect(agree(signIn)).rejects.toThrow("client");
  await agree(signIn, { id: "by-hand", secret: "a-secret-made-by-hand" });
  const parts = await connect(signIn);
  expect(parts.tools.length).toBeGreaterThan(0);
  expect(JSON.stringify(signIn.info())).not.toContain("a-secret-made-by-hand");
  await parts.close();
});
