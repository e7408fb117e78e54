import { partsIn } from "@fanfare/contract/content/parts";
import type { ContentEditor } from "@fanfare/contract/realtime/editors";
import { getRouteApi } from "@tanstack/react-router";
import { t } from "../../lib/i18n/t.ts";
import { Avatar } from "../../ui/elements/avatar.tsx";
import { Tooltip } from "../../ui/elements/tooltip.tsx";
import { useEditor } from "./state/editor-context.ts";
import { useEditors } from "./state/use-editors.ts";

const route = getRouteApi("/$app/content/$id");

/** Other members who edit this content now, and which part. */
export function Presence() {
  const { state } = useEditor();
  const { step } = route.useSearch();
  const parts = partsIn(state.draft.edition.body);
  const own_step = step ?? parts[0]?.id;
  const others = useEditors(state.server.id, own_step);
  const describe = ({ name, step_id, on_page }: ContentEditor): string => {
    const part = parts.find(({ id }) => id === step_id);
    if (part === undefined) return t("{name} is editing this content", { name });
    const title = part.title.trim() === "" ? t("Untitled") : part.title;
    return on_page
      ? t("{name} is editing “{title}” on a page", { name, title })
      : t("{name} is editing “{title}”", { name, title });
  };
  return (
    // Not aria-live: dialogs leave everything around such an element reachable.
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
  );
}
