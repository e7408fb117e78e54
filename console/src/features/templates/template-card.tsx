import { textDirection } from "@fanfare/contract/lib/text-direction";
import type { PageTheme } from "@fanfare/contract/theme/theme";
import { useEffect, useMemo, useRef, useState } from "react";
import { TYPE_INFO } from "../../components/content/content-types.tsx";
import { PreviewFrame } from "../../components/preview/preview-frame.tsx";
import { language } from "../../lib/i18n/language.ts";
import { chooseIn, type Template, templateDraft } from "../../model/templates/template.ts";

interface TemplateCardProps {
  readonly template: Template;
  readonly theme: PageTheme | undefined;
  readonly onOpen: () => void;
}

/** A template as people will see it. The whole card opens it. */
export function TemplateCard({ template, theme, onOpen }: TemplateCardProps) {
  const card = useRef<HTMLLIElement>(null);
  const near = useNear(card);
  const [turn, setTurn] = useState(0);
  const choose = chooseIn(language.tag);
  const edition = useMemo(() => templateDraft(template, language.tag, []), [template]);
  // Confetti ends, so it plays again for people who look at the card.
  const replay = template.type === "celebration" ? () => setTurn((before) => before + 1) : undefined;
  const { icon, label } = TYPE_INFO[template.type];
  return (
    <li
      ref={card}
      onPointerEnter={replay}
      className="relative flex min-w-0 flex-col gap-3 rounded-lg border border-line bg-surface p-3 transition-shadow hover:shadow-float has-[button:focus-visible]:outline-2 has-[button:focus-visible]:outline-focus"
    >
      <div className="flex aspect-[60/46] w-full flex-col overflow-hidden rounded-md bg-sunken" aria-hidden="true">
        {near && (
          <PreviewFrame
            key={turn}
            edition={edition}
            name={template.name(choose)}
            part_id={undefined}
            look={{ device: "desktop", theme: "system", direction: textDirection(language.tag) }}
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
          {template.name(choose)}
        </button>
        <p className="text-sm text-ink-2 text-pretty">{template.summary(choose)}</p>
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
