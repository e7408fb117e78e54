import { Link, useNavigate } from "@tanstack/react-router";
import { ChartNoAxesColumn } from "lucide-react";
import { useApp, useCan } from "../../lib/app-context.ts";
import { t } from "../../lib/i18n/t.ts";
import { cx } from "../../ui/cx.ts";
import { buttonClass } from "../../ui/elements/button.tsx";
import { Tooltip } from "../../ui/elements/tooltip.tsx";
import { MenuItem } from "../../ui/overlay/menu.tsx";

/** Menu item that leads from a content item to its report. */
export function ReportMenuItem({ content }: { readonly content: string }) {
  const { id: app } = useApp();
  const navigate = useNavigate();
  if (!useCan("analytics.read")) return null;
  return (
    <MenuItem
      icon={<ChartNoAxesColumn />}
      onClick={() => void navigate({ to: "/$app/analytics", params: { app }, search: { content } })}
    >
      {t("View report")}
    </MenuItem>
  );
}

/** Icon that leads from a content item to its report. */
export function ReportLink({ content, className }: { readonly content: string; readonly className?: string }) {
  const { id: app } = useApp();
  if (!useCan("analytics.read")) return null;
  return (
    <Tooltip label={t("View report")}>
      <Link
        to="/$app/analytics"
        params={{ app }}
        search={{ content }}
        aria-label={t("View report")}
        className={buttonClass("secondary", "md", cx("w-8 px-0 pointer-coarse:min-w-10", className))}
      >
        <ChartNoAxesColumn />
      </Link>
    </Tooltip>
  );
}
