import type { TwoFactorOffer } from "@fanfare/contract/schema/member";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { ShieldCheck } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useDoors } from "../../doors.ts";
import { t, tCount } from "../../language/t.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Section } from "../../ui/section.tsx";
import { toast } from "../../ui/toast.tsx";
import { settingsCalls } from "../calls.ts";
import { settingsQueries, TEAM, TWO_FACTOR } from "../queries.ts";
import { PasswordForm } from "./password-form.tsx";
import { OfferStep, RecoveryStep } from "./two-factor-steps.tsx";

/** A code of one's phone beside the password. */
export function TwoFactorSection() {
  const { api } = useDoors();
  const { data } = useQuery(settingsQueries.twoFactor(api));
  const [setting_up, setSettingUp] = useState(false);
  const [ending, setEnding] = useState(false);
  return (
    <Section
      title={t("Two-factor sign-in")}
      description={t("Signing in asks for a code of your phone too: a password alone opens nothing.")}
    >
      {data?.on === true ? (
        <>
          <div className="flex flex-wrap items-center gap-2.5">
            <Badge tone="positive" dot>
              {t("On")}
            </Badge>
            <span className="text-sm text-ink-2">
              {tCount(data.recovery_codes_left, "{n} recovery code is left.", "{n} recovery codes are left.")}
            </span>
          </div>
          <div>
            <Button onClick={() => setEnding(true)}>{t("Switch it off")}</Button>
          </div>
        </>
      ) : (
        <div>
          <Button icon={<ShieldCheck />} disabled={data === undefined} onClick={() => setSettingUp(true)}>
            {t("Set it up")}
          </Button>
        </div>
      )}
      <SetUpDialog open={setting_up} onOpenChange={setSettingUp} />
      <EndDialog open={ending} onOpenChange={setEnding} />
    </Section>
  );
}

interface DialogProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}

type Stage =
  | { readonly kind: "password" }
  | { readonly kind: "offer"; readonly offer: TwoFactorOffer }
  | { readonly kind: "recovery"; readonly codes: readonly string[] };

const TITLES: Readonly<Record<Stage["kind"], string>> = {
  password: t("Set up two-factor sign-in"),
  offer: t("Show this to your authenticator"),
  recovery: t("Keep your recovery codes"),
};

function SetUpDialog({ open, onOpenChange }: DialogProps) {
  const { api } = useDoors();
  const client = useQueryClient();
  const [stage, setStage] = useState<Stage>({ kind: "password" });
  const begin = useMutation({
    mutationFn: (password: string) => settingsCalls(api).beginTwoFactor(password),
    onSuccess: (offer) => setStage({ kind: "offer", offer }),
  });
  const confirm = useMutation({
    mutationFn: (code: string) => settingsCalls(api).confirmTwoFactor(code),
    onSuccess: async ({ recovery_codes }) => {
      setStage({ kind: "recovery", codes: recovery_codes });
      await Promise.all([client.invalidateQueries(TWO_FACTOR), client.invalidateQueries(TEAM)]);
    },
  });
  const change = (next: boolean): void => {
    if (!next) {
      setStage({ kind: "password" });
      begin.reset();
      confirm.reset();
    }
    onOpenChange(next);
  };
  const body = (): ReactNode => {
    switch (stage.kind) {
      case "password":
        return (
          <PasswordForm
            action={t("Go on")}
            busy={begin.isPending}
            error={begin.error}
            onSubmit={(password) => begin.mutate(password)}
            onCancel={() => change(false)}
          />
        );
      case "offer":
        return (
          <OfferStep
            offer={stage.offer}
            busy={confirm.isPending}
            error={confirm.error}
            onCode={(code) => confirm.mutate(code)}
            onCancel={() => change(false)}
          />
        );
      case "recovery":
        return <RecoveryStep codes={stage.codes} onDone={() => change(false)} />;
    }
  };
  return (
    <Dialog open={open} onOpenChange={change} title={TITLES[stage.kind]} firm={stage.kind === "recovery"}>
      {body()}
    </Dialog>
  );
}

function EndDialog({ open, onOpenChange }: DialogProps) {
  const { api } = useDoors();
  const client = useQueryClient();
  const end = useMutation({
    mutationFn: (password: string) => settingsCalls(api).endTwoFactor(password),
    onSuccess: async () => {
      onOpenChange(false);
      toast.done({ title: t("Two-factor sign-in is off") });
      await Promise.all([client.invalidateQueries(TWO_FACTOR), client.invalidateQueries(TEAM)]);
    },
  });
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t("Switch two-factor off?")}
      description={t("From then on your password alone opens the console. Your recovery codes end with it.")}
    >
      <PasswordForm
        action={t("Switch it off")}
        danger
        busy={end.isPending}
        error={end.error}
        onSubmit={(password) => end.mutate(password)}
        onCancel={() => onOpenChange(false)}
      />
    </Dialog>
  );
}
