import "fake-indexeddb/auto";
import { testExamples } from "./examples.contract.ts";

testExamples("Node");
