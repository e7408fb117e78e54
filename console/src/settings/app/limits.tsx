import { APP_LIMIT_RANGES, type AppLimitName, DEFAULT_APP_LIMITS } from "@fanfare/contract/app-settings";
import type { AppDetail } from "@fanfare/contract/schema/app-settings";
import { RotateCcw } from "lucide-react";
import { useState } from "react";
import { useApp } from "../../doors.ts";
import { t, tCount } from "../../language/t.ts";
import { useTitle } from "../../title.ts";
import { Button } from "../../ui/button.tsx";
import { cx } from "../../ui/cx.ts";
import { Field } from "../../ui/field.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { useUnsaved } from "../../ui/leave-guard.tsx";
import { NumberInput } from "../../ui/number-input.tsx";
import { PageHeader } from "../../ui/page.tsx";
import { Section } from "../../ui/section.tsx";
import { useAppEdit, wordsFor } from "../use-app-edit.ts";
import { WithApp } from "../with-app.tsx";
import { LIMIT_WORDS } from "./limit-words.ts";

// Object.keys forgets what it was given: these are the names of the limits.
const NAMES = Object.keys(LIMIT_WORDS) as AppLimitName[];
const GROUPS = [...new Set(NAMES.map((name) => LIMIT_WORDS[name].group))];

/** What one client, one event and one channel may cost. */
export function LimitsPage() {
  useTitle(t("Limits"), t("Settings"));
  const app = useApp();
  return (
    <>
      <PageHeader
        title={t("Limits")}
        description={t(
          "What one connection, one event and one channel of {name} may cost. Errors name a limit by the word in small letters.",
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
            {NAMES.filter((name) => LIMIT_WORDS[name].group === group).map((name) => (
              <LimitRow
                key={name}
                name={name}
                value={typed[name] ?? stored[name]}
                words={wordsFor(problem, `/settings/limits/${name}`)}
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
          <Button onClick={() => setTyped({})}>{t("Discard")}</Button>
          <Button type="submit" look="primary" busy={busy}>
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
  const { label, unit } = LIMIT_WORDS[name];
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
        <Field label={label} hide_label error={outside ? t("{least} to {most}.", { least, most }) : words}>
          <NumberInput value={value} onChange={onChange} unit={unit} min={least} max={most} />
        </Field>
        <IconButton
          label={t("Back to the default of {label}", { label })}
          className={cx("mt-0.5", !own && "invisible")}
          onClick={() => onChange(standard)}
        >
          <RotateCcw />
        </IconButton>
      </div>
    </li>
  );
}
