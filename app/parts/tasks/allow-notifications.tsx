import { useState } from "react";
import { useText } from "../../messages/use-text.ts";
import { Button } from "../../ui/button.tsx";

/** Asks the browser for notifications, on the user's press alone; once that is decided, says how. */
export function AllowNotifications() {
  const t = useText();
  const hasNotifications = "Notification" in globalThis;
  const [permission, setPermission] = useState(hasNotifications ? Notification.permission : "denied");
  if (!hasNotifications) return null;
  if (permission === "default") {
    return (
      <Button
        text="tasks.remind.allow"
        small
        onClick={() => void Notification.requestPermission().then(setPermission)}
      />
    );
  }
  return (
    <p className="quiet" role="status">
      {t.text(permission === "granted" ? "tasks.remind.granted" : "tasks.remind.denied")}
    </p>
  );
}
