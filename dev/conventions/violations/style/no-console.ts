export function emit(): void {
  console.log("here");
}
