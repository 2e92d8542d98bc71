import { Mark } from "../../ui/icon.tsx";

interface WelcomeWordsProps {
  readonly title: string;
  readonly lead: string;
}

/** The greeting of an empty conversation. */
export function WelcomeWords({ title, lead }: WelcomeWordsProps) {
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
