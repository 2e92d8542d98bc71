export const emit = (): void => console.log("x");
