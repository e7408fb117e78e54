import { limits } from "@fanfare/contract/limits";
import { useEffect, useRef, useState } from "react";
import { useAppContext } from "../../lib/app-context.ts";
import { list } from "../../lib/i18n/format.ts";
import { Sentence } from "../../lib/i18n/sentence.tsx";
import { t } from "../../lib/i18n/t.ts";
import { Button } from "../../ui/elements/button.tsx";
import { Disclosure } from "../../ui/elements/disclosure.tsx";
import { Callout } from "../../ui/feedback/callout.tsx";
import { Field } from "../../ui/forms/field.tsx";
import { FilesDrop } from "../../ui/forms/file-drop.tsx";
import { Input, Textarea } from "../../ui/forms/input.tsx";
import { Segmented } from "../../ui/forms/segmented.tsx";
import { DialogFooter } from "../../ui/overlay/dialog-footer.tsx";
import { SOURCE_LABELS } from "./source-labels.ts";
import type { ImportText } from "./use-content-import.ts";

const ACCEPTED = ".js,.mjs,.cjs,.jsx,.ts,.mts,.tsx,.json,.html,.htm,.vue,.svelte,.txt";

interface ChooseFilesProps {
  readonly onTexts: (texts: readonly ImportText[]) => void;
  readonly onCancel: () => void;
}

/** The first step of an import: a file of the other tool, or its text. */
export function ChooseFiles({ onTexts, onCancel }: ChooseFilesProps) {
  const [way, setWay] = useState<"file" | "text">("file");
  const [text, setText] = useState("");
  const [name, setName] = useState(t("Imported tour"));
  const [wrong, setWrong] = useState<string>();
  const place = useRef<HTMLDivElement>(null);
  // The button that led here is gone.
  useEffect(() => place.current?.querySelector<HTMLElement>("input:checked")?.focus(), []);

  const take = (texts: readonly ImportText[]): void => {
    const reason = texts.map(({ text: each }) => problemOf(each)).find((each) => each !== undefined);
    setWrong(reason);
    if (reason === undefined) onTexts(texts);
  };
  const readFiles = async (files: readonly File[]): Promise<void> => {
    take(await Promise.all(files.map(async (file) => ({ name: fileName(file), text: await file.text() }))));
  };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        take([{ name: nameWithoutExtension(name), text }]);
      }}
      className="flex flex-col gap-4"
    >
      <div ref={place} data-view-switch>
        <Segmented
          label={t("Import from")}
          value={way}
          options={[
            { value: "file", label: t("File") },
            { value: "text", label: t("Pasted text") },
          ]}
          onChange={(next) => {
            setWrong(undefined);
            setWay(next);
          }}
        />
      </div>
      {way === "file" ? (
        <>
          {wrong !== undefined && <Callout tone="problem">{wrong}</Callout>}
          <FilesDrop
            label={t("Files of the other tool")}
            prompt={t("Select files")}
            accept={ACCEPTED}
            files_max={limits.content_import_files_max}
            bytes_max={limits.content_import_chars_max}
            onFiles={(files) => void readFiles(files)}
            onWrong={setWrong}
          />
        </>
      ) : (
        <>
          <Field
            label={t("Code, JSON, or HTML")}
            hint={t("Paste the steps alone, or the whole file. Code is read and never run.")}
            error={wrong}
          >
            <Textarea
              dir="ltr"
              rows={8}
              value={text}
              spellCheck={false}
              autoCapitalize="none"
              className="max-h-80 font-mono text-sm"
              placeholder={'driver({ steps: [{ element: "#orders", popover: { title: "Orders" } }] })'}
              onChange={(event) => setText(event.target.value)}
            />
          </Field>
          <Field label={t("Name")} hint={t("For tours that have no name in the text.")}>
            <Input
              value={name}
              maxLength={limits.content_name_chars_max}
              onChange={(event) => setName(event.target.value)}
            />
          </Field>
        </>
      )}
      <WhereToFind />
      <DialogFooter>
        <Button onClick={onCancel}>{t("Cancel")}</Button>
        {way === "text" && (
          <Button type="submit" variant="primary">
            {t("Continue")}
          </Button>
        )}
      </DialogFooter>
    </form>
  );
}

function fileName({ name }: File): string {
  return name.slice(-limits.content_import_file_name_chars_max);
}

/** The server reads text without an extension by what it begins with. */
function nameWithoutExtension(name: string): string {
  return name.replaceAll(/[./\\]/g, " ").trim() || t("Imported tour");
}

function problemOf(text: string): string | undefined {
  if (text.trim() === "") return t("There’s no text. Paste the file’s content.");
  if (text.length > limits.content_import_chars_max) {
    return t("This text is too long. Import only the part with the steps.");
  }
  // Neither JSON nor a database takes them.
  if (text.includes("\0") || !text.isWellFormed()) {
    return t("This isn’t a text file. Choose the file with the steps, or the saved page.");
  }
  return undefined;
}

/** What to choose, for each kind of tool. */
function WhereToFind() {
  const { host } = useAppContext();
  const { "driver.js": driver, "intro.js": intro, joyride, shepherd, usertour, appcues, posthog } = SOURCE_LABELS;
  const kinds = [
    {
      tools: [driver, intro, joyride, shepherd],
      what: t("The code file that has the steps: JavaScript, TypeScript, or a component."),
    },
    {
      tools: [intro],
      what: t("A saved page with its data-intro attributes. Save it in the browser, or from the debug panel."),
    },
    {
      tools: [appcues, usertour, posthog],
      what: t("A response of the tool’s API as JSON. Texts are missing in those of Appcues."),
    },
  ];
  return (
    <Disclosure summary={t("Which file do I need?")}>
      <dl className="mt-2 flex flex-col gap-2.5 ps-4">
        {kinds.map(({ tools, what }) => (
          <div key={what} className="flex flex-col">
            <dt className="font-medium text-ink">
              <bdi>{list(tools)}</bdi>
            </dt>
            <dd className="text-pretty">{what}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-2.5 ps-4">
        <Sentence
          text="Details are in the {link}."
          parts={{
            link: (
              <a
                href={`${host}/docs/import-tours`}
                target="_blank"
                rel="noreferrer"
                className="rounded-xs font-medium text-accent-text hover:underline"
              >
                {t("import guide")}
              </a>
            ),
          }}
        />
      </p>
    </Disclosure>
  );
}
