import { getRouteApi } from "@tanstack/react-router";
import { type ReactNode, useMemo } from "react";
import { asIs, t } from "../../../lib/i18n/t.ts";
import { variantDraft, variantIn, variantProblems, variantTitle } from "../../../model/draft/variants.ts";
import { Segmented } from "../../../ui/forms/segmented.tsx";
import { EditorContext, useEditor } from "../state/editor-context.ts";

const route = getRouteApi("/$app/content/$id");

/** Scopes the editor context to the variant in the URL, so that children edit it like regular content. */
export function VariantSwitch({ children }: { readonly children: ReactNode }) {
  const builder = useEditor();
  const id = variantIn(builder.state.draft.edition, route.useSearch().variant)?.id;
  const scoped = useMemo(() => {
    if (id === undefined) return builder;
    const { store, state, dispatch } = builder;
    const inVariant = ({ draft, problems, ...rest }: typeof state): typeof state => ({
      ...rest,
      draft: variantDraft(draft, id),
      problems: variantProblems(problems, draft.edition, id),
    });
    return {
      ...builder,
      store: { ...store, state: () => inVariant(store.state()) },
      state: inVariant(state),
      dispatch: (action: Parameters<typeof dispatch>[0]) => dispatch({ kind: "in_variant", id, action }),
    };
  }, [builder, id]);
  return <EditorContext value={scoped}>{children}</EditorContext>;
}

export function VariantBanner() {
  const { state } = useEditor();
  const { edition } = state.draft;
  const navigate = route.useNavigate();
  const { variant } = route.useSearch();
  const open = variantIn(edition, variant)?.id ?? "a";
  if (edition.experiment === undefined) return null;
  const { variants } = edition.experiment;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line bg-sunken px-(--gutter) py-2.5">
      <Segmented
        label={t("Variant")}
        value={open}
        options={[
          { value: "a", label: asIs("A") },
          ...variants.map((each) => ({ value: each.id, label: variantTitle(each) })),
        ]}
        onChange={(id) =>
          void navigate({
            search: (search) => ({ ...search, variant: id === "a" ? undefined : id, step: undefined }),
            replace: true,
            resetScroll: false,
          })
        }
      />
      <p className="text-xs text-ink-3 text-pretty">
        {open === "a"
          ? t("The original. All variants share its audience, trigger, and frequency.")
          : t("This variant has its own text and steps. Audience, trigger, and frequency are shared.")}
      </p>
    </div>
  );
}
