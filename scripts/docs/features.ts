/** Something that authors, developers, or operators look for in such a product. */
export type Feature =
  | {
      readonly feature: string;
      readonly source: string;
      /** File and title of a test that shows it. */
      readonly test: readonly [file: string, title: string];
    }
  | { readonly feature: string; readonly declined: string };

/** Printed in `docs/specification.md`. */
export const FEATURES: readonly Feature[] = [
  {
    feature: "Builder on the customer's page, without an extension",
    source: "sdk/src/builder/builder.ts",
    test: ["e2e/builder.web.ts", "builds a tour on someone else's page by picking elements, without copying anything"],
  },
  {
    feature: "Content as files, compared and pushed by a command",
    source: "server/src/commands/content/plan-report.ts",
    test: [
      "server/src/commands/content/content.test.ts",
      "stops at a change that a member made after the last push, until someone decides",
    ],
  },
  {
    feature: "Card beside an element",
    source: "sdk/src/ui/tour/tour.ts",
    test: ["sdk/test/player.web.ts", "steps through by Next, Back, and Finish and reports each step"],
  },
  {
    feature: "Card in the center of the page",
    source: "sdk/src/ui/card/sheet.ts",
    test: ["sdk/test/player-pages.web.ts", "keeps a centered step reachable"],
  },
  {
    feature: "Card in a corner",
    source: "sdk/src/ui/card/position-card.ts",
    test: ["sdk/test/player-flow.web.ts", "leaves the page unchanged for a corner and adds temporary room for a bar"],
  },
  {
    feature: "Banner that moves the page instead of covering it",
    source: "sdk/src/ui/announcement/announcement.ts",
    test: ["sdk/test/announcement.web.ts", "keeps banners at their positions and ends their countdowns"],
  },
  {
    feature: "Hotspot and tooltip at an element",
    source: "sdk/src/ui/hint/hint.ts",
    test: ["sdk/test/hint.web.ts", "opens and closes a card with a named hotspot button after its target"],
  },
  {
    feature: "Checklist, in order or not",
    source: "sdk/src/ui/checklist/checklist.ts",
    test: ["sdk/test/checklist.web.ts", "unlocks tasks one after the other if they're sequential"],
  },
  {
    feature: "Checklist tasks that people can skip, and undo it",
    source: "sdk/src/ui/checklist/task-extras.ts",
    test: ["sdk/test/checklist.web.ts", "lets people skip tasks and undo it, without counting them"],
  },
  {
    feature: "Checklist tasks for some people only",
    source: "contract/src/content/task-audience.ts",
    test: [
      "sdk/test/checklist-server.web.ts",
      "adds a task to the open checklist once its audience includes the person",
    ],
  },
  {
    feature: "Checklist shared by the people of a company",
    source: "contract/src/gates/group-progress.ts",
    test: ["sdk/test/group-checklist.web.ts", "completes a checklist for the whole group, live, and for no one else"],
  },
  {
    feature: "Survey with many kinds of questions",
    source: "sdk/src/ui/survey/survey.ts",
    test: ["sdk/test/survey.web.ts", "asks for own answers, matrices, rankings, addresses, and dates by keyboard"],
  },
  {
    feature: "Help launcher",
    source: "sdk/src/ui/resource-center/resource-center.ts",
    test: ["sdk/test/resource-center.web.ts", "opens by keyboard, runs a resource, and returns focus without a trace"],
  },
  {
    feature: "Checklist inside the help launcher",
    source: "sdk/src/engage/panels/listed-checklists.ts",
    test: [
      "sdk/test/listed-checklist.web.ts",
      "shares the progress of a checklist in the corner with the one in the panel",
    ],
  },
  {
    feature: "Feed of announcements with a count of unread ones",
    source: "sdk/src/engage/panels/listed-feed.ts",
    test: ["sdk/test/feed.web.ts", "lists past announcements next to the page and reports the unread count"],
  },
  {
    feature: "Toast",
    source: "sdk/src/ui/toast/toast.ts",
    test: [
      "sdk/test/announcement.web.ts",
      "closes a toast automatically as completed, unless hovered or with a control",
    ],
  },
  {
    feature: "Carousel",
    source: "sdk/src/ui/announcement/slides.ts",
    test: ["sdk/test/announcement.web.ts", "moves a carousel by buttons and swipes, announces each panel, and resumes"],
  },
  {
    feature: "Confetti with rules",
    source: "sdk/src/ui/confetti/confetti.ts",
    test: [
      "sdk/test/celebration-rules.web.ts",
      "plays immediately and once on an open page for a backend's goal or event",
    ],
  },
  {
    feature: "Images with a description, videos, and embedded pages",
    source: "sdk/src/ui/card/media.ts",
    test: [
      "sdk/test/media.web.ts",
      "asks no host before the click, then plays in a sandboxed frame that Escape closes",
    ],
  },
  {
    feature: "Attributes of the person in texts, with a fallback",
    source: "contract/src/schema/content/text.ts",
    test: ["contract/src/schema/content/text.test.ts", "requires an attribute name and a fallback in variables"],
  },
  {
    feature: "Buttons under conditions",
    source: "contract/src/schema/content/tour.ts",
    test: [
      "server/src/http/v1/buttons.test.ts",
      "evaluates what conditions of buttons ask about the person, and leaves the page to the page",
    ],
  },
  {
    feature: "Branches to any step",
    source: "sdk/src/ui/tour/step-flow.ts",
    test: ["sdk/test/player-flow.web.ts", "follows buttons to their steps and Back to the previous one"],
  },
  {
    feature: "Several actions of one button",
    source: "sdk/src/engage/stage/button-actions.ts",
    test: ["sdk/test/asked.web.ts", "runs a button's actions in order, and confirms the text that it copied"],
  },
  {
    feature: "Themes with checked contrast",
    source: "contract/src/theme/palette-contrast.ts",
    test: ["console/test/themes.web.ts", "creates a theme from one color, fixes its contrast, and applies it"],
  },
  {
    feature: "Dark scheme of the page or the system",
    source: "sdk/src/ui/theme/theme.ts",
    test: ["sdk/test/player-look.web.ts", "follows the page's color theme and its changes, otherwise the system's"],
  },
  {
    feature: "Translations with a list of missing texts",
    source: "server/src/http/api/content/translations.ts",
    test: ["console/test/translations.web.ts", "translates a tour and counts missing texts"],
  },
  {
    feature: "Right-to-left layout",
    source: "sdk/src/ui/card/position-card.ts",
    test: ["sdk/test/player-look.web.ts", "mirrors the card from right to left, with the close button on the left"],
  },
  {
    feature: "Preview on the real page before publishing",
    source: "server/src/accounts/access/preview-links.ts",
    test: [
      "server/src/http/v1/preview.test.ts",
      "ends by expiry, revocation, the app's setting, and its member's role",
    ],
  },
  {
    feature: "Drafts and frozen versions",
    source: "server/src/engage/publish/versions.ts",
    test: ["console/test/publish.web.ts", "shows the status beside the name and keeps each published version"],
  },
  {
    feature: "Return to an older version",
    source: "server/src/engage/publish/publication-state.ts",
    test: ["console/test/publish.web.ts", "compares two versions, publishes an older one, and restores one to draft"],
  },
  {
    feature: "Any number of apps, with promotion between them",
    source: "server/src/engage/publish/promote.ts",
    test: ["console/test/publish.web.ts", "shows what promoting changes in another app, and publishes it there"],
  },
  {
    feature: "Approval before publishing",
    source: "server/src/engage/publish/reviews.ts",
    test: ["console/test/publish.web.ts", "asks the reviewers that the author chooses"],
  },
  {
    feature: "Warnings before publishing",
    source: "server/src/engage/publish/read-publish-warnings.ts",
    test: ["console/test/publish.web.ts", "shows publish warnings and allows publishing anyway"],
  },
  {
    feature: "Rules about the page's URL",
    source: "contract/src/targeting/page-pattern.ts",
    test: ["console/test/editor.web.ts", "saves the trigger, audience, and settings tabs, and tests a URL"],
  },
  {
    feature: "Rules about typed attributes",
    source: "contract/src/targeting/rule-match.ts",
    test: ["contract/src/targeting/rule-match.test.ts", "never flips a result when a fact is missing"],
  },
  {
    feature: "Rules about companies and memberships",
    source: "server/src/people/groups/groups.ts",
    test: ["contract/src/targeting/rule-match.test.ts", "matches a group attribute in any of the person's groups"],
  },
  {
    feature: "Segments by rule or by list",
    source: "server/src/people/segments/segments.ts",
    test: ["server/src/http/api/people/segments.test.ts", "decides by a list, which people enter and leave by name"],
  },
  {
    feature: "Rules about events in a period, with properties",
    source: "contract/src/targeting/property-tests.ts",
    test: [
      "server/src/people/rules/event-conditions.contract.ts",
      "mean the same in decisions, explanations, and counts, over random histories",
    ],
  },
  {
    feature: "Rules about other content",
    source: "contract/src/targeting/rule-match.ts",
    test: [
      "server/src/http/v1/suites/occasions.contract.ts",
      "starts when other content is completed, but not when closed",
    ],
  },
  {
    feature: "Rules about elements and their text",
    source: "sdk/src/engage/stage/element-watcher.ts",
    test: [
      "contract/src/targeting/rule-match.test.ts",
      "asks the page for an element with the state and the text, and explains both",
    ],
  },
  {
    feature: "Schedule by the server's clock",
    source: "contract/src/targeting/schedule.ts",
    test: [
      "contract/src/targeting/upcoming.test.ts",
      "keeps a local start upcoming until reached in the first time zone",
    ],
  },
  {
    feature: "Delay before content appears",
    source: "sdk/src/engage/stage/guide.ts",
    test: [
      "sdk/src/engage/stage/guide.test.ts",
      "waits for the content's delay, which starts when nothing else blocks",
    ],
  },
  {
    feature: "Start by code",
    source: "sdk/src/deferred/start.ts",
    test: [
      "sdk/src/deferred/start.test.ts",
      "requests content with force despite its frequency, unless that is refused",
    ],
  },
  {
    feature: "Start by link",
    source: "sdk/src/deferred/linked-content.ts",
    test: [
      "sdk/src/deferred/linked-content.test.ts",
      "loads content again that a link asks for and only its frequency hides",
    ],
  },
  {
    feature: "Priority with a fixed order of equals",
    source: "server/src/engage/decide/decisions.ts",
    test: ["server/src/http/v1/boot.test.ts", "sorts by priority, then by age, oldest first"],
  },
  {
    feature: "Frequency of each content item",
    source: "contract/src/gates/gates.ts",
    test: [
      "server/src/http/v1/suites/progress.contract.ts",
      "shows a tour at most as often as its frequency allows within the period, until it's reset",
    ],
  },
  {
    feature: "Caps over all types of content",
    source: "contract/src/gates/gates.ts",
    test: [
      "server/src/http/v1/frequency-caps.test.ts",
      "reduces the remaining views on every page for a day when a run starts",
    ],
  },
  {
    feature: "“Do not show again” for 365 days",
    source: "contract/src/gates/suppression.ts",
    test: ["sdk/test/anniversary.web.ts", "hides on day 364 and not on day 366 after “Do not show again” in all cases"],
  },
  {
    feature: "Choices kept by the server",
    source: "server/src/people/suppressions/suppressions.ts",
    test: ["e2e/suppression.web.ts", "keeps “Do not show again” across reloads, cleared storage, and browsers"],
  },
  {
    feature: "Choices of visitors that outlast a browser's limits",
    source: "server/src/people/identity/identity.ts",
    test: ["server/src/http/v1/cookie.test.ts", "is hidden from scripts, other sites, and plain HTTP for 400 days"],
  },
  {
    feature: "Remind me later",
    source: "sdk/src/ui/card/dismiss-options.ts",
    test: ["sdk/test/checklist.web.ts", "can be snoozed and closed for good"],
  },
  {
    feature: "Pause by the page",
    source: "sdk/src/engage/stage/guide.ts",
    test: ["sdk/src/engage/stage/guide.test.ts", "starts nothing automatically while paused by the page"],
  },
  {
    feature: "Experiments with a holdout",
    source: "contract/src/content/experiment.ts",
    test: ["e2e/holdout.web.ts", "shows the tour outside the holdout and counts the holdout"],
  },
  {
    feature: "Steps skipped when they aren't needed",
    source: "sdk/src/ui/tour/step-flow.ts",
    test: ["sdk/test/player-flow.web.ts", "skips unneeded steps in both directions and completes if none are left"],
  },
  {
    feature: "Nothing stored or sent before consent",
    source: "sdk/src/client/client.ts",
    test: ["sdk/test/guidance.web.ts", "stores and sends nothing before consent, and nothing declined"],
  },
  {
    feature: "Advance by a click on the element",
    source: "sdk/src/ui/tour/tour.ts",
    test: ["sdk/test/player.web.ts", "advances once on the person's click on the target, after the page's handler"],
  },
  {
    feature: "Advance by input",
    source: "sdk/src/ui/tour/tour.ts",
    test: ["sdk/test/player-flow.web.ts", "advances a step by click, input, event, or URL"],
  },
  {
    feature: "Advance by a tracked event",
    source: "sdk/src/ui/tour/tour.ts",
    test: ["sdk/test/player-flow.web.ts", "advances a step by click, input, event, or URL"],
  },
  {
    feature: "Advance by the route",
    source: "sdk/src/ui/tour/tour.ts",
    test: ["sdk/test/player-flow.web.ts", "advances a step by click, input, event, or URL"],
  },
  {
    feature: "Advance after a time, paused by the pointer",
    source: "sdk/src/ui/tour/tour.ts",
    test: ["sdk/test/player-flow.web.ts", "pauses a delay while the pointer or focus is in the card"],
  },
  {
    feature: "Page code before a step, by name",
    source: "sdk/src/api/fanfare.ts",
    test: ["sdk/test/player-flow.web.ts", "asks the page to prepare before looking for a target"],
  },
  {
    feature: "Wait for an element",
    source: "sdk/src/ui/target/spotlight.ts",
    test: ["sdk/test/player-target.web.ts", "waits for a late target while the page stays usable"],
  },
  {
    feature: "A choice for missing elements",
    source: "sdk/src/ui/tour/tour.ts",
    test: ["sdk/test/player-target.web.ts", "skips a step with a missing target or centers the card"],
  },
  {
    feature: "Elements that disappear during a step",
    source: "sdk/src/ui/tour/tour.ts",
    test: ["sdk/test/player-target.web.ts", "applies the missing target policy when a target disappears during a step"],
  },
  {
    feature: "Alerts about elements that aren't found",
    source: "server/src/alerts/alerts.ts",
    test: [
      "server/src/alerts/alerts.test.ts",
      "tells of a lost target once, and resolves it an hour after a new version finds it",
    ],
  },
  {
    feature: "Ranked ways to find an element",
    source: "contract/src/target/target-score.ts",
    test: ["sdk/test/player-target.web.ts", "tries the next locator on two matches, and reports all when none fits"],
  },
  {
    feature: "Generated names ignored",
    source: "contract/src/target/generated-name.ts",
    test: [
      "contract/src/target/target-score.test.ts",
      "lowers the score for generated names, utilities, and changing values",
    ],
  },
  {
    feature: "Robustness shown while picking",
    source: "contract/src/target/target-score.ts",
    test: ["sdk/test/redesign.web.ts", "finds at least 95 of 100 targets after a redesign, and never a wrong one"],
  },
  {
    feature: "Elements in shadow trees",
    source: "sdk/src/ui/hint/hint.ts",
    test: ["sdk/test/hint.web.ts", "shows a tooltip on focus, also in shadow trees, without taking keys"],
  },
  {
    feature: "Elements in frames of the same site",
    source: "docs/decisions/0036-skip-cross-origin-frames.md",
    test: ["sdk/test/player-flow.web.ts", "highlights a target in a same-site frame and advances on its click"],
  },
  {
    feature: "Spotlight that passes real clicks",
    source: "sdk/src/ui/target/spotlight.ts",
    test: ["sdk/test/player.web.ts", "passes clicks through the spotlight to the target and blocks the rest"],
  },
  {
    feature: "Several highlighted elements",
    source: "sdk/src/ui/target/spotlight.ts",
    test: ["sdk/test/player-flow.web.ts", "highlights several usable elements and merges overlapping spotlights"],
  },
  {
    feature: "Scrolling in nested areas and below fixed headers",
    source: "sdk/src/ui/target/spotlight.ts",
    test: ["sdk/test/player-target.web.ts", "places the top of a target taller than the screen below a fixed header"],
  },
  {
    feature: "Above everything without a fight over layers",
    source: "sdk/src/ui/overlay/top-layer.ts",
    test: ["sdk/test/player-stack.web.ts", "stays visible over fullscreen elements"],
  },
  {
    feature: "Over modal dialogs of the browser",
    source: "sdk/src/ui/overlay/top-layer.ts",
    test: ["sdk/test/player-pages.web.ts", "keeps card and target usable, and closes only the tour on Escape"],
  },
  {
    feature: "Inside dialogs that trap the focus by script",
    source: "sdk/src/ui/overlay/top-layer.ts",
    test: ["sdk/test/player-pages.web.ts", "gives the card focus despite a dialog's focus trap"],
  },
  {
    feature: "Resumed on the next page",
    source: "sdk/src/engage/runs/run-tracker.ts",
    test: ["sdk/test/guidance.web.ts", "resumes at the same step on the next page, even after leaving quickly"],
  },
  {
    feature: "All tabs in step",
    source: "sdk/src/engage/decide/tab-sync.ts",
    test: ["sdk/test/guidance.web.ts", "shows the tour in one tab at a time, then in the next"],
  },
  {
    feature: "Route changes noticed without polling",
    source: "sdk/src/lib/navigation.ts",
    test: ["sdk/test/core.web.ts", "runs no animation frames, intervals, short timers, or layout reads"],
  },
  {
    feature: "No work while a step is open",
    source: "sdk/src/ui/tour/tour.ts",
    test: ["sdk/test/player.web.ts", "draws, times, and measures nothing while a step is open"],
  },
  {
    feature: "Published changes on open pages",
    source: "server/src/engage/signals/page-signal.ts",
    test: ["e2e/publish.web.ts", "updates an open page after a publish and counts a delivered message"],
  },
  {
    feature: "Live updates from a backend",
    source: "server/src/channels/channels.ts",
    test: ["e2e/orders.web.ts", "shows an order pushed with Pusher's library on every open page"],
  },
  {
    feature: "Messages by email to people who didn't see them",
    source: "server/src/engage/message-emails/message-emails.ts",
    test: [
      "server/src/http/email-page/email-page.test.ts",
      "a person unsubscribes and subscribes again on the page of their email, without a sign-in",
    ],
  },
  {
    feature: "Push notifications to people who agreed",
    source: "server/src/engage/message-pushes/message-pushes.ts",
    test: ["e2e/push.web.ts", "a person agrees, gets a message with the page closed, and opens it"],
  },
  {
    feature: "One at a time, and a queue",
    source: "sdk/src/engage/stage/calm-queue.ts",
    test: ["sdk/src/engage/stage/calm-queue.test.ts", "starts one after another, by priority"],
  },
  {
    feature: "Pages work while the server is down",
    source: "sdk/src/engage/decide/offline-cache.ts",
    test: ["sdk/test/server-down.web.ts", "gets no error from any call, and every promise settles"],
  },
  {
    feature: "Steps as named dialogs",
    source: "sdk/src/ui/card/sheet.ts",
    test: ["sdk/test/player-focus.web.ts", "moves focus to each step's heading, described by progress and text"],
  },
  {
    feature: "Modal only if the page is inert",
    source: "sdk/src/ui/overlay/top-layer.ts",
    test: ["sdk/test/announcement.web.ts", "sets the page inert under a modal, traps Tab, and restores page and focus"],
  },
  {
    feature: "Focus that moves into the step",
    source: "sdk/src/ui/dom/restore-focus.ts",
    test: ["sdk/test/player-focus.web.ts", "moves Tab from elsewhere on the page into the card"],
  },
  {
    feature: "Tab between card and element",
    source: "sdk/src/ui/dom/restore-focus.ts",
    test: ["sdk/test/player-focus.web.ts", "cycles Tab through heading, card, and target, and back with Shift+Tab"],
  },
  {
    feature: "Focus that returns at the end",
    source: "sdk/src/ui/dom/restore-focus.ts",
    test: ["sdk/test/player-focus.web.ts", "returns focus to the previously focused element"],
  },
  {
    feature: "Escape closes, unless configured otherwise",
    source: "sdk/src/ui/overlay/top-layer.ts",
    test: ["sdk/test/hostile-page.web.ts", "closes on Escape in the card"],
  },
  {
    feature: "Keys in fields stay in fields",
    source: "sdk/src/engage/stage/typing-guard.ts",
    test: ["sdk/test/player-focus.web.ts", "sends all keys typed in the highlighted field to the field only"],
  },
  {
    feature: "Reduced motion",
    source: "sdk/src/ui/theme/theme.ts",
    test: ["sdk/test/player-look.web.ts", "moves nothing with reduced motion: no transition, no smooth scrolling"],
  },
  {
    feature: "Steps announced once",
    source: "sdk/src/ui/overlay/top-layer.ts",
    test: ["sdk/test/player-focus.web.ts", "keeps focus with a typing person and announces the step once instead"],
  },
  {
    feature: "No findings of an accessibility checker",
    source: "sdk/src/ui/theme/theme.ts",
    test: ["sdk/test/theme.web.ts", "has no contrast that axe rejects or can't decide in any mode"],
  },
  {
    feature: "Contrast checked while authors choose colors",
    source: "contract/src/theme/palette-contrast.ts",
    test: ["console/test/themes.web.ts", "creates a theme from one color, fixes its contrast, and applies it"],
  },
  {
    feature: "Controls large enough to hit",
    source: "sdk/src/ui/hint/hint.ts",
    test: ["sdk/test/hint.web.ts", "opens and closes a card with a named hotspot button after its target"],
  },
  {
    feature: "Narrow screens and 400% zoom",
    source: "sdk/src/ui/card/sheet.ts",
    test: ["sdk/test/player-look.web.ts", "shows a bottom sheet on a narrow screen, or a top one for a low target"],
  },
  {
    feature: "Nothing that needs dragging or hovering",
    source: "sdk/src/ui/hint/hint.ts",
    test: ["sdk/test/hint.web.ts", "shows a tooltip on focus, also in shadow trees, without taking keys"],
  },
  {
    feature: "A conformance report from the tests",
    source: "scripts/accessibility.ts",
    test: ["scripts/accessibility.test.ts", "omits rules whose tests failed or didn't run"],
  },
  {
    feature: "Events of content without code",
    source: "contract/src/events/events.ts",
    test: ["sdk/test/player.web.ts", "steps through by Next, Back, and Finish and reports each step"],
  },
  {
    feature: "Reasons for starts and ends",
    source: "contract/src/events/events.ts",
    test: [
      "server/src/http/v1/suites/funnel.contract.ts",
      "takes the start reason from the run when its event was on another device",
    ],
  },
  {
    feature: "Funnel of steps",
    source: "server/src/analytics/reports/funnel-count.ts",
    test: ["console/test/report.web.ts", "lists steps in order and filters the report by a segment in the URL"],
  },
  {
    feature: "Goals within a time",
    source: "server/src/analytics/goals.ts",
    test: ["console/test/realtime.web.ts", "reports content by version, and creates, edits, and deletes a goal"],
  },
  {
    feature: "Effect against a control, with its interval",
    source: "server/src/analytics/reports/experiment.ts",
    test: ["server/src/analytics/reports/lift.test.ts", "holds the true relative lift as often"],
  },
  {
    feature: "Survey results over time",
    source: "server/src/http/api/analytics/survey-answers.ts",
    test: ["console/test/answers.web.ts", "shows survey results per question with the people who answered"],
  },
  {
    feature: "Timeline of a person",
    source: "server/src/http/api/people/people.ts",
    test: ["server/src/http/api/people/timeline.test.ts", "lists events with content names, newest first"],
  },
  {
    feature: "Searches of the help launcher, with those in vain",
    source: "server/src/analytics/reports/searches.ts",
    test: [
      "server/src/http/api/analytics/searches.test.ts",
      "reports searches of one resource center in a period, as JSON and CSV",
    ],
  },
  {
    feature: "Exports of everything",
    source: "server/src/http/api/analytics/export-lists.ts",
    test: [
      "server/src/http/api/analytics/analytics.test.ts",
      "exports each row of an app once, without spreadsheet formulas",
    ],
  },
  {
    feature: "Report of missing elements and failed starts",
    source: "server/src/analytics/reports/funnel-count.ts",
    test: ["console/test/report.web.ts", "opens the page of a missing target from the report"],
  },
  {
    feature: "Why a person does or doesn't see content",
    source: "contract/src/gates/evaluate.ts",
    test: ["console/test/people.web.ts", "shows, hides, explains, and erases on a person's page"],
  },
  {
    feature: "Explanations of the past",
    source: "server/src/engage/explain/explain.ts",
    test: [
      "server/src/engage/explain/explain-past.test.ts",
      "explains the past from the log for 30 days, always for watched people",
    ],
  },
  {
    feature: "Debug panel in the page, without an extension",
    source: "sdk/src/debug/token.ts",
    test: ["sdk/test/debug.web.ts", "explains each content to a member with a debug link and counts nothing"],
  },
  {
    feature: "Custom roles per app",
    source: "server/src/accounts/access/custom-roles.ts",
    test: [
      "server/src/http/api/workspace/roles.test.ts",
      "applies a role and each change of it immediately, to sessions and API tokens",
    ],
  },
  {
    feature: "Single sign-on and provisioning",
    source: "server/src/single-sign-on/saml/assertion.ts",
    test: ["server/src/http/scim/scim.test.ts", "creates and changes a user as Microsoft Entra ID does"],
  },
  {
    feature: "Audit log that shows changes of itself",
    source: "server/src/accounts/audit/audit-log.ts",
    test: ["server/src/http/api/workspace/audit.test.ts", "detects a removed entry"],
  },
  {
    feature: "Webhooks: signed, retried, and resent",
    source: "server/src/webhooks/webhooks.ts",
    test: ["console/test/webhooks.web.ts", "retries a delivery, shows each attempt, and resends a failed one"],
  },
  {
    feature: "An API with all that the console can do",
    source: "server/src/http/api/routes.ts",
    test: ["server/src/http/api/guards/access.test.ts", "serves every declared route of /api and no other"],
  },
  {
    feature: "Authoring by assistants",
    source: "server/src/http/mcp/tools.ts",
    test: ["server/src/http/mcp/mcp.test.ts", "drafts, validates, and edits a tour that an editor publishes"],
  },
  {
    feature: "Verified identity of people",
    source: "server/src/people/identity/identity.ts",
    test: [
      "server/src/people/identity/identity.test.ts",
      "can be signed with the older live secret, with or without kid",
    ],
  },
  {
    feature: "Strict content security policies",
    source: "sdk/src/ui/theme/theme.ts",
    test: ["sdk/test/isolation.web.ts", "shows each content under the strictest policy and leaves the page unchanged"],
  },
  {
    feature: "Trusted Types",
    source: "sdk/src/ui/theme/theme.ts",
    test: ["sdk/test/guidance.web.ts", "works under the strictest policy, including Trusted Types, without a report"],
  },
  {
    feature: "Served from the customer's domain",
    source: "server/src/http/static/static.ts",
    test: ["e2e/prefix.web.ts", "signs in and publishes a tour behind a proxy with a path prefix"],
  },
  {
    feature: "Requests that ad blockers let through",
    source: "server/src/http/static/static.ts",
    test: [
      "scripts/blocker-lists.test.ts",
      "EasyList, EasyPrivacy, uBlock Origin, and AdGuard block no request of a page with the SDK",
    ],
  },
  {
    feature: "No request to any other host",
    source: "server/src/http/static/static.ts",
    test: [
      "e2e/install.web.ts",
      "the npm snippets install from the server alone and show the tour in a Vite and React app",
    ],
  },
  {
    feature: "Small core, and the rest on demand",
    source: "scripts/sizes.ts",
    test: ["sdk/test/core.web.ts", "loads only the core"],
  },
  {
    feature: "Self-hosted in one process",
    source: "server/src/cli.ts",
    test: ["e2e/first-run.web.ts", "prints a one-time setup link on npm start and stops cleanly on Ctrl+C"],
  },
  {
    feature: "Permissive license, and no paid part",
    source: "LICENSE",
    test: ["scripts/release/executable.test.ts", "names its commit, and the license of every package inside"],
  },
  {
    feature: "A price that grows with people or sessions",
    declined: "Nothing is metered: the MIT license has no limits, and no code counts people to restrict them.",
  },
  {
    feature: "Erasure and export of a person",
    source: "server/src/http/api/people/people.ts",
    test: [
      "server/src/http/api/people/erase.contract.ts",
      "leaves nothing in any table, and their queued events are rejected",
    ],
  },
  {
    feature: "Limits on the public key",
    source: "server/src/http/request/token-buckets.ts",
    test: [
      "server/src/http/request/token-buckets.test.ts",
      "allows a burst, then the refill rate, and returns the time to wait",
    ],
  },
  {
    feature: "Switch that closes everything",
    source: "sdk/src/engage/stage/guide.ts",
    test: ["sdk/src/engage/stage/guide-runs.test.ts", "closes everything while the app is paused, without ending runs"],
  },
  {
    feature: "Accessible console",
    source: "console/src/ui/table/data-table.tsx",
    test: ["console/test/axe.web.ts", "has no axe findings in any state of the content list"],
  },
  {
    feature: "Import from other tour libraries",
    source: "server/src/imports/import-content.ts",
    test: [
      "server/src/imports/import-content.test.ts",
      "is followed through constants, spreads, casts, and element lookups",
    ],
  },
];
