/** What a page is for (diataxis.fr): learn, do, look up, or understand. */
export type Kind = "tutorial" | "how-to" | "reference" | "explanation";

export interface Page {
  /** Last segment of the URL: `/docs/{slug}`. `signalr` isn't possible: such paths belong to SignalR under any prefix. */
  readonly slug: string;
  readonly kind: Kind;
  /** Markdown file, or a page that the build creates from the code. */
  readonly source: { readonly file: string } | { readonly generated: "api" | "errors" };
  /** A list of many names. The search ranks it lower. */
  readonly is_list?: boolean;
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
    title: "Get started",
    summary: "From nothing to a tour on your own page.",
    pages: [
      page("getting-started", "tutorial", "docs/start/getting-started.md"),
      page("demo-shop", "tutorial", "docs/start/demo-shop.md"),
      page("checklist", "tutorial", "docs/start/checklist.md"),
      page("first-experiment", "tutorial", "docs/start/first-experiment.md"),
    ],
  },
  {
    title: "Add Fanfare to your app",
    summary: "Load the SDK, identify people, and connect your tools.",
    pages: [
      page("react", "how-to", "docs/guides/react.md"),
      page("nextjs", "how-to", "docs/guides/nextjs.md"),
      page("vue", "how-to", "docs/guides/vue.md"),
      page("svelte-angular-solid", "how-to", "docs/guides/svelte-angular-solid.md"),
      page("plain-pages", "how-to", "docs/guides/plain-pages.md"),
      page("identity-tokens", "how-to", "docs/guides/identity-tokens.md"),
      page("pages-and-targets", "how-to", "docs/guides/pages-and-targets.md"),
      page("reliable-targets", "how-to", "docs/guides/reliable-targets.md"),
      page("content-security-policy", "how-to", "docs/guides/content-security-policy.md"),
      page("assistants", "how-to", "docs/guides/assistants.md"),
      page("integrations", "how-to", "docs/INTEGRATIONS.md"),
      page("troubleshooting", "how-to", "docs/guides/troubleshooting.md"),
    ],
  },
  {
    title: "Create content",
    summary: "Build tours on your page, decide who sees them, and celebrate.",
    pages: [
      page("build-on-your-page", "how-to", "docs/guides/build-on-your-page.md"),
      page("who-sees-what", "explanation", "docs/guides/who-sees-what.md"),
      page("hide-content", "how-to", "docs/guides/hide-content.md"),
      page("resource-centers", "how-to", "docs/guides/resource-centers.md"),
      page("banners", "how-to", "docs/guides/banners.md"),
      page("surveys", "how-to", "docs/guides/surveys.md"),
      page("templates", "how-to", "docs/guides/templates.md"),
      page("media", "how-to", "docs/guides/media.md"),
      page("review", "how-to", "docs/guides/review.md"),
      page("checklists", "how-to", "docs/guides/checklists.md"),
      page("celebrations", "how-to", "docs/guides/celebrations.md"),
      page("trackers", "how-to", "docs/guides/trackers.md"),
      page("analytics", "explanation", "docs/guides/analytics.md"),
      page("themes", "how-to", "docs/guides/themes.md"),
      page("translations", "how-to", "docs/guides/translations.md"),
      page("content-files", "how-to", "docs/operations/content-files.md"),
    ],
  },
  {
    title: "Live updates",
    summary: "Push events and messages with the libraries that you already have.",
    pages: [
      page("live-updates", "how-to", "docs/guides/live-updates.md"),
      page("python", "how-to", "docs/guides/python.md"),
      page("rails", "how-to", "docs/guides/rails.md"),
      page("laravel", "how-to", "docs/guides/laravel.md"),
      page("signalr-clients", "how-to", "docs/guides/signalr.md"),
      page("migrate-from-pusher", "how-to", "docs/guides/migrate-from-pusher.md"),
      page("migrate-from-azure", "how-to", "docs/guides/migrate-from-azure-signalr.md"),
    ],
  },
  {
    title: "Move from another tour tool",
    summary: "Bring your tours, and what people chose not to see again.",
    pages: [
      page("import-tours", "how-to", "docs/guides/import-tours.md"),
      ...["intro-js", "shepherd", "driver-js", "react-joyride", "usertour-appcues"].map((tool) =>
        page(`from-${tool}`, "how-to", `docs/guides/from-${tool}.md`),
      ),
    ],
  },
  {
    title: "Run a server",
    summary: "Install, secure, back up, upgrade, and scale out.",
    pages: [
      page("install", "how-to", "docs/operations/install.md"),
      page("configuration", "reference", "docs/operations/configuration.md"),
      page("command-line", "reference", "docs/operations/command-line.md"),
      page("operations", "how-to", "docs/OPERATIONS.md"),
      page("proxies", "how-to", "docs/operations/proxies.md"),
      page("members", "how-to", "docs/operations/members.md"),
      page("backups", "how-to", "docs/operations/backups.md"),
      page("secret-key", "how-to", "docs/operations/secret-key.md"),
      page("alerts", "how-to", "docs/operations/alerts.md"),
      page("upgrade", "how-to", "docs/operations/upgrade.md"),
      page("privacy", "how-to", "docs/operations/privacy.md"),
      page("scale-out", "how-to", "docs/operations/scale-out.md"),
    ],
  },
  {
    title: "Reference",
    summary: "Every call, event, error, limit, and protocol.",
    pages: [
      page("sdk", "reference", "docs/SDK.md"),
      { slug: "api", kind: "reference", source: { generated: "api" } },
      page("api-client", "how-to", "docs/guides/api-client.md"),
      { slug: "errors", kind: "reference", source: { generated: "errors" } },
      page("content-schema", "reference", "docs/content-schema.md"),
      page("limits", "reference", "docs/limits.md"),
      page("webhooks", "reference", "docs/webhooks.md"),
      page("destinations", "reference", "docs/destinations.md"),
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
      page("benchmarks", "reference", "docs/benchmarks.md"),
      { ...page("internal-limits", "reference", "docs/internal-limits.md"), is_list: true },
    ],
  },
];
