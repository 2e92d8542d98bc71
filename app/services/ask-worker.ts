/**
 * Posts a request with a port, by which the worker answers. Rejects with the worker's error event: a script that does not load
 * is told by a plain one, and what a running one throws by an `ErrorEvent`.
 */
export function askWorker<Answer>(
  worker: Worker,
  request: unknown,
  transfer: readonly Transferable[] = [],
): Promise<Answer> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve, reject) => {
    port1.onmessage = (event: MessageEvent<Answer>) => resolve(event.data);
    worker.addEventListener("error", reject);
    worker.postMessage(request, [...transfer, port2]);
  });
}
