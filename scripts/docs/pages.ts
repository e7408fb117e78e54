/** What a page is for (diataxis.fr): learn, do, look up, or understand. */
export type Kind = "tutorial" | "how-to" | "reference" | "explanation";

export interface Page {
  /** Last segment of the URL: `/docs/{slug}`. */
  readonly slug: string;
  readonly kind: Kind;
  /** Markdown file, or a page that the build creates from the code. */
  readonly source: { readonly file: string } | { readonly generated: "api" | "errors" };
}

export interface Chapter {
  readonly title: string;
  /** What a reader finds here, for the home page. */
  readonly summary: string;
  readonly pages: readonly Page[];
  /** The search ranks these pages lower. */
  readonly is_background?: boolean;
}

const page = (slug: string, kind: Kind, file: string): Page => ({ slug, kind, source: { file } });

/** All pages in reading order. The order decides the menu and the links to the next page. */
export const CHAPTERS: readonly Chapter[] = [
  {
    title: "Add Fanfare to your app",
    summary: "Load the SDK, identify people, and connect your tools.",
    pages: [page("sdk", "reference", "docs/SDK.md"), page("integrations", "how-to", "docs/INTEGRATIONS.md")],
  },
  {
    title: "Create content",
    summary: "Keep content as files, review it, and publish it.",
    pages: [page("content-files", "how-to", "docs/operations/content-files.md")],
  },
  {
    title: "Run a server",
    summary: "Install, secure, back up, upgrade, and scale out.",
    pages: [
      page("install", "how-to", "docs/operations/install.md"),
      page("operations", "how-to", "docs/OPERATIONS.md"),
      page("scale-out", "how-to", "docs/operations/scale-out.md"),
    ],
  },
  {
    title: "Reference",
    summary: "Every call, event, error, limit, and protocol.",
    pages: [
      { slug: "api", kind: "reference", source: { generated: "api" } },
      { slug: "errors", kind: "reference", source: { generated: "errors" } },
      page("webhooks", "reference", "docs/webhooks.md"),
      page("protocols", "reference", "docs/PROTOCOL.md"),
    ],
  },
  {
    title: "Trust",
    is_background: true,
    summary: "How Fanfare is built, secured, and tested.",
    pages: [
      page("security", "explanation", "docs/SECURITY.md"),
      page("accessibility", "reference", "docs/ACCESSIBILITY.md"),
      page("architecture", "explanation", "docs/ARCHITECTURE.md"),
      page("specification", "reference", "docs/specification.md"),
    ],
  },
];
