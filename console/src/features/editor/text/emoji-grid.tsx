import { Autocomplete as Base } from "@base-ui/react/autocomplete";
import { EMOJI_GROUPS, type Emoji, type EmojiGroup, findEmoji, loadEmoji } from "@fanfare/contract/text/emoji/emoji";
import { useEffect, useMemo, useState } from "react";
import { language } from "../../../lib/i18n/language.ts";
import { t } from "../../../lib/i18n/t.ts";
import { ChoiceCount } from "../../../ui/combobox/choice-count.tsx";
import { cx } from "../../../ui/cx.ts";
import type { DialogState } from "../../../ui/overlay/dialog.tsx";
import { POPUP } from "../../../ui/popup.ts";

const GROUP_NAMES: Readonly<Record<string, string>> = Object.fromEntries(
  [
    t("Smileys and emotion"),
    t("People and body"),
    t("Animals and nature"),
    t("Food and drink"),
    t("Travel and places"),
    t("Activities"),
    t("Objects"),
    t("Symbols"),
    t("Flags"),
  ].map((name, index) => [EMOJI_GROUPS[index] ?? "", name]),
);

const COLUMNS = 8;

interface EmojiGridProps extends DialogState {
  readonly anchor: { readonly getBoundingClientRect: () => DOMRect };
  readonly focusText: () => void;
  readonly onChoose: (emoji: string) => void;
}

/** Emoji by group, with a search over their names in the console's language. */
export default function EmojiGrid({ open, onOpenChange, anchor, focusText, onChoose }: EmojiGridProps) {
  const [groups, setGroups] = useState<readonly EmojiGroup[]>([]);
  const [search, setSearch] = useState("");
  const found = useMemo(() => findEmoji(groups, search), [groups, search]);
  useEffect(() => {
    void loadEmoji(language.tag).then(setGroups);
  }, []);
  return (
    <Base.Root
      grid
      open={open}
      onOpenChange={(next, { event, cancel }) => {
        // The toolbar's button closes it itself.
        if (!next && event.target instanceof Element && event.target.closest("[role=toolbar]") !== null) cancel();
        else onOpenChange(next);
      }}
      onOpenChangeComplete={(opened) => !opened && setSearch("")}
      items={found}
      filter={null}
      autoHighlight
      value={search}
      onValueChange={(next, { reason }) => reason !== "item-press" && setSearch(next)}
      itemToStringValue={({ name }: Emoji) => name}
    >
      <Base.Portal>
        <Base.Positioner anchor={anchor} align="start" sideOffset={4} collisionPadding={8} className="z-40">
          <Base.Popup
            aria-label={t("Emoji")}
            finalFocus={() => {
              focusText();
              return false;
            }}
            className={cx(POPUP, "flex w-80 flex-col p-0!")}
          >
            <div className="border-b border-line p-1">
              <Base.Input
                aria-label={t("Search emoji")}
                placeholder={t("Search emoji")}
                className="h-8 w-full rounded-sm bg-transparent px-2 text-sm outline-none"
              />
            </div>
            <Base.Empty className="px-3 py-6 text-center text-sm text-ink-3 empty:hidden">
              {groups.length === 0 ? t("Loading…") : t("No results")}
            </Base.Empty>
            <ChoiceCount matches={found.reduce((sum, { items }) => sum + items.length, 0)} />
            <Base.List className="max-h-[min(18rem,calc(var(--available-height)-2.75rem))] overflow-y-auto p-1 empty:p-0">
              {(group: EmojiGroup) => (
                <Base.Group key={group.id} items={group.items}>
                  <Base.GroupLabel className="px-1 py-1.5 text-xs font-medium text-ink-3">
                    {GROUP_NAMES[group.id]}
                  </Base.GroupLabel>
                  {rows(group.items).map((row) => (
                    <Base.Row
                      key={row[0]?.emoji}
                      className="grid grid-cols-8 [contain-intrinsic-size:auto_2.25rem] [content-visibility:auto]"
                    >
                      {row.map((each) => (
                        <Base.Item
                          key={each.emoji}
                          value={each}
                          aria-label={each.name}
                          title={each.name}
                          onClick={() => {
                            onChoose(each.emoji);
                            onOpenChange(false);
                          }}
                          className="grid h-9 cursor-default place-items-center rounded-sm text-xl select-none data-highlighted:bg-fill-strong"
                        >
                          {each.emoji}
                        </Base.Item>
                      ))}
                    </Base.Row>
                  ))}
                </Base.Group>
              )}
            </Base.List>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

function rows(items: readonly Emoji[]): readonly (readonly Emoji[])[] {
  return Array.from({ length: Math.ceil(items.length / COLUMNS) }, (_, row) =>
    items.slice(row * COLUMNS, (row + 1) * COLUMNS),
  );
}
