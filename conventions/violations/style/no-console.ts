export function tell(): void {
  console.log("here");
}
