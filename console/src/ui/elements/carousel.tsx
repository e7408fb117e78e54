import { ArrowLeft, ArrowRight } from "lucide-react";
import { type ReactNode, useRef, useState } from "react";
import { t } from "../../lib/i18n/t.ts";
import { IconButton } from "./icon-button.tsx";

interface CarouselProps<Slide> {
  /** Accessible name. */
  readonly label: string;
  readonly slides: readonly Slide[];
  readonly idOf: (slide: Slide) => string;
  readonly render: (slide: Slide) => ReactNode;
}

/** Slides in a scrollable row. Moves with its buttons, swipes, and scroll keys, and never automatically. */
export function Carousel<Slide>({ label, slides, idOf, render }: CarouselProps<Slide>) {
  const track = useRef<HTMLUListElement>(null);
  const [edge, setEdge] = useState({ start: true, end: false });
  const look = (): void => {
    const list = track.current;
    if (list === null) return;
    // `scrollLeft` is negative in right-to-left text.
    const at = Math.abs(list.scrollLeft);
    setEdge({ start: at < 4, end: at + list.clientWidth > list.scrollWidth - 4 });
  };
  const move = (by: -1 | 1): void => {
    const list = track.current;
    const width = list?.firstElementChild?.getBoundingClientRect().width;
    if (list === null || width === undefined) return;
    const forwards = getComputedStyle(list).direction === "rtl" ? -1 : 1;
    list.scrollBy({ left: by * forwards * width });
  };
  return (
    <section aria-roledescription={t("carousel")} aria-label={label} className="@container flex flex-col gap-3">
      <div className="flex items-center gap-1">
        <h2 className="flex-1 text-md font-semibold">{label}</h2>
        {!(edge.start && edge.end) && (
          <>
            <IconButton label={t("Back")} size="sm" disabled={edge.start} onClick={() => move(-1)}>
              <ArrowLeft className="rtl:-scale-x-100" />
            </IconButton>
            <IconButton label={t("Next")} size="sm" disabled={edge.end} onClick={() => move(1)}>
              <ArrowRight className="rtl:-scale-x-100" />
            </IconButton>
          </>
        )}
      </div>
      <ul
        ref={(list) => {
          track.current = list;
          if (list !== null && edge.end !== list.scrollWidth <= list.clientWidth + 4 && list.scrollLeft === 0) {
            setEdge({ start: true, end: list.scrollWidth <= list.clientWidth + 4 });
          }
        }}
        onScroll={look}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard
        tabIndex={0}
        aria-label={label}
        className="-m-1 flex snap-x snap-mandatory scroll-px-1 gap-3 overflow-x-auto p-1 [scrollbar-width:none] motion-safe:scroll-smooth"
      >
        {slides.map((slide, index) => (
          <li
            key={idOf(slide)}
            aria-roledescription={t("slide")}
            aria-label={t("{n} of {total}", { n: index + 1, total: slides.length })}
            // As many whole slides as fit.
            className="flex w-full shrink-0 snap-start flex-col rounded-lg border border-line p-4 @min-[30rem]:w-[calc((100%-0.75rem)/2)] @min-[46rem]:w-[calc((100%-1.5rem)/3)] @min-[62rem]:w-[calc((100%-2.25rem)/4)]"
          >
            {render(slide)}
          </li>
        ))}
      </ul>
    </section>
  );
}
