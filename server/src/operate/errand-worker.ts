import type { Config } from "../config.ts";
import { StartError } from "../start-error.ts";
import { type Backup, makeBackup } from "./backup.ts";
import { examine, type Finding } from "./doctor.ts";

/** Work that reads the whole database: done beside the server, which goes on answering. */
export type Errand =
  | { readonly kind: "backup"; readonly config: Config; readonly now_ms: number }
  | { readonly kind: "examine"; readonly config: Config; readonly now_ms: number };

/** `foreseen`: the message is a sentence for the operator. */
export type ErrandAnswer =
  | { readonly kind: "backup"; readonly backup: Backup }
  | { readonly kind: "examined"; readonly findings: readonly Finding[] }
  | { readonly kind: "failed"; readonly message: string; readonly foreseen: boolean };

async function run(errand: Errand): Promise<ErrandAnswer> {
  switch (errand.kind) {
    case "backup": {
      const wish = { to: undefined, without_key: false, now: new Date(errand.now_ms) };
      return { kind: "backup", backup: await makeBackup(errand.config, wish) };
    }
    case "examine":
      return { kind: "examined", findings: await examine(errand.config, errand.now_ms) };
  }
}

// A Worker's own scope, which the types of the main thread do not know.
const scope = globalThis as unknown as {
  onmessage: ((event: MessageEvent<Errand>) => void) | null;
  postMessage(answer: ErrandAnswer): void;
};
scope.onmessage = ({ data }) => {
  run(data).then(
    (answer) => scope.postMessage(answer),
    (error: unknown) => {
      const message = error instanceof Error ? error.message : String(error);
      scope.postMessage({ kind: "failed", message, foreseen: error instanceof StartError });
    },
  );
};
