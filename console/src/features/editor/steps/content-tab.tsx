import type { AnnouncementBody } from "@fanfare/contract/content/announcement";
import type { Block } from "@fanfare/contract/content/block";
import type { Body } from "@fanfare/contract/content/body";
import type { ChecklistBody } from "@fanfare/contract/content/checklist";
import type { Part } from "@fanfare/contract/content/parts";
import type { ResourceCenterBody } from "@fanfare/contract/content/resource-center";
import type { SurveyBody } from "@fanfare/contract/content/survey";
import type { TourBody } from "@fanfare/contract/content/tour";
import { getRouteApi } from "@tanstack/react-router";
import {
  AlignLeft,
  Bell,
  CircleCheckBig,
  Code,
  Crosshair,
  FileCheck,
  Heart,
  Link,
  ListChecks,
  ListFilter,
  type LucideIcon,
  MousePointerClick,
  PanelBottom,
  PanelTop,
  Play,
  Plus,
  Square,
  Type,
  Zap,
} from "lucide-react";
import type { ReactNode } from "react";
import { useContentNames } from "../../../components/content/use-content-names.ts";
import { t } from "../../../lib/i18n/t.ts";
import { PART_LABELS } from "../../../model/draft/part-labels.ts";
import { countUnder } from "../../../model/draft/problems.ts";
import { strategyValue } from "../../../model/draft/steps.ts";
import { INTRO, openPartId, THANKS } from "../../../model/draft/tabs.ts";
import { Button } from "../../../ui/elements/button.tsx";
import { EmptyState } from "../../../ui/feedback/empty-state.tsx";
import { FormSection } from "../forms/form-section.tsx";
import { PanelFields } from "../forms/panel-fields.tsx";
import { FormFrame, PartFrame } from "../forms/part-frame.tsx";
import { PreviewPane } from "../preview/preview-pane.tsx";
import { useEditor } from "../state/editor-context.ts";
import { type PartActions, usePartActions } from "../state/use-part-actions.ts";
import { AnnouncementFormat, AnnouncementOptions, SEVERAL_PANELS } from "./announcement-fields.tsx";
import { CelebrationForm } from "./celebration-form.tsx";
import { HintForm } from "./hint-form.tsx";
import { ChecklistIntro, SurveyIntro, ThanksForm } from "./intro-forms.tsx";
import { type ListEntry, PartList } from "./part-list.tsx";
import { QuestionForm } from "./question-form.tsx";
import { QUESTION_KINDS } from "./question-kinds.tsx";
import { ResourceCenterIntro, ResourceForm } from "./resource-forms.tsx";
import { StepForm } from "./step-form.tsx";
import { TaskForm } from "./task-form.tsx";

const route = getRouteApi("/$app/content/$id");

export function ContentTab() {
  const { state } = useEditor();
  const { step } = route.useSearch();
  const { body } = state.draft.edition;
  const moves = usePartActions();
  const open = openPartId(body, step);
  if (body.type === "hint") return <FormOnly form={<HintForm body={body} />} part={body.panel.id} />;
  if (body.type === "celebration") return <FormOnly form={<CelebrationForm body={body} />} part={undefined} />;
  if (open === undefined) return <NoParts type={body.type} onAdd={moves.add} />;
  switch (body.type) {
    case "tour":
      return <TourSteps body={body} open={open} moves={moves} />;
    case "announcement":
      return <AnnouncementPanels body={body} open={open} moves={moves} />;
    case "checklist":
      return <ChecklistTasks body={body} open={open} moves={moves} />;
    case "survey":
      return <SurveyQuestions body={body} open={open} moves={moves} />;
    case "resource_center":
      return <ResourceCenterParts body={body} open={open} moves={moves} />;
  }
}

interface NoPartsProps {
  readonly type: Body["type"];
  readonly onAdd: () => void;
}

function NoParts({ type, onAdd }: NoPartsProps) {
  const { read_only } = useEditor();
  const labels = PART_LABELS[type];
  return (
    <EmptyState
      title={labels.none_yet}
      actions={
        !read_only && (
          <Button variant="primary" icon={<Plus />} onClick={onAdd}>
            {labels.add_first}
          </Button>
        )
      }
    >
      {EMPTY_TEXTS[type]}
    </EmptyState>
  );
}

interface PartsProps<Of extends Body> {
  readonly body: Of;
  /** ID of the open part. */
  readonly open: string;
  readonly moves: PartActions;
}

function TourSteps({ body: { steps }, open, moves }: PartsProps<TourBody>) {
  const index = steps.findIndex(({ id }) => id === open);
  const step = steps[index];
  return (
    <ListAndForm list={<PartList open={open} moves={moves} about={describePart} />} part={open}>
      {step !== undefined && <StepForm key={open} step={step} index={index} moves={moves} />}
    </ListAndForm>
  );
}

function AnnouncementPanels({ body, open, moves }: PartsProps<AnnouncementBody>) {
  const { state, dispatch } = useEditor();
  const index = Math.max(
    body.panels.findIndex(({ id }) => id === open),
    0,
  );
  const panel = body.panels[index];
  const fields = panel !== undefined && (
    <PanelFields
      panel={panel}
      path={`body.panels.${index}`}
      button
      onChange={(next) => dispatch({ kind: "change_part", part: next })}
    />
  );
  if (!SEVERAL_PANELS.includes(body.form) && body.panels.length === 1) {
    const form = (
      <FormFrame title={t("Announcement")}>
        <FormSection lead title={t("Format")}>
          <AnnouncementFormat body={body} />
        </FormSection>
        <FormSection title={t("Text")}>{fields}</FormSection>
        <FormSection title={t("Display")}>
          <AnnouncementOptions body={body} />
        </FormSection>
      </FormFrame>
    );
    return <FormOnly form={form} part={panel?.id} />;
  }
  const head: ListEntry = {
    id: INTRO,
    title: t("Format"),
    words: t("Format, tone, and feed"),
    icon: <Type />,
    problems: state.problems.has("body.panels") ? 1 : 0,
  };
  return (
    <ListAndForm
      list={<PartList open={open} moves={moves} about={describePart} before={head} />}
      part={open === INTRO ? body.panels[0]?.id : open}
    >
      {open === INTRO || panel === undefined ? (
        <FormFrame title={t("Format")}>
          <FormSection lead title={t("Format")}>
            <AnnouncementFormat body={body} />
            <AnnouncementOptions body={body} />
          </FormSection>
        </FormFrame>
      ) : (
        <PartFrame key={open} part={panel} moves={moves}>
          <FormSection lead title={t("Text")}>
            {fields}
          </FormSection>
        </PartFrame>
      )}
    </ListAndForm>
  );
}

/** List entry for the title and text before the parts. */
function useIntroEntry(title: string, text: string): ListEntry {
  const { problems } = useEditor().state;
  const count = countUnder(problems, "body.title") + countUnder(problems, "body.blocks");
  return { id: INTRO, title, words: text, icon: <Type />, problems: count };
}

function ChecklistTasks({ body, open, moves }: PartsProps<ChecklistBody>) {
  const head = useIntroEntry(body.title, t("Title and initial state"));
  const index = body.tasks.findIndex(({ id }) => id === open);
  const task = body.tasks[index];
  const nameOf = useContentNames(
    body.tasks.flatMap(({ done_when }) =>
      done_when.kind === "completed" && done_when.content !== "" ? [done_when.content] : [],
    ),
  );
  const about = (part: Part) => describePart(part, nameOf);
  return (
    <ListAndForm
      list={<PartList open={open} moves={moves} about={about} before={head} />}
      part={open === INTRO ? undefined : open}
    >
      {task === undefined ? (
        <ChecklistIntro body={body} />
      ) : (
        <TaskForm key={open} task={task} index={index} moves={moves} />
      )}
    </ListAndForm>
  );
}

function SurveyQuestions({ body, open, moves }: PartsProps<SurveyBody>) {
  const { problems } = useEditor().state;
  const head = useIntroEntry(body.title, t("Title and position"));
  const thanks: ListEntry = {
    id: THANKS,
    title: t("Thank-you message"),
    words: body.thanks?.title ?? t("None"),
    icon: <Heart />,
    problems: countUnder(problems, "body.thanks"),
  };
  const index = body.questions.findIndex(({ id }) => id === open);
  const question = body.questions[index];
  return (
    <ListAndForm
      list={<PartList open={open} moves={moves} about={describePart} before={head} after={thanks} />}
      part={question?.id}
    >
      {open === INTRO && <SurveyIntro body={body} />}
      {open === THANKS && <ThanksForm body={body} />}
      {question !== undefined && (
        <QuestionForm
          key={open}
          question={question}
          index={index}
          later={body.questions.slice(index + 1)}
          moves={moves}
        />
      )}
    </ListAndForm>
  );
}

function ResourceCenterParts({ body, open, moves }: PartsProps<ResourceCenterBody>) {
  const { problems } = useEditor().state;
  const entry = useIntroEntry(body.title, t("Title, launcher, and search"));
  const own = ["launcher", "search_url", "articles"].reduce(
    (sum, field) => sum + countUnder(problems, `body.${field}`),
    0,
  );
  const head = { ...entry, problems: entry.problems + own };
  const index = body.resources.findIndex(({ id }) => id === open);
  const resource = body.resources[index];
  return (
    <ListAndForm list={<PartList open={open} moves={moves} about={describePart} before={head} />} part={resource?.id}>
      {resource === undefined ? (
        <ResourceCenterIntro body={body} />
      ) : (
        <ResourceForm key={open} resource={resource} index={index} moves={moves} />
      )}
    </ListAndForm>
  );
}

const EMPTY_TEXTS: Readonly<Record<Body["type"], string>> = {
  tour: t("A step is a card with a title, text, and a target."),
  hint: "",
  announcement: t("A panel has a title, text, and a button."),
  checklist: t("A task is an action and the event that completes it."),
  survey: t("Each question appears on its own card."),
  celebration: "",
  resource_center: t("A resource is a link, content to start, the notifications, or an action of your page."),
};

const DONE_ICONS = {
  ...{ person: CircleCheckBig, event: Zap, completed: FileCheck },
  ...{ rule: ListFilter, button: MousePointerClick },
} as const;
const RESOURCE_ICONS = { link: Link, start: Play, host: Code, feed: Bell, checklist: ListChecks } as const;
const RESOURCE_LABELS = {
  link: t("Link"),
  start: t("Content"),
  host: t("Page action"),
  feed: t("Notifications"),
  checklist: t("Checklist"),
} as const;
const STEP_POSITIONS = {
  centered: { icon: Square, words: t("Page center") },
  corner: { icon: PanelBottom, words: t("Page corner") },
  banner: { icon: PanelTop, words: t("Banner") },
} as const;

const asSlug = (slug: string): string => slug;

/** `nameOf`: of content, for parts that name some. */
function describePart(part: Part, nameOf = asSlug): { readonly icon: ReactNode; readonly words: string } {
  const entryParts = (Icon: LucideIcon, text: string) => ({ icon: <Icon />, words: text });
  if ("done_when" in part) {
    const { done_when } = part;
    const Icon = DONE_ICONS[done_when.kind];
    if (done_when.kind === "event") return entryParts(Icon, done_when.event || t("No event selected"));
    if (done_when.kind === "completed")
      return entryParts(Icon, done_when.content === "" ? t("No content selected") : nameOf(done_when.content));
    if (done_when.kind === "rule") return entryParts(Icon, t("Conditions"));
    return entryParts(Icon, done_when.kind === "button" ? t("Button selected") : t("Checked off"));
  }
  if ("action" in part)
    return entryParts(RESOURCE_ICONS[part.action.kind], part.section ?? RESOURCE_LABELS[part.action.kind]);
  if (!("kind" in part)) return entryParts(AlignLeft, firstText(part.blocks) ?? part.button?.label ?? t("No text"));
  if ("required" in part) return entryParts(QUESTION_KINDS[part.kind].icon, QUESTION_KINDS[part.kind].label);
  if (part.kind !== "anchored") return entryParts(STEP_POSITIONS[part.kind].icon, STEP_POSITIONS[part.kind].words);
  const [first] = part.target.strategies;
  const is_chosen = first !== undefined && strategyValue(first) !== "";
  return entryParts(Crosshair, is_chosen ? strategyValue(first) : t("No target"));
}

/** Text of the first paragraph or heading. */
function firstText(blocks: readonly Block[]): string | undefined {
  const spans = blocks.flatMap((block) => ("spans" in block ? [block.spans] : []))[0];
  return spans?.map(({ text }) => text).join("") || undefined;
}

interface ListAndFormProps {
  readonly list: ReactNode;
  readonly children: ReactNode;
  /** ID of the previewed part. */
  readonly part: string | undefined;
}

function ListAndForm({ list, children, part }: ListAndFormProps) {
  return (
    <div className="grid min-w-0 flex-1 md:grid-cols-[14rem_minmax(0,1fr)] xl:grid-cols-[15rem_minmax(0,1fr)_minmax(0,clamp(28rem,34%,42rem))] 2xl:grid-cols-[18rem_minmax(0,1fr)_minmax(0,clamp(28rem,34%,42rem))]">
      {list}
      {children}
      <PreviewPane part_id={part} />
    </div>
  );
}

function FormOnly({ form, part }: { readonly form: ReactNode; readonly part: string | undefined }) {
  return (
    <div className="grid min-w-0 flex-1 md:[&>form]:border-s-0 md:[&>form]:ps-(--gutter) md:[&>form>div]:mx-0 md:[&>form>div]:max-w-176 xl:grid-cols-[minmax(0,1fr)_minmax(0,clamp(30rem,34%,42rem))]">
      {form}
      <PreviewPane part_id={part} />
    </div>
  );
}
