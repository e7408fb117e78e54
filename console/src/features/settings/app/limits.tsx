import { APP_LIMIT_RANGES, type AppLimitName, DEFAULT_APP_LIMITS } from "@fanfare/contract/realtime/app-settings";
import type { AppDetail } from "@fanfare/contract/schema/responses/accounts/app-settings";
import { RotateCcw } from "lucide-react";
import { useEffect } from "react";
import { Controller } from "react-hook-form";
import { z } from "zod";
import { useApp } from "../../../lib/app-context.ts";
import { t, tCount } from "../../../lib/i18n/t.ts";
import { useTitle } from "../../../lib/use-title.ts";
import { cx } from "../../../ui/cx.ts";
import { Button } from "../../../ui/elements/button.tsx";
import { IconButton } from "../../../ui/elements/icon-button.tsx";
import { Field } from "../../../ui/forms/field.tsx";
import { NumberInput } from "../../../ui/forms/number-input.tsx";
import { useZodForm } from "../../../ui/forms/use-zod-form.ts";
import { useUnsaved } from "../../../ui/overlay/leave-guard.tsx";
import { PageHeader } from "../../../ui/page/page-header.tsx";
import { Section } from "../../../ui/page/section.tsx";
import { useAppEdit } from "../use-app-edit.ts";
import { WithApp } from "../with-app.tsx";
import { LIMIT_LABELS } from "./limit-labels.ts";

// `Object.keys` widens the type. These are the names of the limits.
const NAMES = Object.keys(LIMIT_LABELS) as AppLimitName[];
const GROUPS = [...new Set(NAMES.map((name) => LIMIT_LABELS[name].group))];

export function LimitsPage() {
  useTitle(t("Limits"), t("Settings"));
  const app = useApp();
  return (
    <>
      <PageHeader
        title={t("Limits")}
        description={t(
          "Limits for connections, events, and channels in {name}. Error messages use the name shown below each limit.",
          { name: app.name },
        )}
      />
      <WithApp>{(detail) => <LimitsForm key={detail.id} detail={detail} />}</WithApp>
    </>
  );
}

function limitSchema(name: AppLimitName) {
  const [least, most] = APP_LIMIT_RANGES[name];
  const message = t("Enter a value from {least} to {most}.", { least, most });
  return z.number(message).min(least, message).max(most, message);
}

// As above: the names of the limits.
const formSchema = z.object(
  Object.fromEntries(NAMES.map((name) => [name, limitSchema(name)])) as Record<AppLimitName, z.ZodNumber>,
);

function LimitsForm({ detail }: { readonly detail: AppDetail }) {
  const edit = useAppEdit(detail, t("Limits saved"));
  const stored = detail.settings.limits;
  const { form, submit, busy, errorOf } = useZodForm({
    schema: formSchema,
    defaultValues: { ...stored },
    mode: "onChange",
    pointer: "/settings/limits",
    send: async (values, { reset }) => {
      // Limits that return to the default are removed from the app's settings.
      const entries = NAMES.filter((name) => values[name] !== stored[name]).map((name) => [
        name,
        values[name] === DEFAULT_APP_LIMITS[name] ? null : values[name],
      ]);
      await edit({ settings: { limits: Object.fromEntries(entries) } });
      reset(values);
    },
  });
  const { reset } = form;
  // Other members' changes to untouched fields appear immediately.
  useEffect(() => reset({ ...stored }, { keepDirtyValues: true }), [reset, stored]);
  const values = form.watch();
  const changed = NAMES.filter((name) => values[name] !== stored[name]);
  useUnsaved(changed.length > 0);
  return (
    <form noValidate onSubmit={submit}>
      {GROUPS.map((group) => (
        <Section key={group} title={group} bare>
          <ul>
            {NAMES.filter((name) => LIMIT_LABELS[name].group === group).map((name) => (
              <Controller
                key={name}
                control={form.control}
                name={name}
                render={({ field: { value, onChange } }) => (
                  <LimitRow name={name} value={value} error={errorOf(name)} onChange={onChange} />
                )}
              />
            ))}
          </ul>
        </Section>
      ))}
      {changed.length > 0 && (
        <div className="sticky bottom-0 z-10 flex flex-wrap items-center justify-end gap-2 border-t border-line bg-raised px-(--gutter) py-3 md:rounded-b-xl">
          <p className="flex-1 text-sm text-ink-2">
            {tCount(changed.length, "{n} limit changed", "{n} limits changed")}
          </p>
          <Button onClick={() => reset({ ...stored })}>{t("Discard changes")}</Button>
          <Button type="submit" variant="primary" busy={busy}>
            {t("Save limits")}
          </Button>
        </div>
      )}
    </form>
  );
}

interface LimitRowProps {
  readonly name: AppLimitName;
  readonly value: number;
  readonly error: string | undefined;
  readonly onChange: (value: number) => void;
}

function LimitRow({ name, value, error, onChange }: LimitRowProps) {
  const { label, unit } = LIMIT_LABELS[name];
  const [least, most] = APP_LIMIT_RANGES[name];
  const standard = DEFAULT_APP_LIMITS[name];
  const own = value !== standard;
  return (
    <li className="flex flex-wrap items-start gap-x-5 gap-y-2 border-t border-line px-(--gutter) py-3">
      <div className="flex min-w-52 flex-1 flex-col">
        <span className={cx("text-sm", own && "font-medium")}>{label}</span>
        <bdi dir="ltr" className="w-fit font-mono text-xs text-ink-3 wrap-anywhere">
          {name}
        </bdi>
      </div>
      <span className="w-52 text-xs sm:pt-2.5 lg:w-68 text-ink-3 tabular-nums">
        {own
          ? t("Default {standard}, range {least} to {most}", { standard, least, most })
          : t("Default value, range {least} to {most}", { least, most })}
      </span>
      <div className="flex items-start gap-1">
        <Field label={label} hide_label error={error}>
          <NumberInput value={value} onChange={onChange} unit={unit} min={least} max={most} />
        </Field>
        <IconButton
          label={t("Reset {label} to default", { label })}
          className={cx("mt-0.5", !own && "invisible")}
          onClick={() => onChange(standard)}
        >
          <RotateCcw />
        </IconButton>
      </div>
    </li>
  );
}
