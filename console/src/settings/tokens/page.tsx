import type { Token } from "@fanfare/contract/schema/token";
import { useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import { KeyRound, Plus } from "lucide-react";
import { useState } from "react";
import { useDoors } from "../../doors.ts";
import { useEndless } from "../../endless.ts";
import { ExportButton } from "../../exports/export-button.tsx";
import { dayAndYear, exactly } from "../../language/format.ts";
import { Sentence } from "../../language/sentence.tsx";
import { t, tCount } from "../../language/t.ts";
import { asProblem } from "../../queries.ts";
import { useTitle } from "../../title.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { EmptyArt, EmptyState } from "../../ui/empty-state.tsx";
import { ListEnd } from "../../ui/list-end.tsx";
import { LongList, LongListItem } from "../../ui/long-list.tsx";
import { PageHeader } from "../../ui/page.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { toast } from "../../ui/toast.tsx";
import { Activity } from "../audit/activity.tsx";
import { settingsCalls } from "../calls.ts";
import { settingsQueries, TOKENS } from "../queries.ts";
import { Waiting } from "../waiting.tsx";
import { NewToken } from "./new-token.tsx";

/** By what scripts call the API. */
export function TokensPage() {
  useTitle(t("API tokens"), t("Settings"));
  const { api } = useDoors();
  const query = useInfiniteQuery(settingsQueries.tokens(api));
  const tokens = useEndless(query, ({ id }) => id);
  const [creating, setCreating] = useState(false);
  const create = (
    <Button look="primary" icon={<Plus />} onClick={() => setCreating(true)}>
      {t("New token")}
    </Button>
  );
  const items = query.data === undefined ? undefined : tokens.items;
  return (
    <>
      <PageHeader
        title={t("API tokens")}
        description={t(
          "A script with a token can do over the API what its scopes allow, and never more than whoever made it.",
        )}
        actions={
          items !== undefined &&
          items.length > 0 && (
            <>
              <ExportButton
                title={t("Export API tokens")}
                description={t("Which tokens there are and what they may do, never what they open with.")}
                table="tokens"
                rowsInWords={(rows) => tCount(rows, "{n} token", "{n} tokens")}
              />
              {create}
            </>
          )
        }
      />
      {items === undefined ? (
        <Waiting query={query} />
      ) : items.length === 0 ? (
        <div className="border-t border-line">
          <EmptyState art={<EmptyArt icon={KeyRound} />} title={t("No token yet")} actions={create}>
            {t(
              "Everything that this console does is the public API. A token lets a script do it: publish from a pipeline, export people at night, read the metrics.",
            )}
          </EmptyState>
        </div>
      ) : (
        <>
          <LongList
            label={t("API tokens")}
            rows={items}
            total={tokens.state === "ended" ? items.length : -1}
            keyOf={({ id }) => id}
            row_px={76}
            className="border-t border-line"
          >
            {(token) => <TokenItem token={token} />}
          </LongList>
          {tokens.long && <ListEnd of={tokens} words={tCount(items.length, "{n} token", "{n} tokens")} />}
        </>
      )}
      <NewToken open={creating} onOpenChange={setCreating} />
    </>
  );
}

function TokenItem({ token }: { readonly token: Token }) {
  const { api } = useDoors();
  const client = useQueryClient();
  const [asking, setAsking] = useState(false);
  const revoke = useMutation({
    mutationFn: () => settingsCalls(api).revokeToken(token.id),
    onSuccess: async () => {
      setAsking(false);
      toast.done({ title: t("{name} is revoked", { name: token.name }) });
      await client.invalidateQueries(TOKENS);
    },
    onError: (error) => toast.problem(asProblem(error)),
  });
  return (
    <LongListItem className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line px-(--gutter) py-3.5">
      <div className="flex min-w-52 flex-1 flex-col gap-1">
        <span className="text-base font-medium wrap-anywhere">{token.name}</span>
        <span className="flex flex-wrap gap-1">
          {token.scopes.map((scope) => (
            <Badge key={scope} className="font-mono">
              {scope}
            </Badge>
          ))}
        </span>
      </div>
      <div className="flex w-40 flex-col text-xs text-ink-3">
        <span>
          <Sentence text="Made {when}" parts={{ when: <RelativeTime at={token.created_at} /> }} />
        </span>
        <span>
          {token.last_used_at === null ? (
            t("Never used")
          ) : (
            <Sentence text="Used {when}" parts={{ when: <RelativeTime at={token.last_used_at} /> }} />
          )}
        </span>
      </div>
      <span className="w-28">
        <Expiry at={token.expires_at} />
      </span>
      <Activity of={{ resource_type: "token", resource_id: token.id }} name={token.name} />
      <Button size="sm" onClick={() => setAsking(true)}>
        {t("Revoke")}
        <span className="sr-only"> {token.name}</span>
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={t("Revoke {name}?", { name: token.name })}
        description={t("What calls with it is refused from then on. This cannot be undone.")}
        action={t("Revoke the token")}
        typed={token.name}
        busy={revoke.isPending}
        onConfirm={() => revoke.mutate()}
      />
    </LongListItem>
  );
}

function Expiry({ at }: { readonly at: string | null }) {
  if (at === null) return <Badge>{t("Does not end")}</Badge>;
  const at_ms = Date.parse(at);
  if (at_ms <= Date.now()) return <Badge tone="negative">{t("Over")}</Badge>;
  return (
    <span className="text-xs text-ink-3" title={exactly(at_ms)}>
      {t("Until {when}", { when: dayAndYear(at_ms) })}
    </span>
  );
}
