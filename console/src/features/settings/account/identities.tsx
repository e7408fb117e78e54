import type { LinkedIdentities } from "@fanfare/contract/schema/responses/accounts/single-sign-on";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { getRouteApi, useLocation } from "@tanstack/react-router";
import { Link2, Unlink } from "lucide-react";
import { useState } from "react";
import { asProblem } from "../../../lib/api/api-problem.ts";
import { useAppContext, useMe } from "../../../lib/app-context.ts";
import { Sentence } from "../../../lib/i18n/sentence.tsx";
import { t } from "../../../lib/i18n/t.ts";
import { IDENTITIES, MEMBERS, SIGN_INS, settingsQueries } from "../../../lib/queries/settings.ts";
import { toast } from "../../../lib/toast.ts";
import { providerProblem } from "../../../model/provider-problems.ts";
import { Button } from "../../../ui/elements/button.tsx";
import { RelativeTime } from "../../../ui/elements/relative-time.tsx";
import { Callout } from "../../../ui/feedback/callout.tsx";
import { FormProblem } from "../../../ui/feedback/form-problem.tsx";
import { Dialog, type DialogState } from "../../../ui/overlay/dialog.tsx";
import { Section } from "../../../ui/page/section.tsx";
import { PasswordForm } from "./password-form.tsx";

const route = getRouteApi("/$app/settings/account");

/**
 * The member's identity at the single sign-on provider, with linking and unlinking. Hidden without a provider or a
 * linked identity.
 */
export function IdentitiesSection() {
  const { api } = useAppContext();
  const { problem } = route.useSearch();
  const query = useQuery(settingsQueries.identities(api));
  const { data } = query;
  if (data === undefined && query.isError) {
    return (
      <Section title={t("Single sign-on")}>
        <FormProblem problem={asProblem(query.error)} onRetry={() => void query.refetch()} />
      </Section>
    );
  }
  if (data === undefined || (data.provider === null && data.items.length === 0)) return null;
  const refused =
    problem === "provider_account_other"
      ? t(
          "This provider account belongs to another member, or you already linked another account. Unlink that one first.",
        )
      : providerProblem(problem);
  return (
    <Section
      title={t("Single sign-on")}
      description={
        data.provider === null
          ? t("Single sign-on is turned off in this workspace.")
          : t("Sign in with your {name} account, even if its email address is different.", {
              name: data.provider.name,
            })
      }
    >
      {refused !== undefined && <Callout tone="problem">{refused}</Callout>}
      {data.items.length > 0 && <IdentityList items={data.items} />}
      <SignInMethods known={data} />
    </Section>
  );
}

/** Entity IDs of SAML providers can be any URI. */
function providerHost(issuer: string): string {
  const name = issuer.replace(/^saml:/, "");
  const host = URL.parse(name)?.host ?? "";
  return host === "" ? name : host;
}

function IdentityList({ items }: Pick<LinkedIdentities, "items">) {
  return (
    <ul aria-label={t("Linked accounts")} className="flex flex-col divide-y divide-line rounded-md border border-line">
      {items.map(({ issuer, created_at, last_used_at }) => (
        <li key={issuer} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3.5 py-3">
          <Link2 className="size-4.5 shrink-0 text-ink-3" />
          <div className="flex min-w-40 flex-1 flex-col">
            <bdi dir="ltr" className="self-start text-sm font-medium wrap-anywhere">
              {providerHost(issuer)}
            </bdi>
            <span className="text-xs text-ink-3">
              <Sentence
                text="Linked {since}, last used {used}"
                parts={{ since: <RelativeTime at={created_at} />, used: <RelativeTime at={last_used_at} /> }}
              />
            </span>
          </div>
        </li>
      ))}
    </ul>
  );
}

/** Links or unlinks identities. Requires the member's password, which remains the sign-in method after unlinking. */
function SignInMethods({ known: { provider, items } }: { readonly known: LinkedIdentities }) {
  const { member } = useMe();
  const [linking, setLinking] = useState(false);
  const [unlinking, setUnlinking] = useState(false);
  if (!member.has_password) {
    return (
      <p className="text-sm text-ink-2">
        {t("This is your only way to sign in. Set a password before you unlink it.")}
      </p>
    );
  }
  const may_link = provider !== null && !items.some(({ current }) => current);
  return (
    <>
      <div className="flex flex-wrap gap-2">
        {may_link && (
          <Button icon={<Link2 />} onClick={() => setLinking(true)}>
            {t("Link {name} account", { name: provider.name })}
          </Button>
        )}
        {items.length > 0 && (
          <Button icon={<Unlink />} onClick={() => setUnlinking(true)}>
            {t("Unlink account")}
          </Button>
        )}
      </div>
      <LinkDialog open={linking} onOpenChange={setLinking} />
      <UnlinkDialog open={unlinking} onOpenChange={setUnlinking} />
    </>
  );
}

function LinkDialog({ open, onOpenChange }: DialogState) {
  const { api } = useAppContext();
  const { pathname } = useLocation();
  const [leaving, setLeaving] = useState(false);
  const begin = async (password: string): Promise<void> => {
    const body = { password, return_to: pathname };
    const { url } = await api.call("POST /api/me/identities", { body, unkeyed: true });
    // The provider redirects back to this page.
    setLeaving(true);
    location.assign(url);
  };
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t("Link provider account?")}
      description={t("You’ll go to the provider, then return here. You can then use that account to sign in.")}
    >
      <PasswordForm action={t("Go to provider")} busy={leaving} send={begin} onCancel={() => onOpenChange(false)} />
    </Dialog>
  );
}

function UnlinkDialog({ open, onOpenChange }: DialogState) {
  const { api } = useAppContext();
  const client = useQueryClient();
  const unlink = async (password: string): Promise<void> => {
    await api.call("POST /api/me/identities/end", { body: { password }, unkeyed: true });
    onOpenChange(false);
    toast.done({ title: t("Provider account unlinked") });
    await Promise.all([IDENTITIES, SIGN_INS, MEMBERS].map((each) => client.invalidateQueries(each)));
  };
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t("Unlink provider account?")}
      description={t(
        "You’ll sign in with your password, and your other sessions end. Signing in with a verified matching email links the account again.",
      )}
    >
      <PasswordForm action={t("Unlink account")} danger send={unlink} onCancel={() => onOpenChange(false)} />
    </Dialog>
  );
}
