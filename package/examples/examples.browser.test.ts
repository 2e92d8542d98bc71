import { testExamples } from "./examples.contract.ts";

testExamples("Chromium");
