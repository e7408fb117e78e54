import type { Edition } from "@fanfare/contract/content/content";
import { ProblemError } from "@fanfare/contract/problem";
import { editionSchema } from "@fanfare/contract/schema/content/content";
import { fromJson } from "../../store/columns.ts";
import type { ContentDetailRow } from "../../store/statements/content/contents.ts";

/** @throws ProblemError `content_archived`. */
export function assertNotArchived({ name, archived_at }: ContentDetailRow): void {
  if (archived_at === null) return;
  throw new ProblemError("content_archived", `“${name}” is archived. Restore it first.`);
}

/**
 * Returns the draft as it would be published. Drafts may be incomplete or written by an older release. Live content must
 * be complete and valid for this release.
 *
 * @throws ProblemError `edition_invalid`.
 */
export function requirePublishable(content: Pick<ContentDetailRow, "draft">): Edition {
  const checked = fromJson(content.draft, (value) => editionSchema.safeParse(value));
  if (checked.success) return checked.data;
  const fields = checked.error.issues.map((issue) => ({
    pointer: `/draft${issue.path.map((part) => `/${String(part)}`).join("")}`,
    message: issue.message,
  }));
  throw new ProblemError("edition_invalid", `This draft can't be published: ${fields[0]?.message ?? ""}`, { fields });
}
