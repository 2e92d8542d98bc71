export const run = (code: string): unknown => eval(code);
