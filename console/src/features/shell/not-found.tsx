import { Link } from "@tanstack/react-router";
import { ArrowLeft, SearchX } from "lucide-react";
import { useApp } from "../../lib/app-context.ts";
import { t } from "../../lib/i18n/t.ts";
import { useTitle } from "../../lib/use-title.ts";
import { buttonClass } from "../../ui/elements/button.tsx";
import { EmptyArt, EmptyState } from "../../ui/feedback/empty-state.tsx";

/** 404 page within an app. Keeps the frame and links to the overview. */
export function NotFound() {
  useTitle(t("Page not found"));
  const { id: app } = useApp();
  return (
    <EmptyState
      whole_page
      art={<EmptyArt icon={SearchX} />}
      title={t("Page not found")}
      actions={
        <Link to="/$app" params={{ app }} className={buttonClass("primary")}>
          <ArrowLeft className="rtl:-scale-x-100" />
          {t("Back to overview")}
        </Link>
      }
    >
      {t("Check the URL, or go back to the overview.")}
    </EmptyState>
  );
}
