import "fake-indexeddb/auto";
import { describeFaults } from "./faults.contract.ts";

describeFaults("stores on a failing IndexedDB", ["throw", "abort"]);
