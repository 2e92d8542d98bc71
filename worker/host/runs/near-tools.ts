import type { Embedder } from "../../agent/ports/embedder.ts";
import type { NearTools } from "../../agent/ports/turn-policy.ts";
import type { ToolSpec } from "../../protocol/tool.ts";
import { findNearest } from "../../search/least-score.ts";
import { dot, normalize } from "../../search/vectors.ts";

/** Vectors of texts, normalised; of one model. */
type Vectors = Map<string, Float32Array>;

/** Finds tools by meaning. Their vectors are made in idle time and kept in memory; until all are there, words alone decide. */
export class ToolFinder {
  readonly #embedder: Embedder;
  readonly #tools: Vectors = new Map();
  readonly #questions: Vectors = new Map();
  #making: Promise<void> | null = null;

  constructor(embedder: Embedder) {
    this.#embedder = embedder;
  }

  /** Null while a tool has no vector, and where the embedding model fails. */
  async find(questions: readonly string[], tools: readonly ToolSpec[]): Promise<NearTools | null> {
    const texts = tools.map(toText);
    const missing = texts.filter((text) => !this.#tools.has(text));
    if (missing.length > 0) {
      // A model that fails tells so where notes are embedded.
      this.#making ??= this.#add(missing, "note", this.#tools)
        .catch(() => undefined)
        .finally(() => {
          this.#making = null;
        });
      return null;
    }
    const unknown = questions.filter((question) => !this.#questions.has(question));
    await this.#add(unknown, "query", this.#questions);
    return new Map(
      questions.map((question) => {
        const asked = this.#questions.get(question) ?? new Float32Array();
        const scores = texts.map((text) => dot(asked, this.#tools.get(text) ?? asked));
        const near = findNearest(scores).map(({ id, score }) => ({ id: tools[id]?.name ?? "", score }));
        return [question, near];
      }),
    );
  }

  async #add(texts: readonly string[], as: "query" | "note", to: Vectors): Promise<void> {
    for (const text of new Set(texts)) {
      const [vector = new Float32Array()] = await this.#embedder.embed([text], as);
      to.set(text, normalize(vector));
    }
  }
}

/** The words by which a tool is found. */
function toText({ name, description }: ToolSpec): string {
  return `${name.replaceAll(/[_.-]/g, " ")}: ${description}`;
}
