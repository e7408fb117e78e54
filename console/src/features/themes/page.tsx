import type { ThemeDetail } from "@fanfare/contract/schema/responses/content/theme";
import { BUILT_IN_THEME } from "@fanfare/contract/theme/theme";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Copy, Ellipsis, Plus, Star } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useApp, useAppContext, useCan } from "../../lib/app-context.ts";
import { t } from "../../lib/i18n/t.ts";
import { themeQueries } from "../../lib/queries/themes.ts";
import { useTitle } from "../../lib/use-title.ts";
import { Badge } from "../../ui/elements/badge.tsx";
import { Button } from "../../ui/elements/button.tsx";
import { IconButton } from "../../ui/elements/icon-button.tsx";
import { ThemeSwatch } from "../../ui/elements/theme-swatch.tsx";
import { QueryProblem } from "../../ui/feedback/problem-notice.tsx";
import { Skeleton, useIsSlow } from "../../ui/feedback/skeleton.tsx";
import { Menu, MenuItem } from "../../ui/overlay/menu.tsx";
import { PageHeader } from "../../ui/page/page-header.tsx";
import { CreateThemeDialog } from "./create-theme-dialog.tsx";
import { useThemeActions } from "./use-theme-actions.ts";

export function ThemesPage() {
  useTitle(t("Themes"));
  const { api } = useAppContext();
  const may_edit = useCan("theme.write");
  const query = useQuery(themeQueries.all(api));
  const slow = useIsSlow(query.isPending);
  const [making, setMaking] = useState(false);
  const themes = query.data?.items;
  return (
    <>
      <PageHeader
        title={t("Themes")}
        description={t("Control how content looks on your pages. You can only save colors with enough contrast.")}
        actions={
          may_edit && (
            <Button variant="primary" icon={<Plus />} onClick={() => setMaking(true)}>
              {t("New theme")}
            </Button>
          )
        }
      />
      {query.isError && themes === undefined && <QueryProblem of={query} />}
      {slow && <Skeleton className="mx-(--gutter) h-40" />}
      {themes !== undefined && (
        <ul
          aria-label={t("Themes")}
          className="grid gap-5 px-(--gutter) pb-10 sm:grid-cols-[repeat(auto-fill,minmax(15rem,1fr))]"
        >
          <BuiltInCard is_used={themes.every(({ is_default }) => !is_default)} />
          {themes.map((theme) => (
            <ThemeCard key={theme.id} theme={theme} />
          ))}
        </ul>
      )}
      {themes?.length === 0 && (
        <p className="px-(--gutter) pb-10 text-sm text-ink-3 text-pretty">
          {t("Content uses the built-in theme until you create one. Start from a single color.")}
        </p>
      )}
      <CreateThemeDialog open={making} onOpenChange={setMaking} />
    </>
  );
}

interface CardProps {
  readonly picture: ReactNode;
  readonly name: ReactNode;
  readonly note: string;
  readonly is_used: boolean;
  readonly actions: ReactNode;
}

function Card({ picture, name, note, is_used, actions }: CardProps) {
  return (
    <li className="group relative flex min-w-0 flex-col gap-3 rounded-lg border border-line bg-surface p-3 transition-shadow hover:shadow-float has-[a:focus-visible]:outline-2 has-[a:focus-visible]:outline-focus">
      {picture}
      <div className="flex items-start gap-2 ps-1">
        <div className="flex min-w-0 flex-1 flex-col gap-1">
          <span className="flex flex-wrap items-center gap-2">
            {name}
            {is_used && <Badge tone="accent">{t("Default")}</Badge>}
          </span>
          <span className="text-xs text-ink-3">{note}</span>
        </div>
        {actions}
      </div>
    </li>
  );
}

function BuiltInCard({ is_used }: { readonly is_used: boolean }) {
  const may_edit = useCan("theme.write");
  const { choose } = useThemeActions();
  return (
    <Card
      picture={<ThemeSwatch theme={BUILT_IN_THEME} className="h-32 w-full" />}
      name={<span className="text-base font-medium">{t("Built-in")}</span>}
      note={t("Built into Fanfare. You can’t edit this theme.")}
      is_used={is_used}
      actions={
        may_edit &&
        !is_used && (
          <IconButton label={t("Set built-in theme as default")} size="sm" onClick={() => choose(undefined)}>
            <Star />
          </IconButton>
        )
      }
    />
  );
}

const MODE_LABELS = {
  auto: t("Match page"),
  system: t("Match system"),
  light: t("Always light"),
  dark: t("Always dark"),
} as const;

function ThemeCard({ theme: detail }: { readonly theme: ThemeDetail }) {
  const app = useApp();
  const may_edit = useCan("theme.write");
  const { choose, duplicate } = useThemeActions();
  const { id, name, theme, is_default } = detail;
  return (
    <Card
      picture={<ThemeSwatch theme={theme} className="h-32 w-full" />}
      name={
        <Link
          to="/$app/themes/$id"
          params={{ app: app.id, id }}
          className="text-base font-medium outline-none wrap-anywhere after:absolute after:inset-0 after:rounded-lg"
        >
          {name}
        </Link>
      }
      note={MODE_LABELS[theme.mode]}
      is_used={is_default}
      actions={
        may_edit && (
          <span className="relative z-1">
            <Menu
              trigger={
                <IconButton label={t("Actions for {name}", { name })} size="sm">
                  <Ellipsis />
                </IconButton>
              }
            >
              {!is_default && (
                <MenuItem icon={<Star />} onClick={() => choose(detail)}>
                  {t("Set as default")}
                </MenuItem>
              )}
              <MenuItem icon={<Copy />} onClick={() => duplicate(detail)}>
                {t("Duplicate")}
              </MenuItem>
            </Menu>
          </span>
        )
      }
    />
  );
}
