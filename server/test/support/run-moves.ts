import type { Problem } from "@fanfare/contract/problem";
import type { ProgressResponse, Run } from "@fanfare/contract/schema/client/v1";
import type { Browser, TestResponse } from "./v1-browser.ts";
import { newRunId, type Published, type V1Server } from "./v1-server.ts";

/** What `POST /v1/progress` answers a test. */
export type ProgressReply = TestResponse<ProgressResponse & Problem>;

/** Makes a move as a page of this browser would; by its anonymous identity where no token is given. */
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

/** The move by which a page begins a run of what was published. */
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

/** The move to a step. */
export function stepMove({ run_id, seq }: Pick<Run, "run_id" | "seq">, step_id: string) {
  return { action: "step", run_id, seq, step_id };
}

/** The move that ends a run. */
export function endMove({ run_id, seq }: Pick<Run, "run_id" | "seq">, reason: string) {
  return { action: "end", run_id, seq, reason };
}

/** Where the server says that the run is, to a move that came too late. */
export function runIn(answer: ProgressReply): Run {
  // Cast: a problem's further fields have no type of their own.
  return answer.body.current as Run;
}
