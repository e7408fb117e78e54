import type { DoorProvider } from "@fanfare/contract/schema/single-sign-on";
import { LogIn } from "lucide-react";
import { useDoors } from "../doors.ts";
import { t } from "../language/t.ts";
import { searchOf } from "../query-text.ts";
import { buttonClass } from "../ui/button.tsx";

interface ProviderLinkProps {
  readonly provider: DoorProvider;
  readonly return_to?: string | undefined;
}

/** The way to the provider: a link, because the browser leaves this page, and something to choose it over, which follows. */
export function ProviderLink({ provider, return_to }: ProviderLinkProps) {
  const { host } = useDoors();
  return (
    <div className="flex flex-col gap-5">
      <a href={`${host}/api/provider-sign-in?${searchOf({ return_to })}`} className={buttonClass("secondary", "lg")}>
        <LogIn className="rtl:-scale-x-100" />
        <span className="truncate">{t("Continue with {name}", { name: provider.name })}</span>
      </a>
      <div className="flex items-center gap-3 text-xs text-ink-3">
        <span className="h-px flex-1 bg-line" />
        {t("or by password")}
        <span className="h-px flex-1 bg-line" />
      </div>
    </div>
  );
}
