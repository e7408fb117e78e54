import { Fragment, type ReactNode } from "react";
import { language } from "./language.ts";
import { splitTemplate } from "./t.ts";

interface SentenceProps {
  /** English, with a name in braces for each element. */
  readonly text: string;
  readonly parts: Readonly<Record<string, ReactNode>>;
}

/**
 * A text of the console with elements in it, wherever the language puts them.
 *
 * @example
 * <Sentence text="Nobody yet. {link} tells how people come in." parts={{ link: <a href="…">{t("The guide")}</a> }} />
 */
export function Sentence({ text, parts }: SentenceProps) {
  return splitTemplate(text).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a text has no other order than its own.
    <Fragment key={index}>{typeof part === "string" ? part : isolated(parts[part.name])}</Fragment>
  ));
}

/** An element in a sentence from right to left keeps its own direction, and turns nothing around it. */
const isolated = (part: ReactNode): ReactNode => (language.direction === "ltr" ? part : <bdi>{part}</bdi>);
