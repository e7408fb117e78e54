import type { Targeting } from "@fanfare/contract/content/content";
import { matchesUrl } from "@fanfare/contract/lib/glob";
import { CircleCheck, CircleSlash } from "lucide-react";
import { useState } from "react";
import { UrlPatterns } from "../../../components/rules/url-patterns.tsx";
import { asIs, t } from "../../../lib/i18n/t.ts";
import { Field } from "../../../ui/forms/field.tsx";
import { Input } from "../../../ui/forms/input.tsx";
import { useEditor } from "../state/editor-context.ts";

type Urls = Targeting["urls"];

interface PageRulesProps {
  readonly urls: Urls;
  readonly onChange: (urls: Urls) => void;
}

export function PageRules({ urls, onChange }: PageRulesProps) {
  const { state } = useEditor();
  const [address, setAddress] = useState("");
  return (
    <>
      <UrlPatterns
        title={t("Include pages")}
        placeholder={asIs("/orders/*")}
        path="targeting.urls.include"
        problemAt={(at) => state.problems.get(at)}
        patterns={urls.include}
        onChange={(include) => onChange({ ...urls, include })}
      />
      <UrlPatterns
        title={t("Exclude pages")}
        placeholder={asIs("/checkout/*")}
        path="targeting.urls.exclude"
        problemAt={(at) => state.problems.get(at)}
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
