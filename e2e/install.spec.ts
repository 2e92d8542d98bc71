import { expect, test } from "./harness/test.ts";

// The service worker is part of what is shown here.
test.use({ serviceWorkers: "allow" });

test("the browser finds nothing that keeps the app from being installed, and the manifest holds what it names", async ({
  page,
}) => {
  await page.goto("?engine=scripted");
  await page.evaluate(() => navigator.serviceWorker.ready);
  const session = await page.context().newCDPSession(page);
  const { errors, url } = await session.send("Page.getAppManifest");
  expect(new URL(url).pathname).toBe("/manifest.webmanifest");
  expect(errors).toEqual([]);
  const { installabilityErrors } = await session.send("Page.getInstallabilityErrors");
  // A private window cannot install anything; every test runs in one.
  expect(installabilityErrors.filter(({ errorId }) => errorId !== "in-incognito")).toEqual([]);

  await test.step("its pictures are there, in the sizes it names", async () => {
    const wrong = await page.evaluate(async () => {
      interface Picture {
        readonly src: string;
        readonly sizes: string;
        readonly type: string;
      }
      const address = new URL("manifest.webmanifest", document.baseURI);
      const manifest: { icons: Picture[]; screenshots?: Picture[] } = await (await fetch(address)).json();
      const pictures = [...manifest.icons, ...(manifest.screenshots ?? [])].filter(({ type }) => type === "image/png");
      const measured = await Promise.all(
        pictures.map(async ({ src, sizes }) => {
          const { width, height } = await createImageBitmap(await (await fetch(new URL(src, address))).blob());
          return sizes === `${width}x${height}` ? [] : [`${src}: ${width}x${height}, said to be ${sizes}`];
        }),
      );
      return pictures.length < 3 ? ["too few"] : measured.flat();
    });
    expect(wrong).toEqual([]);
  });

  await test.step("it offers the app as a place to share to and to open texts and documents with", async () => {
    const read = await page.evaluate(async () => {
      const link = document.querySelector<HTMLLinkElement>("link[rel=manifest]")?.href ?? "";
      const { share_target: share, file_handlers: handlers } = await (await fetch(link)).json();
      return { method: share.method, action: new URL(share.action, link).pathname, accept: handlers[0].accept };
    });
    expect(read).toMatchObject({ method: "POST", action: "/share" });
    expect(Object.keys(read.accept)).toEqual([
      "text/plain",
      "text/markdown",
      "text/csv",
      "application/json",
      "application/pdf",
      "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
      "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
      "application/epub+zip",
      "message/rfc822",
      "text/calendar",
    ]);
  });
});

test.describe("at a name of its own", () => {
  const NAME = "alcove.test";
  test.use({ expectedErrors: [/ERR_CONNECTION_REFUSED|Failed to load resource/] });

  test("opens without its server in a browser started anew, isolated and with its worker", async ({
    serveApp,
    profile,
  }) => {
    const server = await serveApp();
    const { port } = new URL(server.url);
    const url = `http://${NAME}:${port}/`;
    const flags = [`--host-resolver-rules=MAP ${NAME} 127.0.0.1`, `--unsafely-treat-insecure-origin-as-secure=${url}`];
    const first = await profile.open(flags);
    const page = await first.newPage();
    await page.goto(`${url}?engine=scripted`);
    await page.evaluate(async () => {
      await navigator.serviceWorker.ready;
      while (navigator.serviceWorker.controller === null) await new Promise((resolve) => setTimeout(resolve, 50));
    });
    await first.close();
    await server.stop();

    const second = await profile.open(flags);
    const later = await second.newPage();
    await later.goto(`${url}?engine=scripted&model=scripted:calculator`);
    await expect(later.getByTestId("model-status")).toHaveAttribute("data-state", "ready");
    expect(await later.evaluate(() => crossOriginIsolated)).toBe(true);
  });
});
