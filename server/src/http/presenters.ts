import type { Edition } from "@fanfare/contract/content";
import type {
  App,
  ContentDetail,
  ContentStatus,
  ContentSummary,
  Me,
  VersionSummary,
} from "@fanfare/contract/schema/api";
import type { AppDetail } from "@fanfare/contract/schema/app-settings";
import type { AppRecord } from "../accounts/app-directory.ts";
import type { SignedInMember } from "../accounts/sign-in.ts";
import type { ContentVersion } from "../engage/versions.ts";
import { fromJson, toIso } from "../store/columns.ts";
import type { ContentDetailRow, ContentListRow } from "../store/contents.ts";

/** The only place where what is stored becomes what `/api` says. Every field is named: nothing passes by being there. */
export function presentApp({ id, key, name, paused }: AppRecord): App {
  return { id, key, name, paused };
}

/** An app with what it decides for itself. Its secrets are told once, when they are made. */
export function presentAppDetail(app: AppRecord): AppDetail {
  const { require_identity, allowed_origins, settings, revision } = app;
  return { ...presentApp(app), require_identity, allowed_origins, settings, revision };
}

/** The member who is signed in, for themselves. */
export function presentMember({ member_id, name, email, role }: SignedInMember, has_password: boolean): Me["member"] {
  return { id: member_id, name, email, role, has_password };
}

/** A content as a row of the list, with what is live of it in the app that was asked for. */
export function presentSummary(row: ContentListRow): ContentSummary {
  const { id, type, slug, name, steps, revision, draft_issues, live_version, published_at, updated_at, updated_by } =
    row;
  return {
    id,
    type,
    slug,
    name,
    steps,
    status: statusOf(row),
    revision,
    draft_issues,
    live_version,
    published_at: published_at === null ? null : toIso(published_at),
    updated_at: toIso(updated_at),
    updated_by,
  };
}

function statusOf({ archived_at, live_revision, revision }: ContentListRow): ContentStatus {
  if (archived_at !== null) return "archived";
  if (live_revision === null) return "draft";
  return live_revision === revision ? "live" : "changed";
}

/** A content with its draft. */
export function presentContent(row: ContentDetailRow): ContentDetail {
  // A draft was read by its schema before it was stored, and may be incomplete; publishing checks all of it.
  const draft = fromJson(row.draft, (value) => value as Edition);
  return { ...presentSummary(row), draft, created_at: toIso(row.created_at) };
}

/** A version without its edition, with the apps that it is live in. */
export function presentVersion({ id, number, frozen_at, created_by, live_in }: ContentVersion): VersionSummary {
  return { id, number, frozen_at: toIso(frozen_at), created_by, live_in };
}
