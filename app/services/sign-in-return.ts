/** Where the page that a user comes back to from a sign-in leaves what it was told, for the app's page to take. */
const RETURN_KEY = "alcove.sign-in-return";

/** The address that authorization servers send the user back to: a small page beside the app's. */
export function toReturnUrl(): string {
  return new URL("signed-in.html", document.baseURI).href;
}

/** Keeps what the user came back with. It is worth nothing without what the worker has kept of the sign-in. */
export function leaveReturn(query: string): void {
  localStorage.setItem(RETURN_KEY, query);
}

/** Takes the query that a user has come back with, once; null where nobody has. */
export function takeReturn(): string | null {
  const query = localStorage.getItem(RETURN_KEY);
  localStorage.removeItem(RETURN_KEY);
  return query;
}

/** Calls with each return to another window of this app; returns a function that ends it. */
export function watchReturns(take: (query: string) => void): () => void {
  const look = ({ key, newValue }: StorageEvent): void => {
    const query = key === RETURN_KEY && newValue !== null ? takeReturn() : null;
    if (query !== null) take(query);
  };
  addEventListener("storage", look);
  return () => removeEventListener("storage", look);
}
