import { limits } from "@fanfare/contract/limits";
import type { AppSecretsResponse } from "@fanfare/contract/schema/new-app";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { RefreshCw } from "lucide-react";
import { useState } from "react";
import { useApp, useDoors } from "../../doors.ts";
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
import { appOf, settingsQueries } from "../queries.ts";
import { Waiting } from "../waiting.tsx";

type Secret = AppSecretsResponse["items"][number];

/** By what the app's back ends sign, and how one is changed for another without a gap. */
export function SecretsPage() {
  useTitle("Secrets", "Settings");
  const { api } = useDoors();
  const app = useApp();
  const client = useQueryClient();
  const query = useQuery(settingsQueries.secrets(api, app.id));
  const [made, setMade] = useState<string>();
  const [shown, setShown] = useState(false);
  const rotate = useMutation({
    mutationFn: () => api.rotateSecret(app.id),
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
        title="Secrets"
        description={`Your back ends sign with a secret of ${app.name}: events, channels and who people are.`}
        actions={
          <Button
            look="primary"
            icon={<RefreshCw />}
            busy={rotate.isPending}
            disabled={query.data === undefined || full}
            onClick={() => rotate.mutate()}
          >
            Make a new secret
          </Button>
        }
      />
      {full && (
        <div className="px-(--gutter) pb-5">
          <Callout title="Two secrets are live">
            Give the new one to all of your back ends. When the old one is no longer used, revoke it: then there is room
            for the next.
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
        title="The new secret"
        description="It works from now on, beside the one before. It is shown this once: only its sealed form is kept."
        actions={
          <Button look="primary" onClick={() => setShown(false)}>
            I have copied it
          </Button>
        }
      >
        {made !== undefined && <SecretOnce label="Secret" value={made} />}
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
    mutationFn: () => api.revokeSecret(app.id, secret.id),
    onSuccess: async () => {
      setAsking(false);
      toast.done({ title: "Secret revoked" });
      await client.invalidateQueries(appOf(app.id));
    },
    onError: (error) => toast.problem(asProblem(error)),
  });
  const live = secret.revoked_at === null;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line px-(--gutter) py-3.5">
      <div className="flex min-w-56 flex-1 flex-col gap-0.5">
        <span className="font-mono text-sm wrap-anywhere">{secret.id}</span>
        <span className="text-xs text-ink-3">
          Made <RelativeTime at={secret.created_at} />
          {secret.revoked_at !== null && (
            <>
              , revoked <RelativeTime at={secret.revoked_at} />
            </>
          )}
        </span>
      </div>
      <span className="w-40 text-sm text-ink-2">
        {secret.last_used_at === null ? (
          "Never used"
        ) : (
          <>
            Used <RelativeTime at={secret.last_used_at} />
          </>
        )}
      </span>
      <span className="w-20">
        <Badge tone={live ? "positive" : "neutral"} dot>
          {live ? "Live" : "Revoked"}
        </Badge>
      </span>
      <span className="w-20 text-end">
        {live && !only && (
          <Button size="sm" onClick={() => setAsking(true)}>
            Revoke
          </Button>
        )}
      </span>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title="Revoke this secret?"
        description={
          secret.last_used_at === null ? (
            "Nothing was signed with it so far. Whatever uses it is refused from then on."
          ) : (
            <>
              It was used <RelativeTime at={secret.last_used_at} />. Back ends that still sign with it are refused from
              then on.
            </>
          )
        }
        action="Revoke the secret"
        busy={revoke.isPending}
        onConfirm={() => revoke.mutate()}
      />
    </li>
  );
}
