import { useApp, useAppContext } from "../../../lib/app-context.ts";
import { t } from "../../../lib/i18n/t.ts";
import { IDENTIFY_SNIPPET, installSnippet } from "../../../model/install-snippets.ts";
import { CodeBlock } from "../../../ui/elements/code-block.tsx";
import { EmptyState } from "../../../ui/feedback/empty-state.tsx";

export function PeopleEmptyState() {
  const app = useApp();
  const { host } = useAppContext();
  const snippet = `${installSnippet("module", { host, key: app.key }).replace("\n</script>", "")}

${IDENTIFY_SNIPPET.replace(/^(?=.)/gm, "  ")}
</script>`;
  return (
    <EmptyState
      art={<PeopleArt />}
      title={t("No people yet")}
      actions={
        <div className="w-full max-w-130">
          <CodeBlock code={snippet} copy_label={t("Copy snippet")} />
        </div>
      }
    >
      {t(
        "People appear here within seconds of opening a page with the SDK. They stay anonymous until your page identifies them.",
      )}
    </EmptyState>
  );
}

function PeopleArt() {
  return (
    <svg viewBox="0 0 200 100" className="h-24 w-48" aria-hidden="true">
      <g className="fill-sunken stroke-line-strong">
        <circle cx="52" cy="42" r="15" />
        <path d="M26 92c0-17 11-27 26-27s26 10 26 27z" />
        <circle cx="148" cy="42" r="15" />
        <path d="M122 92c0-17 11-27 26-27s26 10 26 27z" />
      </g>
      <g className="drop-shadow-[0_6px_10px_var(--color-shade)]">
        <circle cx="100" cy="34" r="19" className="fill-raised stroke-line-strong" />
        <path d="M66 92c0-21 14-34 34-34s34 13 34 34z" className="fill-raised stroke-line-strong" />
      </g>
      <circle cx="100" cy="34" r="12" className="fill-accent-soft" />
      <path
        d="m94.500 34 4 4 7.500-8"
        fill="none"
        className="stroke-accent"
        strokeWidth="2.500"
        strokeLinecap="round"
      />
    </svg>
  );
}
