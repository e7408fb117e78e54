import { startDemo } from "./demo.ts";
import { readSettings } from "./settings.ts";

const log = (line: string): void => {
  process.stderr.write(`${line}\n`);
};

try {
  const demo = await startDemo(readSettings(process.env), log);
  process.stdout.write(`${JSON.stringify({ event: "demo_listening", url: demo.url })}\n`);
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.on(signal, () => {
      void demo.stop().then(() => process.exit(0));
    });
  }
} catch (error) {
  log(error instanceof Error ? error.message : String(error));
  process.exit(1);
}
