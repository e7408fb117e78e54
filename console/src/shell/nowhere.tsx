import { Link } from "@tanstack/react-router";
import { ArrowLeft, SearchX } from "lucide-react";
import { useApp } from "../doors.ts";
import { t } from "../language/t.ts";
import { useTitle } from "../title.ts";
import { buttonClass } from "../ui/button.tsx";
import { EmptyArt, EmptyState } from "../ui/empty-state.tsx";

/** In an app, where an address leads nowhere: the frame stays, and the way back is to the app's first page. */
export function Nowhere() {
  useTitle(t("There is no such page"));
  const { id: app } = useApp();
  return (
    <EmptyState
      whole_page
      art={<EmptyArt icon={SearchX} />}
      title={t("There is no such page")}
      actions={
        <Link to="/$app" params={{ app }} className={buttonClass("primary")}>
          <ArrowLeft className="rtl:-scale-x-100" />
          {t("Back to the overview")}
        </Link>
      }
    >
      {t("The address may be mistyped, or the page was moved.")}
    </EmptyState>
  );
}
