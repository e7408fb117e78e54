import type { Decision } from "@fanfare/contract/schema/v1";
import type { ContentNotice } from "../notices.ts";

/** What is told about a content of which something happens. */
export function noticeOf(
  { content_id, slug, name, version_number: version, variant }: Decision,
  run_id: string,
): ContentNotice {
  return { content_id, slug, name, version, run_id, variant };
}
