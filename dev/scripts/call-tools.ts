import { defined } from "../../worker/protocol/defined.ts";
import { describeError } from "../../worker/protocol/describe-error.ts";
import { readModelChoice, readOption } from "../bench/models/model-choice.ts";
import { openAsker } from "../bench/starter/open-starter.ts";
import { answerJsonLines } from "./json-lines.ts";

// Reads {"id","messages","tools"} (OpenAI's chat form) and writes {"id","calls","text","seconds"}, by any model.
// Options: --model=starter|FILE.gguf or a way of asking the starter (default: the way of the app), --policy=native|staged|tuned,
// --threads=N, --file=<gguf> with an adapter merged for the tuned starter, and --chromium instead of llama.cpp's native binding.
const [, , ...options] = process.argv;
try {
  const asker = await openAsker({
    ...readModelChoice(options),
    ...defined({ mergedFile: readOption(options, "file") }),
  });
  await answerJsonLines((request) => asker.answer(request), { faultName: "error" });
  await asker.close();
} catch (error) {
  console.error(describeError(error));
  process.exitCode = 1;
}
