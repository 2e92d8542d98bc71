import { Component, type ReactNode } from "react";
import { describeError } from "../../worker/protocol/describe-error.ts";
import type { Failure } from "../../worker/protocol/failure.ts";
import { FailureCard } from "./failure-card.tsx";

interface RenderGuardState {
  readonly failure: Failure | null;
}

/** Keeps a fault in one part of the page from taking the rest with it. */
export class RenderGuard extends Component<{ readonly children: ReactNode }, RenderGuardState> {
  override state: RenderGuardState = { failure: null };

  static getDerivedStateFromError(error: unknown): RenderGuardState {
    return { failure: { code: "internal", detail: describeError(error) } };
  }

  override render(): ReactNode {
    const { failure } = this.state;
    if (failure === null) return this.props.children;
    return <FailureCard failure={failure} onRetry={() => this.setState({ failure: null })} />;
  }
}
