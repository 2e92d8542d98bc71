import { readAllowedHosts, toConnectPolicy } from "../services/allowed-hosts.ts";
import { readServer, toServerHosts } from "../services/own-server.ts";
import { toFramePolicy } from "../services/server-pages.ts";

// The page's first script, inlined into index.html by the build with its hash in the policy. A policy inserted by
// script binds from then on, and policies add up, so this can only narrow what index.html already allows. Should it not
// run, `start-worker.ts` refuses to start the agent.
// Content policies do not bind WebRTC everywhere, and the app has no use for it.
for (const name of ["RTCPeerConnection", "webkitRTCPeerConnection"]) Reflect.deleteProperty(globalThis, name);
const policy = document.createElement("meta");
policy.httpEquiv = "Content-Security-Policy";
const server = readServer();
policy.content = `${toConnectPolicy([...toServerHosts(server), ...readAllowedHosts()])}; ${toFramePolicy()}`;
policy.dataset.connect = "";
// Spares a page without a server the code that reads one.
if (server !== null) policy.dataset.server = "";
document.head.append(policy);
