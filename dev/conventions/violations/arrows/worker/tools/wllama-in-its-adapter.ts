export { Wllama } from "@wllama/wllama";
