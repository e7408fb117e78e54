import type { ReactNode } from "react";
import { t } from "../../lib/i18n/t.ts";
import { EmptyState } from "../../ui/feedback/empty-state.tsx";
import { EmptyStateArt } from "./empty-state-art.tsx";

/** Empty state of an app without content: explains content and how to start. */
export function ContentEmptyState({ actions }: { readonly actions: ReactNode }) {
  return (
    <EmptyState art={<EmptyStateArt />} title={t("Create your first content")} actions={actions}>
      {t(
        "Guide people with tours, hints, announcements, checklists, and surveys. Changes appear on open pages within seconds of publishing.",
      )}
    </EmptyState>
  );
}
