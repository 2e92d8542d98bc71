export enum Color {
  Red = "red",
}
