import { execFile, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { promisify } from "node:util";
import { confetti, expect, stepTitle, test } from "./support/fixtures.ts";
import { APP, BUN, freePort, processOf, SERVER, untilAnswers } from "./support/test-server.ts";

test.use({ serverOptions: { demo: false, contents: { contents: [] } } });

/** The section of the page that a reader follows with a server that runs. */
function readSection(): { readonly commands: readonly string[]; readonly steps: readonly string[] } {
  const page = readFileSync("docs/start/getting-started.md", "utf8");
  const [, section = ""] = /^## Run a page of your own\n([\s\S]*?)^## /m.exec(page) ?? [];
  return {
    commands: [...section.matchAll(/^ {3}```sh\n {3}(.*)\n {3}```$/gm)].map(([, command = ""]) => command),
    steps: [...section.matchAll(/^\d+\. (.*)$/gm)].map(([, step = ""]) => step),
  };
}

test("the commands and buttons of the first page lead to a tour and confetti in both windows", async ({
  server,
  page,
  context,
}) => {
  const { commands, steps } = readSection();
  const [push = "", start = ""] = commands;
  const env = {
    ...process.env,
    FANFARE_DATA_DIR: server.data_dir,
    SERVER_URL: server.url,
    PORT: String(await freePort()),
    FANFARE_APP_ID: APP.id,
    FANFARE_APP_KEY: APP.key,
    FANFARE_APP_SECRET: APP.secret,
  };
  const [npx, fanfare, ...args] = push.split(" ");
  expect([npx, fanfare]).toEqual(["npx", "fanfare"]);
  await promisify(execFile)(BUN, [SERVER, ...args], { env });
  const [node = "", ...program] = start.split(" ");
  const example = processOf(spawn(node, program, { env, stdio: ["ignore", "pipe", "pipe"] }));
  try {
    const url = `http://127.0.0.1:${env.PORT}/`;
    await untilAnswers(example, url);
    expect(steps[2]).toContain("<http://127.0.0.1:4100/>. The tour starts.");
    await page.goto(url);
    await expect(stepTitle(page)).toHaveText("Welcome");
    await expect(page.locator("#status")).toHaveText("Live");
    const labels = steps
      .slice(2, 4)
      .flatMap((step) => [...step.matchAll(/\*\*(.*?)\*\*/g)].map(([, label = ""]) => label));
    expect(labels).not.toEqual([]);
    for (const name of labels) await page.getByRole("button", { name }).click();
    await expect(confetti(page)).toHaveCount(1);
    await expect(page.locator("#orders li")).toHaveText([/^TL-\d+$/]);

    const second = await context.newPage();
    await second.goto(url);
    await expect(second.locator("#status")).toHaveText("Live");
    await second.locator("#ship").dispatchEvent("click");
    await expect(second.locator("#orders li")).toHaveCount(1);
    await expect(page.locator("#orders li")).toHaveCount(2);
  } finally {
    await example.stop();
  }
});
