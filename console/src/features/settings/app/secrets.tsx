import { limits } from "@fanfare/contract/limits";
import type { AppSecretsResponse } from "@fanfare/contract/schema/responses/accounts/new-app";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { RefreshCw } from "lucide-react";
import { useState } from "react";
import { Activity } from "../../../components/audit/activity.tsx";
import { asProblem } from "../../../lib/api/api-problem.ts";
import { useApp, useAppContext } from "../../../lib/app-context.ts";
import { Sentence } from "../../../lib/i18n/sentence.tsx";
import { t } from "../../../lib/i18n/t.ts";
import { appQueryFilter, settingsQueries } from "../../../lib/queries/settings.ts";
import { toast } from "../../../lib/toast.ts";
import { useTitle } from "../../../lib/use-title.ts";
import { Badge } from "../../../ui/elements/badge.tsx";
import { Button } from "../../../ui/elements/button.tsx";
import { RelativeTime } from "../../../ui/elements/relative-time.tsx";
import { SecretOnce } from "../../../ui/elements/secret-once.tsx";
import { Callout } from "../../../ui/feedback/callout.tsx";
import { Loading } from "../../../ui/feedback/loading.tsx";
import { ConfirmDialog } from "../../../ui/overlay/confirm-dialog.tsx";
import { Dialog, type DialogState } from "../../../ui/overlay/dialog.tsx";
import { PageHeader } from "../../../ui/page/page-header.tsx";

type Secret = AppSecretsResponse["items"][number];

/** Secrets that the app's backends sign with, and their rotation without downtime. */
export function SecretsPage() {
  useTitle(t("Secrets"), t("Settings"));
  const { api } = useAppContext();
  const app = useApp();
  const client = useQueryClient();
  const query = useQuery(settingsQueries.secrets(api, app.id));
  const [created, setCreated] = useState<string>();
  const [shown, setShown] = useState(false);
  const rotate = useMutation({
    mutationFn: () => api.call("POST /api/apps/:id/secrets", { params: { id: app.id }, body: {} }),
    onSuccess: async ({ secret }) => {
      setCreated(secret);
      setShown(true);
      await client.invalidateQueries(appQueryFilter(app.id));
    },
    onError: (error) => toast.problem(asProblem(error)),
  });
  const live = query.data?.items.filter((secret) => secret.revoked_at === null).length ?? 0;
  const full = live >= limits.app_secrets_live_max;
  return (
    <>
      <PageHeader
        title={t("Secrets")}
        description={t("Your backends use the secrets of {name} to sign events, channels, and identity tokens.", {
          name: app.name,
        })}
        actions={
          <>
            <Activity of={{ resource_type: "app", resource_id: app.id }} />
            <Button
              variant="primary"
              icon={<RefreshCw />}
              busy={rotate.isPending}
              disabled={query.data === undefined || full}
              onClick={() => rotate.mutate()}
            >
              {t("Create secret")}
            </Button>
          </>
        }
      />
      {full && (
        <div className="px-(--gutter) pb-5">
          <Callout title={t("Two secrets are active")}>
            {t("Add the new secret to your backends. Then revoke the old one.")}
          </Callout>
        </div>
      )}
      {query.data === undefined ? (
        <Loading query={query} />
      ) : (
        <ul className="border-t border-line">
          {query.data.items.map((secret) => (
            <SecretItem key={secret.id} secret={secret} only={live === 1} />
          ))}
        </ul>
      )}
      <CreatedSecretDialog secret={created} open={shown} onOpenChange={setShown} />
    </>
  );
}

interface CreatedSecretDialogProps extends DialogState {
  readonly secret: string | undefined;
}

function CreatedSecretDialog({ secret, open, onOpenChange }: CreatedSecretDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t("New secret")}
      description={t("Copy this secret now. You won’t see it again. The previous secret still works.")}
      actions={
        <Button variant="primary" onClick={() => onOpenChange(false)}>
          {t("I’ve copied it")}
        </Button>
      }
    >
      {secret !== undefined && <SecretOnce label={t("Secret")} value={secret} />}
    </Dialog>
  );
}

function SecretItem({ secret, only }: { readonly secret: Secret; readonly only: boolean }) {
  const [is_confirming, setConfirming] = useState(false);
  const live = secret.revoked_at === null;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line px-(--gutter) py-3.5">
      <div className="flex min-w-56 flex-1 flex-col gap-0.5">
        <span className="text-sm font-medium">
          {secret.revoked_at === null ? (
            <Sentence text="Created {when}" parts={{ when: <RelativeTime at={secret.created_at} /> }} />
          ) : (
            <Sentence
              text="Created {made}, revoked {revoked}"
              parts={{
                made: <RelativeTime at={secret.created_at} />,
                revoked: <RelativeTime at={secret.revoked_at} />,
              }}
            />
          )}
        </span>
        <bdi dir="ltr" className="w-fit font-mono text-xs text-ink-3 wrap-anywhere">
          {secret.id}
        </bdi>
      </div>
      <span className="text-sm text-ink-2 sm:w-40">
        {secret.last_used_at === null ? (
          t("Never used")
        ) : (
          <Sentence text="Used {when}" parts={{ when: <RelativeTime at={secret.last_used_at} /> }} />
        )}
      </span>
      <span className="sm:w-20">
        <Badge tone={live ? "positive" : "neutral"} dot>
          {live ? t("Active##secret") : t("Revoked")}
        </Badge>
      </span>
      <span className="text-end sm:w-20">
        {live && !only && (
          <Button size="sm" onClick={() => setConfirming(true)}>
            {t("Revoke")}
          </Button>
        )}
      </span>
      <RevokeDialog secret={secret} open={is_confirming} onOpenChange={setConfirming} />
    </li>
  );
}

interface RevokeDialogProps extends DialogState {
  readonly secret: Secret;
}

function RevokeDialog({ secret, open, onOpenChange }: RevokeDialogProps) {
  const { api } = useAppContext();
  const app = useApp();
  const client = useQueryClient();
  const revoke = useMutation({
    mutationFn: () =>
      api.call("DELETE /api/apps/:id/secrets/:secret_id", { params: { id: app.id, secret_id: secret.id } }),
    onSuccess: async () => {
      onOpenChange(false);
      toast.done({ title: t("Secret revoked") });
      await client.invalidateQueries(appQueryFilter(app.id));
    },
    onError: (error) => toast.problem(asProblem(error)),
  });
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={t("Revoke this secret?")}
      description={
        secret.last_used_at === null ? (
          t("This secret has never been used. Requests signed with it will be refused.")
        ) : (
          <Sentence
            text="Last used {when}. Requests signed with this secret will be refused."
            parts={{ when: <RelativeTime at={secret.last_used_at} /> }}
          />
        )
      }
      action={t("Revoke secret")}
      typed={app.name}
      busy={revoke.isPending}
      onConfirm={() => revoke.mutate()}
    />
  );
}
