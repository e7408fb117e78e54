import type { SingleSignOnResponse } from "@fanfare/contract/schema/single-sign-on";
import { t } from "../../language/t.ts";
import { Callout } from "../../ui/callout.tsx";
import { CodeBlock } from "../../ui/code-block.tsx";
import { Section } from "../../ui/section.tsx";

type AddressesProps = Pick<SingleSignOnResponse, "redirect_url" | "signed_out_url" | "logout_url" | "is_configured">;

/** What whoever runs the provider has to know of this console. */
export function AddressesSection({ redirect_url, signed_out_url, logout_url, is_configured }: AddressesProps) {
  const addresses = [
    {
      ...{ label: t("Redirect URI"), url: redirect_url, copy_label: t("Copy the redirect URI") },
      hint: t("Where people come back to when they have signed in."),
    },
    {
      ...{
        label: t("Post-logout redirect URI"),
        url: signed_out_url,
        copy_label: t("Copy the post-logout redirect URI"),
      },
      hint: t("Where they come back to when they have signed out."),
    },
    {
      ...{ label: t("Back-channel logout URI"), url: logout_url, copy_label: t("Copy the back-channel logout URI") },
      hint: t("Where the provider tells that a session has ended, so that it ends here at once. It calls this itself."),
    },
  ];
  return (
    <Section
      title={t("Addresses")}
      description={t(
        "Register this console at the provider as a web application with the first one. The others are for signing out, where it offers that.",
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
          {t(
            "They are taken from the address of this page. Set FANFARE_PUBLIC_URL, so that they stay the same for everybody.",
          )}
        </Callout>
      )}
    </Section>
  );
}
