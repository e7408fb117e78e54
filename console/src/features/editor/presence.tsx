import { partsIn } from "@fanfare/contract/content/parts";
import type { ContentEditor } from "@fanfare/contract/realtime/editors";
import { getRouteApi } from "@tanstack/react-router";
import { useMe } from "../../lib/app-context.ts";
import { t } from "../../lib/i18n/t.ts";
import { Avatar } from "../../ui/elements/avatar.tsx";
import { Tooltip } from "../../ui/elements/tooltip.tsx";
import { PageControl } from "./page-control.tsx";
import { useEditor } from "./state/editor-context.ts";
import { useEditors } from "./state/use-editors.ts";

const route = getRouteApi("/$app/content/$id");

/** Other members who edit this content now, and which part. With a page of the member's own, what controls it. */
export function Presence() {
  const { state } = useEditor();
  const own = useMe().member.id;
  const { step } = route.useSearch();
  const parts = partsIn(state.draft.edition.body);
  const own_step = step ?? parts[0]?.id;
  const editors = useEditors(state.server.id, own_step);
  const others = editors.filter(({ member_id }) => member_id !== own);
  /** The one that was opened last. */
  const page = editors.findLast(({ member_id, on_page }) => member_id === own && on_page);
  const describe = ({ name, step_id, on_page }: ContentEditor): string => {
    const part = parts.find(({ id }) => id === step_id);
    if (part === undefined) return t("{name} is editing this content", { name });
    const title = part.title.trim() === "" ? t("Untitled") : part.title;
    return on_page
      ? t("{name} is editing “{title}” on a page", { name, title })
      : t("{name} is editing “{title}”", { name, title });
  };
  return (
    <>
      {page !== undefined && <PageControl page={page} step_id={own_step} />}
      {/* Not aria-live: dialogs leave everything around such an element reachable. */}
      <div role="status" className="empty:hidden">
        {others.length > 0 && (
          <ul aria-label={t("Also editing")} className="flex items-center gap-1">
            {others.map((editor) => (
              <li key={editor.user_id}>
                <Tooltip label={describe(editor)}>
                  <span className="flex h-6 max-w-36 items-center gap-1.5 rounded-full bg-fill pe-2 text-xs font-medium text-ink">
                    <Avatar name={editor.name} />
                    <span aria-hidden="true" className="truncate">
                      <bdi>{editor.name}</bdi>
                    </span>
                    <span className="sr-only">{describe(editor)}</span>
                  </span>
                </Tooltip>
              </li>
            ))}
          </ul>
        )}
      </div>
    </>
  );
}
