export { MLCEngine } from "@mlc-ai/web-llm";
