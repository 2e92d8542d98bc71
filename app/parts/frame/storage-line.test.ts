import { expect, test } from "vitest";
import { isSharedPlace } from "./storage-line.tsx";

test.each([
  ["ann.github.io", "/alcove/", true],
  ["ann.gitlab.io", "/tools/alcove/index.html", true],
  ["ann.codeberg.page", "/alcove/", true],
  ["ann.github.io", "/", false],
  ["ann.github.io", "/index.html", false],
  ["alcove.example", "/app/", false],
  ["notgithub.io", "/app/", false],
  ["localhost", "/app/", false],
])("%s%s shares its storage with other projects: %s", (hostname, pathname, shared) => {
  expect(isSharedPlace({ hostname, pathname })).toBe(shared);
});
