// The part of `@mozilla/readability` in use. Its own types speak of the browser's document, which a worker does not have.

declare module "@mozilla/readability/JSDOMParser.js" {
  /** A node of a page, as far as it is read here. */
  export interface PageNode {
    /** 1 for an element, 3 for text. */
    readonly nodeType: number;
    readonly localName?: string;
    readonly textContent: string;
    readonly childNodes: readonly PageNode[];
  }

  export interface PageDocument extends PageNode {
    readonly body: PageNode | null;
    readonly title: string;
  }

  /** Reads well-formed markup alone; see `toWellFormed`. */
  // biome-ignore lint/style/noDefaultExport: CommonJS comes as a default.
  export default class JSDOMParser {
    parse(markup: string, url?: string): PageDocument;
  }
}

declare module "@mozilla/readability/Readability.js" {
  import type { PageDocument, PageNode } from "@mozilla/readability/JSDOMParser.js";

  /** Finds a page's main text. `parse` throws where the page has more elements than allowed. */
  // biome-ignore lint/style/noDefaultExport: CommonJS comes as a default.
  export default class Readability {
    constructor(
      page: PageDocument,
      options: { readonly maxElemsToParse: number; serializer(content: PageNode): PageNode },
    );
    parse(): { readonly content: PageNode } | null;
  }
}
