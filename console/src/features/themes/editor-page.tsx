import { type PutThemeRequest, putThemeRequestSchema } from "@fanfare/contract/schema/content/theme";
import type { ThemeDetail } from "@fanfare/contract/schema/responses/content/theme";
import { failingPairs } from "@fanfare/contract/theme/palette-contrast";
import type { Theme } from "@fanfare/contract/theme/theme";
import { useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { Copy, Star } from "lucide-react";
import { useRef, useState } from "react";
import { useForm } from "react-hook-form";
import { Activity } from "../../components/audit/activity.tsx";
import { EditorFrame } from "../../components/resource-editor/editor-frame.tsx";
import { type ApiProblem, asProblem } from "../../lib/api/api-problem.ts";
import { useAppContext, useCan } from "../../lib/app-context.ts";
import { t } from "../../lib/i18n/t.ts";
import { themeQueries, themeQueryFilter } from "../../lib/queries/themes.ts";
import { toast } from "../../lib/toast.ts";
import { useTitle } from "../../lib/use-title.ts";
import { Badge } from "../../ui/elements/badge.tsx";
import { Button } from "../../ui/elements/button.tsx";
import { Callout } from "../../ui/feedback/callout.tsx";
import { FormProblem } from "../../ui/feedback/form-problem.tsx";
import { zodResolver } from "../../ui/forms/zod-resolver.ts";
import { ContrastTable } from "./contrast-table.tsx";
import type { ThemeSearch } from "./search.ts";
import { ThemeFields } from "./theme-fields.tsx";
import { ThemePreview } from "./theme-preview.tsx";
import { ThemeUsedBy } from "./theme-used-by.tsx";
import { useThemeActions } from "./use-theme-actions.ts";

const route = getRouteApi("/$app/themes/$id");

/** Remounts for another theme. */
export function ThemePage() {
  const { id } = route.useParams();
  return <Saved key={id} id={id} />;
}

function Saved({ id }: { readonly id: string }) {
  const { api } = useAppContext();
  const { data } = useSuspenseQuery(themeQueries.one(api, id));
  // Other members' changes must not replace unsaved edits, so the form keeps its initial data.
  const [opened, setOpened] = useState(data);
  return <Editor saved={{ ...opened, is_default: data.is_default }} onSaved={setOpened} />;
}

interface EditorProps {
  readonly saved: ThemeDetail;
  readonly onSaved: (theme: ThemeDetail) => void;
}

const formSchema = putThemeRequestSchema.refine(({ theme }) => failingPairs(theme).length === 0, {
  path: ["theme"],
  message: t(
    "Some color pairs have too little contrast. Use the closest passing colors, or choose others, in light and dark mode.",
  ),
  // Its message would replace those of the theme's fields.
  when: ({ issues }) => issues.length === 0,
});

/** The form's own copy: zod's lists can be written to. */
const toFormTheme = (theme: Theme): PutThemeRequest["theme"] => ({
  ...theme,
  fonts: [...theme.fonts],
  confetti: [...theme.confetti],
});

function useThemeForm({ saved, onSaved }: EditorProps) {
  const { api } = useAppContext();
  const client = useQueryClient();
  const [failed, setFailed] = useState<ApiProblem>();
  const form = useForm<PutThemeRequest>({
    resolver: zodResolver(formSchema),
    defaultValues: { name: saved.name, theme: toFormTheme(saved.theme) },
  });
  const { isSubmitted, isSubmitSuccessful } = form.formState;
  const { name, theme } = form.watch();
  const submit = form.handleSubmit(async (body) => {
    setFailed(undefined);
    try {
      const after = await api.call("PUT /api/themes/:id", {
        params: { id: saved.id },
        body,
        revision: saved.revision,
      });
      client.setQueryData(themeQueries.one(api, after.id).queryKey, after);
      onSaved(after);
      await client.invalidateQueries(themeQueryFilter);
      toast.done({
        title: t("{name} saved", { name: after.name }),
        description: t("Open pages that use this theme update now."),
      });
    } catch (error) {
      const problem = asProblem(error);
      if (problem.code === "name_taken") form.setError("name", { message: problem.detail });
      else setFailed(problem);
    }
  });
  const change = (part: Partial<Theme>): void =>
    form.setValue("theme", toFormTheme({ ...theme, ...part }), {
      shouldValidate: isSubmitted && !isSubmitSuccessful,
    });
  const dirty = name !== saved.name || JSON.stringify(theme) !== JSON.stringify(saved.theme);
  return { form, theme, change, dirty, failed, submit };
}

function Editor({ saved, onSaved }: EditorProps) {
  const may_edit = useCan("theme.write");
  const { light, sample } = route.useSearch();
  const navigate = route.useNavigate();
  const { form, theme, change, dirty, failed, submit } = useThemeForm({ saved, onSaved });
  const { errors, isSubmitting } = form.formState;
  const deleted = useRef(false);
  useTitle(saved.name, t("Themes"));
  const scheme = light === "dark" || light === "more_dark" ? "dark" : "light";
  const look = (part: Partial<ThemeSearch>): void =>
    void navigate({ search: (before) => ({ ...before, ...part }), replace: true, resetScroll: false });

  return (
    <EditorFrame
      list="/$app/themes"
      list_label={t("Themes")}
      title={
        <>
          <bdi>{saved.name}</bdi>
          {saved.is_default && <Badge tone="accent">{t("Default")}</Badge>}
        </>
      }
      actions={may_edit && <Actions theme={saved} dirty={dirty} busy={isSubmitting} />}
      onSave={() => void submit()}
      unsaved={() => dirty && !deleted.current}
      lost={t("Your changes to this theme aren’t saved.")}
    >
      <div className="grid flex-1 items-start gap-x-10 gap-y-8 px-(--gutter) py-6 xl:grid-cols-[minmax(0,1fr)_minmax(0,36rem)]">
        <div className="flex max-w-160 min-w-0 flex-col gap-8">
          {!may_edit && (
            <Callout>{t("You have view-only access. Ask an editor, admin, or owner to make changes.")}</Callout>
          )}
          <FormProblem problem={failed} title={t("Couldn’t save theme")} />
          {errors.theme?.message !== undefined && (
            <Callout tone="problem" title={t("Couldn’t save theme")}>
              {errors.theme.message}
            </Callout>
          )}
          <ThemeFields form={form} scheme={scheme} may_edit={may_edit} onChange={change} />
          <ThemeUsedBy
            theme={saved}
            onDeleted={() => {
              deleted.current = true;
            }}
          />
        </div>
        <div className="flex min-w-0 flex-col gap-8 xl:sticky xl:top-6">
          <ThemePreview
            theme={theme}
            light={light}
            sample={sample}
            onLight={(next) => look({ light: next })}
            onSample={(next) => look({ sample: next })}
          />
          <ContrastTable
            palette={theme[scheme]}
            scheme={scheme}
            may_edit={may_edit}
            onChange={(palette) => change({ [scheme]: palette })}
          />
        </div>
      </div>
    </EditorFrame>
  );
}

interface ActionsProps {
  readonly theme: ThemeDetail;
  readonly dirty: boolean;
  readonly busy: boolean;
}

function Actions({ theme, dirty, busy }: ActionsProps) {
  const { choose, duplicate } = useThemeActions();
  return (
    <>
      <Activity of={{ resource_type: "theme", resource_id: theme.id }} />
      <Button icon={<Copy />} onClick={() => duplicate(theme)}>
        {t("Duplicate")}
      </Button>
      {!theme.is_default && (
        <Button icon={<Star />} onClick={() => choose(theme)}>
          {t("Set as default")}
        </Button>
      )}
      <Button type="submit" variant="primary" busy={busy} disabled={!dirty}>
        {t("Save")}
      </Button>
    </>
  );
}
