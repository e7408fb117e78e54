import type { ContentSummary } from "@fanfare/contract/schema/responses/content/content";
import { Archive, ArchiveRestore, Copy, LayoutTemplate, Pause, Play, Send } from "lucide-react";
import { useContext } from "react";
import { ReportMenuItem } from "../../components/content/report-menu-item.tsx";
import { useDuplicateContent } from "../../components/content/use-duplicate-content.ts";
import { useCan } from "../../lib/app-context.ts";
import { t } from "../../lib/i18n/t.ts";
import { isPublishable, isPublished } from "../../model/publish/pause-state.ts";
import { MenuItem } from "../../ui/overlay/menu.tsx";
import { RowRequestContext } from "./row-request.ts";

interface RowMenuItemsProps {
  readonly content: ContentSummary;
  readonly onSaveAsTemplate: () => void;
}

/** Items of a row's menu. Loaded when the menu is about to open. */
export function RowMenuItems({ content, onSaveAsTemplate }: RowMenuItemsProps) {
  const { duplicate, busy } = useDuplicateContent();
  const may_publish = useCan("content.publish");
  const ask = useContext(RowRequestContext);
  return (
    <>
      {may_publish && content.draft_issues === 0 && isPublishable(content) && (
        <MenuItem icon={<Send />} onClick={() => ask({ name: "publish", content })}>
          {content.edited ? t("Publish changes") : t("Publish")}
        </MenuItem>
      )}
      {may_publish && content.status === "paused" && (
        <MenuItem icon={<Play />} onClick={() => ask({ name: "resume", content })}>
          {t("Resume")}
        </MenuItem>
      )}
      {may_publish && isPublished(content) && (
        <MenuItem icon={<Pause />} onClick={() => ask({ name: "pause", content })}>
          {t("Pause")}
        </MenuItem>
      )}
      <ReportMenuItem content={content.id} />
      <MenuItem icon={<Copy />} disabled={busy} onClick={() => duplicate(content)}>
        {t("Duplicate")}
      </MenuItem>
      <MenuItem icon={<LayoutTemplate />} onClick={onSaveAsTemplate}>
        {t("Save as template…")}
      </MenuItem>
      {may_publish &&
        (content.status === "archived" ? (
          <MenuItem icon={<ArchiveRestore />} onClick={() => ask({ name: "restore", content })}>
            {t("Restore")}
          </MenuItem>
        ) : (
          <MenuItem icon={<Archive />} onClick={() => ask({ name: "archive", content })}>
            {t("Archive")}
          </MenuItem>
        ))}
    </>
  );
}
