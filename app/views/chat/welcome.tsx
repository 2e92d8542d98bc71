import { isTextFile } from "../../../worker/protocol/message.ts";
import { useText } from "../../messages/use-text.ts";
import { useAppState, useComposer } from "../../state/use-app.ts";
import { loadLater } from "../../ui/load-later.tsx";
import { WelcomeWords } from "./welcome-words.tsx";

const Doors = loadLater(() => import("./doors.tsx").then((m) => m.Doors));
const ModelNow = loadLater(() => import("./model-now.tsx").then((m) => m.ModelNow));
const StartingQuestions = loadLater(() =>
  import("../../parts/files/starting-questions.tsx").then((m) => m.StartingQuestions),
);

/** An empty conversation: the model first, then the doors to what can be done. */
export function Welcome() {
  const t = useText();
  const phase = useAppState((state) => state.phase);
  const hasFile = useComposer(({ draft }) => draft.attachments.some(isTextFile));
  return (
    <div className="welcome">
      <WelcomeWords title={t.text("welcome.title")} lead={t.text("welcome.lead")} />
      {phase === "ready" && (
        <>
          <ModelNow />
          {!hasFile && <Doors />}
          {!hasFile && <StartingQuestions />}
        </>
      )}
    </div>
  );
}
