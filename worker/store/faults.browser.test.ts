import { describeFaults } from "./faults.contract.ts";

describeFaults("stores on the browser's failing IndexedDB", ["throw", "abort"]);
