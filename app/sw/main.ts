import {
  chooseCacheAction,
  chooseStaleCaches,
  isCacheable,
  isImmutable,
  toCacheName,
  toCachePrefix,
} from "./cache-policy.ts";
import { HYGIENE_HEADERS, ISOLATION_HEADERS, PAGE_HEADER_POLICY, SCRIPT_POLICY } from "./security-headers.ts";
import { storeShare, toSharedCacheName } from "./store-share.ts";

declare const self: ServiceWorkerGlobalScope;
// Filled in by the build.
/** Where the list of the build's files is, as a JSON array of paths in the app's folder. */
declare const OFFLINE_FILES: string;
/** The list's SHA-256 in Base64. */
declare const OFFLINE_FILES_HASH: string;
/** A hash over all files. */
declare const VERSION: string;

const scope = self.registration.scope;
const cacheName = toCacheName(scope, VERSION);

self.addEventListener("install", (event) => event.waitUntil(precache()));
self.addEventListener("activate", (event) => event.waitUntil(takeOver()));
self.addEventListener("message", (event) => {
  // A running version is replaced only when the user agrees: two versions of one page lose data.
  if (event.data === "activate-update") event.waitUntil(self.skipWaiting());
});
self.addEventListener("fetch", (event) => {
  const action = chooseCacheAction(event.request, scope);
  switch (action.type) {
    case "pass":
      return;
    case "shell":
    case "cached":
      event.respondWith(answerFromCache(event.request, action.key));
      return;
    case "newest":
      event.respondWith(fetch(event.request).catch(() => answerFromCache(event.request, action.key)));
      return;
    case "share":
      event.respondWith(receiveShare(event.request));
      return;
    case "network":
      event.respondWith(fetch(event.request).then(addHeaders));
      return;
    default:
      action satisfies never;
  }
});

/** Stores what another app shared for the page that opens next. */
async function receiveShare(request: Request): Promise<Response> {
  const id = crypto.randomUUID();
  const isStored = await storeShare(await caches.open(toSharedCacheName(scope)), scope, id, request).catch(() => false);
  return Response.redirect(isStored ? `${scope}?shared=${id}` : scope, 303);
}

/** Fills this version's cache, all or nothing; after a failed install the previous version stays active. */
async function precache(): Promise<void> {
  const cache = await caches.open(cacheName);
  try {
    await Promise.all((await readFileList()).map((path) => precacheFile(cache, path)));
  } catch (error) {
    await caches.delete(cacheName);
    throw error;
  }
}

/** Throws if the server's list is of another version than this worker, as in the middle of a deployment. */
async function readFileList(): Promise<readonly string[]> {
  const response = await fetch(toAddress(OFFLINE_FILES), {
    cache: "reload",
    integrity: `sha256-${OFFLINE_FILES_HASH}`,
  });
  return response.json();
}

async function precacheFile(cache: Cache, path: string): Promise<void> {
  const immutable = isImmutable(path);
  const older = immutable ? await findInOlderCaches(path) : undefined;
  if (older !== undefined) return cache.put(toAddress(path), older);
  const response = await fetch(toAddress(path), { cache: immutable ? "default" : "reload" });
  if (!isCacheable(path, response)) throw new Error(`${path} could not be fetched whole (${response.status}).`);
  await cache.put(toAddress(path), response);
}

async function takeOver(): Promise<void> {
  for (const name of chooseStaleCaches(await caches.keys(), scope, cacheName)) await caches.delete(name);
  await self.clients.claim();
}

async function answerFromCache(request: Request, key: string): Promise<Response> {
  const cache = await caches.open(cacheName);
  const cached = await cache.match(toAddress(key));
  return addHeaders(cached ?? (await fetch(request)));
}

async function findInOlderCaches(path: string): Promise<Response | undefined> {
  for (const name of await caches.keys()) {
    if (!name.startsWith(toCachePrefix(scope))) continue;
    const response = await (await caches.open(name)).match(toAddress(path));
    if (response !== undefined) return response;
  }
  return undefined;
}

function toAddress(path: string): string {
  return new URL(path, scope).href;
}

/** Adds the headers that a host may not set, so that threads work and workers keep their policy everywhere. */
function addHeaders(response: Response): Response {
  if (response.type !== "basic" && response.type !== "default") return response;
  if (response.status === 0 || response.redirected) return response;
  const isBodiless = response.status === 204 || response.status === 205 || response.status === 304;
  const answer = new Response(isBodiless ? null : response.body, response);
  const { headers } = answer;
  for (const [name, value] of Object.entries({ ...ISOLATION_HEADERS, ...HYGIENE_HEADERS })) headers.set(name, value);
  const type = headers.get("Content-Type") ?? "";
  if (type.includes("javascript")) headers.set("Content-Security-Policy", SCRIPT_POLICY);
  if (type.includes("text/html")) headers.set("Content-Security-Policy", PAGE_HEADER_POLICY);
  return answer;
}
