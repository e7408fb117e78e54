import type { SingleSignOnResponse } from "@fanfare/contract/schema/responses/accounts/single-sign-on";
import { t } from "../../../lib/i18n/t.ts";
import { CodeBlock } from "../../../ui/elements/code-block.tsx";
import { Callout } from "../../../ui/feedback/callout.tsx";
import { Section } from "../../../ui/page/section.tsx";

type UrlsProps = Pick<SingleSignOnResponse, "redirect_url" | "signed_out_url" | "logout_url" | "is_configured">;

/** Console URLs that the provider's administrator needs. */
export function UrlsSection({ redirect_url, signed_out_url, logout_url, is_configured }: UrlsProps) {
  const addresses = [
    {
      ...{ label: t("Redirect URI"), url: redirect_url, copy_label: t("Copy redirect URI") },
      hint: t("Members return to this URI after they sign in."),
    },
    {
      ...{
        label: t("Post-logout redirect URI"),
        url: signed_out_url,
        copy_label: t("Copy post-logout redirect URI"),
      },
      hint: t("Members return to this URI after they sign out."),
    },
    {
      ...{ label: t("Back-channel logout URI"), url: logout_url, copy_label: t("Copy back-channel logout URI") },
      hint: t("The provider calls this URI when a session ends, so that it also ends in Fanfare."),
    },
  ];
  return (
    <Section
      title={t("URLs")}
      description={t(
        "Register this console with your provider as a web application that uses the redirect URI. The other URLs are for signing out.",
      )}
    >
      {addresses.map(({ label, url, copy_label, hint }) => (
        <div key={label} className="flex flex-col gap-1.5">
          <h3 className="text-sm font-medium">{label}</h3>
          <CodeBlock code={url} copy_label={copy_label} />
          <p className="text-xs text-ink-3">{hint}</p>
        </div>
      ))}
      {!is_configured && (
        <Callout tone="caution">
          {t("These URLs are based on the URL of this page. Set FANFARE_PUBLIC_URL to keep them stable.")}
        </Callout>
      )}
    </Section>
  );
}
