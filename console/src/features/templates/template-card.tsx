import type { ContentType } from "@fanfare/contract/content/body";
import type { Edition } from "@fanfare/contract/content/content";
import { textDirection } from "@fanfare/contract/lib/text-direction";
import type { PageTheme } from "@fanfare/contract/theme/theme";
import { type ComponentProps, Fragment, type ReactNode, useEffect, useMemo, useRef, useState } from "react";
import { TYPE_INFO } from "../../components/content/content-types.tsx";
import { PreviewFrame } from "../../components/preview/preview-frame.tsx";
import { language } from "../../lib/i18n/language.ts";
import { chooseIn, type Template, templateDraft } from "../../model/templates/template.ts";
import type { DialogState } from "../../ui/overlay/dialog.tsx";

interface TemplateCardProps {
  readonly template: Template;
  readonly theme: PageTheme | undefined;
  readonly onOpen: () => void;
}

/** A built-in template as people will see it. */
export function TemplateCard({ template, theme, onOpen }: TemplateCardProps) {
  const choose = chooseIn(language.tag);
  const edition = useMemo(() => templateDraft(template, language.tag, []), [template]);
  return (
    <GalleryCard
      name={template.name(choose)}
      summary={template.summary(choose)}
      type={template.type}
      edition={edition}
      direction={textDirection(language.tag)}
      theme={theme}
      onOpen={onOpen}
    />
  );
}

interface GalleryCardProps {
  readonly name: string;
  readonly summary: string;
  readonly type: ContentType;
  /** Undefined until it's loaded. */
  readonly edition: Edition | undefined;
  readonly direction: "ltr" | "rtl";
  readonly theme: PageTheme | undefined;
  readonly onOpen: () => void;
}

interface GalleryProps<Item extends { readonly id: string }> {
  readonly items: readonly Item[];
  readonly list: Pick<ComponentProps<"ul">, "aria-label" | "aria-labelledby">;
  readonly card: (item: Item, onOpen: () => void) => ReactNode;
  /** Kept while the dialog closes. */
  readonly dialog: (item: Item, state: DialogState) => ReactNode;
}

/** Templates as cards that open in a dialog. */
export function Gallery<Item extends { readonly id: string }>(props: GalleryProps<Item>) {
  const { items, list, card, dialog } = props;
  const [chosen, setChosen] = useState<Item>();
  const [open, setOpen] = useState(false);
  const show = (item: Item): void => {
    setChosen(item);
    setOpen(true);
  };
  return (
    <>
      <ul {...list} className="grid gap-5 px-(--gutter) sm:grid-cols-[repeat(auto-fill,minmax(17rem,1fr))]">
        {items.map((item) => (
          <Fragment key={item.id}>{card(item, () => show(item))}</Fragment>
        ))}
      </ul>
      {chosen !== undefined && (
        <Fragment key={chosen.id}>
          {dialog(items.find(({ id }) => id === chosen.id) ?? chosen, { open, onOpenChange: setOpen })}
        </Fragment>
      )}
    </>
  );
}

/** A template as people will see it. The whole card opens it. */
export function GalleryCard({ name, summary, type, edition, direction, theme, onOpen }: GalleryCardProps) {
  const card = useRef<HTMLLIElement>(null);
  const near = useNear(card);
  const [turn, setTurn] = useState(0);
  // Confetti ends, so it plays again for people who look at the card.
  const replay = type === "celebration" ? () => setTurn((before) => before + 1) : undefined;
  const { icon, label } = TYPE_INFO[type];
  return (
    <li
      ref={card}
      onPointerEnter={replay}
      className="relative flex min-w-0 flex-col gap-3 rounded-lg border border-line bg-surface p-3 transition-shadow hover:shadow-float has-[button:focus-visible]:outline-2 has-[button:focus-visible]:outline-focus"
    >
      <div className="flex aspect-[60/46] w-full flex-col overflow-hidden rounded-md bg-sunken" aria-hidden="true">
        {near && edition !== undefined && (
          <PreviewFrame
            key={turn}
            edition={edition}
            name={name}
            part_id={undefined}
            look={{ device: "desktop", theme: "system", direction }}
            theme={theme}
          />
        )}
      </div>
      <div className="flex min-w-0 flex-col gap-1 px-1 pb-1">
        <button
          type="button"
          onClick={onOpen}
          onFocus={replay}
          className="cursor-default text-start text-base font-medium outline-none wrap-anywhere after:absolute after:inset-0 after:rounded-lg"
        >
          {name}
        </button>
        {summary !== "" && <p className="text-sm text-ink-2 text-pretty wrap-anywhere">{summary}</p>}
        <p className="flex items-center gap-1.5 pt-1 text-xs text-ink-3 [&_svg]:size-3.5">
          {icon}
          {label}
        </p>
      </div>
    </li>
  );
}

/** Distance from the screen at which a preview is drawn. */
const NEAR = "300px";

/** Whether the element has been near the screen, so that only previews that people scroll to are drawn. */
function useNear(element: React.RefObject<HTMLElement | null>): boolean {
  const [near, setNear] = useState(false);
  useEffect(() => {
    if (element.current === null) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        setNear(true);
        observer.disconnect();
      },
      { rootMargin: NEAR },
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return near;
}
