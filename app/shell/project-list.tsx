import type { ConversationId } from "../../worker/protocol/ids.ts";
import type { Conversation } from "../../worker/protocol/message.ts";
import { type Project, toScope } from "../../worker/protocol/project.ts";
import { useText } from "../messages/use-text.ts";
import { listProjects } from "../state/list-projects.ts";
import { useAppState } from "../state/use-app.ts";
import { Fold } from "../ui/fold.tsx";
import { Menu } from "../ui/menu.tsx";
import { ProjectMenu } from "./conversation-menu.tsx";
import { ConversationRow } from "./conversation-row.tsx";
import { usePaging } from "./use-paging.tsx";
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
  const isHere = inside.some(({ id }) => id === openId);
  const title = (
    <>
      <span dir="auto">{name}</span> <span className="quiet">{inside.length}</span>
    </>
  );
  return (
    <div className="folder" data-testid="project">
      {/* Drawn anew as the open conversation comes into it or leaves it: then it unfolds, or folds. */}
      <Fold key={String(isHere)} className="" title={title} isOpen={isHere}>
        {() => <ProjectRows inside={inside} openId={openId} />}
      </Fold>
      <Menu icon="more" label={t.text("chat.actions-for", { title: name })}>
        <ProjectMenu project={project} inside={inside} />
      </Menu>
    </div>
  );
}

function ProjectRows({ inside, openId }: Pick<ProjectEntryProps, "inside" | "openId">) {
  const { shown, more } = usePaging(inside.length);
  return (
    <>
      <ul>
        {inside.slice(0, shown).map((conversation) => (
          <ConversationRow key={conversation.id} conversation={conversation} open={conversation.id === openId} />
        ))}
      </ul>
      {more}
    </>
  );
}
