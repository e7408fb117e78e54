import type { SignInSummary } from "@fanfare/contract/schema/member";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Laptop, Smartphone } from "lucide-react";
import { useDoors } from "../../doors.ts";
import { Sentence } from "../../language/sentence.tsx";
import { t } from "../../language/t.ts";
import { asProblem } from "../../queries.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { Section } from "../../ui/section.tsx";
import { toast } from "../../ui/toast.tsx";
import { SIGN_INS, settingsQueries } from "../queries.ts";
import { Waiting } from "../waiting.tsx";
import { browserName } from "./browser-name.ts";

/** Where one is signed in, and the way to end it. */
export function SignInsSection() {
  const { api } = useDoors();
  const client = useQueryClient();
  const query = useQuery(settingsQueries.signIns(api));
  const items = query.data?.items ?? [];
  const endOthers = useMutation({
    mutationFn: () => api.endOtherSignIns(),
    onSuccess: async () => {
      toast.done({ title: t("You are signed in here alone") });
      await client.invalidateQueries(SIGN_INS);
    },
    onError: (error) => toast.problem(asProblem(error)),
  });
  return (
    <Section
      title={t("Where you are signed in")}
      description={t("Ending one closes its pages at once.")}
      actions={
        items.length > 1 && (
          <Button size="sm" busy={endOthers.isPending} onClick={() => endOthers.mutate()}>
            {t("Sign out everywhere else")}
          </Button>
        )
      }
    >
      {query.data === undefined ? (
        <Waiting query={query} />
      ) : (
        <ul aria-label={t("Sign-ins")} className="flex flex-col divide-y divide-line rounded-md border border-line">
          {items.map((sign_in) => (
            <SignInItem key={sign_in.id} sign_in={sign_in} />
          ))}
        </ul>
      )}
    </Section>
  );
}

function SignInItem({ sign_in }: { readonly sign_in: SignInSummary }) {
  const { api } = useDoors();
  const client = useQueryClient();
  const end = useMutation({
    mutationFn: () => api.endSignIn(sign_in.id),
    onSuccess: () => client.invalidateQueries(SIGN_INS),
    onError: (error) => toast.problem(asProblem(error)),
  });
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
        <Button size="sm" busy={end.isPending} onClick={() => end.mutate()}>
          {t("Sign out")}
          <span className="sr-only"> {name}</span>
        </Button>
      )}
    </li>
  );
}
