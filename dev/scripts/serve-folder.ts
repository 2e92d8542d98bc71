import type { IncomingMessage, ServerResponse } from "node:http";
import sirv from "sirv";

/**
 * Answers requests with a folder's files as they are at that moment, byte ranges included; anything else is a 404 and
 * never a fallback page, so that nobody takes HTML for a model.
 */
export function serveFolder(folder: string): (request: IncomingMessage, response: ServerResponse) => void {
  const serve = sirv(folder, { dev: true, etag: true, dotfiles: false });
  return (request, response) => {
    endWithFile(response);
    serve(request, response, () => {
      response.statusCode = 404;
      response.setHeader("Content-Type", "text/plain; charset=utf-8");
      response.end("Not found.\n");
    });
  };
}

/**
 * Breaks an answer off whose file can no longer be read, as it was removed since it was found: sirv 3.0 listens for no
 * error of the files it pipes, which would end the server. Call before anything else changes how the response listens.
 */
export function endWithFile(response: ServerResponse): void {
  response.on("pipe", (file) => file.once("error", () => response.destroy()));
}
