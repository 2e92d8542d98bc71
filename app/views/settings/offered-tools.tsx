import { useEffect, useState } from "react";
import type { OfferedStep } from "../../../worker/protocol/api/tools-api.ts";
import type { ToolSpec } from "../../../worker/protocol/tool.ts";
import { useText } from "../../messages/use-text.ts";
import { toToolTitle } from "../../parts/tool/tool-titles.ts";
import { useApp, useAppState, useSettings } from "../../state/use-app.ts";
import { Button } from "../../ui/button.tsx";
import { Fold } from "../../ui/fold.tsx";
import { revealName } from "../../ui/trust/reveal-look-alikes.ts";

/** The memory under the names that other agents know it by. */
const MEMORY = /^kom\.memory\./;

/** The app as a server of tools for other programs in the page: which tools they may call, and which programs are connected. */
export function OfferedTools() {
  const t = useText();
  const { api } = useApp();
  const [{ offeredTools = [] }, change] = useSettings();
  const skills = useAppState((state) => state.skills);
  const [clients, setClients] = useState<readonly string[]>([]);
  const take = (step: OfferedStep) =>
    void api.takeOffered(step).then((taken) => taken.ok && setClients(taken.value.clients));
  // biome-ignore lint/correctness/useExhaustiveDependencies: who is connected is asked once, and after each change here
  useEffect(() => take({ type: "list" }), []);
  const own = new Map(skills.flatMap(({ tools }) => tools).map((tool) => [tool.name, tool]));
  const tools = [...own.values()].filter(({ author, effect }) => author === undefined && effect !== "sends");
  const memory = tools.filter(({ name }) => MEMORY.test(name));
  const toSwitch = ({ name }: ToolSpec) => (
    <label key={name} className="switch">
      <input
        type="checkbox"
        checked={offeredTools.includes(name)}
        onChange={({ target }) => {
          const others = offeredTools.filter((each) => each !== name);
          change({ offeredTools: target.checked ? [...others, name] : others });
        }}
      />
      <span>
        {revealName(toToolTitle(name, t))} <code className="quiet">{name}</code>
      </span>
    </label>
  );
  return (
    <section className="field data-part" aria-labelledby="offered" data-testid="offered">
      <h2 id="offered">{t.text("offered.title")}</h2>
      <p className="quiet">{t.text("offered.lead")}</p>
      {memory.map(toSwitch)}
      <Fold title={t.text("offered.others")}>{tools.filter((tool) => !memory.includes(tool)).map(toSwitch)}</Fold>
      {offeredTools.length > 0 && (
        <div className="row">
          <Button text="offered.none" small onClick={() => change({ offeredTools: [] })} />
        </div>
      )}
      <ul className="grants" aria-label={t.text("offered.clients")}>
        {clients.map((client) => (
          <li key={client}>
            <code>{revealName(client)}</code>
            <Button text="offered.drop" small onClick={() => take({ type: "drop", client })} />
          </li>
        ))}
      </ul>
    </section>
  );
}
