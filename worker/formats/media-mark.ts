/**
 * Stands in a prompt where a picture or a sound goes, in the order of `GenerateRequest.media`. U+FFFC OBJECT REPLACEMENT
 * CHARACTER. `renderThread` takes it out of what users, tools and models have written, so that nobody's text stands for a
 * picture; an engine that finds more marks than pictures shows none.
 */
export const MEDIA_MARK = "\ufffc";

/** Tokens that a picture or a sound may take: engines are told to make no more of one. */
export const MAX_MEDIA_TOKENS = 576;
