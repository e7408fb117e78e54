import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { systemClock } from "@fanfare/contract/lib/clock";
import { systemRng } from "@fanfare/contract/lib/rng";
import { limits } from "@fanfare/contract/limits";
import type { ContentFile } from "@fanfare/contract/schema/content/content";
import { StandbyAborted } from "../compose/standby.ts";
import { parseContentFile } from "../engage/publish/import-content.ts";
import { jsonLog } from "../lib/log.ts";
import { StartupError } from "../lib/operator-errors.ts";
import { type RunningServer, start } from "../main.ts";
import { startOver } from "../operations/installation.ts";
import { readArguments } from "./arguments.ts";
import type { Command } from "./command.ts";

const USAGE = `Usage: fanfare serve [options]

  --import file.json   publish the content of this file in the first app
  --start-over         begin without the old data, and keep its files`;

/** `fanfare serve [--import file.json] [--start-over]`: runs until it receives a signal. */
export const serve: Command = async ({ args, config: read, directory, print }) => {
  const { values } = readArguments(args, {
    verbs: [""],
    options: { import: { type: "string" }, "start-over": { type: "boolean" } },
    usage: USAGE,
  });
  const config = read();
  if (values["start-over"] === true) {
    for (const kept of await startOver(config, new Date())) print(`Kept ${kept}`);
  }
  const contents = values.import === undefined ? undefined : await contentFile(resolve(directory, values.import));
  const log = jsonLog({ clock: systemClock, level: config.log, write: (line) => process.stdout.write(line) });

  const stop_signal = signalled();
  const abort = new AbortController();
  void stop_signal.then(() => abort.abort());
  const deps = { clock: systemClock, rng: systemRng, log, contents, abort: abort.signal };
  const running = await startUnlessAborted(config, {
    ...deps,
    onCreatedApp(app) {
      if (config.first_app.secret !== undefined) return;
      print("First app created. Copy its secret now. It won't be shown again.");
      for (const name of ["id", "key", "secret"] as const) print(`  ${name.padEnd(6)}  ${app[name]}`);
    },
  });
  if (running === undefined) return 0;
  if (running.setup_url !== undefined) {
    // Bypass the log: this link is a secret, and logs may be shipped elsewhere.
    print(`Open this link within ${limits.setup_link_minutes} minutes to create the owner account:`);
    print(running.setup_url);
  }
  process.on("unhandledRejection", (error) => log.error("unhandled_rejection", { error }));
  const crashed = Promise.withResolvers<"crashed">();
  // The state is unknown after it, so a supervisor starts a new process once this one has drained.
  process.on("uncaughtException", (error) => {
    log.error("uncaught_exception", { error });
    crashed.resolve("crashed");
  });
  const { ended, node_id } = running.fanfare;
  const reason = await Promise.race([stop_signal, crashed.promise, ...(ended === undefined ? [] : [ended])]);
  if (reason === "draining" || reason === "superseded") log.info(`node_${reason}`, { node_id });
  else if (reason !== "crashed") log.info("signal", { signal: reason });
  await running.stop();
  return FAILURES.has(reason) ? 1 : 0;
};

/** A supervisor starts the process again: a superseded node comes back as a standby. */
const FAILURES: ReadonlySet<string> = new Set(["crashed", "superseded"]);

/** Undefined if a signal or a drain ended the wait of a standby. */
async function startUnlessAborted(...parameters: Parameters<typeof start>): Promise<RunningServer | undefined> {
  try {
    return await start(...parameters);
  } catch (error) {
    if (error instanceof StandbyAborted) return undefined;
    throw error;
  }
}

async function contentFile(path: string): Promise<ContentFile> {
  let text: string;
  try {
    text = await readFile(path, "utf8");
  } catch (error) {
    throw new StartupError(`Can't read the import file ${path}: ${error instanceof Error ? error.message : error}`);
  }
  return parseContentFile(text, path);
}

/** The first signal starts a graceful shutdown. A second one ends the process immediately. */
function signalled(): Promise<string> {
  return new Promise((resolve) => {
    let is_stopping = false;
    for (const signal of ["SIGINT", "SIGTERM"] as const) {
      process.on(signal, () => {
        if (is_stopping) process.exit(1);
        is_stopping = true;
        resolve(signal);
      });
    }
  });
}
