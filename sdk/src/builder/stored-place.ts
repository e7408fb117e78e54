import type { Edition } from "@fanfare/contract/content/content";
import type { HistorySteps } from "@fanfare/contract/draft/draft-history";

/** Where the author was on the tab's last page: the selected part, and the steps of undo of a draft. */
export type Place = readonly [step_id: string, draft: Edition, steps: HistorySteps<Edition>];

/** A text as what differs from another one: how many characters start and end both, and what is between. */
type Patch = readonly [start: number, end: number, between: string];

type ToJson = (value: unknown) => string;

/** The page's own storage is in the same 5 MiB. */
export const LAST_PLACE_CHARS_MAX = 256 * 1024;

/** A place for `sessionStorage`, without the oldest half of the steps of undo as long as there are too many. */
export function placeText(toJson: ToJson, [step_id, draft, [past, future]]: Place): string {
  const text = toJson([step_id, draft, patchesOf(toJson, draft, past), patchesOf(toJson, draft, future)]);
  return text.length <= LAST_PLACE_CHARS_MAX || past.length + future.length === 0
    ? text
    : placeText(toJson, [step_id, draft, [past.slice(Math.ceil(past.length / 2)), []]]);
}

/** Reads what {@link placeText} of this tab's last page wrote. */
export function placeOfText(toJson: ToJson, text: string): Place {
  const [step_id, draft, past, future] = JSON.parse(text) as readonly [string, Edition, Patch[], Patch[]];
  return [step_id, draft, [draftsOf(toJson, draft, past), draftsOf(toJson, draft, future)]];
}

/** Steps as differences, beginning with the nearest one to the draft: the last. */
function patchesOf(toJson: ToJson, draft: Edition, steps: readonly Edition[]): readonly Patch[] {
  let from = toJson(draft);
  return steps.toReversed().map((step) => {
    const to = toJson(step);
    const shortest = Math.min(from.length, to.length);
    let start = 0;
    while (start < shortest && from[start] === to[start]) start++;
    let end = 0;
    while (end < shortest - start && from.at(-1 - end) === to.at(-1 - end)) end++;
    from = to;
    return [start, end, to.slice(start, to.length - end)];
  });
}

function draftsOf(toJson: ToJson, draft: Edition, patches: readonly Patch[]): readonly Edition[] {
  let text = toJson(draft);
  return patches
    .map(([start, end, between]) => {
      text = text.slice(0, start) + between + text.slice(text.length - end);
      return JSON.parse(text) as Edition;
    })
    .toReversed();
}
