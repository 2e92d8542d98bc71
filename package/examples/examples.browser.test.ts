import { testExamples } from "./examples.contract.ts";
import { testSessions } from "./sessions.contract.ts";

testExamples("Chromium");
testSessions("Chromium");
