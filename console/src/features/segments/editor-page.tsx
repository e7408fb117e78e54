import { segmentDefinitionSchema } from "@fanfare/contract/schema/content/rule";
import type { Segment } from "@fanfare/contract/schema/responses/people/segment";
import type { SegmentRule } from "@fanfare/contract/targeting/rule";
import { useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { getRouteApi, Link, useNavigate } from "@tanstack/react-router";
import { Copy, ListChecks, ListFilter } from "lucide-react";
import { useRef, useState } from "react";
import { Controller } from "react-hook-form";
import { z } from "zod";
import { Activity } from "../../components/audit/activity.tsx";
import { EditorFrame } from "../../components/resource-editor/editor-frame.tsx";
import { PEOPLE_CONDITIONS } from "../../components/rules/conditions.ts";
import { RuleBuilder } from "../../components/rules/rule-builder.tsx";
import { RulePreview } from "../../components/rules/rule-preview.tsx";
import { useApp, useAppContext, useCan } from "../../lib/app-context.ts";
import { t } from "../../lib/i18n/t.ts";
import { segmentQueries, segmentQueryFilter } from "../../lib/queries/segments.ts";
import { toast } from "../../lib/toast.ts";
import { useTitle } from "../../lib/use-title.ts";
import { Button, buttonClass } from "../../ui/elements/button.tsx";
import { Callout } from "../../ui/feedback/callout.tsx";
import { FormProblem } from "../../ui/feedback/form-problem.tsx";
import { ChoiceCards } from "../../ui/forms/choice-cards.tsx";
import { Field } from "../../ui/forms/field.tsx";
import { Input } from "../../ui/forms/input.tsx";
import { useZodForm, type ZodForm } from "../../ui/forms/use-zod-form.ts";
import { ListedPeople } from "./list/listed-people.tsx";
import { SegmentUsedBy } from "./segment-used-by.tsx";
import { useSegmentActions } from "./use-segment-actions.ts";

const route = getRouteApi("/$app/segments/$id");

/** Remounts for another segment. */
export function SegmentPage() {
  const { id } = route.useParams();
  return id === "new" ? <Editor key="new" saved={undefined} /> : <Saved key={id} id={id} />;
}

function Saved({ id }: { readonly id: string }) {
  const { api } = useAppContext();
  const { data } = useSuspenseQuery(segmentQueries.one(api, id));
  // Other members' changes must not replace unsaved edits, so the form keeps its initial data.
  const [opened, setOpened] = useState(data);
  return <Editor key={opened.revision} saved={opened} onSaved={setOpened} />;
}

interface EditorProps {
  /** Undefined for a new segment. */
  readonly saved: Segment | undefined;
  readonly onSaved?: (segment: Segment) => void;
}

interface SegmentValues {
  name: string;
  rule: SegmentRule | undefined;
}

const formSchema = z.object({
  name: z.string().trim().min(1, t("Enter a name.")),
  rule: z.custom<SegmentRule | undefined>().transform((rule, context): SegmentRule => {
    if (rule !== undefined && segmentDefinitionSchema.safeParse(rule).success) return rule;
    context.addIssue({
      code: "custom",
      message: rule === undefined ? t("Add at least one condition.") : t("Complete the conditions."),
    });
    return z.NEVER;
  }),
});

function Editor({ saved, onSaved }: EditorProps) {
  const { api } = useAppContext();
  const app = useApp();
  const may_edit = useCan("segment.write");
  const client = useQueryClient();
  const navigate = useNavigate();
  const stored = useRef(false);
  useTitle(saved?.name ?? t("New segment"), t("Segments"));
  const fields = useZodForm({
    schema: formSchema,
    defaultValues: { name: saved?.name ?? "", rule: saved?.rule },
    send: async (body) => {
      const after =
        saved === undefined
          ? await api.call("POST /api/segments", { body })
          : await api.call("PATCH /api/segments/:id", { params: { id: saved.id }, body, revision: saved.revision });
      stored.current = true;
      client.setQueryData(segmentQueries.one(api, after.id).queryKey, after);
      await client.invalidateQueries(segmentQueryFilter);
      toast.done({ title: saved === undefined ? t("Segment created") : t("Segment saved") });
      if (saved === undefined) {
        await navigate({ to: "/$app/segments/$id", params: { app: app.id, id: after.id }, replace: true });
      } else onSaved?.(after);
    },
    onRefused: ({ code, detail }, { setError }) => {
      if (code === "name_taken") setError("name", { message: detail });
      return code === "name_taken";
    },
  });
  const dirty = fields.form.formState.isDirty;
  const rule = fields.form.watch("rule");

  return (
    <EditorFrame
      list="/$app/segments"
      list_label={t("Segments")}
      title={<bdi>{saved?.name ?? t("New segment")}</bdi>}
      actions={
        <>
          {saved !== undefined && <SegmentLinks segment={saved} dirty={dirty} />}
          {may_edit && (
            <Button type="submit" variant="primary" busy={fields.busy} disabled={saved !== undefined && !dirty}>
              {saved === undefined ? t("Create segment") : t("Save")}
            </Button>
          )}
        </>
      }
      onSave={() => fields.submit()}
      unsaved={() => dirty && !stored.current}
      lost={t("Your changes to this segment aren’t saved.")}
    >
      <div className="grid flex-1 content-start items-start gap-y-6 px-(--gutter) py-6 xl:grid-cols-[minmax(0,1fr)_22rem] xl:gap-x-10">
        <SegmentFields fields={fields} saved={saved} />
        <div className="flex min-w-0 flex-col gap-6 xl:sticky xl:top-6">
          {rule?.kind !== "list" && <RulePreview rule={rule} />}
          {saved !== undefined && (
            <SegmentUsedBy
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

function SegmentLinks({ segment, dirty }: { readonly segment: Segment; readonly dirty: boolean }) {
  const app = useApp();
  const may_edit = useCan("segment.write");
  const { duplicate } = useSegmentActions();
  return (
    <>
      <Activity of={{ resource_type: "segment", resource_id: segment.id }} />
      {/* A copy of a list would have no people. */}
      {may_edit && segment.rule.kind !== "list" && (
        <Button icon={<Copy />} disabled={dirty} onClick={() => duplicate(segment)}>
          {t("Duplicate")}
        </Button>
      )}
      <Link
        to="/$app/people"
        params={{ app: app.id }}
        search={{ segment: segment.id }}
        className={buttonClass("secondary")}
      >
        {t("View people")}
      </Link>
    </>
  );
}

const KINDS = [
  {
    value: "conditions",
    label: t("Conditions"),
    hint: t("People join and leave as their data changes."),
    icon: <ListFilter />,
  },
  { value: "list", label: t("List"), hint: t("You add and remove people yourself."), icon: <ListChecks /> },
] as const;

interface SegmentFieldsProps {
  readonly fields: ZodForm<SegmentValues>;
  readonly saved: Segment | undefined;
}

function SegmentFields({ fields: { form, problem, errorOf }, saved }: SegmentFieldsProps) {
  const may_edit = useCan("segment.write");
  const is_list = form.watch("rule")?.kind === "list";
  return (
    <div className="flex min-w-0 flex-col gap-6">
      {!may_edit && (
        <Callout>{t("You have view-only access. Ask an editor, admin, or owner to make changes.")}</Callout>
      )}
      <FormProblem problem={problem} title={t("Couldn’t save segment")} />
      <Field
        label={t("Name")}
        disabled={!may_edit}
        error={errorOf("name")}
        hint={t("Shown only to your team.")}
        className="max-w-152"
      >
        <Input
          dir="auto"
          autoFocus={saved === undefined}
          placeholder={t("Trials without invitations")}
          {...form.register("name")}
        />
      </Field>
      {saved === undefined && may_edit && (
        <ChoiceCards
          label={t("Kind of segment")}
          value={is_list ? "list" : "conditions"}
          options={KINDS}
          onChange={(kind) => form.setValue("rule", kind === "list" ? { kind } : undefined, { shouldDirty: true })}
        />
      )}
      {is_list ? saved && <ListedPeople segment={saved} /> : <Conditions form={form} wrong={errorOf("rule")} />}
    </div>
  );
}

interface ConditionsProps {
  readonly form: ZodForm<SegmentValues>["form"];
  readonly wrong: string | undefined;
}

function Conditions({ form, wrong }: ConditionsProps) {
  const may_edit = useCan("segment.write");
  return (
    <section aria-label={t("People in this segment")} className="flex flex-col gap-3">
      <h2 className="text-base font-semibold">{t("People in this segment")}</h2>
      {wrong !== undefined && <Callout tone="problem">{wrong}</Callout>}
      <Controller
        control={form.control}
        name="rule"
        render={({ field: { value, onChange } }) => (
          <RuleBuilder
            rule={value?.kind === "list" ? undefined : value}
            onChange={onChange}
            kinds={PEOPLE_CONDITIONS}
            disabled={!may_edit}
          />
        )}
      />
    </section>
  );
}
