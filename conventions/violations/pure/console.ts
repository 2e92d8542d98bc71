export const tell = (): void => console.log("x");
