import chat from "../messages/en/chat.json";
import { WelcomeWords } from "../views/chat/welcome-words.tsx";

/**
 * The content of index.html until the app is there: the empty shell with the greeting in the very place where it will be.
 * The build writes it there; nothing in it can be pressed, so nothing is pressed in vain.
 */
export function FirstFrame() {
  return (
    <div className="shell first-frame" aria-busy="true">
      <div className="sidebar" />
      <main className="main">
        <div className="view-bar" />
        <div className="first-frame-place">
          <div className="welcome">
            <WelcomeWords title={chat["welcome.title"]} lead={chat["welcome.lead"]} />
          </div>
        </div>
        <div className="first-frame-wait" role="status">
          <div className="progress progress-unknown">
            <div className="progress-fill" />
          </div>
          <p>Alcove has not opened yet. If this stays, reload the page: not all of its files have arrived.</p>
        </div>
        <noscript>
          <p className="first-frame-notice">Alcove runs entirely in this tab and needs JavaScript for that.</p>
        </noscript>
      </main>
    </div>
  );
}
