import type { DoneWhen, Task } from "@fanfare/contract/checklist";
import { useQuery } from "@tanstack/react-query";
import { CircleCheckBig, FileCheck, MousePointerClick, Zap } from "lucide-react";
import { ContentPicker } from "../content/content-picker.tsx";
import { useApp, useDoors } from "../doors.ts";
import { asIs, t } from "../language/t.ts";
import { ruleQueries } from "../rules/queries.ts";
import { ChoiceCards } from "../ui/choice-cards.tsx";
import { Field } from "../ui/field.tsx";
import { Input } from "../ui/input.tsx";
import { SuggestInput } from "../ui/suggest-input.tsx";
import { ButtonField } from "./button-field.tsx";
import { useBuilder, useProblemAt } from "./context.ts";
import { FormSection } from "./form-section.tsx";
import { PartFrame } from "./part-frame.tsx";
import type { PartMoves } from "./part-moves.ts";
import { RichTextField } from "./rich-text-field.tsx";

const DONE_OPTIONS = [
  { value: "person", label: t("Ticked off"), hint: t("By the person themselves."), icon: <CircleCheckBig /> },
  { value: "event", label: t("An event"), hint: t("From the page or your back end."), icon: <Zap /> },
  { value: "completed", label: t("A content"), hint: t("They went through it."), icon: <FileCheck /> },
  { value: "button", label: t("Its button"), hint: t("Pressing it is enough."), icon: <MousePointerClick /> },
] as const satisfies readonly { value: DoneWhen["kind"]; label: string; hint: string; icon: React.ReactNode }[];

/** What is asked for, with nothing said yet. */
function doneWhen(kind: DoneWhen["kind"]): DoneWhen {
  switch (kind) {
    case "completed":
      return { kind, content: "" };
    case "event":
      return { kind, event: "" };
    case "button":
    case "person":
      return { kind };
  }
}

interface TaskFormProps {
  readonly task: Task;
  readonly index: number;
  readonly moves: PartMoves;
}

/** Everything about one task of a checklist. */
export function TaskForm({ task, index, moves }: TaskFormProps) {
  const { dispatch } = useBuilder();
  const path = `body.tasks.${index}`;
  const change = (next: Task): void => dispatch({ kind: "change_part", part: next });
  const { button: _, ...without } = task;
  return (
    <PartFrame part={task} moves={moves}>
      <FormSection title={t("Task")}>
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
          hint={t("Takes the person to where the task is done.")}
          onChange={(button) => change(button === undefined ? without : { ...task, button })}
        />
      </FormSection>
      <FormSection title={t("Done when")}>
        <ChoiceCards
          label={t("What makes the task done")}
          value={task.done_when.kind}
          options={DONE_OPTIONS}
          onChange={(kind) => change({ ...task, done_when: doneWhen(kind) })}
        />
        <DoneFields
          done={task.done_when}
          path={`${path}.done_when`}
          onChange={(done_when) => change({ ...task, done_when })}
        />
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
  const { api } = useDoors();
  const app = useApp();
  const { data } = useQuery({ ...ruleQueries.events(api, app.id), enabled: done.kind === "event" });
  const event_problem = useProblemAt(`${path}.event`);
  const content_problem = useProblemAt(`${path}.content`);
  if (done.kind === "event") {
    return (
      <Field
        label={t("Event")}
        error={event_problem}
        hint={t("The name that fanfare.track() or your back end gives it.")}
      >
        <SuggestInput
          label={t("Events of the last 90 days")}
          value={done.event}
          placeholder={asIs("project_created")}
          suggestions={data?.items.map(({ name }) => name) ?? []}
          onChange={(event) => onChange({ kind: "event", event })}
        />
      </Field>
    );
  }
  if (done.kind !== "completed") return null;
  return (
    <div className="flex flex-col gap-1.5">
      <span className="text-sm font-medium">{t("Content")}</span>
      <ContentPicker
        label={t("Content that completes the task")}
        by="slug"
        value={done.content}
        invalid={content_problem !== undefined}
        onChange={(content) => onChange({ kind: "completed", content })}
      />
      {content_problem !== undefined && (
        <p className="text-xs font-medium text-negative-text">{t("Choose a content.")}</p>
      )}
    </div>
  );
}
