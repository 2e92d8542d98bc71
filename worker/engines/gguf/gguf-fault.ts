/** A file that is not a readable GGUF, or not one of a kind we convert. The message is one clause for the user. */
export class GgufFault extends Error {
  readonly kind: "corrupt" | "unsupported";

  constructor(kind: "corrupt" | "unsupported", message: string) {
    super(message);
    this.name = "GgufFault";
    this.kind = kind;
  }
}

export function corrupt(message: string): GgufFault {
  return new GgufFault("corrupt", message);
}

export function unsupported(message: string): GgufFault {
  return new GgufFault("unsupported", message);
}
