import { Row, Sample } from "./sample.tsx";

const COLORS = [
  "bg-canvas",
  "bg-surface",
  "bg-sunken",
  "bg-raised",
  "bg-lifted",
  "bg-fill",
  "bg-fill-strong",
  "bg-accent",
  "bg-accent-soft",
  "bg-brass",
  "bg-positive",
  "bg-positive-soft",
  "bg-caution",
  "bg-caution-soft",
  "bg-negative",
  "bg-negative-soft",
] as const;

const TEXTS = [
  "text-ink",
  "text-ink-2",
  "text-ink-3",
  "text-accent-text",
  "text-positive-text",
  "text-caution-text",
  "text-negative-text",
] as const;
const SIZES = ["text-2xl", "text-xl", "text-lg", "text-md", "text-base", "text-sm", "text-xs"] as const;
const SHADOWS = ["shadow-edge", "shadow-sheet", "shadow-float", "shadow-dialog"] as const;

export function TokenKit() {
  return (
    <Sample title="Tokens">
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(7rem,1fr))] gap-3">
        {COLORS.map((color) => (
          <li key={color} className="flex flex-col gap-1.5 text-xs text-ink-2">
            <span className={`h-12 rounded-md border border-line ${color}`} />
            {color.slice(3)}
          </li>
        ))}
      </ul>
      <Row>
        {TEXTS.map((text) => (
          <span key={text} className={`text-base font-medium ${text}`}>
            {text.slice(5)}
          </span>
        ))}
      </Row>
      <div className="flex flex-col gap-2">
        {SIZES.map((size) => (
          <p key={size} className={`${size} font-semibold`}>
            What your application says <span className="font-normal text-ink-2">to the people in it</span>
          </p>
        ))}
      </div>
      <Row>
        {SHADOWS.map((shadow) => (
          <span
            key={shadow}
            className={`grid h-16 w-32 place-items-center rounded-lg bg-raised text-xs text-ink-2 ${shadow}`}
          >
            {shadow.slice(7)}
          </span>
        ))}
      </Row>
    </Sample>
  );
}
