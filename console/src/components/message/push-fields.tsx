import { MESSAGE_PUSH_TEXTS, pushCause } from "@fanfare/contract/wording/message-pushes";
import { useQuery } from "@tanstack/react-query";
import { Controller } from "react-hook-form";
import { useApp, useAppContext } from "../../lib/app-context.ts";
import { tCause } from "../../lib/i18n/cause.ts";
import { t, tCount } from "../../lib/i18n/t.ts";
import { realtimeQueries } from "../../lib/queries/realtime.ts";
import { PUSH_DELAYS } from "../../model/message-draft.ts";
import { Callout } from "../../ui/feedback/callout.tsx";
import { Field } from "../../ui/forms/field.tsx";
import { Select } from "../../ui/forms/select.tsx";
import { SwitchField } from "../../ui/forms/switch.tsx";
import type { MessageFieldsProps } from "./use-message-form.ts";

const DELAY_OPTIONS = PUSH_DELAYS.map(({ value, label }) => ({ value: String(value), label }));

/** The notification to people who haven't seen the message. Says what is missing while none can be sent. */
export function PushFields({ form: { control, watch, formState } }: MessageFieldsProps) {
  const { api } = useAppContext();
  const app = useApp();
  const { data } = useQuery(realtimeQueries.push(api, app.id));
  const [is_pushed] = watch(["is_pushed"]);
  return (
    <>
      <Controller
        control={control}
        name="is_pushed"
        render={({ field: { value, onChange } }) => (
          <SwitchField
            label={t("Also send as a push notification")}
            hint={t("Shows the title, text, and link in browsers of people who agreed, even if your app is closed.")}
            checked={value}
            onChange={onChange}
          />
        )}
      />
      {is_pushed && data?.state === "no_public_url" && (
        <Callout tone="caution">{tCause(MESSAGE_PUSH_TEXTS, pushCause("no_public_url"))}</Callout>
      )}
      {is_pushed && data?.state === "ready" && data.subscribed_people === 0 && (
        <Callout>
          {t("No one has subscribed in this app yet. Let people subscribe with fanfare.notifications() on your page.")}
        </Callout>
      )}
      {is_pushed && (
        <Field
          label={t("Send notification")}
          hint={
            data === undefined || data.subscribed_people === 0
              ? t("Only to people who haven’t seen the message by then. Quiet hours apply.")
              : tCount(
                  data.subscribed_people,
                  "Only to people who haven’t seen the message by then. {n} person of this app is subscribed.",
                  "Only to people who haven’t seen the message by then. {n} people of this app are subscribed.",
                )
          }
          error={formState.errors.push_minutes?.message}
        >
          <Controller
            control={control}
            name="push_minutes"
            render={({ field: { value, onChange } }) => (
              <Select value={String(value)} options={DELAY_OPTIONS} onChange={(minutes) => onChange(Number(minutes))} />
            )}
          />
        </Field>
      )}
    </>
  );
}
