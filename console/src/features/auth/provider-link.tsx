import type { SignInProvider } from "@fanfare/contract/schema/responses/accounts/single-sign-on";
import { queryString } from "@fanfare/sdk/api-client/request";
import { LogIn } from "lucide-react";
import { useAppContext } from "../../lib/app-context.ts";
import { t } from "../../lib/i18n/t.ts";
import { buttonClass } from "../../ui/elements/button.tsx";

interface ProviderLinksProps {
  /** Undefined while it loads. */
  readonly setup: { readonly provider: SignInProvider | null; readonly saml: SignInProvider | null } | undefined;
  readonly return_to?: string | undefined;
}

/**
 * Sign-in with an identity provider, followed by a divider. Links rather than buttons, because the browser leaves the
 * page.
 */
export function ProviderLinks({ setup, return_to }: ProviderLinksProps) {
  const { host } = useAppContext();
  const providers = [
    ...(setup?.provider == null ? [] : [{ ...setup.provider, path: "provider-sign-in" }]),
    ...(setup?.saml == null ? [] : [{ ...setup.saml, path: "saml/sign-in" }]),
  ];
  if (providers.length === 0) return null;
  return (
    <div className="flex flex-col gap-5">
      {providers.map(({ path, name }) => (
        <a
          key={path}
          href={`${host}/api/${path}?${queryString({ return_to })}`}
          className={buttonClass("secondary", "lg")}
        >
          <LogIn className="rtl:-scale-x-100" />
          <span className="truncate">{t("Continue with {name}", { name })}</span>
        </a>
      ))}
      <div className="flex items-center gap-3 text-xs text-ink-3">
        <span className="h-px flex-1 bg-line" />
        {t("or use your password")}
        <span className="h-px flex-1 bg-line" />
      </div>
    </div>
  );
}
