import { Link, Outlet, useLocation, useNavigate } from "@tanstack/react-router";
import { useApp, usePermissions } from "../../lib/app-context.ts";
import { t } from "../../lib/i18n/t.ts";
import { type SettingsNavItem, settingsNavItems } from "../../lib/settings-nav-items.ts";
import { useMedia } from "../../lib/use-media.ts";
import { Select } from "../../ui/forms/select.tsx";
import { GuardedForms } from "../../ui/overlay/leave-guard.tsx";

export function SettingsLayout() {
  const beside = useMedia("(min-width: 64rem)");
  const places = settingsNavItems(usePermissions());
  return (
    <div className="flex min-w-0 flex-1 flex-col lg:flex-row">
      {beside ? <SideList places={places} /> : <NavSelect places={places} />}
      <div className="flex min-w-0 flex-1 flex-col pb-10">
        <GuardedForms>
          <Outlet />
        </GuardedForms>
      </div>
    </div>
  );
}

interface NavProps {
  readonly places: readonly SettingsNavItem[];
}

function useGroups(places: readonly SettingsNavItem[]) {
  const app = useApp();
  const titles = { app: app.name, workspace: t("Workspace"), you: t("You") } as const;
  return (["app", "workspace", "you"] as const)
    .map((id) => ({ id, title: titles[id], places: places.filter((place) => place.group === id) }))
    .filter((group) => group.places.length > 0);
}

function SideList({ places }: NavProps) {
  const app = useApp();
  return (
    <nav aria-label={t("Settings")} className="w-52 shrink-0 border-e border-line">
      <div className="sticky top-0 flex flex-col gap-5 px-3 py-8">
        {useGroups(places).map((group) => (
          <div key={group.id} className="flex flex-col gap-0.5">
            <h2 className="truncate px-2.5 pb-1 text-xs font-medium text-ink-3">{group.title}</h2>
            <ul className="flex flex-col gap-0.5">
              {group.places.map((place) => (
                <li key={place.to}>
                  <Link
                    to={place.to}
                    params={{ app: app.id }}
                    search={{}}
                    className="flex h-8 items-center rounded-md px-2.5 text-sm text-ink-2 transition-colors hover:bg-fill hover:text-ink pointer-coarse:h-10"
                    activeProps={{ className: "bg-fill-strong font-medium text-ink" }}
                  >
                    {place.label}
                  </Link>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </div>
    </nav>
  );
}

function NavSelect({ places }: NavProps) {
  const app = useApp();
  const navigate = useNavigate();
  const path = useLocation({ select: (location) => location.pathname });
  const current = places.find((place) => path.endsWith(place.to.slice("/$app".length)));
  const groups = useGroups(places);
  return (
    <nav aria-label={t("Settings")} className="border-b border-line px-(--gutter) py-3">
      <Select
        label={t("Settings")}
        className="w-full sm:w-72"
        // Empty on an unknown page.
        value={current?.to ?? null}
        placeholder={t("Select a page")}
        options={groups.flatMap((group) =>
          group.places.map((place) => ({ value: place.to, label: place.label, hint: group.title })),
        )}
        onChange={(to) => void navigate({ to, params: { app: app.id }, search: {} })}
      />
    </nav>
  );
}
