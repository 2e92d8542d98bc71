/** The part of Trusted Types used here; see https://w3c.github.io/trusted-types/. */
interface TrustedTypes {
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): unknown;
}

/** Runs in a nested worker before its own code. */
const PRELUDE =
  'self.trustedTypes?.createPolicy("default",{createScriptURL(u){if(u.startsWith("blob:"+self.origin))return u;' +
  'throw new TypeError("Not a script of this app.")}});\n';

/**
 * Lets engines start workers of their own under the page's content policy. The policy requires Trusted Types in every
 * worker below the page, but wllama 3.8.1 starts its worker, and that worker its threads, from plain blob URLs
 * (`createWorker` in its utils, `allocateUnusedWorker` in Emscripten's pthreads). So this thread and every script blob
 * made in it get a `default` policy that admits blobs of this origin and nothing else. What a blob's code may fetch,
 * import or evaluate is still limited by the inherited policy. Call once, before any engine is loaded.
 */
export function allowNestedWorkers(scope: typeof globalThis = globalThis): void {
  const factory = (scope as { trustedTypes?: TrustedTypes }).trustedTypes;
  if (factory === undefined) return;
  factory.createPolicy("default", {
    createScriptURL(url) {
      if (url.startsWith(`blob:${scope.origin}`)) return url;
      throw new TypeError("Not a script of this app.");
    },
  });
  const createObjectURL = scope.URL.createObjectURL.bind(scope.URL);
  scope.URL.createObjectURL = (object) =>
    createObjectURL(
      object instanceof Blob && /javascript/.test(object.type)
        ? new Blob([PRELUDE, object], { type: object.type })
        : object,
    );
}
