import { ELEMENT_SIDES } from "@fanfare/contract/content/announcement";
import { newAction } from "@fanfare/contract/content/button-edits";
import type { Launcher, Resource, ResourceAction, ResourceCenterBody } from "@fanfare/contract/content/resource-center";
import { limits, SECOND_MS } from "@fanfare/contract/limits";
import { Bell, Code, Crosshair, Link, ListChecks, PanelBottom, PanelTop, Play } from "lucide-react";
import { asIs, t } from "../../../lib/i18n/t.ts";
import { BANNER_PLACE_LABELS } from "../../../model/comparison/value-labels.ts";
import { newStrategy } from "../../../model/draft/steps.ts";
import { ChoiceCards } from "../../../ui/forms/choice-cards.tsx";
import { Field } from "../../../ui/forms/field.tsx";
import { Input } from "../../../ui/forms/input.tsx";
import { NumberInput } from "../../../ui/forms/number-input.tsx";
import { Segmented } from "../../../ui/forms/segmented.tsx";
import { Select } from "../../../ui/forms/select.tsx";
import { SwitchField } from "../../../ui/forms/switch.tsx";
import { ActionFields } from "../forms/button-field.tsx";
import { ContentField } from "../forms/content-field.tsx";
import { FormSection } from "../forms/form-section.tsx";
import { FormFrame, PartFrame } from "../forms/part-frame.tsx";
import { useEditor, useProblemAt } from "../state/editor-context.ts";
import type { PartActions } from "../state/use-part-actions.ts";
import { TargetEditor } from "../target/target-editor.tsx";
import { RichTextField } from "../text/rich-text-field.tsx";
import { ArticleFields } from "./article-fields.tsx";

const ACTION_OPTIONS = [
  { value: "link", label: t("Link"), hint: t("An article, a contact page, or an email address."), icon: <Link /> },
  { value: "start", label: t("Content"), hint: t("Starts a tour, a checklist, or a survey again."), icon: <Play /> },
  { value: "checklist", label: t("Checklist"), hint: t("Shows its tasks and progress here."), icon: <ListChecks /> },
  { value: "feed", label: t("Notifications"), hint: t("Opens the person’s feed."), icon: <Bell /> },
  { value: "host", label: t("Page action"), hint: t("Runs your code, such as a chat."), icon: <Code /> },
] as const satisfies readonly { value: ResourceAction["kind"]; label: string; hint: string; icon: React.ReactNode }[];

interface ResourceFormProps {
  readonly resource: Resource;
  readonly index: number;
  readonly moves: PartActions;
}

export function ResourceForm({ resource, index, moves }: ResourceFormProps) {
  const { dispatch } = useEditor();
  const path = `body.resources.${index}`;
  const change = (next: Resource): void => dispatch({ kind: "change_part", part: next });
  const { section: _, ...without_section } = resource;
  const { description: __, ...without_description } = resource;
  const { is_new: ___, ...known } = resource;
  const { action } = resource;
  return (
    <PartFrame part={resource} moves={moves}>
      <FormSection lead title={t("Resource")}>
        <Field label={t("Title")} error={useProblemAt(`${path}.title`)}>
          <Input
            id="step-title"
            value={resource.title}
            onChange={(event) => change({ ...resource, title: event.target.value })}
          />
        </Field>
        <Field
          label={t("Description")}
          error={useProblemAt(`${path}.description`)}
          hint={t("Optional. One line below the title.")}
        >
          <Input
            value={resource.description ?? ""}
            onChange={({ target: { value } }) =>
              change(value === "" ? without_description : { ...resource, description: value })
            }
          />
        </Field>
        <SwitchField
          label={t("Mark as new")}
          hint={t("Counts in the launcher’s badge until the person opens the resource center.")}
          checked={resource.is_new === true}
          onChange={(on) => change(on ? { ...resource, is_new: true } : known)}
        />
      </FormSection>
      <FormSection title={t("Action")}>
        <ChoiceCards
          label={t("Action")}
          value={action.kind}
          options={ACTION_OPTIONS}
          onChange={(kind) => change({ ...resource, action: newResourceAction(kind) })}
        />
        <ResourceActionFields
          action={action}
          path={`${path}.action`}
          onChange={(next) => change({ ...resource, action: next })}
        />
      </FormSection>
      <FormSection title={t("Section")}>
        <SwitchField
          label={t("Start a section here")}
          hint={t("Shows a heading above this resource and the ones after it.")}
          checked={resource.section !== undefined}
          onChange={(on) => change(on ? { ...resource, section: "" } : without_section)}
        />
        <SectionField resource={resource} path={path} onChange={change} />
      </FormSection>
    </PartFrame>
  );
}

/** Incomplete where it needs a name. */
function newResourceAction(kind: ResourceAction["kind"]): ResourceAction {
  switch (kind) {
    case "feed":
      return { kind };
    case "checklist":
      return { kind, content: "" };
    case "link":
    case "start":
    case "host":
      return newAction(kind);
  }
}

interface ResourceActionFieldsProps {
  readonly action: ResourceAction;
  readonly path: string;
  readonly onChange: (action: ResourceAction) => void;
}

function ResourceActionFields({ action, path, onChange }: ResourceActionFieldsProps) {
  if (action.kind === "feed") return null;
  if (action.kind !== "checklist") return <ActionFields action={action} path={path} onChange={onChange} />;
  return (
    <>
      <ContentField
        label={t("Checklist")}
        type="checklist"
        path={`${path}.content`}
        value={action.content}
        onChange={(content) => onChange({ ...action, content })}
      />
      <p className="text-xs text-ink-2">
        {t("People share one progress here and in the corner. Those who can't get the checklist don't see this part.")}
      </p>
    </>
  );
}

interface SectionFieldProps {
  readonly resource: Resource;
  readonly path: string;
  readonly onChange: (resource: Resource) => void;
}

function SectionField({ resource, path, onChange }: SectionFieldProps) {
  const problem = useProblemAt(`${path}.section`);
  if (resource.section === undefined) return null;
  return (
    <Field label={t("Section heading")} error={problem}>
      <Input value={resource.section} onChange={(event) => onChange({ ...resource, section: event.target.value })} />
    </Field>
  );
}

export function ResourceCenterIntro({ body }: { readonly body: ResourceCenterBody }) {
  const { dispatch } = useEditor();
  const set = (next: ResourceCenterBody): void => dispatch({ kind: "set_body", body: next });
  const { search_url: _, ...without_search } = body;
  return (
    <FormFrame title={t("Resource center")}>
      <FormSection lead title={t("Introduction")}>
        <Field label={t("Title")} error={useProblemAt("body.title")} hint={t("Also the label of the launcher.")}>
          <Input id="step-title" value={body.title} onChange={(event) => set({ ...body, title: event.target.value })} />
        </Field>
        <RichTextField blocks={body.blocks} path="body.blocks" onChange={(blocks) => set({ ...body, blocks })} />
      </FormSection>
      <FormSection title={t("Launcher")} description={t("People open and close the resource center with it.")}>
        <LauncherFields launcher={body.launcher} onChange={(launcher) => set({ ...body, launcher })} />
      </FormSection>
      <FormSection
        title={t("Search")}
        description={t("People search titles and descriptions as soon as there are 5 resources.")}
      >
        <Field
          label={t("Search URL")}
          error={useProblemAt("body.search_url")}
          hint={t("Optional. Continues the search in your help center. {query} is replaced by the search text.", {
            query: asIs("{query}"),
          })}
        >
          <Input
            value={body.search_url ?? ""}
            dir="ltr"
            spellCheck={false}
            autoCapitalize="none"
            placeholder={asIs("https://help.example.com/search?q={query}")}
            onChange={({ target: { value } }) => set(value === "" ? without_search : { ...body, search_url: value })}
          />
        </Field>
        <ArticleFields body={body} onChange={set} />
      </FormSection>
    </FormFrame>
  );
}

const LAUNCHER_OPTIONS = [
  { value: "button", label: t("Button"), hint: t("A button in a bottom corner."), icon: <PanelBottom /> },
  { value: "element", label: t("Element"), hint: t("Your page’s own help button."), icon: <Crosshair /> },
  { value: "inline", label: t("Inline"), hint: t("Always open, in a place of your page."), icon: <PanelTop /> },
] as const satisfies readonly { value: Launcher["kind"]; label: string; hint: string; icon: React.ReactNode }[];

interface LauncherFieldsProps {
  readonly launcher: Launcher;
  readonly onChange: (launcher: Launcher) => void;
}

function LauncherFields({ launcher, onChange }: LauncherFieldsProps) {
  return (
    <>
      <ChoiceCards
        label={t("Launcher")}
        value={launcher.kind}
        options={LAUNCHER_OPTIONS}
        onChange={(kind) => onChange(newLauncher(kind, launcher))}
      />
      {launcher.kind === "button" && (
        <Field label={t("Corner")} hint={t("Checklists and corner surveys appear in the end corner.")}>
          <Segmented
            label={t("Corner")}
            value={launcher.side}
            options={[
              { value: "start", label: t("Start") },
              { value: "end", label: t("End") },
            ]}
            onChange={(side) => onChange({ kind: "button", side })}
            className="self-start"
          />
        </Field>
      )}
      {launcher.kind === "inline" && (
        <Field label={t("Position")}>
          <Select
            value={launcher.place}
            options={ELEMENT_SIDES.map((value) => ({ value, label: BANNER_PLACE_LABELS[value] }))}
            onChange={(place) => onChange({ ...launcher, place })}
          />
        </Field>
      )}
      {launcher.kind !== "button" && <LauncherTarget launcher={launcher} onChange={onChange} />}
    </>
  );
}

interface LauncherTargetProps {
  readonly launcher: Exclude<Launcher, { kind: "button" }>;
  readonly onChange: (launcher: Launcher) => void;
}

function LauncherTarget({ launcher, onChange }: LauncherTargetProps) {
  const problem = useProblemAt("body.launcher.wait_ms");
  return (
    <>
      <TargetEditor
        target={launcher.target}
        path="body.launcher.target"
        onChange={(target) => onChange({ ...launcher, target })}
        proposable
      />
      <Field
        label={t("Wait for target")}
        error={problem}
        hint={t("After this time, the target is reported as missing. The launcher keeps waiting.")}
      >
        <NumberInput
          value={launcher.wait_ms / SECOND_MS}
          unit={t("seconds##unit")}
          max={limits.step_wait_ms_max / SECOND_MS}
          onChange={(seconds) => onChange({ ...launcher, wait_ms: Math.round(seconds * SECOND_MS) })}
        />
      </Field>
    </>
  );
}

/** An element that was picked before stays picked. A new one is incomplete. */
function newLauncher(kind: Launcher["kind"], before: Launcher): Launcher {
  if (kind === "button") return { kind, side: "start" };
  const target = before.kind === "button" ? { strategies: [newStrategy("test_id")] } : before.target;
  const wait_ms = before.kind === "button" ? limits.step_wait_ms_default : before.wait_ms;
  return kind === "element" ? { kind, target, wait_ms } : { kind, place: "after", target, wait_ms };
}
