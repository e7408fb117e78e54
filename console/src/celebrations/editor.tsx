import type { Edition } from "@fanfare/contract/content";
import { limits } from "@fanfare/contract/limits";
import type { ContentStatus } from "@fanfare/contract/schema/api";
import type { CelebrationSummary } from "@fanfare/contract/schema/run";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Play } from "lucide-react";
import { type FormEvent, type ReactNode, useState } from "react";
import type { ApiProblem } from "../api-problem.ts";
import { nextSlug, slugify } from "../content/slug.ts";
import { useApp, useDoors } from "../doors.ts";
import { asIs, t } from "../language/t.ts";
import { useDoubts } from "../publishing/use-doubts.tsx";
import { asProblem, contentsOf, queries } from "../queries.ts";
import { Button } from "../ui/button.tsx";
import { Callout } from "../ui/callout.tsx";
import { DialogFoot } from "../ui/dialog-foot.tsx";
import { Field } from "../ui/field.tsx";
import { FormDialog } from "../ui/form-dialog.tsx";
import { FormProblem } from "../ui/form-problem.tsx";
import { Input } from "../ui/input.tsx";
import { Segmented } from "../ui/segmented.tsx";
import { Select } from "../ui/select.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import { toast } from "../ui/toast.tsx";
import {
  type CelebrationDraft,
  type CelebrationProblems,
  colorsIn,
  draftOf,
  EMPTY_CELEBRATION,
  readCelebration,
} from "./draft.ts";
import { PRESET_OPTIONS } from "./preset-words.ts";
import { RuleFields } from "./rule-fields.tsx";
import { CelebrationStage } from "./stage.tsx";
import { publishWords } from "./words.ts";

const INTENSITIES = [
  { value: "0.5", label: t("Little") },
  { value: "1", label: t("Normal") },
  { value: "1.7", label: t("Much") },
] as const;
const NO_PROBLEMS: CelebrationProblems = new Map();

interface CelebrationEditorProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  /** The one that is changed; a new one where absent. */
  readonly celebration: CelebrationSummary | undefined;
}

export function CelebrationEditor({ open, onOpenChange, celebration }: CelebrationEditorProps) {
  const close = (): void => onOpenChange(false);
  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      size="lg"
      title={celebration === undefined ? t("New celebration") : t("Edit {name}", { name: celebration.name })}
      description={t("Once for each milestone of a person, on the device where they are.")}
    >
      {celebration === undefined ? <Form onDone={close} /> : <Loaded id={celebration.id} onDone={close} />}
    </FormDialog>
  );
}

/** What is changed is read first: the list has only a part of it. */
function Loaded({ id, onDone }: { readonly id: string; readonly onDone: () => void }) {
  const { api } = useDoors();
  const app = useApp();
  const query = useQuery({ ...queries.content(api, app.id, id), staleTime: 0, refetchOnWindowFocus: false });
  const { data } = query;
  if (query.isError) return <FormProblem problem={asProblem(query.error)} onRetry={() => void query.refetch()} />;
  if (data === undefined) return <Skeleton className="h-40 w-full" />;
  return (
    <Form
      first={draftOf(data)}
      base={data.draft}
      target={{ id, revision: data.revision }}
      status={data.status}
      onDone={onDone}
    />
  );
}

interface FormProps {
  readonly first?: CelebrationDraft;
  readonly base?: Edition;
  readonly target?: { readonly id: string; readonly revision: number };
  readonly status?: ContentStatus;
  readonly onDone: () => void;
}

function Form({ first = EMPTY_CELEBRATION, base, target, status = "draft", onDone }: FormProps) {
  const { api } = useDoors();
  const app = useApp();
  const client = useQueryClient();
  const [draft, setDraft] = useState(first);
  const [problems, setProblems] = useState(NO_PROBLEMS);
  const [busy, setBusy] = useState<"save" | "publish">();
  const [failed, setFailed] = useState<{ readonly problem: ApiProblem; readonly publishing: boolean }>();
  const [round, setRound] = useState(0);
  const { ask, dialog } = useDoubts();

  const onChange = (change: Partial<CelebrationDraft>): void => {
    const next = { ...draft, ...change };
    setDraft(next);
    if (problems.size === 0) return;
    // What was put right loses its complaint at once; new ones wait for the next attempt.
    const now = readCelebration(next, base);
    const left = now.outcome === "wrong" ? now.problems : NO_PROBLEMS;
    setProblems(new Map([...problems].filter(([field]) => left.has(field))));
  };
  const rename = (name: string): void => {
    const follows = target === undefined && (draft.slug === "" || draft.slug === slugify(draft.name));
    onChange(follows ? { name, slug: slugify(name) } : { name });
  };
  const save = async (publishing: boolean): Promise<void> => {
    const read = readCelebration(draft, base);
    if (read.outcome === "wrong") return setProblems(read.problems);
    setFailed(undefined);
    setBusy(publishing ? "publish" : "save");
    const { name, slug, edition } = read;
    // What is typed here has no other page yet that one could be led to.
    if (publishing && (await ask([{ name, draft: { name, slug, edition } }])).length === 0) return setBusy(undefined);
    try {
      const saved =
        target === undefined
          ? await api.createContent({ app_id: app.id, name, slug, draft: edition })
          : await api.updateContent({ ...target, app_id: app.id }, { name, slug, draft: edition });
      if (publishing) await api.publish({ id: saved.id, app_id: app.id, revision: saved.revision });
      toast.done({ title: publishing ? t("Live in {app}", { app: app.name }) : t("Saved") });
      onDone();
    } catch (error) {
      const problem = asProblem(error);
      const taken = t("Another content has this slug. {slug} may be free.", { slug: nextSlug(slug) });
      if (problem.code === "slug_taken") setProblems(new Map([["slug", taken]]));
      else setFailed({ problem, publishing });
    } finally {
      setBusy(undefined);
      await client.invalidateQueries(contentsOf(app.id));
    }
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void save(true);
  };
  const colors = colorsIn(draft.colors).filter((color) => /^#[0-9a-f]{6}$/i.test(color));
  const fields = { draft, onChange, problems };

  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-6">
      {problems.has("other") && <Callout tone="problem">{problems.get("other")}</Callout>}
      <FormProblem problem={failed?.problem} onRetry={() => void save(failed?.publishing === true)} />
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={t("Name")} error={problems.get("name")} hint={t("For you and your team.")}>
          <Input value={draft.name} placeholder={t("Tenth order")} onChange={(event) => rename(event.target.value)} />
        </Field>
        <Field label={t("Slug")} error={problems.get("slug")} hint={t("What code calls it.")}>
          <Input
            dir="ltr"
            className="font-mono"
            spellCheck={false}
            autoCapitalize="none"
            value={draft.slug}
            onChange={(event) => onChange({ slug: event.target.value })}
          />
        </Field>
      </div>
      <Part title={t("What is thrown")}>
        <div className="grid gap-4 sm:grid-cols-2">
          <div className="flex min-w-0 flex-col gap-4">
            <Field label={t("Confetti")}>
              <Select
                label={t("Confetti")}
                value={draft.preset}
                options={PRESET_OPTIONS}
                onChange={(preset) => {
                  onChange({ preset });
                  setRound(round + 1);
                }}
              />
            </Field>
            <Field
              label={t("What is celebrated")}
              optional
              error={problems.get("message")}
              hint={t("Said by screen readers, and shown where motion is reduced.")}
            >
              <Input
                value={draft.message}
                maxLength={limits.notice_text_chars_max}
                placeholder={t("Ten orders. Thank you!")}
                onChange={(event) => onChange({ message: event.target.value })}
              />
            </Field>
            <Field
              label={t("Colours")}
              optional
              error={problems.get("colors")}
              hint={t("Your theme’s own without any.")}
            >
              <Input
                dir="ltr"
                className="font-mono"
                spellCheck={false}
                value={draft.colors}
                placeholder={asIs("#5336e2, #ffb224")}
                onChange={(event) => onChange({ colors: event.target.value })}
              />
            </Field>
            <div className="flex flex-col gap-1.5">
              <span aria-hidden="true" className="text-sm font-medium">
                {t("How much")}
              </span>
              <Segmented
                label={t("How much")}
                value={INTENSITIES.find(({ value }) => Number(value) >= draft.intensity)?.value ?? "1.7"}
                options={INTENSITIES}
                onChange={(intensity) => onChange({ intensity: Number(intensity) })}
              />
            </div>
          </div>
          <div className="flex min-w-0 flex-col gap-2">
            <CelebrationStage
              preset={draft.preset}
              round={round}
              message={draft.message === "" ? undefined : draft.message}
              colors={colors.length === 0 ? undefined : colors}
              intensity={draft.intensity}
              className="h-64 sm:h-auto sm:flex-1"
            />
            <Button size="sm" icon={<Play />} onClick={() => setRound(round + 1)} className="self-start">
              {t("Play")}
            </Button>
          </div>
        </div>
      </Part>
      <Part title={t("When it comes")}>
        <RuleFields {...fields} />
      </Part>
      <DialogFoot>
        <Button onClick={onDone}>{t("Cancel")}</Button>
        <Button busy={busy === "save"} disabled={busy !== undefined} onClick={() => void save(false)}>
          {t("Save draft")}
        </Button>
        <Button type="submit" look="primary" busy={busy === "publish"} disabled={busy !== undefined}>
          {publishWords(status)}
        </Button>
      </DialogFoot>
      {dialog}
    </form>
  );
}

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className="flex flex-col gap-4">
      <h3 className="text-sm font-semibold">{title}</h3>
      {children}
    </section>
  );
}
