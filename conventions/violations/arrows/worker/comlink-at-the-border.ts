export { wrap } from "comlink";
