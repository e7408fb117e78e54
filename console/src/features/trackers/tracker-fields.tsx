import { systemClock } from "@fanfare/contract/lib/clock";
import { limits } from "@fanfare/contract/limits";
import type { PointedTrackerState } from "@fanfare/contract/schema/responses/accounts/builder";
import type { Tracker } from "@fanfare/contract/schema/responses/analytics/tracker";
import { getRouteApi } from "@tanstack/react-router";
import type { FieldPath, PathValue } from "react-hook-form";
import { PointOnPage } from "../../components/builder-link/point-on-page.tsx";
import { UrlPatterns } from "../../components/rules/url-patterns.tsx";
import { TargetField } from "../../components/target/target-field.tsx";
import { useCan } from "../../lib/app-context.ts";
import { asIs, t } from "../../lib/i18n/t.ts";
import { Callout } from "../../ui/feedback/callout.tsx";
import { FormProblem } from "../../ui/feedback/form-problem.tsx";
import { ChoiceCards } from "../../ui/forms/choice-cards.tsx";
import { Field } from "../../ui/forms/field.tsx";
import { Input } from "../../ui/forms/input.tsx";
import { NumberInput } from "../../ui/forms/number-input.tsx";
import { SwitchField } from "../../ui/forms/switch.tsx";
import type { ZodForm } from "../../ui/forms/use-zod-form.ts";
import type { TrackerForm } from "./tracker-form.ts";
import { KIND_OPTIONS, mayHaveLostTarget } from "./tracker-labels.tsx";

const route = getRouteApi("/$app/trackers/$id");

interface FieldsProps {
  readonly fields: ZodForm<TrackerForm>;
}

interface TrackerFieldsProps extends FieldsProps {
  /** Undefined for a new tracker. */
  readonly saved: Tracker | undefined;
  /** A page chose the element. */
  readonly onChosen: (chosen: PointedTrackerState) => void;
}

export function TrackerFields({ fields, saved, onChosen }: TrackerFieldsProps) {
  const { form, problem, errorOf } = fields;
  const may_edit = useCan("tracker.write");
  const [name, kind] = form.watch(["name", "kind"]);
  return (
    <div className="flex min-w-0 flex-col gap-6">
      {!may_edit && (
        <Callout>{t("You have view-only access. Ask an editor, admin, or owner to make changes.")}</Callout>
      )}
      <FormProblem problem={problem} title={t("Couldn’t save tracker")} />
      <Field
        label={t("Event name")}
        disabled={!may_edit}
        error={errorOf("name")}
        hint={t("Goals, triggers, audiences, and tasks use the event by this name.")}
        className="max-w-152"
      >
        <Input
          dir="ltr"
          className="font-mono"
          autoFocus={saved === undefined}
          maxLength={limits.event_name_chars_max}
          spellCheck={false}
          autoCapitalize="none"
          placeholder={asIs("report_shared")}
          {...form.register("name")}
        />
      </Field>
      {saved !== undefined && name.trim() !== saved.name && (
        <Callout tone="caution">{t("What uses the event refers to its old name. Update the name there, too.")}</Callout>
      )}
      <fieldset disabled={!may_edit} className="flex min-w-0 flex-col gap-6">
        <section aria-label={t("What to track")} className="flex flex-col gap-6">
          <div className="flex flex-col gap-3">
            <h2 className="text-base font-semibold">{t("What to track")}</h2>
            <ChoiceCards
              label={t("Kind of tracker")}
              value={kind}
              options={KIND_OPTIONS}
              onChange={(next) => setterOf(form)("kind", next)}
              dense
            />
          </div>
          <ElementFields {...{ fields, saved, onChosen }} />
        </section>
        <PageFields fields={fields} />
      </fieldset>
    </div>
  );
}

/** Sets a field. Once the form was sent, all problems follow, because fields depend on the kind. */
function setterOf({ setValue, trigger, formState }: ZodForm<TrackerForm>["form"]) {
  return <Name extends keyof TrackerForm>(name: Name, value: PathValue<TrackerForm, Name>): void => {
    setValue(name, value, { shouldDirty: true });
    if (formState.isSubmitted) void trigger();
  };
}

/** The element, if this kind has one. */
function ElementFields({ fields: { form }, saved, onChosen }: TrackerFieldsProps) {
  const may_edit = useCan("tracker.write");
  const [kind, target, anywhere, visible_s, name] = form.watch(["kind", "target", "anywhere", "visible_s", "name"]);
  const set = setterOf(form);
  const problemAt = problemsOf(form);
  const { point } = route.useSearch();
  const is_lost = saved !== undefined && mayHaveLostTarget(saved, systemClock.now());
  if (kind === "page") return null;
  return (
    <>
      {kind === "visible" && (
        <Field label={t("Visible for")} error={problemAt("visible_s")}>
          <NumberInput
            value={visible_s}
            unit={t("seconds##unit")}
            max={limits.tracker_visible_s_max}
            onChange={(next) => set("visible_s", next)}
          />
        </Field>
      )}
      {kind === "rage_click" && (
        <SwitchField
          label={t("Only on one element")}
          hint={t("Otherwise, rage clicks anywhere on the page count.")}
          checked={!anywhere}
          onChange={(on) => set("anywhere", !on)}
        />
      )}
      {!(kind === "rage_click" && anywhere) && (
        <TargetField
          target={target}
          path="target"
          problemAt={problemAt}
          onChange={(next) => set("target", next)}
          disabled={!may_edit}
        >
          {is_lost && (
            <Callout tone="caution">
              {t("No events in the last 7 days. The target may no longer match exactly one element.")}
            </Callout>
          )}
          {may_edit && (
            <PointOnPage
              tracker={{ name: name.trim(), kind, visible_s, target }}
              tracker_id={saved?.id}
              {...(is_lost ? { label: t("Point at it again") } : {})}
              onChosen={onChosen}
              starts_open={point === true}
            />
          )}
        </TargetField>
      )}
    </>
  );
}

function PageFields({ fields: { form } }: FieldsProps) {
  const [kind, urls] = form.watch(["kind", "urls"]);
  const set = setterOf(form);
  const problemAt = problemsOf(form);
  const missing = problemAt("urls.include");
  return (
    <section aria-label={t("Pages")} className="flex flex-col gap-4">
      <div className="flex flex-col gap-0.5">
        <h2 className="text-base font-semibold">{t("Pages")}</h2>
        <p className="text-sm text-ink-2 text-pretty">
          {kind === "page"
            ? t("Visits to these pages count.")
            : t("Without patterns, the tracker works on every page of the app.")}
        </p>
      </div>
      {missing !== undefined && <Callout tone="problem">{missing}</Callout>}
      <UrlPatterns
        title={t("Include pages")}
        placeholder={asIs("/reports/*")}
        path="urls.include"
        problemAt={problemAt}
        patterns={urls.include}
        onChange={(include) => set("urls", { ...urls, include })}
      />
      <UrlPatterns
        title={t("Exclude pages")}
        placeholder={asIs("/reports/archive")}
        path="urls.exclude"
        problemAt={problemAt}
        patterns={urls.exclude}
        onChange={(exclude) => set("urls", { ...urls, exclude })}
      />
    </section>
  );
}

/** The problem of exactly one field: a list doesn't show those of its items. */
function problemsOf(form: ZodForm<TrackerForm>["form"]): (path: string) => string | undefined {
  return (path) => {
    // Cast: paths below `target` and `urls`, whose rows the form doesn't register.
    const message: unknown = form.getFieldState(path as FieldPath<TrackerForm>, form.formState).error?.message;
    return typeof message === "string" ? message : undefined;
  };
}
