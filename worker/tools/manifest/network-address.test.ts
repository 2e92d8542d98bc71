import { describe, expect, it } from "vitest";
import { isCidr, isHostname, isInScope, isIpv4, isIpv6, isPrivateHost } from "./network-address.ts";

describe("addresses", () => {
  it.each(["192.168.1.1", "0.0.0.0", "255.255.255.255"])("%s is an IPv4 address", (text) => {
    expect(isIpv4(text)).toBe(true);
  });
  it.each(["999.1.1.1", "1.2.3", "1.2.3.4.5", "example.com", "1.2.3.4/8", "010.1.1.1", ""])(
    "%j is no IPv4 address",
    (text) => {
      expect(isIpv4(text)).toBe(false);
    },
  );
  it.each(["::1", "2001:db8::1", "fe80::1", "::ffff:1.2.3.4"])("%s is an IPv6 address", (text) => {
    expect(isIpv6(text)).toBe(true);
  });
  it.each(["", ":", "1.2.3.4", "2001:db8", "::1]@evil.example/[", "12345::"])("%j is no IPv6 address", (text) => {
    expect(isIpv6(text)).toBe(false);
  });
  it("tells ranges from addresses", () => {
    expect(["10.0.0.0/8", "10.0.1.0/24", "0.0.0.0/0"].map(isCidr)).toEqual([true, true, true]);
    expect(["10.0.0.0/33", "10.0.0.0", "x/24", "10.0.0.0/8/8", "10.0.0.0/"].some(isCidr)).toBe(false);
  });
  it("tells host names from other text", () => {
    expect(["example.com", "a-b.example", "localhost"].every(isHostname)).toBe(true);
    expect(
      ["-a.com", "a_b.com", "a..b", "", "1.2.3.4", "999.999", "a b", `${"a".repeat(64)}.com`].some(isHostname),
    ).toBe(false);
  });
});

describe("a scope", () => {
  const scope = ["example.com", "*.lab.example", "10.1.0.0/16", "192.0.2.7"];
  it.each(["example.com", "EXAMPLE.com.", "x.lab.example", "10.1.200.3", "10.1.4.0/24", "192.0.2.7"])(
    "holds %s",
    (target) => {
      expect(isInScope(target, scope)).toBe(true);
    },
  );
  it.each(["www.example.com", "lab.example", "evillab.example", "10.2.0.1", "10.0.0.0/8", "192.0.2.8", "::1"])(
    "does not hold %s",
    (target) => {
      expect(isInScope(target, scope)).toBe(false);
    },
  );
});

describe("private hosts", () => {
  const hostOf = (url: string) => new URL(url).hostname;
  it.each([
    "https://localhost/",
    "https://printer/",
    "https://nas.local/",
    "https://a.localhost./",
    "https://127.0.0.1/",
    "https://0x7f.1/",
    "https://2130706433/",
    "https://10.0.0.8/",
    "https://172.20.1.1/",
    "https://192.168.0.1/",
    "https://169.254.169.254/",
    "https://100.64.0.1/",
    "https://[::1]/",
    "https://[::ffff:127.0.0.1]/",
    "https://[::ffff:10.0.0.1]/",
    "https://[fd00::1]/",
    "https://[fe80::1]/",
  ])("%s is one", (url) => {
    expect(isPrivateHost(hostOf(url))).toBe(true);
  });
  it.each(["https://example.com/", "https://8.8.8.8/", "https://172.32.0.1/", "https://[2606:4700::1111]/"])(
    "%s is none",
    (url) => {
      expect(isPrivateHost(hostOf(url))).toBe(false);
    },
  );
});
