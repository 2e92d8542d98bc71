/** Endings of tables that a file picker offers. */
export const TABLES = ".csv,.tsv,.xlsx,.json";
/** Endings and kinds of all that can go along with a message. */
export const READABLE = `${TABLES},.txt,.md,.log,.xml,.yaml,.yml,.pdf,.docx,.epub,.eml,.ics,text/*,image/*,audio/*`;
