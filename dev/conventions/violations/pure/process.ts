export const home = (): unknown => process.env;
