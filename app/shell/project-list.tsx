import type { ConversationId } from "../../worker/protocol/ids.ts";
import type { Conversation } from "../../worker/protocol/message.ts";
import { type Project, toScope } from "../../worker/protocol/project.ts";
import { useText } from "../messages/use-text.ts";
import { listProjects } from "../state/list-projects.ts";
import { useAppState } from "../state/use-app.ts";
import { Menu } from "../ui/menu.tsx";
import { ProjectMenu } from "./conversation-menu.tsx";
import { ConversationRow } from "./conversation-row.tsx";
import "../styles/folders.css";

interface ProjectListProps {
  /** All of them are in a project. */
  readonly conversations: readonly Conversation[];
  readonly openId: ConversationId | null;
}

/** Projects by name, folded; the one with the open conversation is unfolded. An archived one is shown while that is open. */
export function ProjectList({ conversations, openId }: ProjectListProps) {
  const settings = useAppState((state) => state.settings);
  return (
    <>
      {listProjects(settings, conversations).map((project) => {
        const inside = conversations.filter((each) => toScope(each) === project.id);
        if (project.archived && !inside.some(({ id }) => id === openId)) return null;
        return <ProjectEntry key={project.id} project={project} inside={inside} openId={openId} />;
      })}
    </>
  );
}

interface ProjectEntryProps extends Pick<ProjectListProps, "openId"> {
  readonly project: Project;
  readonly inside: readonly Conversation[];
}

function ProjectEntry({ project, inside, openId }: ProjectEntryProps) {
  const t = useText();
  const { name } = project;
  return (
    <div className="folder" data-testid="project">
      <details open={inside.some(({ id }) => id === openId)}>
        <summary>
          <span dir="auto">{name}</span> <span className="quiet">{inside.length}</span>
        </summary>
        <ul>
          {inside.map((conversation) => (
            <ConversationRow key={conversation.id} conversation={conversation} open={conversation.id === openId} />
          ))}
        </ul>
      </details>
      <Menu icon="more" label={t.text("chat.actions-for", { title: name })}>
        {(close) => <ProjectMenu project={project} inside={inside} onClose={close} />}
      </Menu>
    </div>
  );
}
