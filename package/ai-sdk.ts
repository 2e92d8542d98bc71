/**
 * `alcove/ai-sdk`: our engines as models of the AI SDK, and an agent as the stream that its chat hooks read. Needs the
 * package `ai`, version 6 or 7.
 */
export { type AgentTransportOptions, createAgentTransport, toUiMessageStream } from "./ai-sdk/agent-stream.ts";
export { type LanguageModelOptions, toLanguageModel } from "./ai-sdk/language-model.ts";
