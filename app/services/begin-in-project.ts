import type { Project } from "../../worker/protocol/project.ts";
import type { App } from "../state/create-app.ts";
import { focusComposer } from "./focus-composer.ts";

/** Opens a new chat in a project, in the mode that its chats begin with. */
export function beginInProject(chat: Pick<App["chat"], "changeDraft">, { id, skill }: Project): void {
  chat.changeDraft("new", { project: id, ...(skill && { skill }) });
  location.hash = "#/";
  focusComposer();
}
