import { useNavigate } from "@tanstack/react-router";
import { AppWindow, ChevronsUpDown } from "lucide-react";
import { useApp, useMe } from "../../lib/app-context.ts";
import { t } from "../../lib/i18n/t.ts";
import { Combobox } from "../../ui/combobox/combobox.tsx";
import { cx } from "../../ui/cx.ts";
import { Button } from "../../ui/elements/button.tsx";

/** Which app's contents are looked at. `rail`: the icon alone between the two widths of the sidebar. */
export function AppPicker({ rail = false }: { readonly rail?: boolean }) {
  const { apps } = useMe();
  const current = useApp();
  const navigate = useNavigate();
  const items = apps.map((app) => ({
    id: app.id,
    label: app.name,
    hint: app.paused ? t("{key}, paused", { key: app.key }) : app.key,
    icon: <AppWindow className="text-ink-3" />,
  }));
  return (
    <Combobox
      label={t("Select an app")}
      placeholder={t("Find an app")}
      empty={t("No results")}
      items={items}
      value={items.find((item) => item.id === current.id) ?? null}
      onChange={(item) => void navigate({ to: "/$app/content", params: { app: item.id } })}
      trigger={(props) => (
        <Button
          {...props}
          data-tour="app-picker"
          aria-label={t("App: {name}", { name: current.name })}
          className={cx("min-w-0 justify-start px-2", rail ? "w-full max-lg:w-9 max-lg:justify-center" : "max-w-52")}
        >
          <AppWindow className="text-ink-3" />
          <span className={cx("min-w-0 flex-1 truncate text-start", rail && "max-lg:hidden")}>{current.name}</span>
          <ChevronsUpDown className={cx("text-ink-3", rail && "max-lg:hidden")} />
        </Button>
      )}
    />
  );
}
