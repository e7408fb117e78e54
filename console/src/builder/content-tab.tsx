import type { Body } from "@fanfare/contract/content";
import { getRouteApi } from "@tanstack/react-router";
import {
  CircleCheckBig,
  Crosshair,
  FileCheck,
  Gauge,
  Heart,
  ListTodo,
  type LucideIcon,
  MousePointerClick,
  PanelBottom,
  PanelTop,
  Plus,
  Square,
  Star,
  TextCursorInput,
  Type,
  Zap,
} from "lucide-react";
import type { ReactNode } from "react";
import { t } from "../language/t.ts";
import { Button } from "../ui/button.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { AnnouncementFields, SEVERAL_PANELS } from "./announcement-fields.tsx";
import { CelebrationForm } from "./celebration-form.tsx";
import { useBuilder } from "./context.ts";
import { FormSection } from "./form-section.tsx";
import { ChecklistHead, SurveyHead, ThanksForm } from "./head-forms.tsx";
import { HintForm } from "./hint-form.tsx";
import { PanelFields } from "./panel-fields.tsx";
import { FormFrame, PartFrame } from "./part-frame.tsx";
import { PartList } from "./part-list.tsx";
import { usePartMoves } from "./part-moves.ts";
import { PART_WORDS } from "./part-words.ts";
import { type Part, partsOf } from "./parts.ts";
import { PreviewPane } from "./preview-pane.tsx";
import { countUnder } from "./problems.ts";
import { QuestionForm } from "./question-form.tsx";
import { StepForm } from "./step-form.tsx";
import { strategySummary } from "./steps.ts";
import { HEAD, THANKS } from "./tabs.ts";
import { TaskForm } from "./task-form.tsx";

const route = getRouteApi("/$app/content/$id");

/** What people will see, beside the fields that say it. */
export function ContentTab() {
  const { state, dispatch, read_only } = useBuilder();
  const { step: wanted } = route.useSearch();
  const { body } = state.draft.edition;
  const moves = usePartMoves();
  const open = placeIn(body, wanted);
  const list_problems = (path: string): number => countUnder(state.problems, path);

  if (body.type === "hint") return <Alone form={<HintForm body={body} />} part={body.panel.id} />;
  if (body.type === "celebration") return <Alone form={<CelebrationForm body={body} />} part={undefined} />;
  if (open === undefined) {
    const words = PART_WORDS[body.type];
    return (
      <EmptyState
        title={words.none_yet}
        actions={
          !read_only && (
            <Button look="primary" icon={<Plus />} onClick={moves.add}>
              {words.add_first}
            </Button>
          )
        }
      >
        {EMPTY_WORDS[body.type]}
      </EmptyState>
    );
  }
  const part = partsOf(body).find(({ id }) => id === open);
  const index = part === undefined ? 0 : partsOf(body).indexOf(part);

  switch (body.type) {
    case "tour": {
      const step = body.steps[index];
      return (
        <Beside list={<PartList open={open} moves={moves} about={aboutPart} />} part={open}>
          {step !== undefined && <StepForm key={open} step={step} index={index} moves={moves} />}
        </Beside>
      );
    }
    case "announcement": {
      const panel = body.panels[index];
      const one = panel !== undefined && (
        <PanelFields
          panel={panel}
          path={`body.panels.${index}`}
          button
          onChange={(next) => dispatch({ kind: "change_part", part: next })}
        />
      );
      const form = <AnnouncementFields body={body} />;
      if (!SEVERAL_PANELS.includes(body.form) && body.panels.length === 1) {
        return (
          <Alone
            form={
              <FormFrame title={t("Announcement")}>
                <FormSection title={t("Form")}>{form}</FormSection>
                <FormSection title={t("Words")}>{one}</FormSection>
              </FormFrame>
            }
            part={panel?.id}
          />
        );
      }
      const head = { id: HEAD, title: t("Form"), words: t("Slides or tabs, tone, feed"), icon: <Type /> };
      return (
        <Beside
          list={
            <PartList
              open={open}
              moves={moves}
              about={aboutPart}
              before={{ ...head, problems: state.problems.has("body.panels") ? 1 : 0 }}
            />
          }
          part={open === HEAD ? body.panels[0]?.id : open}
        >
          {open === HEAD || panel === undefined ? (
            <FormFrame title={t("Announcement")}>
              <FormSection title={t("Form")}>{form}</FormSection>
            </FormFrame>
          ) : (
            <PartFrame key={open} part={panel} moves={moves}>
              <FormSection title={t("Words")}>{one}</FormSection>
            </PartFrame>
          )}
        </Beside>
      );
    }
    case "checklist": {
      const task = body.tasks[index];
      const head = { id: HEAD, title: body.title, words: t("Title and beginning"), icon: <Type /> };
      return (
        <Beside
          list={
            <PartList
              open={open}
              moves={moves}
              about={aboutPart}
              before={{ ...head, problems: list_problems("body.title") + list_problems("body.blocks") }}
            />
          }
          part={open === HEAD ? undefined : open}
        >
          {open === HEAD || task === undefined ? (
            <ChecklistHead body={body} />
          ) : (
            <TaskForm key={open} task={task} index={index} moves={moves} />
          )}
        </Beside>
      );
    }
    case "survey": {
      const question = body.questions[index];
      const head = { id: HEAD, title: body.title, words: t("Title and place"), icon: <Type /> };
      const after = { id: THANKS, title: t("Thanks"), words: body.thanks?.title ?? t("None"), icon: <Heart /> };
      return (
        <Beside
          list={
            <PartList
              open={open}
              moves={moves}
              about={aboutPart}
              before={{ ...head, problems: list_problems("body.title") + list_problems("body.blocks") }}
              after={{ ...after, problems: list_problems("body.thanks") }}
            />
          }
          part={open === HEAD || open === THANKS ? undefined : open}
        >
          {open === HEAD && <SurveyHead body={body} />}
          {open === THANKS && <ThanksForm body={body} />}
          {part !== undefined && question !== undefined && (
            <QuestionForm key={open} question={question} index={index} moves={moves} />
          )}
        </Beside>
      );
    }
  }
}

const EMPTY_WORDS: Readonly<Record<Body["type"], string>> = {
  tour: t("A step is one card: a title, a few words, and the place it points at."),
  hint: "",
  announcement: t("A panel is a title, a few words, and what it offers to do."),
  checklist: t("A task is something to do, and what tells that it is done."),
  survey: t("A question is asked on a card of its own."),
  celebration: "",
};

/** What is open: what the address wants where it is there, else the first part. Undefined where there is none. */
function placeIn(body: Body, wanted: string | undefined): string | undefined {
  const parts = partsOf(body);
  if (parts.some(({ id }) => id === wanted)) return wanted;
  if (wanted === HEAD && body.type !== "tour") return HEAD;
  if (wanted === THANKS && body.type === "survey") return THANKS;
  return parts[0]?.id;
}

const QUESTION_ICONS = { nps: Gauge, rating: Star, choice: ListTodo, text: TextCursorInput } as const;
const QUESTION_WORDS = { nps: t("Recommendation"), rating: t("Rating"), choice: t("Choice"), text: t("Text") } as const;
const DONE_ICONS = { person: CircleCheckBig, event: Zap, completed: FileCheck, button: MousePointerClick } as const;
const STEP_PLACES = {
  centered: { icon: Square, words: t("Middle of the page") },
  corner: { icon: PanelBottom, words: t("Corner of the page") },
  banner: { icon: PanelTop, words: t("Bar along an edge") },
} as const;

function aboutPart(part: Part): { readonly icon: ReactNode; readonly words: string } {
  const say = (Icon: LucideIcon, words: string) => ({ icon: <Icon />, words });
  if ("done_when" in part) {
    const { done_when } = part;
    const Icon = DONE_ICONS[done_when.kind];
    if (done_when.kind === "event") return say(Icon, done_when.event || t("No event yet"));
    if (done_when.kind === "completed") return say(Icon, done_when.content || t("No content yet"));
    return say(Icon, done_when.kind === "button" ? t("Its button") : t("Ticked off"));
  }
  if (!("kind" in part)) return say(Square, part.button === undefined ? t("Words") : part.button.label);
  if ("required" in part) return say(QUESTION_ICONS[part.kind], QUESTION_WORDS[part.kind]);
  if (part.kind !== "anchored") return say(STEP_PLACES[part.kind].icon, STEP_PLACES[part.kind].words);
  const [first] = part.target.strategies;
  return say(Crosshair, first === undefined ? t("No target yet") : strategySummary(first));
}

interface BesideProps {
  readonly list: ReactNode;
  readonly children: ReactNode;
  /** What the preview shows. */
  readonly part: string | undefined;
}

function Beside({ list, children, part }: BesideProps) {
  return (
    <div className="grid min-w-0 flex-1 md:grid-cols-[13rem_minmax(0,1fr)] xl:grid-cols-[13rem_minmax(0,1fr)_minmax(0,clamp(25rem,34%,42rem))] 2xl:grid-cols-[15rem_minmax(0,1fr)_minmax(0,clamp(28rem,34%,42rem))]">
      {list}
      {children}
      <PreviewPane part_id={part} />
    </div>
  );
}

function Alone({ form, part }: { readonly form: ReactNode; readonly part: string | undefined }) {
  return (
    <div className="grid min-w-0 flex-1 md:[&>form]:border-s-0 md:[&>form]:ps-(--gutter) xl:grid-cols-[minmax(0,1fr)_minmax(0,clamp(30rem,34%,42rem))]">
      {form}
      <PreviewPane part_id={part} />
    </div>
  );
}
