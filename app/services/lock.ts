const LOCKED_AT = "alcove.locked-at";

/** Forgets the key in every tab: it is nowhere but in their workers, which end with the page. */
export function lock(): void {
  localStorage.setItem(LOCKED_AT, `${Date.now()}`);
  location.reload();
}

/** Locks this tab when another one is locked. */
export function followLock(): void {
  addEventListener("storage", ({ key }) => {
    if (key === LOCKED_AT) location.reload();
  });
}
