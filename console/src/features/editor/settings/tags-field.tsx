import { limits } from "@fanfare/contract/limits";
import { X } from "lucide-react";
import { type KeyboardEvent, useRef, useState } from "react";
import { t, tCount } from "../../../lib/i18n/t.ts";
import { announce } from "../../../ui/elements/announcer.tsx";
import { Button } from "../../../ui/elements/button.tsx";
import { Field } from "../../../ui/forms/field.tsx";
import { Input } from "../../../ui/forms/input.tsx";

interface TagsFieldProps {
  readonly tags: readonly string[];
  readonly onChange: (tags: readonly string[]) => void;
}

/** Tags group content. People can hide all content with a tag. */
export function TagsField({ tags, onChange }: TagsFieldProps) {
  const [typed, setTyped] = useState("");
  const input = useRef<HTMLInputElement>(null);
  const add = (): void => {
    const tag = typed.trim();
    setTyped("");
    if (tag === "" || tags.includes(tag)) return;
    onChange([...tags, tag]);
    announce(t("{name} added", { name: tag }));
  };
  const remove = (tag: string): void => {
    onChange(tags.filter((each) => each !== tag));
    announce(t("{name} removed", { name: tag }));
    input.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.key === "Enter" || event.key === ",") {
      event.preventDefault();
      add();
    }
    const last = tags.at(-1);
    if (event.key === "Backspace" && typed === "" && last !== undefined) remove(last);
  };
  const full = tags.length >= limits.tags_max;
  return (
    <div className="flex flex-col gap-2.5">
      <Field
        label={t("Tags")}
        optional
        hint={
          full
            ? tCount(limits.tags_max, "Maximum: {n} tag.", "Maximum: {n} tags.")
            : t("Press Enter or comma to add a tag.")
        }
      >
        <Input
          ref={input}
          value={typed}
          disabled={full}
          maxLength={limits.tag_chars_max}
          placeholder={t("onboarding")}
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={onKeyDown}
          onBlur={add}
        />
      </Field>
      {tags.length > 0 && (
        <ul aria-label={t("Tags")} className="flex flex-wrap gap-1.5">
          {tags.map((tag) => (
            <li
              key={tag}
              className="flex h-7 items-center gap-0.5 rounded-full bg-fill ps-2.5 pe-0.5 text-xs font-medium text-ink-2"
            >
              <bdi>{tag}</bdi>
              <Button
                variant="ghost"
                aria-label={t("Remove {name}", { name: tag })}
                className="size-6 h-6 rounded-full px-0 pointer-coarse:min-h-6 [&_svg]:size-3.5"
                onClick={() => remove(tag)}
              >
                <X />
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
