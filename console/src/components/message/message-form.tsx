import { SECOND_MS } from "@fanfare/contract/limits";
import { LIVE_UPDATE_PRIORITIES } from "@fanfare/contract/realtime/live-update";
import type { LiveUpdate } from "@fanfare/contract/schema/responses/realtime/live-update";
import { FlaskConical, Send } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Controller } from "react-hook-form";
import { asIs, t } from "../../lib/i18n/t.ts";
import {
  canBeAcknowledged,
  EMPTY_MESSAGE,
  isNotice,
  type MessageDraft,
  type Named,
  TTL_VALUES,
  toPreviewBody,
} from "../../model/message-draft.ts";
import { formatWait } from "../../model/rates.ts";
import { cx } from "../../ui/cx.ts";
import { Button } from "../../ui/elements/button.tsx";
import { FormProblem } from "../../ui/feedback/form-problem.tsx";
import { ChoiceCards } from "../../ui/forms/choice-cards.tsx";
import { Field } from "../../ui/forms/field.tsx";
import { Input } from "../../ui/forms/input.tsx";
import { Segmented } from "../../ui/forms/segmented.tsx";
import { Select } from "../../ui/forms/select.tsx";
import { SwitchField } from "../../ui/forms/switch.tsx";
import { LeaveGuard } from "../../ui/overlay/leave-guard.tsx";
import { AudienceField } from "./audience-field.tsx";
import { BodyFields } from "./body-fields.tsx";
import { EmailFields } from "./email-fields.tsx";
import { KIND_ORDER, MESSAGE_KINDS } from "./message-kinds.tsx";
import { MessagePreview } from "./message-preview.tsx";
import { PushFields } from "./push-fields.tsx";
import { ReachNote } from "./reach-note.tsx";
import { SendTestDialog } from "./send-test-dialog.tsx";
import { TimingFields } from "./timing-fields.tsx";
import { useConfirmEveryone } from "./use-confirm-everyone.tsx";
import { type MessageFieldsProps, useMessageForm } from "./use-message-form.ts";
import { VariantFields } from "./variant-fields.tsx";

const KIND_OPTIONS = KIND_ORDER.map((value) => {
  const { label, hint, icon: Icon } = MESSAGE_KINDS[value];
  return { value, label, hint, icon: <Icon /> };
});
const PRIORITY_LABELS = { low: t("Low"), normal: t("Normal##priority"), high: t("High") } as const;
const PRIORITY_OPTIONS = LIVE_UPDATE_PRIORITIES.map((value) => ({ value, label: PRIORITY_LABELS[value] }));
const TTL_OPTIONS = TTL_VALUES.map(({ value, label }) => ({ value: String(value), label }));

/** Includes the present time, which scripts choose freely. */
function ttlOptions(ttl_s: number): typeof TTL_OPTIONS {
  if (TTL_VALUES.some(({ value }) => value === ttl_s)) return TTL_OPTIONS;
  return [{ value: String(ttl_s), label: formatWait(ttl_s * SECOND_MS) }, ...TTL_OPTIONS];
}

interface MessageFormProps {
  /** Fixed recipients. Hides the audience field. */
  readonly people?: readonly Named[];
  /** What the form starts with. */
  readonly first?: MessageDraft;
  /** ID of the scheduled message that is changed. */
  readonly replaces?: string;
  readonly onSent: (update: LiveUpdate) => void;
  readonly preview?: "beside" | "below";
}

export function MessageForm({ people, first = EMPTY_MESSAGE, replaces, onSent, preview = "below" }: MessageFormProps) {
  const { confirmEveryone, dialog } = useConfirmEveryone("message");
  const { form, onSubmit, checkTest, failed } = useMessageForm({
    first: people === undefined ? first : { ...first, audience: "people", people },
    confirm: confirmEveryone,
    done: { title: replaces === undefined ? t("Message sent") : t("Message updated") },
    replaces,
    draftAfter: (sent) => ({ ...sent, title: "", text: "", action_label: "", action_href: "", variants: [] }),
    onSent,
  });
  const draft = form.watch();
  const written =
    first === EMPTY_MESSAGE
      ? [draft.title, draft.text, draft.action_label, draft.action_href].some((text) => text.trim() !== "")
      : form.formState.isDirty;
  const heading = preview === "beside" ? "h2" : "h3";

  return (
    <form
      onSubmit={onSubmit}
      noValidate
      aria-label={replaces === undefined ? t("New message") : t("Edit message")}
      className={cx("grid gap-6", preview === "beside" && "xl:grid-cols-[minmax(0,1fr)_minmax(0,26rem)] xl:gap-10")}
    >
      {preview === "beside" && (
        <LeaveGuard
          by_search
          unsaved={() => written}
          lost={
            replaces === undefined
              ? t("If you leave now, your message won’t be sent.")
              : t("If you leave now, you’ll lose your changes.")
          }
        />
      )}
      <div className="flex min-w-0 flex-col gap-6">
        <Part heading={heading} title={t("Message")}>
          <Controller
            control={form.control}
            name="kind"
            render={({ field }) => <ChoiceCards label={t("Type")} {...field} options={KIND_OPTIONS} dense />}
          />
          <BodyFields form={form} />
        </Part>
        {people === undefined && (
          <Part heading={heading} title={t("Audience")}>
            <AudienceField form={form} />
          </Part>
        )}
        {people !== undefined && <ReachNote draft={draft} />}
        <Part heading={heading} title={t("Delivery")}>
          <TimingFields form={form} />
          <DeliveryFields form={form} />
          {isNotice(draft.kind) && <PushFields form={form} />}
          {isNotice(draft.kind) && <EmailFields form={form} />}
        </Part>
        {people === undefined && isNotice(draft.kind) && (
          <Part heading={heading} title={t("A/B test")}>
            <VariantFields form={form} />
          </Part>
        )}
      </div>
      {/* Stays beside the fields on wide screens, so that the message can be sent from anywhere in the form. */}
      <div className="flex min-w-0 flex-col gap-5 xl:sticky xl:top-6 xl:self-start">
        <MessagePreview body={toPreviewBody(draft)} />
        <FormProblem
          problem={failed}
          title={replaces === undefined ? t("Couldn’t send message") : t("Couldn’t update message")}
        />
        <SendButtons
          form={form}
          checkTest={people === undefined ? checkTest : undefined}
          edits={replaces !== undefined}
        />
      </div>
      {dialog}
    </form>
  );
}

interface SendButtonsProps extends MessageFieldsProps {
  /** Undefined: no tests. The recipients are fixed. */
  readonly checkTest: ((onValid: () => void) => void) | undefined;
  /** Whether a scheduled message is changed. */
  readonly edits: boolean;
}

function SendButtons({ form, checkTest, edits }: SendButtonsProps) {
  const [is_testing, setTesting] = useState(false);
  const is_now = form.watch("when") === "now";
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-3">
        <Button
          type="submit"
          variant="primary"
          size="lg"
          icon={<Send className="rtl:-scale-x-100" />}
          busy={form.formState.isSubmitting}
        >
          {is_now ? t("Send message") : edits ? t("Save changes") : t("Schedule message")}
        </Button>
        {checkTest !== undefined && (
          <Button size="lg" icon={<FlaskConical />} onClick={() => checkTest(() => setTesting(true))}>
            {t("Send test…")}
          </Button>
        )}
      </div>
      <p className="text-sm text-ink-3 text-pretty">
        {is_now
          ? t("Reaches open pages within seconds. You can’t undo this.")
          : t("You can cancel this message until the first people get it.")}
      </p>
      {checkTest !== undefined && (
        <SendTestDialog draft={form.getValues()} open={is_testing} onOpenChange={setTesting} />
      )}
    </div>
  );
}

interface PartProps {
  readonly title: string;
  /** Below the heading of the page, or of the dialog. */
  readonly heading: "h2" | "h3";
  readonly children: ReactNode;
}

function Part({ title, heading: Heading, children }: PartProps) {
  return (
    <section className="flex flex-col gap-4">
      <Heading className="text-md font-semibold">{title}</Heading>
      {children}
    </section>
  );
}

function DeliveryFields({ form: { control, register, watch, formState } }: MessageFieldsProps) {
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={t("Expires after")} hint={t("People who return later don’t get this message.")}>
          <Controller
            control={control}
            name="ttl_s"
            render={({ field: { value, onChange } }) => (
              <Select value={String(value)} options={ttlOptions(value)} onChange={(ttl) => onChange(Number(ttl))} />
            )}
          />
        </Field>
        <Field
          label={t("Collapse key")}
          optional
          hint={t("Only the newest message with the same key is shown.")}
          error={formState.errors.collapse_key?.message}
        >
          <Input dir="ltr" className="font-mono" placeholder={asIs("maintenance")} {...register("collapse_key")} />
        </Field>
      </div>
      <div className="flex flex-col gap-1.5">
        <span className="text-sm font-medium" aria-hidden="true">
          {t("Priority")}
        </span>
        <Controller
          control={control}
          name="priority"
          render={({ field }) => (
            <Segmented
              label={t("Priority")}
              {...field}
              options={PRIORITY_OPTIONS}
              className="self-start max-sm:w-full"
            />
          )}
        />
      </div>
      {canBeAcknowledged(watch("kind")) && (
        <Controller
          control={control}
          name="require_ack"
          render={({ field: { value, onChange } }) => (
            <SwitchField
              label={t("Require acknowledgment")}
              hint={t("The message reappears on each page until the person acts on it or dismisses it.")}
              checked={value}
              onChange={onChange}
            />
          )}
        />
      )}
      <Controller
        control={control}
        name="one_device"
        render={({ field: { value, onChange } }) => (
          <SwitchField
            label={t("Show on one device only")}
            hint={t(
              "Shows the message on the first device that receives it. When this is off, each device shows the message once.",
            )}
            checked={value}
            onChange={onChange}
          />
        )}
      />
    </>
  );
}
