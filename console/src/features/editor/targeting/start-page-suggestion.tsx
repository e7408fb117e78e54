import { useSyncExternalStore } from "react";
import { useApp } from "../../../lib/app-context.ts";
import { t } from "../../../lib/i18n/t.ts";
import { builtPage, dismissBuiltPage } from "../../../lib/recent/built-pages.ts";
import { onStoredJson } from "../../../lib/recent/stored-json.ts";
import { startsOnEveryPage } from "../../../model/publish/start-pages.ts";
import { announce } from "../../../ui/elements/announcer.tsx";
import { Button } from "../../../ui/elements/button.tsx";
import { Callout } from "../../../ui/feedback/callout.tsx";
import { useEditor } from "../state/editor-context.ts";

interface StartPageSuggestionProps {
  readonly onApply: (pattern: string) => void;
}

/** Suggests the page on which a tour was built, as long as the tour starts on every page. */
export function StartPageSuggestion({ onApply }: StartPageSuggestionProps) {
  const { state, read_only } = useEditor();
  const app = useApp();
  const { id } = state.server;
  const page = useSyncExternalStore(onStoredJson, () => builtPage(app.id, id));
  if (page === undefined || read_only || !startsOnEveryPage(state.draft.edition, page)) return null;
  return (
    <div data-row="">
      <Callout title={t("Start only on “{page}”?", { page })}>
        <p>{t("You opened the builder on this page. Without a pattern, the tour starts on every page.")}</p>
        <span className="mt-2 flex flex-wrap gap-2">
          <Button
            size="sm"
            onClick={() => {
              onApply(page);
              announce(t("The tour starts only on {page}.", { page }));
            }}
          >
            {t("Apply")}
          </Button>
          <Button variant="ghost" size="sm" onClick={() => dismissBuiltPage(app.id, id)}>
            {t("Dismiss")}
          </Button>
        </span>
      </Callout>
    </div>
  );
}
