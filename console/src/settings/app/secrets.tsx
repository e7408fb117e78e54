import { limits } from "@fanfare/contract/limits";
import type { AppSecretsResponse } from "@fanfare/contract/schema/new-app";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { RefreshCw } from "lucide-react";
import { useState } from "react";
import { useApp, useDoors } from "../../doors.ts";
import { Sentence } from "../../language/sentence.tsx";
import { t } from "../../language/t.ts";
import { asProblem } from "../../queries.ts";
import { useTitle } from "../../title.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Callout } from "../../ui/callout.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { PageHeader } from "../../ui/page.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { SecretOnce } from "../../ui/secret-once.tsx";
import { toast } from "../../ui/toast.tsx";
import { Activity } from "../audit/activity.tsx";
import { settingsCalls } from "../calls.ts";
import { appOf, settingsQueries } from "../queries.ts";
import { Waiting } from "../waiting.tsx";

type Secret = AppSecretsResponse["items"][number];

/** By what the app's back ends sign, and how one is changed for another without a gap. */
export function SecretsPage() {
  useTitle(t("Secrets"), t("Settings"));
  const { api } = useDoors();
  const app = useApp();
  const client = useQueryClient();
  const query = useQuery(settingsQueries.secrets(api, app.id));
  const [made, setMade] = useState<string>();
  const [shown, setShown] = useState(false);
  const rotate = useMutation({
    mutationFn: () => settingsCalls(api).rotateSecret(app.id),
    onSuccess: async ({ secret }) => {
      setMade(secret);
      setShown(true);
      await client.invalidateQueries(appOf(app.id));
    },
    onError: (error) => toast.problem(asProblem(error)),
  });
  const live = query.data?.items.filter((secret) => secret.revoked_at === null).length ?? 0;
  const full = live >= limits.app_secrets_live_max;
  return (
    <>
      <PageHeader
        title={t("Secrets")}
        description={t("Your back ends sign with a secret of {name}: events, channels and who people are.", {
          name: app.name,
        })}
        actions={
          <>
            <Activity of={{ resource_type: "app", resource_id: app.id }} />
            <Button
              look="primary"
              icon={<RefreshCw />}
              busy={rotate.isPending}
              disabled={query.data === undefined || full}
              onClick={() => rotate.mutate()}
            >
              {t("Make a new secret")}
            </Button>
          </>
        }
      />
      {full && (
        <div className="px-(--gutter) pb-5">
          <Callout title={t("Two secrets are live")}>
            {t(
              "Give the new one to all of your back ends. When the old one is no longer used, revoke it: then there is room for the next.",
            )}
          </Callout>
        </div>
      )}
      {query.data === undefined ? (
        <Waiting query={query} />
      ) : (
        <ul className="border-t border-line">
          {query.data.items.map((secret) => (
            <SecretItem key={secret.id} secret={secret} only={live === 1} />
          ))}
        </ul>
      )}
      <Dialog
        open={shown}
        onOpenChange={setShown}
        title={t("The new secret")}
        description={t(
          "It works from now on, beside the one before. It is shown this once: only its sealed form is kept.",
        )}
        actions={
          <Button look="primary" onClick={() => setShown(false)}>
            {t("I have copied it")}
          </Button>
        }
      >
        {made !== undefined && <SecretOnce label={t("Secret")} value={made} />}
      </Dialog>
    </>
  );
}

function SecretItem({ secret, only }: { readonly secret: Secret; readonly only: boolean }) {
  const { api } = useDoors();
  const app = useApp();
  const client = useQueryClient();
  const [asking, setAsking] = useState(false);
  const revoke = useMutation({
    mutationFn: () => settingsCalls(api).revokeSecret(app.id, secret.id),
    onSuccess: async () => {
      setAsking(false);
      toast.done({ title: t("Secret revoked") });
      await client.invalidateQueries(appOf(app.id));
    },
    onError: (error) => toast.problem(asProblem(error)),
  });
  const live = secret.revoked_at === null;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line px-(--gutter) py-3.5">
      <div className="flex min-w-56 flex-1 flex-col gap-0.5">
        <bdi dir="ltr" className="w-fit font-mono text-sm wrap-anywhere">
          {secret.id}
        </bdi>
        <span className="text-xs text-ink-3">
          {secret.revoked_at === null ? (
            <Sentence text="Made {when}" parts={{ when: <RelativeTime at={secret.created_at} /> }} />
          ) : (
            <Sentence
              text="Made {made}, revoked {revoked}"
              parts={{
                made: <RelativeTime at={secret.created_at} />,
                revoked: <RelativeTime at={secret.revoked_at} />,
              }}
            />
          )}
        </span>
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
          {live ? t("Live##secret") : t("Revoked")}
        </Badge>
      </span>
      <span className="text-end sm:w-20">
        {live && !only && (
          <Button size="sm" onClick={() => setAsking(true)}>
            {t("Revoke")}
          </Button>
        )}
      </span>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={t("Revoke this secret?")}
        description={
          secret.last_used_at === null ? (
            t("Nothing was signed with it so far. Whatever uses it is refused from then on.")
          ) : (
            <Sentence
              text="It was used {when}. Back ends that still sign with it are refused from then on."
              parts={{ when: <RelativeTime at={secret.last_used_at} /> }}
            />
          )
        }
        action={t("Revoke the secret")}
        typed={app.name}
        busy={revoke.isPending}
        onConfirm={() => revoke.mutate()}
      />
    </li>
  );
}
