import type { TwoFactorSetup } from "@fanfare/contract/schema/responses/accounts/member";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { ShieldCheck } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useAppContext } from "../../../lib/app-context.ts";
import { t, tCount } from "../../../lib/i18n/t.ts";
import { MEMBERS, settingsQueries, TWO_FACTOR } from "../../../lib/queries/settings.ts";
import { toast } from "../../../lib/toast.ts";
import { Badge } from "../../../ui/elements/badge.tsx";
import { Button } from "../../../ui/elements/button.tsx";
import { Dialog, type DialogState } from "../../../ui/overlay/dialog.tsx";
import { Section } from "../../../ui/page/section.tsx";
import { PasswordForm } from "./password-form.tsx";
import { RecoveryStep, SetUpStep } from "./two-factor-steps.tsx";

export function TwoFactorSection() {
  const { api } = useAppContext();
  const { data } = useQuery(settingsQueries.twoFactor(api));
  const [setting_up, setSettingUp] = useState(false);
  const [ending, setEnding] = useState(false);
  return (
    <Section
      title={t("Two-factor authentication")}
      description={t("Require a code from your authenticator app in addition to your password.")}
    >
      {data?.on === true ? (
        <>
          <div className="flex flex-wrap items-center gap-2.5">
            <Badge tone="positive" dot>
              {t("On")}
            </Badge>
            <span className="text-sm text-ink-2">
              {tCount(data.recovery_codes_left, "{n} recovery code left", "{n} recovery codes left")}
            </span>
          </div>
          {data.recovery_codes_left <= FEW_CODES && (
            <p className="text-sm text-caution-text text-pretty">
              {t("To get new recovery codes, turn off two-factor authentication, then set it up again.")}
            </p>
          )}
          <div>
            <Button onClick={() => setEnding(true)}>{t("Turn off")}</Button>
          </div>
        </>
      ) : (
        <div>
          <Button icon={<ShieldCheck />} disabled={data === undefined} onClick={() => setSettingUp(true)}>
            {t("Set up")}
          </Button>
        </div>
      )}
      <SetUpDialog open={setting_up} onOpenChange={setSettingUp} />
      <TurnOffDialog open={ending} onOpenChange={setEnding} />
    </Section>
  );
}

/** Of ten. */
const FEW_CODES = 3;

type Stage =
  | { readonly kind: "password" }
  | { readonly kind: "offer"; readonly offer: TwoFactorSetup }
  | { readonly kind: "recovery"; readonly codes: readonly string[] };

const TITLES: Readonly<Record<Stage["kind"], string>> = {
  password: t("Set up two-factor authentication"),
  offer: t("Scan the QR code"),
  recovery: t("Save your recovery codes"),
};

function SetUpDialog({ open, onOpenChange }: DialogState) {
  const { api } = useAppContext();
  const client = useQueryClient();
  const [stage, setStage] = useState<Stage>({ kind: "password" });
  const begin = async (password: string): Promise<void> => {
    const offer = await api.call("POST /api/me/two-factor", { body: { password }, unkeyed: true });
    setStage({ kind: "offer", offer });
  };
  const confirm = async (code: string): Promise<void> => {
    const { recovery_codes } = await api.call("POST /api/me/two-factor/confirm", { body: { code } });
    setStage({ kind: "recovery", codes: recovery_codes });
    await Promise.all([client.invalidateQueries(TWO_FACTOR), client.invalidateQueries(MEMBERS)]);
  };
  const change = (next: boolean): void => {
    if (!next) setStage({ kind: "password" });
    onOpenChange(next);
  };
  const body = (): ReactNode => {
    switch (stage.kind) {
      case "password":
        return <PasswordForm action={t("Continue")} send={begin} onCancel={() => change(false)} />;
      case "offer":
        return <SetUpStep offer={stage.offer} send={confirm} onCancel={() => change(false)} />;
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

function TurnOffDialog({ open, onOpenChange }: DialogState) {
  const { api } = useAppContext();
  const client = useQueryClient();
  const turnOff = async (password: string): Promise<void> => {
    await api.call("POST /api/me/two-factor/end", { body: { password }, unkeyed: true });
    onOpenChange(false);
    toast.done({ title: t("Two-factor authentication turned off") });
    await Promise.all([client.invalidateQueries(TWO_FACTOR), client.invalidateQueries(MEMBERS)]);
  };
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t("Turn off two-factor authentication?")}
      description={t("You’ll sign in with only your password. Your recovery codes will stop working.")}
    >
      <PasswordForm action={t("Turn off")} danger send={turnOff} onCancel={() => onOpenChange(false)} />
    </Dialog>
  );
}
