import type { ThemeDetail } from "@fanfare/contract/schema/content/theme";
import type { Theme } from "@fanfare/contract/theme/theme";
import { useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { Copy, Star } from "lucide-react";
import { useRef, useState } from "react";
import { Activity } from "../../components/audit/activity.tsx";
import { EditorFrame } from "../../components/resource-editor/editor-frame.tsx";
import { type ApiProblem, asProblem } from "../../lib/api/api-problem.ts";
import { useAppContext, useCanEdit } from "../../lib/app-context.ts";
import { t } from "../../lib/i18n/t.ts";
import { themeQueries, themeQueryFilter } from "../../lib/queries/themes.ts";
import { toast } from "../../lib/toast.ts";
import { useTitle } from "../../lib/use-title.ts";
import { Badge } from "../../ui/elements/badge.tsx";
import { Button } from "../../ui/elements/button.tsx";
import { Callout } from "../../ui/feedback/callout.tsx";
import { FormProblem } from "../../ui/feedback/form-problem.tsx";
import { Field } from "../../ui/forms/field.tsx";
import { Input } from "../../ui/forms/input.tsx";
import { ContrastTable } from "./contrast-table.tsx";
import { PaletteFields } from "./palette-fields.tsx";
import type { ThemeSearch } from "./search.ts";
import { ShapeFields } from "./shape-fields.tsx";
import { readTheme } from "./theme-draft.ts";
import { ThemePreview } from "./theme-preview.tsx";
import { ThemeUsedBy } from "./theme-used-by.tsx";
import { useThemeActions } from "./use-theme-actions.ts";

const route = getRouteApi("/$app/themes/$id");

/** Another theme is another form. */
export function ThemePage() {
  const { id } = route.useParams();
  return <Saved key={id} id={id} />;
}

function Saved({ id }: { readonly id: string }) {
  const { api } = useAppContext();
  const { data } = useSuspenseQuery(themeQueries.one(api, id));
  // Somebody else's change must not take away what is being edited: the form begins with what it was opened with.
  const [opened, setOpened] = useState(data);
  return <Editor saved={{ ...opened, is_default: data.is_default }} onSaved={setOpened} />;
}

interface EditorProps {
  readonly saved: ThemeDetail;
  readonly onSaved: (theme: ThemeDetail) => void;
}

function Editor({ saved, onSaved }: EditorProps) {
  const { api } = useAppContext();
  const may_edit = useCanEdit();
  const client = useQueryClient();
  const { light, sample } = route.useSearch();
  const navigate = route.useNavigate();
  const { choose, duplicate } = useThemeActions();
  const [name, setName] = useState(saved.name);
  const [theme, setTheme] = useState<Theme>(saved.theme);
  const [refused, setRefused] = useState<ApiProblem>();
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const stored = useRef(false);
  useTitle(saved.name, t("Themes"));
  const dirty = name !== saved.name || JSON.stringify(theme) !== JSON.stringify(saved.theme);
  const read = readTheme(name, theme);
  const wrong = tried && read.outcome === "wrong" ? read : undefined;
  const scheme = light === "dark" || light === "more_dark" ? "dark" : "light";
  const look = (change: Partial<ThemeSearch>): void =>
    void navigate({ search: (before) => ({ ...before, ...change }), replace: true, resetScroll: false });

  const save = async (): Promise<void> => {
    setTried(true);
    setRefused(undefined);
    if (read.outcome === "wrong") return;
    setBusy(true);
    try {
      const after = await api.call("PUT /api/themes/:id", {
        params: { id: saved.id },
        body: read.body,
        revision: saved.revision,
      });
      client.setQueryData(themeQueries.one(api, after.id).queryKey, after);
      onSaved(after);
      setTried(false);
      await client.invalidateQueries(themeQueryFilter);
      toast.done({
        title: t("{name} saved", { name: after.name }),
        description: t("Open pages that use this theme update now."),
      });
    } catch (error) {
      setRefused(asProblem(error));
    } finally {
      setBusy(false);
    }
  };

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
      actions={
        may_edit && (
          <>
            <Activity of={{ resource_type: "theme", resource_id: saved.id }} />
            <Button icon={<Copy />} onClick={() => duplicate(saved)}>
              {t("Duplicate")}
            </Button>
            {!saved.is_default && (
              <Button icon={<Star />} onClick={() => choose(saved)}>
                {t("Set as default")}
              </Button>
            )}
            <Button type="submit" variant="primary" busy={busy} disabled={!dirty}>
              {t("Save")}
            </Button>
          </>
        )
      }
      onSave={() => void save()}
      unsaved={() => dirty && !stored.current}
      lost={t("Your changes to this theme aren’t saved.")}
    >
      <div className="grid flex-1 items-start gap-x-10 gap-y-8 px-(--gutter) py-6 xl:grid-cols-[minmax(0,1fr)_minmax(0,36rem)]">
        <div className="flex max-w-160 min-w-0 flex-col gap-8">
          {!may_edit && (
            <Callout>{t("You have view-only access. Ask an editor, admin, or owner to make changes.")}</Callout>
          )}
          <FormProblem problem={refused?.code === "name_taken" ? undefined : refused} title={t("Theme not saved")} />
          {wrong !== undefined && wrong.unreadable > 0 && (
            <Callout tone="problem" title={t("Theme not saved")}>
              {t(
                "Some color pairs have too little contrast. In light and dark mode, use the closest passing colors or choose others.",
              )}
            </Callout>
          )}
          <Field
            label={t("Name")}
            disabled={!may_edit}
            error={refused?.code === "name_taken" ? refused.detail : wrong?.fields.get("name")}
          >
            <Input value={name} onChange={(event) => setName(event.target.value)} />
          </Field>
          <section aria-label={t("Colors")} className="flex flex-col gap-4">
            <h2 className="text-base font-semibold">
              {scheme === "dark" ? t("Dark mode colors") : t("Light mode colors")}
            </h2>
            <PaletteFields
              key={scheme}
              palette={theme[scheme]}
              scheme={scheme}
              may_edit={may_edit}
              onChange={(palette) => setTheme({ ...theme, [scheme]: palette })}
            />
          </section>
          <section aria-label={t("Shape")} className="flex flex-col gap-4">
            <h2 className="text-base font-semibold">{t("Shape and fonts")}</h2>
            <ShapeFields
              theme={theme}
              may_edit={may_edit}
              onChange={(change) => setTheme({ ...theme, ...change })}
              problemAt={(path) => wrong?.fields.get(path)}
            />
          </section>
          <ThemeUsedBy
            theme={saved}
            onDeleted={() => {
              stored.current = true;
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
            onChange={(palette) => setTheme({ ...theme, [scheme]: palette })}
          />
        </div>
      </div>
    </EditorFrame>
  );
}
