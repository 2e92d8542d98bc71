const ENGLISH =
  /^(?:how|what|when|where|who|whose|why|which)(?:'s)? (?:\w+ )?(?:am|is|are|was|were|do|does|did|can|could|should|will|have|has)\b/iu;
const GERMAN =
  /^(?:wie|wann|wo|wer|warum|wieso|wohin|woher) (?!ich |wir |man )(?:\p{L}+ )*(?:ich|wir|mein\p{L}*|der|die|das|es)(?!\p{L})/iu;
const SPANISH = /^(?:¿|(?:cómo|cuándo|dónde|quién|qué|cuál|por qué) )/iu;

/** True for a note that asks something in English, German or Spanish: weak models save the question they were asked. */
export function isQuestion(text: string): boolean {
  const trimmed = text.trim();
  return trimmed.endsWith("?") || [ENGLISH, GERMAN, SPANISH].some((pattern) => pattern.test(trimmed));
}
