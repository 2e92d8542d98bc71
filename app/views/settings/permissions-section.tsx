import type { Grant } from "../../../worker/protocol/settings.ts";
import { useText } from "../../messages/use-text.ts";
import { toSkillTitle } from "../../parts/tool/skill-titles.ts";
import { toToolTitle } from "../../parts/tool/tool-titles.ts";
import { useApp, useAppState } from "../../state/use-app.ts";
import { Button } from "../../ui/button.tsx";
import { revealName } from "../../ui/trust/reveal-look-alikes.ts";

/** Every permission that was given for good, and the way to take it back. */
export function PermissionsSection() {
  const t = useText();
  const { api, toasts } = useApp();
  const grants = useAppState((state) => state.settings.grants);
  const skills = useAppState((state) => state.skills);
  const revoke = (which: readonly Grant[] | null) => void toasts.reportUnsaved(api.revokeGrants(which));
  const isHere = (grant: Grant) =>
    skills.some((skill) => skill.name === grant.skill && skill.tools.some((tool) => tool.name === grant.tool));
  return (
    <div className="field data-part">
      <h2>{t.text("settings.permissions")}</h2>
      <p className="quiet">{t.text(grants.length === 0 ? "grants.empty" : "grants.lead")}</p>
      {grants.length > 0 && (
        <>
          <ul className="grants">
            {grants.map((grant) => (
              <li key={`${grant.skill}/${grant.tool}`} data-testid="grant">
                <div>
                  <p>
                    <strong>{revealName(toToolTitle(grant.tool, t))}</strong>{" "}
                    {t.text("grants.in-skill", { skill: toSkillTitle(grant.skill, t) })}
                  </p>
                  <p className="quiet field-note">
                    {[
                      grant.givenAt === undefined ? null : t.text("grants.given", { date: t.date(grant.givenAt) }),
                      isHere(grant) ? null : t.text("grants.gone"),
                    ]
                      .filter((part) => part !== null)
                      .join(" · ")}
                  </p>
                </div>
                <Button
                  text="grants.revoke"
                  small
                  aria-label={t.text("grants.revoke-tool", {
                    tool: revealName(toToolTitle(grant.tool, t)),
                    skill: toSkillTitle(grant.skill, t),
                  })}
                  onClick={() => revoke([grant])}
                />
              </li>
            ))}
          </ul>
          <p className="quiet field-note">{t.text("grants.holds")}</p>
          <div className="row">
            <Button text="grants.revoke-all" tone="danger" onClick={() => revoke(null)} />
          </div>
        </>
      )}
    </div>
  );
}
