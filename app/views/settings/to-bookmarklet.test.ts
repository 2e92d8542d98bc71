import { expect, it } from "vitest";
import { toBookmarklet } from "./to-bookmarklet.ts";

it("is one script that posts to the app's own share address, whatever that address has in it", () => {
  const address = toBookmarklet("https://apps.example/al%22cove$&/#/settings");
  expect(address).toMatch(/^javascript:[^\s"'<>]+$/);
  const script = decodeURIComponent(address.slice("javascript:".length));
  expect(script).toContain('f.action="https://apps.example/al%22cove$&/share"');
  expect(() => new Function(script)).not.toThrow();
});
