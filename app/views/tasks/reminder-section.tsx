import { useState } from "react";
import { useText } from "../../messages/use-text.ts";
import { Button } from "../../ui/button.tsx";

/** Ways to be reminded of a task, and their limits; the permission for notifications is asked for on the user's press alone. */
export function ReminderSection() {
  const t = useText();
  const hasNotifications = "Notification" in globalThis;
  const [permission, setPermission] = useState(hasNotifications ? Notification.permission : "denied");
  return (
    <section className="card section">
      <h2>{t.text("tasks.remind.title")}</h2>
      <p className="quiet">{t.text("tasks.remind.open")}</p>
      {hasNotifications && permission === "default" && (
        <Button onClick={() => void Notification.requestPermission().then(setPermission)}>
          {t.text("tasks.remind.allow")}
        </Button>
      )}
      {hasNotifications && permission !== "default" && (
        <p role="status">{t.text(permission === "granted" ? "tasks.remind.granted" : "tasks.remind.denied")}</p>
      )}
    </section>
  );
}
