export const open = (): unknown => indexedDB.open("x");
