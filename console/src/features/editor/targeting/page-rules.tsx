import type { Targeting } from "@fanfare/contract/content/content";
import { matchesUrl } from "@fanfare/contract/lib/glob";
import { limits } from "@fanfare/contract/limits";
import { CircleCheck, CircleSlash, X } from "lucide-react";
import { useState } from "react";
import { asIs, t } from "../../../lib/i18n/t.ts";
import { IconButton } from "../../../ui/elements/icon-button.tsx";
import { AddButton } from "../../../ui/forms/add-button.tsx";
import { Field } from "../../../ui/forms/field.tsx";
import { Input } from "../../../ui/forms/input.tsx";
import { useProblemAt } from "../state/editor-context.ts";

type Urls = Targeting["urls"];

interface PageRulesProps {
  readonly urls: Urls;
  readonly onChange: (urls: Urls) => void;
}

export function PageRules({ urls, onChange }: PageRulesProps) {
  const [address, setAddress] = useState("");
  return (
    <>
      <Patterns
        title={t("Include pages")}
        placeholder={asIs("/orders/*")}
        path="targeting.urls.include"
        patterns={urls.include}
        onChange={(include) => onChange({ ...urls, include })}
      />
      <Patterns
        title={t("Exclude pages")}
        placeholder={asIs("/checkout/*")}
        path="targeting.urls.exclude"
        patterns={urls.exclude}
        onChange={(exclude) => onChange({ ...urls, exclude })}
      />
      <Field
        label={t("Test a URL")}
        optional
        hint={t("A path or full URL. Use * for any text and ? for one character.")}
      >
        <Input
          dir="ltr"
          value={address}
          placeholder={asIs("https://shop.example/orders/42")}
          spellCheck={false}
          autoCapitalize="none"
          onChange={(event) => setAddress(event.target.value)}
        />
      </Field>
      <p role="status" className="-mt-3 -mb-5 flex min-h-5 items-center gap-1.5 text-sm [&_svg]:size-4">
        {address.trim() !== "" && <Verdict urls={urls} address={address.trim()} />}
      </p>
    </>
  );
}

function Verdict({ urls, address }: { readonly urls: Urls; readonly address: string }) {
  const excluded = urls.exclude.find((pattern) => matchesUrl(pattern.trim(), address));
  const included = urls.include.find((pattern) => matchesUrl(pattern.trim(), address));
  if (excluded !== undefined) return <No>{t("Hidden on this URL: excluded by {pattern}.", { pattern: excluded })}</No>;
  if (urls.include.length > 0 && included === undefined) return <No>{t("Hidden on this URL: no pattern matches.")}</No>;
  return (
    <>
      <CircleCheck className="text-positive" />
      {included === undefined
        ? t("Can appear on this URL.")
        : t("Can appear on this URL: matches {pattern}.", { pattern: included })}
    </>
  );
}

function No({ children }: { readonly children: React.ReactNode }) {
  return (
    <>
      <CircleSlash className="text-negative-text" />
      <span>{children}</span>
    </>
  );
}

interface PatternsProps {
  readonly title: string;
  readonly placeholder: string;
  readonly path: string;
  readonly patterns: readonly string[];
  readonly onChange: (patterns: readonly string[]) => void;
}

function Patterns({ title, placeholder, path, patterns, onChange }: PatternsProps) {
  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="mb-1.5 text-sm font-medium">{title}</legend>
      {patterns.map((pattern, index) => (
        <PatternRow
          // biome-ignore lint/suspicious/noArrayIndexKey: patterns have no ID
          key={index}
          label={t("{list}, pattern {n}", { list: title, n: index + 1 })}
          path={`${path}.${index}`}
          value={pattern}
          placeholder={placeholder}
          onChange={(next) => onChange(patterns.with(index, next))}
          onRemove={() => onChange(patterns.toSpliced(index, 1))}
        />
      ))}
      {patterns.length < limits.url_patterns_max && (
        <AddButton
          variant={patterns.length === 0 ? "secondary" : "ghost"}
          size="sm"
          className="self-start"
          onAdd={() => onChange([...patterns, ""])}
        >
          {t("Add pattern")}
        </AddButton>
      )}
    </fieldset>
  );
}

interface PatternRowProps {
  readonly label: string;
  readonly path: string;
  readonly value: string;
  readonly placeholder: string;
  readonly onChange: (value: string) => void;
  readonly onRemove: () => void;
}

function PatternRow({ label, path, value, placeholder, onChange, onRemove }: PatternRowProps) {
  return (
    <div data-row="" className="flex items-start gap-1.5">
      <Field label={label} hide_label error={useProblemAt(path)} className="flex-1">
        <Input
          value={value}
          placeholder={placeholder}
          className="font-mono"
          spellCheck={false}
          autoCapitalize="none"
          onChange={(event) => onChange(event.target.value)}
        />
      </Field>
      <IconButton
        label={value === "" ? t("Remove pattern") : t("Remove {name}", { name: value })}
        className="mt-0.5"
        onClick={onRemove}
      >
        <X />
      </IconButton>
    </div>
  );
}
