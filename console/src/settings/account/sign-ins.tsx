import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useDoors } from "../../doors.ts";
import { t } from "../../language/t.ts";
import { asProblem } from "../../queries.ts";
import { Button } from "../../ui/button.tsx";
import { Section } from "../../ui/section.tsx";
import { toast } from "../../ui/toast.tsx";
import { settingsCalls } from "../calls.ts";
import { SIGN_INS, settingsQueries } from "../queries.ts";
import { SignInItem } from "../sign-in-item.tsx";
import { Waiting } from "../waiting.tsx";

/** Where one is signed in, and the way to end it. */
export function SignInsSection() {
  const { api } = useDoors();
  const client = useQueryClient();
  const query = useQuery(settingsQueries.signIns(api));
  const items = query.data?.items ?? [];
  const endOthers = useMutation({
    mutationFn: () => settingsCalls(api).endOtherSignIns(),
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
        <Waiting query={query} inside />
      ) : (
        <ul aria-label={t("Sign-ins")} className="flex flex-col divide-y divide-line rounded-md border border-line">
          {items.map((sign_in) => (
            <SignInItem
              key={sign_in.id}
              sign_in={sign_in}
              end={() => settingsCalls(api).endSignIn(sign_in.id)}
              shown={settingsQueries.signIns(api)}
            />
          ))}
        </ul>
      )}
    </Section>
  );
}
