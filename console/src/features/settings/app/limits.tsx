import { APP_LIMIT_RANGES, type AppLimitName, DEFAULT_APP_LIMITS } from "@fanfare/contract/realtime/app-settings";
import type { AppDetail } from "@fanfare/contract/schema/accounts/app-settings";
import { RotateCcw } from "lucide-react";
import { useState } from "react";
import { useApp } from "../../../lib/app-context.ts";
import { t, tCount } from "../../../lib/i18n/t.ts";
import { useTitle } from "../../../lib/use-title.ts";
import { cx } from "../../../ui/cx.ts";
import { Button } from "../../../ui/elements/button.tsx";
import { IconButton } from "../../../ui/elements/icon-button.tsx";
import { Field } from "../../../ui/forms/field.tsx";
import { NumberInput } from "../../../ui/forms/number-input.tsx";
import { useUnsaved } from "../../../ui/overlay/leave-guard.tsx";
import { PageHeader } from "../../../ui/page/page-header.tsx";
import { Section } from "../../../ui/page/section.tsx";
import { fieldMessage, useAppEdit } from "../use-app-edit.ts";
import { WithApp } from "../with-app.tsx";
import { LIMIT_LABELS } from "./limit-labels.ts";

// Object.keys forgets what it was given: these are the names of the limits.
const NAMES = Object.keys(LIMIT_LABELS) as AppLimitName[];
const GROUPS = [...new Set(NAMES.map((name) => LIMIT_LABELS[name].group))];

/** What one client, one event and one channel may cost. */
export function LimitsPage() {
  useTitle(t("Limits"), t("Settings"));
  const app = useApp();
  return (
    <>
      <PageHeader
        title={t("Limits")}
        description={t(
          "Limits for connections, events, and channels in {name}. Errors refer to limits by their names in lowercase.",
          { name: app.name },
        )}
      />
      <WithApp>{(detail) => <LimitsForm key={detail.id} detail={detail} />}</WithApp>
    </>
  );
}

type Typed = Partial<Record<AppLimitName, number>>;

function LimitsForm({ detail }: { readonly detail: AppDetail }) {
  const { save, busy, problem } = useAppEdit(detail, t("Limits saved"));
  /** Only what was touched: another's change of the rest shows at once. */
  const [typed, setTyped] = useState<Typed>({});
  const stored = detail.settings.limits;
  const changed = NAMES.filter((name) => typed[name] !== undefined && typed[name] !== stored[name]);
  useUnsaved(changed.length > 0);
  const submit = async (): Promise<void> => {
    // What is the default again is no setting of the app any more.
    const limits = Object.fromEntries(
      changed.map((name) => [name, typed[name] === DEFAULT_APP_LIMITS[name] ? null : typed[name]]),
    );
    if (await save({ settings: { limits } })) setTyped({});
  };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      {GROUPS.map((group) => (
        <Section key={group} title={group} bare>
          <ul>
            {NAMES.filter((name) => LIMIT_LABELS[name].group === group).map((name) => (
              <LimitRow
                key={name}
                name={name}
                value={typed[name] ?? stored[name]}
                words={fieldMessage(problem, `/settings/limits/${name}`)}
                onChange={(value) => setTyped({ ...typed, [name]: value })}
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
          <Button onClick={() => setTyped({})}>{t("Discard changes")}</Button>
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
  readonly words: string | undefined;
  readonly onChange: (value: number) => void;
}

function LimitRow({ name, value, words, onChange }: LimitRowProps) {
  const { label, unit } = LIMIT_LABELS[name];
  const [least, most] = APP_LIMIT_RANGES[name];
  const standard = DEFAULT_APP_LIMITS[name];
  const own = value !== standard;
  const outside = Number.isNaN(value) || value < least || value > most;
  return (
    <li className="flex flex-wrap items-start gap-x-5 gap-y-2 border-t border-line px-(--gutter) py-3">
      <div className="flex min-w-52 flex-1 flex-col">
        <span className={cx("text-sm", own && "font-medium")}>{label}</span>
        <bdi dir="ltr" className="w-fit font-mono text-xs text-ink-3 wrap-anywhere">
          {name}
        </bdi>
      </div>
      <span className="w-52 text-xs sm:pt-2.5 text-ink-3 tabular-nums">
        {own
          ? t("Default {standard}, {least} to {most}", { standard, least, most })
          : t("Default, {least} to {most}", { least, most })}
      </span>
      <div className="flex items-start gap-1">
        <Field
          label={label}
          hide_label
          error={outside ? t("Enter a value from {least} to {most}.", { least, most }) : words}
        >
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
