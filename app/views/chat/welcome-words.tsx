import { Mark } from "../../ui/icon.tsx";

/** The greeting of an empty conversation. */
export function WelcomeWords({ title, lead }: { readonly title: string; readonly lead: string }) {
  return (
    <>
      <div className="welcome-mark">
        <Mark />
      </div>
      <h2>{title}</h2>
      <p className="welcome-lead">{lead}</p>
    </>
  );
}
