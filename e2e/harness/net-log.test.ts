import { expect, it } from "vitest";
import { readHosts } from "./net-log.ts";

it("reads the hosts of a log whose end is missing, and leaves this machine's out", () => {
  const log = `{"constants":{},"events":[
{"params":{"host":"https://files.example:8443","is_speculative":false},"type":3},
{"params":{"host":"http://127.0.0.1:4173"},"type":3},
{"params":{"host":"[::1]:80"},"type":3},
{"params":{"host":"hint.example"},"type":3},
{"params":{"ho`;
  expect([...readHosts(log)]).toEqual(["files.example", "hint.example"]);
});
