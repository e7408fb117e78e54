import type { Span } from "@fanfare/contract/content/block";
import { partsIn } from "@fanfare/contract/content/parts";
import { collectSources } from "@fanfare/contract/translation/texts";
import { translationOf } from "@fanfare/contract/translation/translation";
import { element } from "../../ui/dom/element.ts";
import type { UiRoot } from "../../ui/overlay/ui-root.ts";
import type { CardStage } from "../card-stage.ts";
import type { DraftStore } from "../draft.ts";
import { type Edit, partOf, setBlocks } from "../edits.ts";
import { t } from "../language/t.ts";
import type { AuthorPage } from "../text/author-page.ts";
import {
  addLanguage,
  editionIn,
  type Head,
  headsOf,
  missingTexts,
  NO_PART,
  partOfText,
  removeLanguage,
  setHead,
  setText,
  setTranslated,
  textsOfPart,
} from "../translate/body-texts.ts";
import { buildHeadFields } from "../translate/heads-form.ts";
import { buildLanguageBar, nameOf } from "../translate/language-bar.ts";
import { buildTextForm } from "../translate/text-form.ts";
import { buildStepList } from "./step-list.ts";

interface PanelTextsDeps {
  readonly page: AuthorPage;
  readonly root: UiRoot;
  readonly draft: DraftStore;
  readonly cards: () => CardStage;
  readonly form: HTMLElement;
  readonly selected: () => string;
  readonly select: (part_id: string) => void;
  readonly rebuild: () => void;
  readonly moved: (by: -1 | 1) => void;
}

type Change = (key: string, edit: Edit) => void;

/** What the panel and the card have to do with texts and their languages. */
export interface PanelTexts {
  /** Chooses the language. */
  readonly bar: HTMLElement;
  /** The translation that is written. Undefined: the source language. */
  tag(): string | undefined;
  showBar(): void;
  buildList(): HTMLElement;
  /** Fields of the selected part that only some languages and kinds of content have. */
  buildFields(change: Change): readonly HTMLElement[];
  /** Shows the selected part on the page for writing. False: the panel shows a step of a tour itself. */
  write(): boolean;
  hasMore(): boolean;
}

export function createPanelTexts(deps: PanelTextsDeps): PanelTexts {
  return new Texts(deps);
}

class Texts implements PanelTexts {
  readonly #deps: PanelTextsDeps;
  readonly bar: HTMLElement;
  #tag: string | undefined;
  /** The text whose field had the focus last. */
  #current: string | undefined;

  constructor(deps: PanelTextsDeps) {
    this.#deps = deps;
    this.bar = element(deps.page.document, "section", "languages");
    deps.form.addEventListener("focusin", ({ target }) => {
      // Elements of the form.
      this.#current = (target as HTMLElement).dataset["text"] ?? this.#current;
    });
  }

  tag(): string | undefined {
    const { translations = {} } = this.#deps.draft.edition();
    return this.#tag !== undefined && Object.hasOwn(translations, this.#tag) ? this.#tag : undefined;
  }

  hasMore(): boolean {
    const { body } = this.#deps.draft.edition();
    return headsOf(body).length > 0 || textsOfPart(body, NO_PART).length > 0;
  }

  showBar(): void {
    const { page, draft, root, rebuild } = this.#deps;
    const choose = (tag: string | undefined): void => {
      this.#tag = tag;
      this.#current = undefined;
      rebuild();
      root.announce(tag === undefined ? t("Source language") : nameOf(tag));
    };
    const bar = buildLanguageBar({
      ...{ document: page.document, edition: draft.edition(), tag: this.tag(), choose },
      add: (tag) => {
        draft.change("", addLanguage(tag));
        choose(tag);
        this.bar.querySelector("select")?.focus();
      },
      remove: (tag) => {
        draft.change("", removeLanguage(tag));
        choose(undefined);
        root.announce(t("{language} removed. You can undo this.", { language: nameOf(tag) }));
      },
      goTo: (key) => this.#goTo(key),
      current: () => this.#current,
    });
    this.bar.replaceChildren(bar);
  }

  buildList(): HTMLElement {
    const { page, draft, selected, select, moved } = this.#deps;
    const edition = draft.edition();
    const tag = this.tag();
    const keys = tag === undefined ? [] : missingTexts(edition, tag);
    return buildStepList({
      ...{ document: page.document, selected: selected(), select, moved, has_more: this.hasMore() },
      edition: editionIn(edition, tag),
      missing:
        tag === undefined ? undefined : (id) => keys.filter((key) => partOfText(edition.body, key) === id).length,
      edit: (change) => draft.change("", change),
    });
  }

  buildFields(change: Change): readonly HTMLElement[] {
    const { page, draft, selected } = this.#deps;
    const edition = draft.edition();
    const tag = this.tag();
    const heads = tag === undefined && selected() === NO_PART ? headsOf(edition.body) : [];
    const of_heads = heads.flatMap((head) =>
      buildHeadFields(page, head, (key, part) => change(`${key} ${head.prefix}`, this.#changeHead(head.prefix, part))),
    );
    const of_texts = buildTextForm({
      ...{ page, edition, tag, part_id: selected() },
      write: (key, written) =>
        change(`text ${key}`, tag === undefined ? setText(key, written) : setTranslated(tag, key, written)),
    });
    return [...of_heads, ...of_texts];
  }

  write(): boolean {
    const { draft, selected, cards, rebuild } = this.#deps;
    const edition = draft.edition();
    const { body, locale, translations } = edition;
    const tag = this.tag();
    if (tag === undefined && body.type === "tour") return false;
    const [first] = partsIn(body);
    if (first === undefined || body.type === "resource_center") {
      cards().clear();
      return true;
    }
    const sources = collectSources(body);
    const texts = tag === undefined ? undefined : (translations?.[tag] ?? {});
    const heads = tag === undefined ? [...headsOf(body), ...partHeads(partsIn(body))] : [];
    cards().writeTexts(editionIn(edition, tag), partOf(edition, selected())?.id ?? first.id, {
      ...{ heads, locale },
      textOf: (key) => {
        const source = sources.get(key);
        if (source === undefined) return undefined;
        const is_missing = texts !== undefined && translationOf(texts, key, source) === undefined;
        const shown = collectSources(editionIn(edition, tag).body).get(key);
        // In the source language, any format can be used.
        const spans = source.spans && tag === undefined ? [...source.spans, ANY_FORMAT] : source.spans;
        return { source: { ...source, ...(spans && { spans }) }, is_missing, spans: shown?.spans ?? [] };
      },
      changed: (key, written) => {
        draft.change(`card ${key}`, tag === undefined ? setText(key, written) : setTranslated(tag, key, written));
        rebuild();
      },
      changedBlocks: ({ prefix, blocks }) => {
        draft.change(`card ${prefix}`, this.#changeHead(prefix, { blocks }));
        rebuild();
      },
      pressed: (key) => this.#goTo(key),
    });
    return true;
  }

  /** Changes the title or the text of a part, or of a head that belongs to none. */
  #changeHead(prefix: string, { title, blocks }: Partial<Head>): Edit {
    return (edition) => {
      const part = partOf(edition, prefix.slice(0, -1));
      if (part !== undefined) return setBlocks(part.id, blocks ?? [])(edition);
      const head = headsOf(edition.body).find((each) => each.prefix === prefix);
      if (head === undefined) return edition;
      return setHead({ prefix, title: title ?? head.title, blocks: blocks ?? head.blocks })(edition);
    };
  }

  /** Goes to the field of a text. */
  #goTo(key: string): void {
    const { draft, form, selected, select } = this.#deps;
    const { body } = draft.edition();
    const part_id = partOfText(body, key);
    if (part_id !== selected()) select(part_id);
    this.#current = key;
    const fields = [...form.querySelectorAll<HTMLElement>("[data-text]")];
    const field = fields.find(({ dataset }) => dataset["text"] === key) ?? form.querySelector<HTMLElement>("input");
    field?.scrollIntoView({ block: "nearest" });
    field?.focus();
  }
}

const ANY_FORMAT: Span = { text: "", bold: true, italic: true };

function partHeads(parts: ReturnType<typeof partsIn>): readonly Head[] {
  return parts.flatMap((part) =>
    "blocks" in part ? [{ prefix: `${part.id}.`, title: part.title, blocks: part.blocks }] : [],
  );
}
