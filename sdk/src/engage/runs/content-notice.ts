import type { Decision } from "@fanfare/contract/schema/client/v1";
import type { ContentNotice } from "../../api/events.ts";

export function contentNotice(
  { content_id, slug, name, version_number: version, variant }: Decision,
  run_id: string,
): ContentNotice {
  return { content_id, slug, name, version, run_id, variant };
}
