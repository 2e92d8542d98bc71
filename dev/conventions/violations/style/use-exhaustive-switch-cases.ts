type Colour = "red" | "green";

export function toNumber(colour: Colour): number {
  switch (colour) {
    case "red":
      return 1;
  }
  return 2;
}
