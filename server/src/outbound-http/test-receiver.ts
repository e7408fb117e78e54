import type { ReceiverRequest, ReceiverTest } from "@fanfare/contract/schema/responses/realtime/receiver-test";
import type { Post, PostRequest } from "./guarded-post.ts";

/** What a member may see of a test, and which answers with a good status still report issues. */
export interface TestView {
  readonly hide: (text: string) => string;
  readonly issueIn: (answer: string) => string | null;
}

/** Sends a request once, immediately, and returns request and response. Never throws: failures are in `error`. */
export async function testReceiver(
  post: Post,
  sent: Omit<PostRequest, "attempts">,
  { hide, issueIn }: TestView,
): Promise<ReceiverTest> {
  const request = presentRequest(sent, hide);
  const outcome = await post({ ...sent, attempts: 0 });
  if (outcome.outcome === "failed") return { request, status: null, error: outcome.reason, answer: "" };
  const { status, excerpt } = outcome;
  const is_success = status >= 200 && status < 300;
  const error = is_success ? issueIn(excerpt) : `The receiver returned ${status}.`;
  return { request, status, error, answer: hide(excerpt) };
}

export function presentRequest(
  { method = "POST", url, headers, body }: Omit<PostRequest, "attempts">,
  hide: (text: string) => string,
): ReceiverRequest {
  const shown = Object.entries(headers).map(([name, value]) => [name, hide(value)]);
  return { method, url: hide(url), headers: Object.fromEntries(shown), body: hide(body) };
}
