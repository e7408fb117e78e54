import { limits } from "@fanfare/contract/limits";
import { emailCause, MESSAGE_EMAIL_TEXTS } from "@fanfare/contract/wording/message-emails";
import { useQuery } from "@tanstack/react-query";
import { Controller } from "react-hook-form";
import { useApp, useAppContext } from "../../lib/app-context.ts";
import { tCause } from "../../lib/i18n/cause.ts";
import { t } from "../../lib/i18n/t.ts";
import { realtimeQueries } from "../../lib/queries/realtime.ts";
import { Callout } from "../../ui/feedback/callout.tsx";
import { Field } from "../../ui/forms/field.tsx";
import { NumberInput } from "../../ui/forms/number-input.tsx";
import { SwitchField } from "../../ui/forms/switch.tsx";
import type { MessageFieldsProps } from "./use-message-form.ts";

/** The email to people who haven't seen the message. Says what is missing while none can be sent. */
export function EmailFields({ form: { control, watch, formState } }: MessageFieldsProps) {
  const { api } = useAppContext();
  const app = useApp();
  const { data } = useQuery(realtimeQueries.email(api, app.id));
  const [is_emailed] = watch(["is_emailed"]);
  return (
    <>
      <Controller
        control={control}
        name="is_emailed"
        render={({ field: { value, onChange } }) => (
          <SwitchField
            label={t("Email people who haven’t seen the message")}
            hint={t("Sent to the email attribute of verified people. Each email has a link to unsubscribe.")}
            checked={value}
            onChange={onChange}
          />
        )}
      />
      {is_emailed && data !== undefined && data.state !== "ready" && (
        <Callout tone="caution">{tCause(MESSAGE_EMAIL_TEXTS, emailCause(data.state))}</Callout>
      )}
      {is_emailed && (
        <Field
          label={t("Send email after")}
          hint={t("Counts from when a person could first see the message. Quiet hours apply.")}
          error={formState.errors.email_hours?.message}
        >
          <Controller
            control={control}
            name="email_hours"
            render={({ field: { value, onChange } }) => (
              <NumberInput
                value={value}
                onChange={onChange}
                unit={t("hours")}
                min={limits.message_email_hours_min}
                max={limits.message_email_hours_max}
              />
            )}
          />
        </Field>
      )}
    </>
  );
}
