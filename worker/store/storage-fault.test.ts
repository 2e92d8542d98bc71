import { expect, it } from "vitest";
import { toStorageFault } from "./storage-fault.ts";

it.each([
  ["UnknownError", "Connection is closing because of: IO error: 000003.log: FILE_ERROR_NO_SPACE", "storage-full"],
  ["QuotaExceededError", "", "storage-full"],
  ["UnknownError", "Connection is closing because of: IO error: 000003.log: FILE_ERROR_IO", "storage-lost"],
])("names what the browser means by %s: %s", (name, message, code) => {
  expect(toStorageFault(new DOMException(message, name), "work").failure.code).toBe(code);
});
