import { leaveReturn } from "../services/sign-in-return.ts";

/** The page's one sentence, by language; the build writes it here. */
declare const RETURNED: Readonly<Record<string, string>>;

// The page that an authorization server sends the user back to. Anybody can open it with any address: it shows nothing
// of that, and the worker takes only what answers a sign-in of its own.
if (window.top === window) {
  leaveReturn(location.search);
  history.replaceState(null, "", location.pathname);
  const codes = [...navigator.languages.map((tag) => tag.slice(0, 2)), "en"];
  document.documentElement.lang = codes.find((code) => code in RETURNED) ?? "en";
  document.querySelector("p")?.append(RETURNED[document.documentElement.lang] ?? "");
  window.close();
}
