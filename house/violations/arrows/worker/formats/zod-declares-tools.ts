export { object } from "zod";
