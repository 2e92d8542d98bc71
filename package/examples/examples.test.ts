import "fake-indexeddb/auto";
import { testExamples } from "./examples.contract.ts";
import { testSessions } from "./sessions.contract.ts";

testExamples("Node");
testSessions("Node");
