import type { ImportReport } from "../../src/imports/import-report.ts";

interface Card {
  readonly kind: string;
  readonly title: string;
  readonly target?: { readonly strategies: readonly { readonly value: string }[] };
  readonly buttons?: readonly { readonly label: string; readonly action: { readonly kind: string } }[];
}

interface ImportedBody {
  readonly type: string;
  readonly form: string;
  readonly panel: Omit<Card, "kind">;
  readonly target: Card["target"];
  readonly steps: readonly Card[];
}

/** What an import made, by step: `anchored:Title@.selector{Next>next}`, with its buttons. */
export function shape({ type, form, panel, target, steps }: ImportedBody): readonly string[] {
  return type === "hint"
    ? [cardShape({ ...panel, kind: form, ...(target === undefined ? {} : { target }) })]
    : steps.map(cardShape);
}

function cardShape({ kind, title, target, buttons }: Card): string {
  const on = target?.strategies[0]?.value;
  const all = buttons?.map(({ label, action }) => `${label}>${action.kind}`).join(",");
  return `${kind}:${title}${on === undefined ? "" : `@${on}`}${all === undefined ? "" : `{${all}}`}`;
}

/** The findings of a report, one line each. */
export function findingLines({ findings }: ImportReport): readonly string[] {
  return findings.map(({ path, reason, detail }) => `${path}: ${reason}${detail === undefined ? "" : ` (${detail})`}`);
}
