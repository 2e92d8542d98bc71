// The arrows between the rooms. Each rule says in its comment what to do instead.
const TESTS = "\\.(?:test|contract|fixture)\\.tsx?$";
const PRODUCT = "^(?:app|worker|package/(?!examples/|template/))";
/** The suites that the package offers are made of tests, for those who write an engine or a place for notes. */
const CONTRACTS = "^package/contracts\\.ts$";
/** Where the browser and the build begin to read the product, and the commands that developers reach it by. */
const ENTRIES =
  "^(?:package/(?:ai-sdk|alcove|formats|files|language-model|otel|sandbox|store|mcp|testing|contracts|engines/[^/]+|cli/cli)\\.ts$|app/boot/(?:main|first-frame|first-looks|connect-policy|signed-in)\\.tsx?|app/manual/manual\\.ts|worker/main\\.ts|app/sw/main\\.ts|dev/scripts/parse-calls\\.ts)$";
/** Node's modules and missing files have rules of their own. */
const KNOWN_FILE = { dependencyTypesNot: ["core"], couldNotResolve: false };

/** A room may import its own files and those of the rooms named; packages have rules of their own. */
function room(name, folder, allowed, comment) {
  return {
    name,
    comment,
    severity: "error",
    from: { path: `^${folder}/`, pathNot: TESTS },
    to: { pathNot: ["node_modules/", ...[folder, ...allowed].map((path) => `^${path}/`)], ...KNOWN_FILE },
  };
}

/** A package belongs to the files named and to no other. */
function keeper(name, library, keepers, comment) {
  return {
    name,
    comment,
    severity: "error",
    from: { path: PRODUCT, pathNot: [TESTS, ...keepers] },
    to: { path: `node_modules/${library}/` },
  };
}

export default {
  forbidden: [
    room(
      "protocol-stands-alone",
      "worker/protocol",
      [],
      "The contract imports nothing. Move the type here if both sides need it; otherwise keep the code in its room.",
    ),
    {
      name: "protocol-needs-no-package",
      comment: "Both sides load the contract, so it stays free of packages. Use the package where the data is handled.",
      severity: "error",
      from: { path: "^worker/protocol/", pathNot: TESTS },
      to: { path: "node_modules/" },
    },
    room(
      "search-stands-alone",
      "worker/search",
      [],
      "Terms and scores of plain texts. What reads notes, files or a manual belongs to its room and brings their texts.",
    ),
    room(
      "formats-know-protocol-only",
      "worker/formats",
      ["worker/protocol"],
      "Formats turn text into calls and back. What needs the loop, an engine or a store belongs to the caller.",
    ),
    room(
      "agent-is-pure",
      "worker/agent",
      ["worker/protocol", "worker/formats", "worker/search"],
      "The loop sees the world through ports. Add a port beside model-client.ts and pass the real thing in compose.ts.",
    ),
    room(
      "tools-see-ports",
      "worker/tools",
      ["worker/protocol", "worker/agent", "worker/search"],
      "A tool takes what it needs from its context (a port). Do not reach for a store or an engine; wire it in compose.ts.",
    ),
    room(
      "engines-see-ports",
      "worker/engines",
      ["worker/protocol", "worker/agent", "worker/formats", "worker/platform"],
      "An engine implements the model port and knows no store, no tool and no other thread. Pass it what it needs.",
    ),
    room(
      "stores-see-ports",
      "worker/store",
      ["worker/protocol", "worker/agent", "worker/search", "worker/platform"],
      "A store keeps records of the protocol. Logic over them belongs to the agent; wiring to compose.ts.",
    ),
    room(
      "fastpath-answers-by-tools",
      "worker/fastpath",
      ["worker/protocol", "worker/agent", "worker/tools"],
      "A responder answers by calls of tools. It sees ports and the tools' pure tables; what else it needs comes with the question.",
    ),
    room(
      "flows-run-turns",
      "worker/flows",
      ["worker/protocol", "worker/formats", "worker/agent", "worker/tools"],
      "A flow takes turns of the loop and reads its files as the tools do. What else it needs comes with the run.",
    ),
    {
      name: "flows-are-handed-in",
      comment:
        "The loop, the host and the tools know programs, not flows. Take a SkillProgram, and let compose.ts or the package name the room.",
      severity: "error",
      from: {
        path: PRODUCT,
        pathNot: [TESTS, "^worker/(?:flows/|compose\\.ts$)", "^package/(?:alcove|files|cli/check-files)\\.ts$"],
      },
      to: { path: "^worker/flows/" },
    },
    room(
      "evals-judge-the-loop",
      "worker/evals",
      ["worker/protocol", "worker/agent", "worker/formats", "worker/tools"],
      "The evals run the loop with tools and a model they are given. Pass them what else they need; wiring belongs to compose.ts.",
    ),
    room(
      "package-presents-the-core",
      "package",
      [
        "worker/protocol",
        "worker/formats",
        "worker/agent",
        "worker/flows",
        "worker/tools",
        "worker/engines",
        "worker/store",
        "worker/platform",
      ],
      "The package offers what the app itself runs on. It knows neither the page nor the host behind it.",
    ),
    {
      name: "nothing-needs-the-package",
      comment: "The package is an outside view of the core. Import the core's own file.",
      severity: "error",
      from: { path: "^(?:app|worker)/", pathNot: TESTS },
      to: { path: "^package/" },
    },
    {
      name: "compose-wires",
      comment:
        "Only compose.ts names engines and stores, only assistant/ tools. Take an interface and let compose.ts pass it in.",
      severity: "error",
      from: { path: "^worker/(?:[^/]+\\.ts$|host/|platform/)", pathNot: [TESTS, "^worker/compose\\.ts$"] },
      to: {
        path: "^worker/(?:engines|evals|fastpath|tools|store)/",
        // Faults of storage are values for everybody; a type never ties anyone to a class.
        pathNot: "^worker/store/storage-fault\\.ts$",
        dependencyTypesNot: ["type-only"],
      },
    },
    {
      name: "worker-knows-no-page",
      comment: "The worker has no page. Send an event of the protocol and let the page react to it.",
      severity: "error",
      from: { path: "^worker/", pathNot: TESTS },
      to: { path: "^(?:app|e2e|dev)/" },
    },
    {
      name: "page-knows-protocol-only",
      comment:
        "The page talks to the agent through worker/protocol, and shares worker/search. Put the shape there, or ask through AgentApi.",
      severity: "error",
      from: { path: "^app/", pathNot: [TESTS, "^app/services/start-worker\\.ts$"] },
      to: { pathNot: ["node_modules/", "^app/", "^worker/(?:protocol|search)/", "^package\\.json$"], ...KNOWN_FILE },
    },
    {
      name: "start-worker-starts-main",
      comment: "start-worker.ts needs the address of worker/main.ts and nothing else of the worker.",
      severity: "error",
      from: { path: "^app/services/start-worker\\.ts$" },
      to: { path: "^worker/", pathNot: "^worker/main\\.ts$" },
    },
    room(
      "service-worker-stands-alone",
      "app/sw",
      [],
      "The service worker outlives page versions: it shares no code with them. Decide in cache-policy.ts.",
    ),
    keeper(
      "webllm-in-its-adapter",
      "@mlc-ai/web-llm",
      ["^worker/engines/webllm"],
      "Only the adapter knows WebLLM. Use the model port; extend worker/engines/webllm*.ts if it lacks something.",
    ),
    keeper(
      "wllama-in-its-adapter",
      "@wllama/wllama",
      ["^worker/engines/wllama"],
      "Only the adapter knows wllama. Use the model port; extend worker/engines/wllama*.ts if it lacks something.",
    ),
    keeper(
      "idb-in-stores",
      "idb",
      ["^worker/store/"],
      "Only stores know IndexedDB. Use or extend a store's interface.",
    ),
    keeper(
      "comlink-at-the-border",
      "comlink",
      ["^worker/main\\.ts$", "^app/services/agent-client\\.ts$"],
      "The border is crossed in two files. Everything else takes an AgentApi.",
    ),
    keeper(
      "zod-declares-tools",
      "zod",
      [
        "^worker/agent/define/define-tool\\.ts$",
        "^worker/agent/log/(?:run-event-shape|parse-run-file)\\.ts$",
        "^worker/tools/",
        "^worker/evals/eval-tools\\.ts$",
        "^worker/engines/scripted/scripted-model\\.ts$",
        "^worker/store/archive(?:-shape)?\\.ts$",
        "^package/(?:create-agent|define-tool|typed-output)\\.ts$",
      ],
      "Tools are declared, and people's files read, with zod; elsewhere data has its type already, or a check of its own.",
    ),
    {
      name: "react-in-the-page",
      comment: "React and its kin live in app/. Send data, not elements.",
      severity: "error",
      from: { path: "^(?:worker|app/sw)/", pathNot: TESTS },
      to: { path: "node_modules/(?:react|react-dom|zustand)/" },
    },
    {
      name: "no-node-in-the-browser",
      comment: "Node's modules do not exist in a browser. Scripts and tests may use them; the product may not.",
      severity: "error",
      from: { path: PRODUCT, pathNot: [TESTS, "^package/cli/"] },
      to: { dependencyTypes: ["core"] },
    },
    {
      name: "no-tools-of-the-trade-in-the-product",
      comment: "The product must not ship a development dependency. Move the package to `dependencies`, or do without.",
      severity: "error",
      from: { path: PRODUCT, pathNot: [TESTS, CONTRACTS] },
      to: {
        dependencyTypes: ["npm-dev"],
        dependencyTypesNot: ["type-only"],
        pathNot: "node_modules/@(?:types|webgpu)/",
      },
    },
    {
      name: "no-tests-in-the-product",
      comment: "Product code must not need a test's code. Move what both need into a file of its own.",
      severity: "error",
      from: { pathNot: [TESTS, CONTRACTS, "^(?:e2e|dev)/"] },
      to: { path: [TESTS, "^(?:e2e|dev/conventions)/"] },
    },
    {
      name: "no-barrels",
      comment: "No index files that pass other files on: import the file that declares the name.",
      severity: "error",
      from: {},
      to: { path: "(?:^|/)index\\.(?:ts|tsx|mjs)$", pathNot: "node_modules/" },
    },
    {
      name: "no-circles",
      comment: "Files that need each other, if only for a type, are one file, or a third one has what both need.",
      severity: "error",
      from: {},
      to: { circular: true },
    },
    {
      name: "all-product-is-reached",
      comment: "No entry of the app leads to this file, so only tests need it. Give it a caller, or delete it.",
      severity: "error",
      from: { path: ENTRIES },
      to: { path: PRODUCT, pathNot: [TESTS, ENTRIES, "/fixtures/", "\\.d\\.ts$"], reachable: false },
    },
    room(
      "ui-reads-no-store",
      "app/ui",
      ["app/messages", "app/styles", "worker/protocol"],
      "app/ui holds what shows only what it is given. Pass the value in, or move the file to app/parts.",
    ),
    room(
      "state-draws-nothing",
      "app/state",
      ["app/messages", "worker/protocol", "worker/search"],
      "The state knows neither what draws it nor the browser. Take what it needs of them through AppDeps.",
    ),
    room(
      "services-draw-nothing",
      "app/services",
      ["app/state", "app/messages", "worker"],
      "A service deals with the browser for whoever draws. Return a value, and let a part or a view show it.",
    ),
    room(
      "parts-know-no-view",
      "app/parts",
      ["app/ui", "app/services", "app/state", "app/messages", "app/styles", "worker/protocol", "worker/search"],
      "A part is drawn by several views and knows none of them. Take what differs as a property.",
    ),
    {
      name: "views-know-no-view",
      comment: "A view draws with parts and knows no other view. Move what two of them draw to app/parts.",
      severity: "error",
      from: { path: "^app/views/([^/]+)/", pathNot: TESTS },
      to: { path: "^app/(?:boot|shell|views/(?!$1/))" },
    },
    {
      name: "boot-starts-the-page",
      comment:
        "app/boot is where the page starts, so nothing imports it. What others need of it belongs to app/services.",
      severity: "error",
      from: { path: "^app/(?!boot/)", pathNot: TESTS },
      to: { path: "^app/boot/" },
    },
    {
      name: "parsing-knows-no-dialect",
      comment: "Parsers read shapes that several dialects share. Let the dialect pass in what is its own.",
      severity: "error",
      from: { path: "^worker/formats/parsing/", pathNot: TESTS },
      to: { path: "^worker/formats/(?:dialects|templates|guidance|providers)/" },
    },
    {
      name: "runs-know-no-api",
      comment:
        "A run goes downward: what it needs of the host comes in as data or a port. Do not reach back to host/api.",
      severity: "error",
      from: { path: "^worker/host/runs/", pathNot: TESTS },
      to: { path: "^worker/host/api/" },
    },
    {
      name: "runs-begin-at-run-agent",
      comment:
        "The app, its tool test and the package start a run at one entry, `runAgent`. Give it what you need as a request or a port. A program, as flows are, is made of the loop's turns.",
      severity: "error",
      from: { path: PRODUCT, pathNot: [TESTS, "^worker/(?:agent|flows)/", "^package/write-turn\\.ts$"] },
      to: { path: "^worker/agent/run/(?!run-agent\\.ts$)" },
    },
    {
      name: "platform-knows-no-host",
      comment:
        "worker/platform wraps the browser's parts for the host. Declare the port here and let the host take it.",
      severity: "error",
      from: { path: "^worker/platform/", pathNot: TESTS },
      to: { path: "^worker/(?!platform/|protocol/|agent/ports/)" },
    },
    {
      name: "no-orphans",
      comment: "Nothing imports this file and it starts nothing. Use it or delete it.",
      severity: "error",
      from: {
        orphan: true,
        pathNot: [TESTS, "\\.d\\.ts$", "\\.config\\.(?:ts|mjs)$", "^(?:dev|e2e)/", "^app/sw/main\\.ts$"],
      },
      to: {},
    },
    {
      name: "no-missing",
      comment: "This import leads nowhere. Correct the path or add the package.",
      severity: "error",
      from: {},
      // What carries a query is Vite's to find; the build fails without it.
      to: { couldNotResolve: true, pathNot: "\\?(?:url|worker|raw)" },
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    exclude: { path: "^(?:dist|\\.cache|dev/conventions/violations|dev/model|package/template)/" },
    tsConfig: { fileName: "dev/tsconfig.base.json" },
    tsPreCompilationDeps: true,
    combinedDependencies: false,
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "browser", "module", "default", "types"],
      extensions: [".ts", ".tsx", ".mjs", ".js", ".json", ".css"],
    },
  },
};
