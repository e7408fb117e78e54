import type { DoneWhen, Task } from "@fanfare/contract/content/checklist";
import type { Rule } from "@fanfare/contract/targeting/rule";
import { useQuery } from "@tanstack/react-query";
import { CircleCheckBig, FileCheck, ListFilter, MousePointerClick, Zap } from "lucide-react";
import { PEOPLE_CONDITIONS } from "../../../components/rules/conditions.ts";
import { RuleBuilder } from "../../../components/rules/rule-builder.tsx";
import { useApp, useAppContext } from "../../../lib/app-context.ts";
import { asIs, t } from "../../../lib/i18n/t.ts";
import { ruleQueries } from "../../../lib/queries/rules.ts";
import { Callout } from "../../../ui/feedback/callout.tsx";
import { ChoiceCards } from "../../../ui/forms/choice-cards.tsx";
import { Field } from "../../../ui/forms/field.tsx";
import { Input } from "../../../ui/forms/input.tsx";
import { SuggestInput } from "../../../ui/forms/suggest-input.tsx";
import { ButtonField } from "../forms/button-field.tsx";
import { ContentField } from "../forms/content-field.tsx";
import { FormSection } from "../forms/form-section.tsx";
import { PartFrame } from "../forms/part-frame.tsx";
import { useEditor, useProblemAt } from "../state/editor-context.ts";
import type { PartActions } from "../state/use-part-actions.ts";
import { RichTextField } from "../text/rich-text-field.tsx";

const DONE_OPTIONS = [
  { value: "person", label: t("Checked off"), hint: t("People check it off themselves."), icon: <CircleCheckBig /> },
  { value: "event", label: t("Event"), hint: t("From your page or backend."), icon: <Zap /> },
  { value: "completed", label: t("Content"), hint: t("When a person completes other content."), icon: <FileCheck /> },
  { value: "rule", label: t("Conditions"), hint: t("When data or events of the person match."), icon: <ListFilter /> },
  { value: "button", label: t("Button"), hint: t("When the task’s button is selected."), icon: <MousePointerClick /> },
] as const satisfies readonly { value: DoneWhen["kind"]; label: string; hint: string; icon: React.ReactNode }[];

/** A draft can have it, but it can't be published. */
const NO_CONDITIONS: Rule = { kind: "and", rules: [] };

/** Creates an incomplete completion rule. */
function createDoneRule(kind: DoneWhen["kind"]): DoneWhen {
  switch (kind) {
    case "completed":
      return { kind, content: "" };
    case "event":
      return { kind, event: "" };
    case "rule":
      return { kind, rule: NO_CONDITIONS };
    case "button":
    case "person":
      return { kind };
  }
}

interface TaskFormProps {
  readonly task: Task;
  readonly index: number;
  readonly moves: PartActions;
}

export function TaskForm({ task, index, moves }: TaskFormProps) {
  const { dispatch } = useEditor();
  const path = `body.tasks.${index}`;
  const change = (next: Task): void => dispatch({ kind: "change_part", part: next });
  const { button: _, ...without } = task;
  const { audience: __, ...forEveryone } = task;
  const audience_problem = useProblemAt(`${path}.audience`);
  return (
    <PartFrame part={task} moves={moves}>
      <FormSection lead title={t("Task")}>
        <Field label={t("Title")} error={useProblemAt(`${path}.title`)}>
          <Input
            id="step-title"
            value={task.title}
            onChange={(event) => change({ ...task, title: event.target.value })}
          />
        </Field>
        <RichTextField
          blocks={task.blocks}
          path={`${path}.blocks`}
          onChange={(blocks) => change({ ...task, blocks })}
        />
        <ButtonField
          button={task.button}
          path={`${path}.button`}
          hint={t("Opens the page where people do the task.")}
          onChange={(button) => change(button === undefined ? without : { ...task, button })}
        />
      </FormSection>
      <FormSection title={t("Done when")}>
        <ChoiceCards
          label={t("Completion condition")}
          value={task.done_when.kind}
          options={DONE_OPTIONS}
          onChange={(kind) => change({ ...task, done_when: createDoneRule(kind) })}
        />
        <DoneFields
          done={task.done_when}
          path={`${path}.done_when`}
          onChange={(done_when) => change({ ...task, done_when })}
        />
      </FormSection>
      <FormSection
        title={t("Audience")}
        description={t("Only people who match see this task, and only for them it counts.")}
      >
        <RuleBuilder
          rule={task.audience}
          kinds={PEOPLE_CONDITIONS}
          onChange={(audience) => change(audience === undefined ? forEveryone : { ...task, audience })}
        />
        {audience_problem !== undefined && <Callout tone="problem">{audience_problem}</Callout>}
      </FormSection>
    </PartFrame>
  );
}

interface DoneFieldsProps {
  readonly done: DoneWhen;
  readonly path: string;
  readonly onChange: (done: DoneWhen) => void;
}

function DoneFields({ done, path, onChange }: DoneFieldsProps) {
  const { api } = useAppContext();
  const app = useApp();
  const { data } = useQuery({ ...ruleQueries.events(api, app.id), enabled: done.kind === "event" });
  const event_problem = useProblemAt(`${path}.event`);
  const rule_problem = useProblemAt(`${path}.rule`);
  if (done.kind === "event") {
    return (
      <Field label={t("Event name")} error={event_problem} hint={t("From fanfare.track() or your backend.")}>
        <SuggestInput
          label={t("Events from the last 90 days")}
          value={done.event}
          placeholder={asIs("project_created")}
          suggestions={data?.items.map(({ name }) => name) ?? []}
          onChange={(event) => onChange({ kind: "event", event })}
        />
      </Field>
    );
  }
  if (done.kind === "rule") {
    return (
      <>
        <RuleBuilder
          rule={done.rule}
          kinds={PEOPLE_CONDITIONS}
          onChange={(rule = NO_CONDITIONS) => onChange({ kind: "rule", rule })}
        />
        {rule_problem !== undefined && <Callout tone="problem">{rule_problem}</Callout>}
      </>
    );
  }
  if (done.kind !== "completed") return null;
  return (
    <ContentField
      label={t("Content")}
      picker_label={t("Content that completes this task")}
      path={`${path}.content`}
      value={done.content}
      onChange={(content) => onChange({ kind: "completed", content })}
    />
  );
}
