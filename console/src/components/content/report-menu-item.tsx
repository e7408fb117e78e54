import { useNavigate } from "@tanstack/react-router";
import { ChartNoAxesColumn } from "lucide-react";
import { useApp, useCan } from "../../lib/app-context.ts";
import { t } from "../../lib/i18n/t.ts";
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
