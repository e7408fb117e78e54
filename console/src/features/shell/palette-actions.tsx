import { CONTENT_TYPES, type ContentType } from "@fanfare/contract/content/body";
import type { ContentSummary } from "@fanfare/contract/schema/responses/content/content";
import { useNavigate } from "@tanstack/react-router";
import {
  AppWindow,
  BookOpen,
  ClipboardCopy,
  FileInput,
  Keyboard,
  Layers,
  LayoutTemplate,
  Link,
  LogOut,
  Megaphone,
  Monitor,
  Moon,
  MousePointerClick,
  Palette,
  RadioTower,
  Replace,
  Sun,
  Target,
  UserPlus,
  UsersRound,
  Webhook,
} from "lucide-react";
import type { ComponentType, ReactNode } from "react";
import { TYPE_INFO } from "../../components/content/content-types.tsx";
import type { useContentActions } from "../../components/content/use-content-actions.tsx";
import { type Permission, useApp, useAppContext, useCan, useMe, usePermissions } from "../../lib/app-context.ts";
import { setColorScheme } from "../../lib/color-scheme.ts";
import { t } from "../../lib/i18n/t.ts";
import { useSignOut } from "../../lib/session.ts";
import { keyLabels } from "../../lib/shortcuts/chord-labels.ts";
import { SHEET_KEY } from "../../lib/shortcuts/shortcuts.ts";
import { toast } from "../../lib/toast.ts";
import type { PaletteItem } from "./palette-query.ts";

const THEMES = [
  { theme: "system", label: t("Switch to system theme"), icon: <Monitor /> },
  { theme: "light", label: t("Switch to light theme"), icon: <Sun /> },
  { theme: "dark", label: t("Switch to dark theme"), icon: <Moon /> },
] as const;

const NEW_CONTENT: Readonly<Record<ContentType, string>> = {
  tour: t("New tour"),
  hint: t("New hint"),
  announcement: t("New announcement"),
  checklist: t("New checklist"),
  survey: t("New survey"),
  celebration: t("New celebration"),
  resource_center: t("New resource center"),
};

export interface DialogProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}

/** The dialogs in which other features create something. The routes know them: a feature imports no other one. */
export type CreateDialogs = Readonly<Record<"theme" | "goal" | "webhook", ComponentType<DialogProps>>>;

export type CreatableType = "content" | "import" | "member" | keyof CreateDialogs;

export interface PaletteActions {
  readonly onSheet: () => void;
  /** `content`: the type that is selected at first. */
  readonly onCreate: (type: CreatableType, content?: ContentType) => void;
  readonly onEditOnPage: (content: ContentSummary) => void;
  readonly contents: Pick<ReturnType<typeof useContentActions>, "actions" | "run">;
}

export function useActionItems({ onSheet, onCreate }: PaletteActions): readonly PaletteItem[] {
  const { api, host } = useAppContext();
  const { apps } = useMe();
  const app = useApp();
  const permissions = usePermissions();
  const navigate = useNavigate();
  const signOut = useSignOut(api);
  const params = { app: app.id };
  const others = apps
    .filter(({ id }) => id !== app.id)
    .map(({ id, name }) => ({
      ...{ id: `app ${id}`, label: t("Switch to {name}", { name }), hint: t("App"), icon: <AppWindow /> },
      run: () => void navigate({ to: "/$app/content", params: { app: id } }),
    }));
  const create = (type: CreatableType, label: string, icon: ReactNode): PaletteItem => ({
    ...{ id: `new_${type}`, label, icon },
    run: () => onCreate(type),
  });
  const created: readonly (PaletteItem & { readonly requires: Permission })[] = [
    { ...create("content", t("New content"), <Layers />), requires: "content.write" },
    ...CONTENT_TYPES.map((type) => ({
      ...{
        id: `new_${type}`,
        label: NEW_CONTENT[type],
        icon: TYPE_INFO[type].icon,
        requires: "content.write" as const,
      },
      run: () => onCreate("content", type),
    })),
    {
      ...{ id: "templates", label: t("Browse templates"), icon: <LayoutTemplate />, requires: "content.write" },
      run: () => void navigate({ to: "/$app/content/templates", params }),
    },
    {
      ...{ id: "import_content", label: t("Import from another tool"), icon: <FileInput />, requires: "content.write" },
      run: () => onCreate("import"),
    },
    {
      ...{ id: "replace", label: t("Find and replace"), icon: <Replace />, requires: "content.write" },
      run: () => void navigate({ to: "/$app/content/replace", params }),
    },
    { ...create("theme", t("New theme"), <Palette />), requires: "theme.write" },
    { ...create("goal", t("New goal"), <Target />), requires: "goal.write" },
    {
      ...{ id: "new_segment", label: t("New segment"), icon: <UsersRound />, requires: "segment.write" },
      run: () => void navigate({ to: "/$app/segments/$id", params: { ...params, id: "new" } }),
    },
    {
      ...{ id: "new_tracker", label: t("New tracker"), icon: <MousePointerClick />, requires: "tracker.write" },
      run: () => void navigate({ to: "/$app/trackers/$id", params: { ...params, id: "new" } }),
    },
    {
      ...{ id: "new_live_update", label: t("New message"), icon: <Megaphone />, requires: "live_update.send" },
      run: () => void navigate({ to: "/$app/messages", params, search: { compose: true } }),
    },
    { ...create("webhook", t("New webhook"), <Webhook />), requires: "webhook.write" },
    { ...create("member", t("Invite member"), <UserPlus />), requires: "member.write" },
    {
      ...{ id: "test_event", label: t("Send test event"), icon: <RadioTower />, requires: "channel.publish" },
      run: () => void navigate({ to: "/$app/live", params, search: { tab: "send" } }),
    },
  ];
  return [
    {
      ...{ id: "copy_link", label: t("Copy page link"), icon: <Link /> },
      run: () => void copy(location.href, t("Link copied")),
    },
    {
      ...{ id: "copy_key", label: t("Copy app key"), hint: app.key, icon: <ClipboardCopy /> },
      run: () => void copy(app.key, t("App key copied")),
    },
    ...created.flatMap(({ requires, ...item }) => (permissions.includes(requires) ? [item] : [])),
    ...others,
    ...THEMES.map(({ theme, label, icon }) => ({
      id: `theme ${theme}`,
      label,
      icon,
      run: () => setColorScheme(theme),
    })),
    { id: "sheet", label: t("Keyboard shortcuts"), icon: <Keyboard />, keys: keyLabels(SHEET_KEY), run: onSheet },
    {
      ...{ id: "documentation", label: t("Documentation"), icon: <BookOpen /> },
      run: () => void open(`${host}/docs/`, "_blank", "noreferrer"),
    },
    { id: "sign_out", label: t("Sign out"), icon: <LogOut className="rtl:-scale-x-100" />, run: signOut },
  ];
}

/** What one can do with contents that were found, as they stand; and the words that such actions begin with. */
export function useContentItems({ contents: { actions, run }, onEditOnPage }: PaletteActions) {
  const may_edit = useCan("content.write");
  const itemsFor = (contents: readonly ContentSummary[]): readonly PaletteItem[] =>
    contents.flatMap((content) => [
      ...(may_edit && content.type !== "celebration"
        ? [
            {
              ...{ id: `edit_on_page ${content.id}`, label: t("Edit “{name}” on your page", { name: content.name }) },
              ...{ hint: content.slug, icon: <MousePointerClick />, run: () => onEditOnPage(content) },
            },
          ]
        : []),
      ...actions
        .filter(({ fits }) => fits(content))
        .map((action) => ({
          ...{ id: `${action.name} ${content.id}`, label: action.labelOf(content.name), hint: content.slug },
          ...{ icon: action.icon, run: () => run(action, [content]) },
        })),
    ]);
  return { itemsFor, verbs: [...(may_edit ? [t("Edit##verb")] : []), ...actions.map(({ label }) => label)] };
}

async function copy(text: string, done: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast.done({ title: done });
  } catch {
    toast.note({
      title: t("Copying failed"),
      description: t("Your browser blocked copying. Copy the text manually."),
    });
  }
}
