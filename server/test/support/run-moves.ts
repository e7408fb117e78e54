import type { Problem } from "@fanfare/contract/problem";
import type { ProgressResponse, Run } from "@fanfare/contract/schema/client/v1";
import type { Browser, TestResponse } from "./v1-browser.ts";
import { newRunId, type Published, type V1Server } from "./v1-server.ts";

export type ProgressReply = TestResponse<ProgressResponse & Problem>;

/** Posts a move like a page in this browser. Without a token, uses its anonymous identity. */
export function postProgress(
  browser: Browser,
  body: Readonly<Record<string, unknown>>,
  token?: string,
): Promise<ProgressReply> {
  return browser.call("POST", "progress", {
    body: { ...body, ...(token === undefined ? browser.anonymousIdentity : {}) },
    token,
  });
}

/** Move that starts a run of published content. */
export function startMove(
  fixture: V1Server,
  { content_id, version_id }: Published,
  fields: Record<string, unknown> = {},
) {
  return {
    action: "start",
    run_id: newRunId(fixture),
    content_id,
    version_id,
    step_id: "hello",
    reason: "rule",
    ...fields,
  };
}

export function stepMove({ run_id, seq }: Pick<Run, "run_id" | "seq">, step_id: string) {
  return { action: "step", run_id, seq, step_id };
}

export function endMove({ run_id, seq }: Pick<Run, "run_id" | "seq">, reason: string) {
  return { action: "end", run_id, seq, reason };
}

/** Current run in the response to a move that came too late. */
export function runIn(answer: ProgressReply): Run {
  // Cast: extra fields of a problem are untyped.
  return answer.body.current as Run;
}
