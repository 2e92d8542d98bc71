import { describeError } from "../../worker/protocol/describe-error.ts";
import { toAskRequest } from "../bench/ask/ask-request.ts";
import { openAskerFor } from "../bench/ask/open-asker.ts";
import { answerJsonLines } from "./json-lines.ts";

// Reads {"id","texts","profile"?,"files"?,"notes"?,"tools"?,"language"?}, asks the texts one after the other in a fresh chat, and writes
// {"id","answers":[{"text","calls","by","end","seconds","tokensRead","tokensWritten"}],"policy","notes","tasks"} as soon as a
// line is answered, or {"id","error"}. The whole host answers: see dev/bench/ask/ask-host.ts.
// Options: --model=starter|FILE.gguf, --policy=native|staged|tuned, --threads=N, --chromium instead of llama.cpp's native
// binding, --bare for the same file by itself, --scripted=FILE for a scripted model.
const [, , ...options] = process.argv;
try {
  const asker = await openAskerFor(options);
  await answerJsonLines((line) => asker.ask(toAskRequest(line)), { faultName: "error" });
  await asker.close();
  // Hosts wait for what never comes.
  process.exit();
} catch (error) {
  console.error(describeError(error));
  process.exit(1);
}
