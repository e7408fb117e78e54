import { cellText, type Drawing } from "../../analytics/figures/figure.ts";
import { escapeHtml } from "../../lib/escape-html.ts";

const HEIGHT = 100;
const COLUMN_WIDTH = 10;
const GAP = 2;
/** Points with a label below: the first, the middle, and the last one. */
const LABELED = 3;

interface Reader {
  readonly locale: string;
  /** Time runs from right to left. */
  readonly is_rtl: boolean;
}

/** A chart as SVG without scripts and styles. Hidden from screen readers: its table has the same numbers. */
export function drawingHtml(drawing: Drawing, reader: Reader): string {
  switch (drawing.kind) {
    case "columns":
      return columnsHtml(drawing, reader);
    case "bars":
      return barsHtml(drawing, reader);
    case "lines":
      return linesHtml(drawing, reader);
  }
}

function columnsHtml({ names, points }: Extract<Drawing, { kind: "columns" }>, reader: Reader): string {
  const top = Math.max(1, ...points.map(({ value }) => value));
  const width = points.length * COLUMN_WIDTH;
  const columns = points.map(({ value, part }, index) => {
    const x = (reader.is_rtl ? points.length - 1 - index : index) * COLUMN_WIDTH + GAP / 2;
    const rect = (kind: string, count: number): string => {
      const height = round((count / top) * HEIGHT);
      return `<rect class="${kind}" x="${x}" y="${round(HEIGHT - height)}" width="${COLUMN_WIDTH - GAP}" height="${height}"/>`;
    };
    if (names.part === undefined) return rect("part", value);
    return rect("value", value) + (part > 0 ? rect("part", part) : "");
  });
  const keys = names.part === undefined ? "" : keysHtml([names.value, "value"], [names.part, "part"]);
  return figureHtml({
    keys,
    top: cellText(top, reader.locale),
    svg: svg(width, columns.join("")),
    labels: points.map(({ label }) => label),
  });
}

function linesHtml({ labels, lines }: Extract<Drawing, { kind: "lines" }>, reader: Reader): string {
  const last = Math.max(1, labels.length - 1);
  const paths = lines.map(({ shares }, line) => {
    const points = shares.flatMap((share, week) =>
      share === null ? [] : [`${reader.is_rtl ? last - week : week},${round((1 - share) * HEIGHT)}`],
    );
    return `<polyline class="line-${line + 1}" points="${points.join(" ")}"/>`;
  });
  return figureHtml({
    keys: keysHtml(...lines.map(({ name }, line) => [name, `line-${line + 1}`] as const)),
    top: cellText({ share: 1 }, reader.locale),
    svg: svg(last, paths.join("")),
    labels,
  });
}

function barsHtml({ rows }: Extract<Drawing, { kind: "bars" }>, { locale, is_rtl }: Reader): string {
  const top = Math.max(1, ...rows.map(({ value }) => value));
  const items = rows.map(({ label, value }) => {
    const width = round((value / top) * HEIGHT);
    const bar = `<rect class="part" x="${is_rtl ? HEIGHT - width : 0}" width="${width}" height="1"/>`;
    const track = `<rect class="track" width="${HEIGHT}" height="1"/>`;
    return `<li><span><bdi>${escapeHtml(label)}</bdi><b>${cellText(value, locale)}</b></span><svg class="bar" viewBox="0 0 ${HEIGHT} 1" preserveAspectRatio="none">${track}${bar}</svg></li>`;
  });
  return `<ol class="bars" aria-hidden="true">${items.join("")}</ol>`;
}

function figureHtml(parts: {
  readonly keys: string;
  readonly top: string;
  readonly svg: string;
  readonly labels: readonly string[];
}): string {
  const { labels } = parts;
  const named = labels.length < LABELED ? labels : [labels[0], labels[Math.floor(labels.length / 2)], labels.at(-1)];
  const axis = named.map((label) => `<span>${escapeHtml(label ?? "")}</span>`).join("");
  return `<div class="drawing" aria-hidden="true">${parts.keys}<span class="top">${parts.top}</span>${parts.svg}<div class="axis">${axis}</div></div>`;
}

function keysHtml(...keys: readonly (readonly [name: string, kind: string])[]): string {
  const items = keys.map(
    ([name, kind]) =>
      `<li><svg class="key" viewBox="0 0 10 10"><rect class="${kind}" width="10" height="10"/></svg>${escapeHtml(name)}</li>`,
  );
  return `<ul class="keys">${items.join("")}</ul>`;
}

function svg(width: number, content: string): string {
  return `<svg class="plot" viewBox="0 0 ${width} ${HEIGHT}" preserveAspectRatio="none">${content}</svg>`;
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
