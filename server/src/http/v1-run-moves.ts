import type { Problem } from "@fanfare/contract/problem";
import type { ProgressResponse, Run } from "@fanfare/contract/schema/v1";
import type { Answer, Browser } from "./v1-browser.ts";
import { newRunId, type Published, type V1House } from "./v1-testing.ts";

/** What `POST /v1/progress` answers a test. */
export type Moved = Answer<ProgressResponse & Problem>;

/** Makes a move as a page of this browser would; by its anonymous identity where no token is given. */
export function move(browser: Browser, body: Readonly<Record<string, unknown>>, token?: string): Promise<Moved> {
  return browser.call("POST", "progress", { body: { ...body, ...(token === undefined ? browser.said : {}) }, token });
}

/** The move by which a page begins a run of what was published. */
export function startOf(house: V1House, { content_id, version_id }: Published, fields: Record<string, unknown> = {}) {
  return {
    action: "start",
    run_id: newRunId(house),
    content_id,
    version_id,
    step_id: "hello",
    reason: "rule",
    ...fields,
  };
}

/** The move to a step. */
export function stepOf({ run_id, seq }: Pick<Run, "run_id" | "seq">, step_id: string) {
  return { action: "step", run_id, seq, step_id };
}

/** The move that ends a run. */
export function endOf({ run_id, seq }: Pick<Run, "run_id" | "seq">, reason: string) {
  return { action: "end", run_id, seq, reason };
}

/** Where the server says that the run is, to a move that came too late. */
export function currentOf(answer: Moved): Run {
  // Cast: a problem's further fields have no type of their own.
  return answer.body.current as Run;
}
