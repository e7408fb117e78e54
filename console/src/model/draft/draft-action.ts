import type { Body } from "@fanfare/contract/content/body";
import type { Edition } from "@fanfare/contract/content/content";
import { type Part, partsIn, withParts } from "@fanfare/contract/content/parts";
import type { Draft } from "@fanfare/contract/draft/draft-merge";
import { type OtherVariantId, variantDraft, withVariantDraft } from "./variants.ts";

/** Changes to a draft. Each returns a new draft. */
export type DraftAction =
  | { readonly kind: "rename"; readonly name: string }
  | { readonly kind: "set_slug"; readonly slug: string }
  /** Appends if `index` is omitted. */
  | { readonly kind: "insert_part"; readonly part: Part; readonly index?: number }
  | { readonly kind: "change_part"; readonly part: Part }
  | { readonly kind: "duplicate_part"; readonly id: string; readonly copy_id: string }
  | { readonly kind: "move_part"; readonly id: string; readonly by: number }
  | { readonly kind: "remove_part"; readonly id: string }
  /** Settings that all types share. */
  | { readonly kind: "set_choices"; readonly change: Partial<Pick<Body, "suppression" | "celebrate_on_completed">> }
  /** Type-specific settings. The new body must have the same type. */
  | { readonly kind: "set_body"; readonly body: Body }
  /** Changes a variant's texts. Other settings belong to the content itself. */
  | { readonly kind: "in_variant"; readonly id: OtherVariantId; readonly action: DraftAction }
  | { readonly kind: "set_rules"; readonly change: Partial<Omit<Edition, "body">> }
  | { readonly kind: "replace"; readonly draft: Draft };

/**
 * @example
 * reduceDraft(draft, { kind: "move_part", id: "stp_2", by: -1 });
 */
export function reduceDraft(draft: Draft, action: DraftAction): Draft {
  const { body } = draft.edition;
  const parts = partsIn(body);
  const set = (next: readonly Part[]): Draft => withBody(draft, withParts(body, next));
  switch (action.kind) {
    case "rename":
      return { ...draft, name: action.name };
    case "set_slug":
      return { ...draft, slug: action.slug };
    case "insert_part":
      return set(parts.toSpliced(action.index ?? parts.length, 0, action.part));
    case "change_part":
      return set(parts.map((part) => (part.id === action.part.id ? action.part : part)));
    case "duplicate_part": {
      const index = indexOf(parts, action.id);
      const original = parts[index];
      if (original === undefined) return draft;
      return set(parts.toSpliced(index + 1, 0, { ...original, id: action.copy_id }));
    }
    case "move_part": {
      const from = indexOf(parts, action.id);
      const to = from + action.by;
      const part = parts[from];
      if (part === undefined || to < 0 || to >= parts.length) return draft;
      return set(parts.toSpliced(from, 1).toSpliced(to, 0, part));
    }
    case "remove_part":
      return set(parts.filter((part) => part.id !== action.id));
    case "set_choices":
      return withBody(draft, { ...body, ...action.change });
    case "set_body":
      return action.body.type === body.type ? withBody(draft, action.body) : draft;
    case "set_rules":
      return { ...draft, edition: { ...draft.edition, ...action.change } };
    case "in_variant": {
      const open = variantDraft(draft, action.id);
      const changed = reduceDraft(open, action.action);
      return changed === open ? draft : withVariantDraft(draft, action.id, changed);
    }
    case "replace":
      return action.draft;
  }
}

/** Part to open after `id` is removed: its successor, or the last one. */
export function neighborOf(parts: readonly Part[], id: string): string | undefined {
  const index = indexOf(parts, id);
  return (parts[index + 1] ?? parts[index - 1])?.id;
}

function indexOf(parts: readonly Part[], id: string): number {
  return parts.findIndex((part) => part.id === id);
}

function withBody(draft: Draft, body: Body): Draft {
  return { ...draft, edition: { ...draft.edition, body } };
}
