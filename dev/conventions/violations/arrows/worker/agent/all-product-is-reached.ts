export const unreached = 1;
