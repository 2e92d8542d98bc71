/** `alcove`: define tools, skills, flows and agents, and ask them. */
import type { Tool as CoreTool } from "../worker/agent/define/tool.ts";

/** A tool by its arguments and its result. */
export type Tool<Args = unknown, Result = unknown> = CoreTool<Args, string, Result>;

export type { KnowledgeEntry } from "../worker/agent/define/agentic-skill.ts";
export type { ToolDefinition } from "../worker/agent/define/define-tool.ts";
export type { AgentHooks, CallFault, FaultDecision, FaultHandler, Veto } from "../worker/agent/define/hooks.ts";
export { OutsideError, type ToolContext, toToolOutput } from "../worker/agent/define/tool.ts";
export type { GenerateRequest, ModelClient, ModelEvent, ModelInfo } from "../worker/agent/ports/model-client.ts";
export type { Clock } from "../worker/agent/ports/run-deps.ts";
export { defineFlow } from "../worker/flows/define-flow.ts";
export type { Flow, FlowNode, GuardrailCheck, RouteChoice } from "../worker/flows/flow.ts";
export type { EvidenceCheck, EvidenceEnvelope } from "../worker/protocol/evidence.ts";
export type { Failure, FailureCode, Result } from "../worker/protocol/failure.ts";
export type { CallRecord } from "../worker/protocol/message.ts";
export type { FormatId, SamplingSettings } from "../worker/protocol/model.ts";
export {
  type ApprovalDecision,
  type ApprovalRequest,
  type Budget,
  DEFAULT_BUDGET,
  type RunEvent,
  type TurnEvent,
} from "../worker/protocol/run-event.ts";
export type { ToolCall, ToolOutcome, ToolSpec } from "../worker/protocol/tool.ts";
export type { Answer, AskOptions } from "./answer.ts";
export { AnswerError, type AnswerFault } from "./answer-error.ts";
export { type Agent, type AgentDeclaration, type Conversation, createAgent } from "./create-agent.ts";
export { defineSkill, type Skill } from "./define-skill.ts";
export { defineTool, type StandardInput, type StandardToolDefinition } from "./define-tool.ts";
export type { AgentMemory, RecallQuestion } from "./memory.ts";
export { defineModel, type Model, type ModelDefinition } from "./model.ts";
