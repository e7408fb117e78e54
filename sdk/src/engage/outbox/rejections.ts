import { endState } from "@fanfare/contract/events/events";
import type { Run } from "@fanfare/contract/schema/client/v1";
import type { Emitter } from "../../lib/emitter.ts";
import { read } from "../../lib/native.ts";
import type { Report } from "../../lib/report.ts";
import type { Identity } from "../../net/identity.ts";
import type { ApiResult } from "../../net/net.ts";
import type { ProgressMove } from "../runs/run-tracker.ts";
import type { Command } from "./command.ts";
import type { Delivery } from "./outbox.ts";

/**
 * True if a conflict only means that the server already has this move: an earlier response was lost, or another page
 * sent it.
 */
function isDuplicateMove(move: ProgressMove, current: Run): boolean {
  if (move.run_id !== current.run_id) return false;
  switch (move.action) {
    case "start":
      return current.state === "active";
    case "step":
      return current.seq === move.seq + 1 && current.step_id === move.step_id;
    case "end":
      return current.state === endState(move.reason);
  }
}

type RefusedResult = Extract<ApiResult<unknown>, { kind: "refused" }>;

export function handleRefusal(report: Report, what: string, answer: RefusedResult): Delivery {
  // The page may get another token at any time, also for the same person.
  if (answer.status === 401) return { kind: "failed", retry_after_ms: 0 };
  if (isCallerProblem(answer)) return { kind: "held" };
  report(`${what} refused`, answer);
  return { kind: "settled" };
}

export function handleRefusedCommand(
  { report, onConflict }: { readonly report: Report; readonly onConflict: (current: Run) => void },
  message: Command,
  answer: RefusedResult,
): Delivery {
  // A conflict response contains the current run (contract/problem.ts: current).
  const current = answer.current as Run | undefined;
  if (message.kind !== "progress" || current === undefined || isCallerProblem(answer)) {
    return handleRefusal(report, message.kind, answer);
  }
  if (!isDuplicateMove(message.move, current)) onConflict(current);
  return { kind: "settled" };
}

/** True if the cause isn't the request itself: it passes with another identity or setting. */
function isCallerProblem({ status, code }: RefusedResult): boolean {
  return status === 401 || code === "origin_refused" || code === "app_not_found";
}

/**
 * Handles a refused boot. Configuration errors are logged for the developer; an expired token is emitted to the page.
 */
export function handleRefusedBoot(
  deps: {
    readonly report: Report;
    readonly identity: Pick<Identity, "identifiedPerson">;
    readonly emitter: Pick<Emitter, "emit">;
  },
  { code, detail }: Pick<RefusedResult, "code" | "detail">,
): void {
  if (MISCONFIGURED.test(code)) warnDeveloper(detail);
  else deps.report(`refused: ${code}`, detail);
  const external_id = deps.identity.identifiedPerson()?.external_id;
  if (code === "identity_expired" && external_id !== undefined) deps.emitter.emit(code, { external_id });
}

export function warnMissingOption(key: string): void {
  warnDeveloper(
    key ? "init() requires `host`: the URL of your Fanfare server" : "init() requires `key`: the public app key",
  );
}

let warned = false;

/** Warns once if the document isn't HTML: content needs its elements. */
export function warnDocument(document: Document): void {
  if (warned || "lang" in read(document, "documentElement")) return;
  warned = true;
  warnDeveloper("content is shown only in HTML documents, and this is another one, such as SVG");
}

/** Warns the developer about a misconfigured page: the only unrequested console output. */
function warnDeveloper(what: string): void {
  // biome-ignore lint/suspicious/noConsole: otherwise a wrong key fails silently; visitors don't see the console
  console.warn(`Fanfare: ${what}`);
}

const MISCONFIGURED = /^app_(?:not|key)_|^origin_ref/;
