import type { ThemeDetail } from "@fanfare/contract/schema/theme";
import type { Theme } from "@fanfare/contract/theme";
import { useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { Copy, Star } from "lucide-react";
import { useRef, useState } from "react";
import type { ApiProblem } from "../api-problem.ts";
import { useDoors, useMayEdit } from "../doors.ts";
import { EditorFrame } from "../editor/frame.tsx";
import { t } from "../language/t.ts";
import { asProblem } from "../queries.ts";
import { Activity } from "../settings/audit/activity.tsx";
import { useTitle } from "../title.ts";
import { Badge } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { Callout } from "../ui/callout.tsx";
import { Field } from "../ui/field.tsx";
import { FormProblem } from "../ui/form-problem.tsx";
import { Input } from "../ui/input.tsx";
import { toast } from "../ui/toast.tsx";
import { ContrastTable } from "./contrast-table.tsx";
import { readTheme } from "./draft.ts";
import { PaletteFields } from "./palette-fields.tsx";
import { ThemePreview } from "./preview.tsx";
import { themeQueries, themesAll } from "./queries.ts";
import type { ThemeSearch } from "./search.ts";
import { ShapeFields } from "./shape-fields.tsx";
import { useThemeDeeds } from "./use-theme-deeds.ts";
import { ThemeUsers } from "./users.tsx";

const route = getRouteApi("/$app/themes/$id");

/** Another theme is another form. */
export function ThemePage() {
  const { id } = route.useParams();
  return <Saved key={id} id={id} />;
}

function Saved({ id }: { readonly id: string }) {
  const { api } = useDoors();
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
  const { api } = useDoors();
  const may_edit = useMayEdit();
  const client = useQueryClient();
  const { light, sample } = route.useSearch();
  const navigate = route.useNavigate();
  const { choose, duplicate } = useThemeDeeds();
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
      const after = await api.putTheme(saved.id, saved.revision, read.body);
      client.setQueryData(themeQueries.one(api, after.id).queryKey, after);
      onSaved(after);
      setTried(false);
      await client.invalidateQueries(themesAll);
      toast.done({
        title: t("{name} was saved", { name: after.name }),
        description: t("Open pages that wear it change now."),
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
                {t("Make it the default")}
              </Button>
            )}
            <Button type="submit" look="primary" busy={busy} disabled={!dirty}>
              {t("Save")}
            </Button>
          </>
        )
      }
      onSave={() => void save()}
      unsaved={() => dirty && !stored.current}
      lost={t("What you changed in this theme is not saved yet.")}
    >
      <div className="grid flex-1 items-start gap-x-10 gap-y-8 px-(--gutter) py-6 xl:grid-cols-[minmax(0,1fr)_minmax(0,36rem)]">
        <div className="flex max-w-160 min-w-0 flex-col gap-8">
          {!may_edit && <Callout>{t("You may look. Editors, admins and owners change themes.")}</Callout>}
          <FormProblem problem={refused?.code === "name_taken" ? undefined : refused} title={t("It was not saved")} />
          {wrong !== undefined && wrong.unreadable > 0 && (
            <Callout tone="problem" title={t("It was not saved")}>
              {t(
                "Some people could not read it. In light and in dark, take the nearest colours that pass, or choose others.",
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
          <section aria-label={t("Colours")} className="flex flex-col gap-4">
            <h2 className="text-base font-semibold">
              {scheme === "dark" ? t("Colours in dark") : t("Colours in light")}
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
            <h2 className="text-base font-semibold">{t("Shape and type")}</h2>
            <ShapeFields
              theme={theme}
              may_edit={may_edit}
              onChange={(change) => setTheme({ ...theme, ...change })}
              problemAt={(path) => wrong?.fields.get(path)}
            />
          </section>
          <ThemeUsers
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
