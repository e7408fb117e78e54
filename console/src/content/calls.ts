import type { PublishResponse, TagsResponse, VersionDetail } from "@fanfare/contract/schema/api";
import type { Call } from "../api.ts";
import { segment } from "../query-text.ts";

/** What can be done with a content as a whole, beside editing and publishing it. */
export function contentCalls(call: Call) {
  const post = (id: string, act: string, body: object) =>
    call<PublishResponse>("POST", `contents/${segment(id)}/${act}`, { body });
  return {
    tags: (signal?: AbortSignal) => call<TagsResponse>("GET", "tags", { signal }),
    archive: (id: string, app_id: string) => post(id, "archive", { app_id }),
    restore: (id: string, app_id: string) => post(id, "restore", { app_id }),
    pause: (id: string, app_id: string) => post(id, "pause", { app_id }),
    resume: (id: string, app_id: string) => post(id, "resume", { app_id }),
    rollBack: (id: string, app_id: string, version_id: string) => post(id, "rollback", { app_id, version_id }),
    version: (id: string, version_id: string, signal?: AbortSignal) =>
      call<VersionDetail>("GET", `contents/${segment(id)}/versions/${segment(version_id)}`, { signal }),
  };
}
