import { openStarter, readStarterPlace } from "../bench/starter/open-starter.ts";
import { toStarterWay } from "../bench/starter/starter-ways.ts";
import { describeError } from "../worker/protocol/describe-error.ts";
import { answerJsonLines } from "./json-lines.ts";

// Reads {"id","messages","tools"} (OpenAI's chat form) and writes {"id","calls","text","seconds"}, by the starter.
// Options: --model=base|tuned (default: the way of the app), --file=<gguf> with an adapter merged for tuned, and --chromium
// instead of llama.cpp's native binding.
const [, , ...options] = process.argv;
try {
  const name = options.find((option) => option.startsWith("--model="))?.slice(8) ?? "tuned";
  const starter = await openStarter(toStarterWay(name), readStarterPlace(options));
  await answerJsonLines((request) => starter.answer(request), { faultName: "error" });
  await starter.close();
} catch (error) {
  console.error(describeError(error));
  process.exitCode = 1;
}
