import type { SignInSummary } from "@fanfare/contract/schema/member";
import { Laptop, Smartphone } from "lucide-react";
import { useAtOnce, without } from "../at-once.ts";
import { Sentence } from "../language/sentence.tsx";
import { t } from "../language/t.ts";
import { Badge } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { RelativeTime } from "../ui/relative-time.tsx";
import { browserName } from "./account/browser-name.ts";
import type { settingsQueries } from "./queries.ts";

interface SignInItemProps {
  readonly sign_in: SignInSummary;
  readonly end: () => Promise<unknown>;
  /** The list that it stands in. */
  readonly shown: Pick<ReturnType<typeof settingsQueries.signIns>, "queryKey">;
}

/** One place where somebody is signed in, and the way to end it. */
export function SignInItem({ sign_in, end, shown }: SignInItemProps) {
  const atOnce = useAtOnce();
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
            text="Since {since}, seen {seen}"
            parts={{
              since: <RelativeTime at={sign_in.created_at} />,
              seen: <RelativeTime at={sign_in.last_seen_at} />,
            }}
          />
        </span>
      </div>
      {!sign_in.current && (
        <Button size="sm" onClick={() => void atOnce({ shown, change: (list) => without(list, sign_in.id), act: end })}>
          {t("Sign out")}
          <span className="sr-only"> {name}</span>
        </Button>
      )}
    </li>
  );
}
