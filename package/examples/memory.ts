import { createAgent, type Model } from "alcove";
import { openMemory } from "alcove/store";

/** A note of one visit is read at the next: the agents know nothing of each other but the database. */
export async function runMemory(firstVisit: Model, secondVisit: Model, database: string): Promise<string> {
  const first = createAgent({ model: firstVisit, memory: openMemory({ database }) });
  await first.ask("Remember that my ferry leaves at 7:40.").text;
  const second = createAgent({ model: secondVisit, memory: openMemory({ database }) });
  return await second.ask("When does my ferry leave?").text;
}
