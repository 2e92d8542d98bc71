export const load = (): unknown => fetch("/x");
