import type { Token } from "@fanfare/contract/schema/responses/accounts/token";
import { useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import { History, KeyRound, Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import { useActivity } from "../../../components/audit/activity.tsx";
import { ExportButton } from "../../../components/export/export-button.tsx";
import { asProblem } from "../../../lib/api/api-problem.ts";
import { useAppContext } from "../../../lib/app-context.ts";
import { dayAndYear, formatExact } from "../../../lib/i18n/format.ts";
import { Sentence } from "../../../lib/i18n/sentence.tsx";
import { t, tCount } from "../../../lib/i18n/t.ts";
import { useInfiniteList } from "../../../lib/queries/infinite-list.ts";
import { settingsQueries, TOKENS } from "../../../lib/queries/settings.ts";
import { toast } from "../../../lib/toast.ts";
import { useTitle } from "../../../lib/use-title.ts";
import { Badge } from "../../../ui/elements/badge.tsx";
import { Button } from "../../../ui/elements/button.tsx";
import { RelativeTime } from "../../../ui/elements/relative-time.tsx";
import { EmptyArt, EmptyState } from "../../../ui/feedback/empty-state.tsx";
import { Loading } from "../../../ui/feedback/loading.tsx";
import { ConfirmDialog } from "../../../ui/overlay/confirm-dialog.tsx";
import { MenuItem } from "../../../ui/overlay/menu.tsx";
import { RowMenu } from "../../../ui/overlay/row-menu.tsx";
import { PageHeader } from "../../../ui/page/page-header.tsx";
import { ListEnd } from "../../../ui/table/list-end.tsx";
import { LongList, LongListItem } from "../../../ui/table/long-list.tsx";
import { CreateTokenDialog } from "./create-token-dialog.tsx";
import { TokenScopes } from "./token-scopes.tsx";

export function TokensPage() {
  useTitle(t("API tokens"), t("Settings"));
  const { api } = useAppContext();
  const query = useInfiniteQuery(settingsQueries.tokens(api));
  const tokens = useInfiniteList(query, ({ id }) => id);
  const [creating, setCreating] = useState(false);
  const create = (
    <Button variant="primary" icon={<Plus />} onClick={() => setCreating(true)}>
      {t("New API token")}
    </Button>
  );
  const items = query.data === undefined ? undefined : tokens.items;
  return (
    <>
      <PageHeader
        title={t("API tokens")}
        description={t(
          "Scripts use tokens to call the API. A token’s access is limited to its scopes and its creator’s permissions.",
        )}
        actions={
          items !== undefined &&
          items.length > 0 && (
            <>
              <ExportButton
                title={t("Export API tokens")}
                description={t("Exports all tokens with their scopes, but not their values.")}
                table="tokens"
                rowsInWords={(rows) => tCount(rows, "{n} token", "{n} tokens")}
              />
              {create}
            </>
          )
        }
      />
      {items === undefined ? (
        <Loading query={query} />
      ) : items.length === 0 ? (
        <div className="border-t border-line">
          <EmptyState art={<EmptyArt icon={KeyRound} />} title={t("No API tokens yet")} actions={create}>
            {t(
              "The public API can do everything that this console does. Use a token to publish from CI, export people, or read metrics.",
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
            row_px={70}
            className="border-t border-line"
          >
            {(token) => <TokenItem token={token} />}
          </LongList>
          {tokens.long && <ListEnd of={tokens} text={tCount(items.length, "{n} token", "{n} tokens")} />}
        </>
      )}
      <CreateTokenDialog open={creating} onOpenChange={setCreating} />
    </>
  );
}

function TokenItem({ token }: { readonly token: Token }) {
  const { api } = useAppContext();
  const client = useQueryClient();
  const [is_confirming, setConfirming] = useState(false);
  const { show, panel } = useActivity({ resource_type: "token", resource_id: token.id });
  const revoke = useMutation({
    mutationFn: () => api.call("DELETE /api/tokens/:id", { params: { id: token.id } }),
    onSuccess: async () => {
      setConfirming(false);
      toast.done({ title: t("{name} revoked", { name: token.name }) });
      await client.invalidateQueries(TOKENS);
    },
    onError: (error) => toast.problem(asProblem(error)),
  });
  return (
    <LongListItem className="flex items-start gap-x-4 border-b border-line px-(--gutter) py-3.5">
      <div className="flex min-w-0 flex-1 flex-wrap gap-x-6 gap-y-1.5">
        <div className="flex min-w-56 flex-1 flex-col items-start gap-0.5">
          <span className="text-base font-medium wrap-anywhere">{token.name}</span>
          <TokenScopes scopes={token.scopes} />
        </div>
        <div className="flex flex-wrap items-baseline gap-x-4 gap-y-1 py-0.5 text-xs text-ink-3">
          <span className="sm:w-40">
            <Sentence text="Created {when}" parts={{ when: <RelativeTime at={token.created_at} /> }} />
          </span>
          <span className="sm:w-40">
            {token.last_used_at === null ? (
              t("Never used")
            ) : (
              <Sentence text="Used {when}" parts={{ when: <RelativeTime at={token.last_used_at} /> }} />
            )}
          </span>
          <span className="sm:w-40">
            <Expiry at={token.expires_at} />
          </span>
        </div>
      </div>
      <RowMenu name={token.name}>
        {show !== undefined && (
          <MenuItem icon={<History />} onClick={show}>
            {t("Activity")}
          </MenuItem>
        )}
        <MenuItem icon={<Trash2 />} onClick={() => setConfirming(true)}>
          {t("Revoke…")}
        </MenuItem>
      </RowMenu>
      {panel}
      <ConfirmDialog
        open={is_confirming}
        onOpenChange={setConfirming}
        title={t("Revoke {name}?", { name: token.name })}
        description={t("Requests with this token will fail. You can’t undo this.")}
        action={t("Revoke token")}
        typed={token.name}
        busy={revoke.isPending}
        onConfirm={() => revoke.mutate()}
      />
    </LongListItem>
  );
}

function Expiry({ at }: { readonly at: string | null }) {
  if (at === null) return t("Never expires");
  const at_ms = Date.parse(at);
  if (at_ms <= Date.now()) return <Badge tone="negative">{t("Expired")}</Badge>;
  return <span title={formatExact(at_ms)}>{t("Expires {when}", { when: dayAndYear(at_ms) })}</span>;
}
