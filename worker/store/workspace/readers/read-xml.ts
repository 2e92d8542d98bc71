import { Parser } from "htmlparser2";
import { sleep } from "../../../platform/race-abort.ts";

/** A part of an XML text. Names come without their prefix. */
export type XmlPart =
  | { readonly type: "open"; readonly name: string; readonly attributes: ReadonlyMap<string, string> }
  | { readonly type: "close"; readonly name: string }
  | { readonly type: "text"; readonly text: string };

/** Characters read before the worker's other work gets its turn: pressing Stop waits for no document. */
const CHARACTERS_AT_A_TIME = 200_000;
/** No document nests so deep, or says so much in one tag; each further one would take longer to read. */
const MAX_DEPTH = 2_000;
const MAX_ATTRIBUTES = 2_000;

/**
 * Hands over the parts of an XML text one by one, in time that grows with its length alone, until `isDone`. What is not
 * closed ends with the text, and nothing is checked but its bounds: a `RangeError` where it was made to take time.
 */
export async function readXml(
  xml: string,
  take: (part: XmlPart) => void,
  isDone: () => boolean = () => false,
): Promise<void> {
  let depth = 0;
  let attributesLeft = 0;
  const handler = {
    onopentagname: () => {
      depth += 1;
      attributesLeft = MAX_ATTRIBUTES;
      if (depth > MAX_DEPTH) throw new RangeError("too deep");
    },
    onattribute: () => {
      attributesLeft -= 1;
      if (attributesLeft < 0) throw new RangeError("too many attributes");
    },
    onopentag: (tag: string, attributes: Readonly<Record<string, string>>) => {
      const named = Object.entries(attributes).map(([name, value]) => [toLocalName(name), value] as const);
      take({ type: "open", name: toLocalName(tag), attributes: new Map(named) });
    },
    onclosetag: (tag: string) => {
      depth -= 1;
      take({ type: "close", name: toLocalName(tag) });
    },
    ontext: (text: string) => take({ type: "text", text }),
  };
  const parser = new Parser(handler, { xmlMode: true });
  for (let at = 0; at < xml.length && !isDone(); at += CHARACTERS_AT_A_TIME) {
    parser.write(xml.slice(at, at + CHARACTERS_AT_A_TIME));
    await sleep(0);
  }
  if (!isDone()) parser.end();
}

function toLocalName(name: string): string {
  return name.slice(name.indexOf(":") + 1);
}
