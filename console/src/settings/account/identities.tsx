import type { OwnIdentities } from "@fanfare/contract/schema/single-sign-on";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { getRouteApi, useLocation } from "@tanstack/react-router";
import { Link2, Unlink } from "lucide-react";
import { useState } from "react";
import { providerProblem } from "../../door/provider-problems.ts";
import { useDoors, useMe } from "../../doors.ts";
import { Sentence } from "../../language/sentence.tsx";
import { t } from "../../language/t.ts";
import { asProblem } from "../../queries.ts";
import { Button } from "../../ui/button.tsx";
import { Callout } from "../../ui/callout.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { FormProblem } from "../../ui/form-problem.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { Section } from "../../ui/section.tsx";
import { toast } from "../../ui/toast.tsx";
import { settingsCalls } from "../calls.ts";
import { IDENTITIES, SIGN_INS, settingsQueries, TEAM } from "../queries.ts";
import { PasswordForm } from "./password-form.tsx";

const route = getRouteApi("/$app/settings/account");

/** Who one is for the provider of single sign-on: linked, and unlinked again. Nothing where there is neither. */
export function IdentitiesSection() {
  const { api } = useDoors();
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
      ? t("That account of the provider is another member’s, or you have another one linked. Unlink that one first.")
      : providerProblem(problem);
  return (
    <Section
      title={t("Single sign-on")}
      description={
        data.provider === null
          ? t("Signing in through a provider has ended in this workspace.")
          : t("With your account at {name} you sign in here, whatever address it has there.", {
              name: data.provider.name,
            })
      }
    >
      {refused !== undefined && <Callout tone="problem">{refused}</Callout>}
      {data.items.length > 0 && <IdentityList items={data.items} />}
      <Ways known={data} />
    </Section>
  );
}

function IdentityList({ items }: Pick<OwnIdentities, "items">) {
  return (
    <ul aria-label={t("Linked accounts")} className="flex flex-col divide-y divide-line rounded-md border border-line">
      {items.map(({ issuer, created_at, last_used_at }) => (
        <li key={issuer} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3.5 py-3">
          <Link2 className="size-4.5 shrink-0 text-ink-3" />
          <div className="flex min-w-40 flex-1 flex-col">
            <bdi dir="ltr" className="self-start text-sm font-medium wrap-anywhere">
              {new URL(issuer).host}
            </bdi>
            <span className="text-xs text-ink-3">
              <Sentence
                text="Linked {since}, used {used}"
                parts={{ since: <RelativeTime at={created_at} />, used: <RelativeTime at={last_used_at} /> }}
              />
            </span>
          </div>
        </li>
      ))}
    </ul>
  );
}

/** What can be done about it, by whom who has a password: it is asked for, and it is what is left after unlinking. */
function Ways({ known: { provider, items } }: { readonly known: OwnIdentities }) {
  const { member } = useMe();
  const [linking, setLinking] = useState(false);
  const [unlinking, setUnlinking] = useState(false);
  if (!member.has_password) {
    return (
      <p className="text-sm text-ink-2">
        {t("It is your only way in. To unlink it, choose a password of your own first.")}
      </p>
    );
  }
  const may_link = provider !== null && !items.some(({ current }) => current);
  return (
    <>
      <div className="flex flex-wrap gap-2">
        {may_link && (
          <Button icon={<Link2 />} onClick={() => setLinking(true)}>
            {t("Link your account at {name}", { name: provider.name })}
          </Button>
        )}
        {items.length > 0 && (
          <Button icon={<Unlink />} onClick={() => setUnlinking(true)}>
            {t("Unlink")}
          </Button>
        )}
      </div>
      <LinkDialog open={linking} onOpenChange={setLinking} />
      <UnlinkDialog open={unlinking} onOpenChange={setUnlinking} />
    </>
  );
}

interface DialogProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}

function LinkDialog({ open, onOpenChange }: DialogProps) {
  const { api } = useDoors();
  const { pathname } = useLocation();
  const begin = useMutation({
    mutationFn: (password: string) => settingsCalls(api).linkIdentity(password, pathname),
    // Its page takes this one's place, and sends the browser back here.
    onSuccess: ({ url }) => location.assign(url),
  });
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t("Link your account at the provider?")}
      description={t(
        "You go to the provider and come back here. The account that is signed in there then opens yours here.",
      )}
    >
      <PasswordForm
        action={t("Go to the provider")}
        busy={begin.isPending || begin.isSuccess}
        error={begin.error}
        onSubmit={(password) => begin.mutate(password)}
        onCancel={() => onOpenChange(false)}
      />
    </Dialog>
  );
}

function UnlinkDialog({ open, onOpenChange }: DialogProps) {
  const { api } = useDoors();
  const client = useQueryClient();
  const end = useMutation({
    mutationFn: (password: string) => settingsCalls(api).unlinkIdentity(password),
    onSuccess: async () => {
      onOpenChange(false);
      toast.done({ title: t("Your account at the provider is unlinked") });
      await Promise.all([IDENTITIES, SIGN_INS, TEAM].map((each) => client.invalidateQueries(each)));
    },
  });
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t("Unlink your account at the provider?")}
      description={t(
        "You sign in by password from then on, and your other sign-ins end. Who comes from the provider with your address, verified, is linked to you again.",
      )}
    >
      <PasswordForm
        action={t("Unlink")}
        danger
        busy={end.isPending}
        error={end.error}
        onSubmit={(password) => end.mutate(password)}
        onCancel={() => onOpenChange(false)}
      />
    </Dialog>
  );
}
