/** True for an origin that the user has allowed, by itself or as one below `https://*.example.org`. */
export function isOrigin(origin: string, allowed: string): boolean {
  const [, scheme = "", below, host] = /^(https?:\/\/)(\*(?=\.))?([^/]+)$/.exec(allowed.toLowerCase()) ?? [];
  if (host === undefined || !origin.startsWith(scheme)) return false;
  const own = origin.slice(scheme.length);
  return below === undefined ? own === host : own.endsWith(host);
}
