import type { SignInProvider } from "@fanfare/contract/schema/responses/accounts/single-sign-on";
import { LogIn } from "lucide-react";
import { queryString } from "../../lib/api/query-string.ts";
import { useAppContext } from "../../lib/app-context.ts";
import { t } from "../../lib/i18n/t.ts";
import { buttonClass } from "../../ui/elements/button.tsx";

interface ProviderLinkProps {
  readonly provider: SignInProvider;
  readonly return_to?: string | undefined;
}

/**
 * Sign-in with the identity provider, followed by a divider. A link rather than a button, because the browser leaves
 * the page.
 */
export function ProviderLink({ provider, return_to }: ProviderLinkProps) {
  const { host } = useAppContext();
  return (
    <div className="flex flex-col gap-5">
      <a href={`${host}/api/provider-sign-in?${queryString({ return_to })}`} className={buttonClass("secondary", "lg")}>
        <LogIn className="rtl:-scale-x-100" />
        <span className="truncate">{t("Continue with {name}", { name: provider.name })}</span>
      </a>
      <div className="flex items-center gap-3 text-xs text-ink-3">
        <span className="h-px flex-1 bg-line" />
        {t("or use your password")}
        <span className="h-px flex-1 bg-line" />
      </div>
    </div>
  );
}
