import { describe, expect, test } from "vitest";
import { choosePolicy, type PolicyFacts, readParameters } from "./choose-policy.ts";

const UNKNOWN: PolicyFacts = { engines: ["wllama"], name: "some model" };
const trial = (native: number, staged: number, of = 16) => ({
  native: { passed: native, of },
  staged: { passed: staged, of },
});

describe("how a model is asked", () => {
  test("the user's word goes before all, then the catalog's, then a trial", () => {
    const facts: PolicyFacts = { ...UNKNOWN, chosen: "native", known: "tuned", trial: trial(3, 12) };
    expect(choosePolicy(facts)).toEqual({ policy: "native", why: "chosen" });
    const { chosen: _chosen, ...unchosen } = facts;
    expect(choosePolicy(unchosen)).toEqual({ policy: "tuned", why: "known" });
    const { known: _known, ...tried } = unchosen;
    expect(choosePolicy(tried)).toEqual({ policy: "staged", why: "measured" });
  });

  test.each([
    ["qwen2.5-coder-1.5b-instruct-q4_k_m.gguf", undefined, "staged"],
    ["SmolLM2 135M", undefined, "staged"],
    ["Llama-3.2-3B-Instruct", 1.2e9, "native"],
    ["Mixtral-8x7B", undefined, "native"],
    ["my-model", 1.1e9, "staged"],
    ["my-model", 4.4e9, "native"],
    ["my-model", undefined, "native"],
  ] as const)("before a trial %s (%s bytes) is asked by its size: %s", (name, bytes, policy) => {
    const facts: PolicyFacts = bytes === undefined ? { ...UNKNOWN, name } : { ...UNKNOWN, name, bytes };
    expect(choosePolicy(facts)).toEqual({ policy, why: "assumed" });
  });

  test.each([
    ["a small model", "tiny-0.5b", "staged"],
    ["a large one", "large-7b", "native"],
    ["one between", "model-2.7b", "staged"],
    ["one of unknown size", "model", "native"],
  ])("where both are as good, %s (%s) is asked %s", (_case, name, policy) => {
    expect(choosePolicy({ ...UNKNOWN, name, trial: trial(9, 9) })).toEqual({ policy, why: "measured" });
  });

  test("unlike numbers of cases compare by share, and too few decide nothing", () => {
    const cut = { native: { passed: 5, of: 8 }, staged: { passed: 3, of: 4 } };
    expect(choosePolicy({ ...UNKNOWN, trial: cut }).policy).toBe("staged");
    expect(choosePolicy({ ...UNKNOWN, trial: trial(0, 3, 3) })).toEqual({ policy: "native", why: "assumed" });
  });

  test("a script and a server are asked in their own dialect, whatever their names say", () => {
    for (const engine of ["scripted", "remote"] as const) {
      expect(choosePolicy({ engines: [engine], name: "tiny-0.5b" })).toEqual({ policy: "native", why: "known" });
    }
  });

  test.each([
    ["Qwen2.5-1.5B-Instruct", 1.5e9],
    ["qwen3_0.6b_q8_0", 0.6e9],
    ["SmolLM2 360 M", 360e6],
    ["gemma-3n-E2B", null],
    ["Phi-3.5-mini", null],
  ])("the name %s tells %s parameters", (name, parameters) => {
    expect(readParameters(name)).toBe(parameters);
  });
});
