import { getRouteApi } from "@tanstack/react-router";
import { type ReactNode, useMemo } from "react";
import { asIs, t } from "../language/t.ts";
import { Segmented } from "../ui/segmented.tsx";
import { BuilderContext, useBuilder } from "./context.ts";
import { variantDraft, variantIn, variantProblems, variantTitle } from "./variants.ts";

const route = getRouteApi("/$app/content/$id");

/** What is inside edits and shows the variant that the address names, as if its words were those of the content. */
export function VariantScope({ children }: { readonly children: ReactNode }) {
  const builder = useBuilder();
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
  return <BuilderContext value={scoped}>{children}</BuilderContext>;
}

/** Which variant is open, where there are any. */
export function VariantStrip() {
  const { state } = useBuilder();
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
          ? t("The content itself. Audience, start and frequency are the same for all.")
          : t("Words and steps of its own. Audience, start and frequency are the same for all.")}
      </p>
    </div>
  );
}
