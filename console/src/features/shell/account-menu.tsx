import { LogOut } from "lucide-react";
import { useAppContext, useMe } from "../../lib/app-context.ts";
import { t } from "../../lib/i18n/t.ts";
import { useSignOut } from "../../lib/session.ts";
import { ROLE_LABELS } from "../../model/role-labels.ts";
import { cx } from "../../ui/cx.ts";
import { Avatar } from "../../ui/elements/avatar.tsx";
import { Button } from "../../ui/elements/button.tsx";
import { Menu, MenuItem, MenuSeparator } from "../../ui/overlay/menu.tsx";
import { LanguageMenuItems } from "../../ui/page/language-switch.tsx";

/** `compact`: the picture alone. The name is always there for people who hear it. */
export function AccountMenu({ compact = false }: { readonly compact?: boolean }) {
  const { member } = useMe();
  const { api } = useAppContext();
  const signOut = useSignOut(api);
  return (
    <Menu
      align="start"
      className="min-w-56"
      trigger={
        <Button
          variant="ghost"
          data-tour="account"
          className={cx("min-w-0 px-1.5", compact ? "w-9" : "flex-1 justify-start lg:px-2 max-lg:flex-none")}
        >
          <Avatar name={member.name} />
          <span className={cx("min-w-0 truncate text-ink", compact ? "sr-only" : "max-lg:sr-only")}>{member.name}</span>
          <span className="sr-only">{t(", account")}</span>
        </Button>
      }
    >
      <div className="flex flex-col px-2 pt-1.5 pb-2">
        <span className="truncate text-sm font-medium">{member.name}</span>
        <span className="truncate text-xs text-ink-3">{member.email}</span>
        <span className="mt-1 text-xs text-ink-3 capitalize">{ROLE_LABELS[member.role].inside}</span>
      </div>
      <MenuSeparator />
      <LanguageMenuItems />
      <MenuSeparator />
      <MenuItem icon={<LogOut className="rtl:-scale-x-100" />} onClick={signOut}>
        {t("Sign out")}
      </MenuItem>
    </Menu>
  );
}
