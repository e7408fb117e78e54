import type { SignInSummary } from "@fanfare/contract/schema/responses/accounts/member";
import { Laptop, Smartphone } from "lucide-react";
import { Sentence } from "../../lib/i18n/sentence.tsx";
import { t } from "../../lib/i18n/t.ts";
import { useOptimisticUpdate, withoutItem } from "../../lib/optimistic-update.ts";
import type { settingsQueries } from "../../lib/queries/settings.ts";
import { Badge } from "../../ui/elements/badge.tsx";
import { Button } from "../../ui/elements/button.tsx";
import { RelativeTime } from "../../ui/elements/relative-time.tsx";
import { browserName } from "./browser-name.ts";

interface SessionItemProps {
  readonly sign_in: SignInSummary;
  readonly end: () => Promise<unknown>;
  /** List that contains the session. */
  readonly shown: Pick<ReturnType<typeof settingsQueries.signIns>, "queryKey">;
}

export function SessionItem({ sign_in, end, shown }: SessionItemProps) {
  const atOnce = useOptimisticUpdate();
  const { name, handheld } = browserName(sign_in.user_agent);
  const Icon = handheld ? Smartphone : Laptop;
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 px-3.5 py-3">
      <Icon className="size-4.5 shrink-0 text-ink-3" />
      <div className="flex min-w-40 flex-1 flex-col">
        <span className="flex flex-wrap items-center gap-2 text-sm font-medium" title={sign_in.user_agent}>
          {name}
          {sign_in.current && <Badge tone="positive">{t("This device")}</Badge>}
        </span>
        <span className="text-xs text-ink-3">
          <Sentence
            text="Signed in {since}, last seen {seen}"
            parts={{
              since: <RelativeTime at={sign_in.created_at} />,
              seen: <RelativeTime at={sign_in.last_seen_at} />,
            }}
          />
        </span>
      </div>
      {!sign_in.current && (
        <Button
          size="sm"
          onClick={() => void atOnce({ shown, change: (list) => withoutItem(list, sign_in.id), act: end })}
        >
          {t("Sign out")}
          <span className="sr-only"> {name}</span>
        </Button>
      )}
    </li>
  );
}
