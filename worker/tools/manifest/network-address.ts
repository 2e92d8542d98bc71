/** True for four numbers from 0 to 255. */
export function isIpv4(text: string): boolean {
  return toIpv4Number(text) !== undefined;
}

/** True for an IPv6 address without a zone, in any of its spellings. */
export function isIpv6(text: string): boolean {
  return /^[0-9a-fA-F:.]{2,45}$/.test(text) && text.includes(":") && URL.canParse(`http://[${text}]/`);
}

/** True for an IPv4 range such as `10.0.0.0/8`. */
export function isCidr(text: string): boolean {
  const [address = "", bits = "", ...rest] = text.split("/");
  return rest.length === 0 && isIpv4(address) && /^\d{1,2}$/.test(bits) && Number(bits) <= 32;
}

/** True for a host name of letters, digits and hyphens (RFC 1123). */
export function isHostname(text: string): boolean {
  const labels = text.split(".");
  if (text.length > 253 || labels.every((label) => /^\d+$/.test(label))) return false;
  return labels.every((label) => /^[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?$/.test(label));
}

/**
 * True when an address lies inside one of the entries: a host name, `*.` and a host name for all below it, an IPv4
 * address or a range. A range lies inside when all of it does.
 */
export function isInScope(target: string, scope: readonly string[]): boolean {
  const [address = "", bits = "32"] = target.toLowerCase().replace(/\.$/, "").split("/");
  const number = toIpv4Number(address);
  return scope.some((entry) => {
    const [base = "", prefix = "32"] = entry.toLowerCase().split("/");
    const network = toIpv4Number(base);
    if (number !== undefined && network !== undefined) {
      const size = 2 ** (32 - Number(prefix));
      return Number(bits) >= Number(prefix) && Math.floor(number / size) === Math.floor(network / size);
    }
    return entry.startsWith("*.") ? address.endsWith(entry.slice(1).toLowerCase()) : address === base;
  });
}

/**
 * True for hosts that mean this device or the network around it, which a tool must not reach: loopback, private,
 * link-local and shared ranges (RFC 6890), local names, and names without a dot. Takes a host as `URL` spells it.
 */
export function isPrivateHost(hostname: string): boolean {
  const host = hostname.toLowerCase().replace(/\.$/, "");
  if (host.startsWith("[")) {
    const address = host.slice(1, -1);
    const mapped = /^::(?:ffff:)?([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(address);
    if (mapped !== null)
      return isPrivateNumber(Number.parseInt(mapped[1] ?? "", 16) * 65_536 + Number.parseInt(mapped[2] ?? "", 16));
    // Global unicast is 2000::/3; everything else is loopback, local, multicast or reserved.
    return !/^[23][0-9a-f]{3}:/.test(address);
  }
  const number = toIpv4Number(host);
  if (number !== undefined) return isPrivateNumber(number);
  return !host.includes(".") || /(?:^|\.)(?:localhost|local|internal|home\.arpa|lan|test|invalid|onion)$/.test(host);
}

const PRIVATE_RANGES: readonly (readonly [address: string, prefix: number])[] = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 3],
];

function isPrivateNumber(number: number): boolean {
  return PRIVATE_RANGES.some(([address, prefix]) => {
    const size = 2 ** (32 - prefix);
    return Math.floor(number / size) === Math.floor((toIpv4Number(address) ?? -1) / size);
  });
}

function toIpv4Number(text: string): number | undefined {
  const parts = /^(0|[1-9]\d{0,2})\.(0|[1-9]\d{0,2})\.(0|[1-9]\d{0,2})\.(0|[1-9]\d{0,2})$/
    .exec(text)
    ?.slice(1)
    .map(Number);
  if (parts === undefined || parts.some((part) => part > 255)) return undefined;
  return parts.reduce((number, part) => number * 256 + part, 0);
}
