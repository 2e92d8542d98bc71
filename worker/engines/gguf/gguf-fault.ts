/** Thrown for an unreadable GGUF file, or one of an unsupported kind. The message is one clause for the user. */
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
