/** @jsxImportSource hono/jsx */
import { limits } from "@fanfare/contract/limits";
import { raw } from "hono/html";
import type { Child, FC } from "hono/jsx";
import type { Heading } from "./markdown.ts";
import type { Kind } from "./pages.ts";
import { type RemovedName, RemovedNames } from "./removed.tsx";

/** Names of the files that every page loads. */
export interface Assets {
  readonly style: string;
  readonly script: string;
  readonly search: string;
}

export interface MenuChapter {
  readonly title: string;
  readonly pages: readonly MenuPage[];
}

export interface MenuPage {
  readonly slug: string;
  readonly title: string;
}

export interface Frame {
  readonly version: string;
  readonly assets: Assets;
  readonly menu: readonly MenuChapter[];
  /** By the slug of their page. */
  readonly removed: ReadonlyMap<string, readonly RemovedName[]>;
}

const KINDS: Readonly<Record<Kind, string>> = {
  tutorial: "Tutorial",
  "how-to": "Guide",
  reference: "Reference",
  explanation: "Background",
};

interface ShellProps {
  readonly frame: Frame;
  readonly title: string;
  readonly summary: string;
  /** Slug of the page. Empty for the home page. */
  readonly slug: string;
  readonly children: Child;
}

/** Everything around a page: head, header, and menu. Links are relative, so that the folder works below any URL. */
export const Shell: FC<ShellProps> = ({ frame, title, summary, slug, children }) => (
  <html lang="en">
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <title>{slug === "" ? "Fanfare documentation" : `${title} · Fanfare`}</title>
      <meta name="description" content={summary} />
      <meta name="color-scheme" content="light dark" />
      <link rel="icon" href="assets/favicon.svg" type="image/svg+xml" />
      <link rel="stylesheet" href={`assets/${frame.assets.style}`} />
      <script defer src={`assets/${frame.assets.script}`} data-search={`assets/${frame.assets.search}`}></script>
    </head>
    <body class={slug === "" ? "home" : "page"}>
      <a class="skip" href="#content">
        Skip to content
      </a>
      <header>
        <button type="button" class="menu-button" popovertarget="menu">
          Menu
        </button>
        <a class="brand" href="index.html">
          <img src="assets/favicon.svg" alt="" width="24" height="24" />
          <span>Fanfare</span> <span class="docs">Docs</span>
        </a>
        <search>
          <form action="search.html">
            <input
              type="search"
              name="q"
              value=""
              placeholder="Search"
              aria-label="Search the documentation"
              aria-controls="results"
              autocomplete="off"
              spellcheck={false}
              maxlength={limits.docs_query_chars_max}
            />
            <kbd title="Press / to search" hidden>
              /
            </kbd>
          </form>
          <div id="results" hidden></div>
          <p class="status" role="status"></p>
        </search>
        <span class="version">{frame.version}</span>
      </header>
      <nav id="menu" popover="auto" aria-label="Documentation">
        <Menu frame={frame} slug={slug} />
      </nav>
      <main id="content" tabindex={-1}>
        {children}
      </main>
    </body>
  </html>
);

const Menu: FC<{ frame: Frame; slug: string }> = ({ frame, slug }) => (
  <>
    {frame.menu.map((chapter) => (
      <section>
        <h2>{chapter.title}</h2>
        <ul>
          {chapter.pages.map((page) => (
            <li>
              <a href={`${page.slug}.html`} aria-current={page.slug === slug ? "page" : undefined}>
                {page.title}
              </a>
            </li>
          ))}
        </ul>
      </section>
    ))}
  </>
);

export interface ArticleProps {
  readonly frame: Frame;
  readonly slug: string;
  readonly kind: Kind;
  readonly title: string;
  readonly summary: string;
  readonly headings: readonly Heading[];
  readonly children: Child;
}

/** A page with its title, the list of its headings, and links to its neighbors. */
export const Article: FC<ArticleProps> = ({ frame, slug, kind, title, summary, headings, children }) => {
  const chapter = frame.menu.find(({ pages }) => pages.some((page) => page.slug === slug));
  const order = frame.menu.flatMap(({ pages }) => pages);
  const index = order.findIndex((page) => page.slug === slug);
  return (
    <Shell frame={frame} slug={slug} title={title} summary={summary}>
      <article>
        <p class="eyebrow">{[...new Set([chapter?.title, KINDS[kind]])].join(" · ")}</p>
        <h1>{title}</h1>
        <TableOfContents headings={headings} />
        <div class="prose">
          {children}
          <RemovedNames names={frame.removed.get(slug) ?? []} />
        </div>
        <nav class="neighbors" aria-label="Next and previous page">
          <Neighbor page={order[index - 1]} relation="prev" label="Previous" />
          <Neighbor page={order[index + 1]} relation="next" label="Next" />
        </nav>
      </article>
    </Shell>
  );
};

const TableOfContents: FC<{ headings: readonly Heading[] }> = ({ headings }) =>
  headings.length < 2 ? null : (
    <nav class="contents" aria-labelledby="on-this-page">
      <p id="on-this-page">On this page</p>
      <ul>
        {headings.map(({ id, text, depth }) => (
          <li class={`depth-${depth}`}>
            <a href={`#${id}`}>{text}</a>
          </li>
        ))}
      </ul>
    </nav>
  );

const Neighbor: FC<{ page: MenuPage | undefined; relation: string; label: string }> = ({ page, relation, label }) =>
  page === undefined ? null : (
    <a class={relation} rel={relation} href={`${page.slug}.html`}>
      <span>{label}</span> {page.title}
    </a>
  );

export interface HomeChapter {
  readonly title: string;
  readonly summary: string;
  readonly pages: readonly (MenuPage & { readonly summary: string })[];
}

/** The first page: what Fanfare is, and all pages by chapter. */
export const Home: FC<{ frame: Frame; chapters: readonly HomeChapter[] }> = ({ frame, chapters }) => (
  <Shell frame={frame} slug="" title="Fanfare documentation" summary="Documentation of Fanfare.">
    <div class="hero">
      <h1>Fanfare documentation</h1>
      <p>
        Product tours, in-app messages, celebrations, and live updates for any web application, from a server of your
        own.
      </p>
      <p class="start">
        <a class="primary" href="getting-started.html">
          Get started
        </a>
        <a href="sdk.html">SDK reference</a>
      </p>
    </div>
    <picture class="product">
      <source media="(prefers-color-scheme: dark)" srcset="pictures/tour-dark.webp" />
      <img
        src="pictures/tour-light.webp"
        alt="A tour step with a spotlight on a button of an order desk"
        width="1920"
        height="1200"
      />
    </picture>
    {chapters.map(({ title, summary, pages }) => (
      <section class="chapter">
        <h2>{title}</h2>
        <p>{summary}</p>
        <ul>
          {pages.map((page) => (
            <li>
              <a href={`${page.slug}.html`}>{page.title}</a>
              <p>{page.summary}</p>
            </li>
          ))}
        </ul>
      </section>
    ))}
  </Shell>
);

/**
 * The page of results. A server fills it (server/src/http/docs/search-page.ts). A folder on another web server needs the
 * script, and a folder without a server shows the text.
 */
export const SearchPage: FC<{ frame: Frame }> = ({ frame }) => (
  <Shell frame={frame} slug="search" title="Search" summary="Results of a search in the documentation.">
    <article>
      <h1>Search</h1>
      <div id="answer" data-pending>
        <p>
          The search of this copy needs JavaScript and a web server. Choose a page from the menu, or from the{" "}
          <a href="index.html">list of all pages</a>.
        </p>
      </div>
    </article>
  </Shell>
);

/** HTML that the Markdown renderer created. */
export const Html: FC<{ html: string }> = ({ html }) => raw(html);
