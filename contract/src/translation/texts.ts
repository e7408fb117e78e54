import type { Block, Span } from "../content/block.ts";
import type { Body } from "../content/body.ts";
import type { ButtonBase, Panel } from "../content/panel.ts";
import type { Resource } from "../content/resource-center.ts";
import type { AnswerOption, Question } from "../content/survey.ts";
import type { Step } from "../content/tour.ts";
import { toMarkedText } from "./marked-text.ts";

/**
 * Returns the replacements for the texts of a body. `key` is built from the ID of its step, panel, task, question, or resource,
 * so
 * reordering doesn't change it. A paragraph or list item is one text.
 */
export interface TextRewriter {
  text(key: string, text: string): string;
  spans(key: string, spans: readonly Span[]): readonly Span[];
}

/**
 * Returns the body with every piece of user-visible text rewritten. The pieces of a paragraph have the same key.
 *
 * @example
 * rewriteTexts(body, (_, text) => text.toUpperCase());
 */
export function rewriteTexts(body: Body, rewrite: (key: string, text: string) => string): Body {
  return rewriteBody(body, {
    text: rewrite,
    spans: (key, spans) => spans.map((span) => ({ ...span, text: rewrite(key, span.text) })),
  });
}

/** Returns the body with every user-visible text rewritten. */
export function rewriteBody(body: Body, rewrite: TextRewriter): Body {
  switch (body.type) {
    case "tour":
      return { ...body, steps: body.steps.map((step) => rewriteStep(step, rewrite)) };
    case "hint":
      return { ...body, panel: rewritePanel(body.panel, rewrite) };
    case "announcement":
      return {
        ...body,
        panels: body.panels.map((panel) => rewritePanel(panel, rewrite)),
        ...(body.countdown?.ended_text !== undefined && {
          countdown: { ...body.countdown, ended_text: rewrite.text("countdown.ended", body.countdown.ended_text) },
        }),
      };
    case "checklist":
      return {
        ...body,
        ...rewriteHead("", body, rewrite),
        tasks: body.tasks.map((task) => ({ ...task, ...rewritePanel(task, rewrite) })),
      };
    case "survey":
      return {
        ...body,
        ...rewriteHead("", body, rewrite),
        questions: body.questions.map((question) => rewriteQuestion(question, rewrite)),
        ...(body.thanks === undefined ? {} : { thanks: rewriteHead("thanks.", body.thanks, rewrite) }),
        ...(body.endings === undefined
          ? {}
          : {
              endings: body.endings.map((each) => ({ ...each, ...rewriteHead(`endings.${each.id}.`, each, rewrite) })),
            }),
      };
    case "celebration":
      return body.message === undefined ? body : { ...body, message: rewrite.text("message", body.message) };
    case "resource_center":
      return {
        ...body,
        ...rewriteHead("", body, rewrite),
        resources: body.resources.map((resource) => rewriteResource(resource, rewrite)),
      };
  }
}

/** Texts of a body by key, in reading order. Paragraphs and list items are {@link toMarkedText marked}. */
export function collectTexts(body: Body): ReadonlyMap<string, string> {
  return new Map(Array.from(collectSources(body), ([key, { text }]) => [key, text]));
}

/** A text that can be translated. */
export interface TextSource {
  readonly text: string;
  /** For a paragraph or list item. */
  readonly spans?: readonly Span[];
}

export function collectSources(body: Body): ReadonlyMap<string, TextSource> {
  const texts = new Map<string, TextSource>();
  rewriteBody(body, {
    text(key, text) {
      texts.set(key, { text });
      return text;
    },
    spans(key, spans) {
      texts.set(key, { text: toMarkedText(spans), spans });
      return spans;
    },
  });
  return texts;
}

function rewriteStep(step: Step, rewrite: TextRewriter): Step {
  const { id, next_label, buttons } = step;
  return {
    ...step,
    ...rewriteHead(`${id}.`, step, rewrite),
    ...(next_label === undefined ? {} : { next_label: rewrite.text(`${id}.next`, next_label) }),
    ...(buttons === undefined
      ? {}
      : {
          buttons: buttons.map((each, index) => rewriteButton(`${id}.buttons.${index}`, each, rewrite)),
        }),
  };
}

function rewritePanel(panel: Panel, rewrite: TextRewriter): Panel {
  const { id, button } = panel;
  const head = rewriteHead(`${id}.`, panel, rewrite);
  return { ...panel, ...head, ...(button && { button: rewriteButton(`${id}.button`, button, rewrite) }) };
}

function rewriteButton<Button extends ButtonBase>(key: string, button: Button, rewrite: TextRewriter): Button {
  const { label, before } = button;
  return {
    ...button,
    label: rewrite.text(key, label),
    ...(before && {
      before: before.map((each, index) =>
        each.kind === "copy" ? { ...each, text: rewrite.text(`${key}.copy.${index}`, each.text) } : each,
      ),
    }),
  };
}

function rewriteQuestion<Of extends Question>(question: Of, rewrite: TextRewriter): Of {
  const { id } = question;
  const optional = (name: string, text: string): string => (text === "" ? "" : rewrite.text(`${id}.${name}`, text));
  const labels = (name: string, list: readonly AnswerOption[]): readonly AnswerOption[] =>
    list.map((each) => ({ ...each, label: rewrite.text(`${id}.${name}.${each.id}`, each.label) }));
  return {
    ...question,
    title: rewrite.text(`${id}.title`, question.title),
    ...("low_label" in question && {
      low_label: optional("low", question.low_label),
      high_label: optional("high", question.high_label),
    }),
    ...("options" in question && { options: labels("options", question.options) }),
    ...("rows" in question && {
      rows: labels("rows", question.rows),
      columns: labels("columns", question.columns),
    }),
    ...("other_label" in question &&
      question.other_label !== undefined && { other_label: optional("other", question.other_label) }),
    ...("placeholder" in question &&
      question.placeholder !== undefined && { placeholder: optional("placeholder", question.placeholder) }),
  };
}

function rewriteResource(resource: Resource, rewrite: TextRewriter): Resource {
  const { id, section, description } = resource;
  return {
    ...resource,
    ...(section === undefined ? {} : { section: rewrite.text(`${id}.section`, section) }),
    title: rewrite.text(`${id}.title`, resource.title),
    ...(description === undefined ? {} : { description: rewrite.text(`${id}.description`, description) }),
  };
}

function rewriteHead(
  prefix: string,
  { title, blocks }: { readonly title: string; readonly blocks: readonly Block[] },
  rewrite: TextRewriter,
): { readonly title: string; readonly blocks: readonly Block[] } {
  return {
    title: title === "" ? "" : rewrite.text(`${prefix}title`, title),
    blocks: blocks.map((block, index) => rewriteBlock(`${prefix}blocks.${index}`, block, rewrite)),
  };
}

function rewriteBlock(key: string, block: Block, rewrite: TextRewriter): Block {
  switch (block.kind) {
    case "paragraph":
      return { ...block, spans: rewrite.spans(key, block.spans) };
    case "list":
      return { ...block, items: block.items.map((item, index) => rewrite.spans(`${key}.${index}`, item)) };
    case "image":
      return block.alt === "" ? block : { ...block, alt: rewrite.text(`${key}.alt`, block.alt) };
    case "video":
    case "embed":
      return { ...block, title: rewrite.text(`${key}.title`, block.title) };
  }
}
