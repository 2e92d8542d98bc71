import purify, { type Config } from "dompurify";

/**
 * Pictures in the page itself, and values that name no other host: any other could be looked up, by a mere hint too. It is
 * put to the values of all attributes.
 */
const OWN_VALUE = /^(?:data:image\/|(?![a-z][\w+.-]*:|[/\\]{2}))/i;
/** Tags that take input or load by themselves, and looks that a frame's policy refuses. */
const FORBIDDEN_TAGS = "area audio button form input map select source style textarea video".split(" ");

/**
 * A foreign page's body, built anew from the elements and attributes that show something: without links to other places,
 * hints to look up or fetch an address, forms and styles. `toMarkup` is what the page's policy of Trusted Types lets
 * through.
 */
export function cleanPage(html: string, toMarkup: (html: string) => string): string {
  return purify.sanitize(html, {
    USE_PROFILES: { html: true, svg: true },
    FORBID_TAGS: FORBIDDEN_TAGS,
    FORBID_ATTR: ["background", "ping", "poster", "srcset", "style"],
    ALLOWED_URI_REGEXP: OWN_VALUE,
    ALLOW_DATA_ATTR: false,
    // DOMPurify asks no more of a policy than these two.
    TRUSTED_TYPES_POLICY: {
      createHTML: toMarkup,
      createScriptURL: (url: string) => url,
    } as unknown as Config["TRUSTED_TYPES_POLICY"],
  });
}
