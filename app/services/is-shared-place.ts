/** Hosts that give every project of an account a folder under one name. */
const SHARED_HOSTS = /(?:^|\.)(?:(?:github|gitlab|sourceforge)\.io|codeberg\.page)$/;

/**
 * True in a folder of a host that is known to serve other people's or other projects' pages beside it. Browsers keep
 * data by host, so each of those pages can read what this app keeps.
 */
export function isSharedPlace({ hostname, pathname }: Pick<Location, "hostname" | "pathname">): boolean {
  return SHARED_HOSTS.test(hostname) && pathname.lastIndexOf("/") > 0;
}
