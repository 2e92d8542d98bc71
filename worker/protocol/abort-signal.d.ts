// The pure rooms compile without a platform library. These are the parts of cancellation that every platform has
// (https://dom.spec.whatwg.org/#aborting-ongoing-activities); the platform's own types stand in elsewhere.

interface AbortSignal {
  readonly aborted: boolean;
  readonly reason: unknown;
  addEventListener(type: "abort", listener: () => void, options?: { readonly once?: boolean }): void;
  removeEventListener(type: "abort", listener: () => void): void;
}

interface AbortController {
  readonly signal: AbortSignal;
  abort(reason?: unknown): void;
}

declare var AbortController: { new (): AbortController };
declare var AbortSignal: { any(signals: AbortSignal[]): AbortSignal };
