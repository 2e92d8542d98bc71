import type { GenerateRequest } from "../../agent/ports/model-client.ts";
import { Inbox } from "../../platform/deferred.ts";
import { createStallTimer } from "../../platform/race-abort.ts";
import { NO_USAGE } from "../generation/exclusive-generation.ts";
import type { Seat, SeatEnd, SeatEvent, SharedModelDeps } from "./seat.ts";

/** A leader that is asked and says nothing for so long is asleep or stuck: its engine is taken over. */
export const SILENCE_MS = 15_000;
export const HELLO_MS = 3000;
/** How long a leader that was asked to stop has to say what it wrote. */
const STOP_MS = 600;

let questions = 0;

/** Questions of a tab to the engine in another tab, whose `over` resolves when it leads no more; `takeOver`: it is silent. */
export function createLeaderQuestions(
  { key, link }: SharedModelDeps,
  leader: { readonly id: string; readonly over: Promise<SeatEnd>; takeOver(): void },
): Pick<Seat, "generate" | "countTokens"> {
  const sent = { key, from: link.self, to: leader.id };
  return {
    async *generate({ signal, ...request }: GenerateRequest): AsyncGenerator<SeatEvent, void, void> {
      const id = questions++;
      const inbox = new Inbox<SeatEvent>();
      const silence = createStallTimer(SILENCE_MS);
      const endListening = link.listen((message) => {
        if (message.key !== key || message.from !== leader.id) return;
        silence.restart();
        if (message.type === "event" && message.to === link.self && message.id === id) inbox.push(message.event);
      });
      const hello = setInterval(() => link.post({ type: "hello", key, from: link.self }), HELLO_MS);
      void silence.promise.then(leader.takeOver);
      void leader.over.then(() => inbox.push({ type: "moved" }));
      link.post({ ...sent, type: "generate", id, request });
      const stop = (): void => {
        link.post({ ...sent, type: "stop", id });
        setTimeout(() => inbox.push({ type: "end", finishReason: "aborted", raw: "", usage: NO_USAGE }), STOP_MS);
      };
      signal.addEventListener("abort", stop, { once: true });
      if (signal.aborted) stop();
      try {
        for (;;) {
          const event = await inbox.next();
          yield event;
          if (event.type === "end" || event.type === "failure" || event.type === "moved") return;
        }
      } finally {
        signal.removeEventListener("abort", stop);
        clearInterval(hello);
        silence.clear();
        endListening();
        link.post({ ...sent, type: "stop", id });
      }
    },
    countTokens: (text) => {
      const id = questions++;
      return new Promise((resolve) => {
        const silence = createStallTimer(HELLO_MS);
        const end = (tokens: number | null): void => {
          endListening();
          silence.clear();
          resolve(tokens);
        };
        const endListening = link.listen((message) => {
          if (message.type === "counted" && message.to === link.self && message.id === id) end(message.tokens);
        });
        void silence.promise.then(() => end(null));
        void leader.over.then(() => end(null));
        link.post({ ...sent, type: "count", id, text });
      });
    },
  };
}
