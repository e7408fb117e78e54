import type { Rule } from "@fanfare/contract/rule";
import { segmentRuleSchema } from "@fanfare/contract/schema/rule";
import type { Segment } from "@fanfare/contract/schema/segment";
import { useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { getRouteApi, Link, useNavigate } from "@tanstack/react-router";
import { useRef, useState } from "react";
import type { ApiProblem } from "../api-problem.ts";
import { useApp, useDoors, useMayEdit } from "../doors.ts";
import { EditorFrame } from "../editor/frame.tsx";
import { t } from "../language/t.ts";
import { asProblem } from "../queries.ts";
import { LEAVES_OF_PEOPLE } from "../rules/leaves.ts";
import { RuleBuilder } from "../rules/rule-builder.tsx";
import { RulePreview } from "../rules/rule-preview.tsx";
import { Activity } from "../settings/audit/activity.tsx";
import { useTitle } from "../title.ts";
import { Button, buttonClass } from "../ui/button.tsx";
import { Callout } from "../ui/callout.tsx";
import { Field } from "../ui/field.tsx";
import { FormProblem } from "../ui/form-problem.tsx";
import { Input } from "../ui/input.tsx";
import { toast } from "../ui/toast.tsx";
import { segmentQueries, segmentsAll } from "./queries.ts";
import { SegmentUsers } from "./users.tsx";

const route = getRouteApi("/$app/segments/$id");

/** Another segment is another form. */
export function SegmentPage() {
  const { id } = route.useParams();
  return id === "new" ? <Editor key="new" saved={undefined} /> : <Saved key={id} id={id} />;
}

function Saved({ id }: { readonly id: string }) {
  const { api } = useDoors();
  const { data } = useSuspenseQuery(segmentQueries.one(api, id));
  // Somebody else's change must not take away what is being written: the form begins with what it was opened with.
  const [opened, setOpened] = useState(data);
  return <Editor key={opened.revision} saved={opened} onSaved={setOpened} />;
}

interface EditorProps {
  /** Undefined: a new one. */
  readonly saved: Segment | undefined;
  readonly onSaved?: (segment: Segment) => void;
}

function Editor({ saved, onSaved }: EditorProps) {
  const { api } = useDoors();
  const app = useApp();
  const may_edit = useMayEdit();
  const client = useQueryClient();
  const navigate = useNavigate();
  const [name, setName] = useState(saved?.name ?? "");
  const [rule, setRule] = useState<Rule | undefined>(saved?.rule);
  const [wrong, setWrong] = useState<{ readonly where: "name" | "rule"; readonly words: string }>();
  const [failed, setFailed] = useState<ApiProblem>();
  const [busy, setBusy] = useState(false);
  const stored = useRef(false);
  useTitle(saved?.name ?? t("New segment"), t("Segments"));
  const dirty = name !== (saved?.name ?? "") || JSON.stringify(rule) !== JSON.stringify(saved?.rule);
  const save = async (): Promise<void> => {
    if (name.trim() === "") return setWrong({ where: "name", words: t("Give it a name.") });
    if (rule === undefined)
      return setWrong({ where: "rule", words: t("Add a condition: a segment is a part of your people.") });
    if (!segmentRuleSchema.safeParse(rule).success)
      return setWrong({ where: "rule", words: t("Complete the conditions.") });
    setWrong(undefined);
    setFailed(undefined);
    setBusy(true);
    try {
      const body = { name: name.trim(), rule };
      const after =
        saved === undefined ? await api.createSegment(body) : await api.updateSegment(saved.id, saved.revision, body);
      stored.current = true;
      client.setQueryData(segmentQueries.one(api, after.id).queryKey, after);
      await client.invalidateQueries(segmentsAll);
      toast.done({ title: saved === undefined ? t("Segment made") : t("Segment saved") });
      if (saved === undefined) {
        await navigate({ to: "/$app/segments/$id", params: { app: app.id, id: after.id }, replace: true });
      } else onSaved?.(after);
    } catch (error) {
      const problem = asProblem(error);
      if (problem.code === "name_taken") setWrong({ where: "name", words: problem.detail });
      else setFailed(problem);
    } finally {
      setBusy(false);
    }
  };

  return (
    <EditorFrame
      list="/$app/segments"
      list_label={t("Segments")}
      title={<bdi>{saved?.name ?? t("New segment")}</bdi>}
      actions={
        <>
          {saved !== undefined && <Activity of={{ resource_type: "segment", resource_id: saved.id }} />}
          {saved !== undefined && (
            <Link
              to="/$app/people"
              params={{ app: app.id }}
              search={{ segment: saved.id }}
              className={buttonClass("secondary")}
            >
              {t("Show these people")}
            </Link>
          )}
          {may_edit && (
            <Button type="submit" look="primary" busy={busy} disabled={saved !== undefined && !dirty}>
              {saved === undefined ? t("Create segment") : t("Save")}
            </Button>
          )}
        </>
      }
      onSave={() => void save()}
      unsaved={() => dirty && !stored.current}
      lost={t("What you changed in this segment is not saved yet.")}
    >
      <div className="grid flex-1 content-start items-start gap-y-6 px-(--gutter) py-6 xl:grid-cols-[minmax(0,1fr)_22rem] xl:gap-x-10">
        <div className="flex min-w-0 flex-col gap-6">
          {!may_edit && <Callout>{t("You may look. Editors, admins and owners change segments.")}</Callout>}
          <FormProblem problem={failed} title={t("It was not saved")} />
          <Field
            label={t("Name")}
            disabled={!may_edit}
            error={wrong?.where === "name" ? wrong.words : undefined}
            hint={t("For you and your team.")}
            className="max-w-152"
          >
            <Input
              dir="auto"
              autoFocus={saved === undefined}
              placeholder={t("Trials that invited nobody")}
              value={name}
              onChange={(event) => setName(event.target.value)}
            />
          </Field>
          <section aria-label={t("Who is in it")} className="flex flex-col gap-3">
            <h2 className="text-base font-semibold">{t("Who is in it")}</h2>
            {wrong?.where === "rule" && <Callout tone="problem">{wrong.words}</Callout>}
            <RuleBuilder rule={rule} onChange={setRule} kinds={LEAVES_OF_PEOPLE} disabled={!may_edit} />
          </section>
        </div>
        <div className="flex min-w-0 flex-col gap-6 xl:sticky xl:top-6">
          <RulePreview rule={rule} />
          {saved !== undefined && (
            <SegmentUsers
              segment={saved}
              onDeleted={() => {
                stored.current = true;
              }}
            />
          )}
        </div>
      </div>
    </EditorFrame>
  );
}
