import { type AttributeType, type AttributeValue, attributeType } from "@fanfare/contract/people/attribute";
import type { PersonDetail } from "@fanfare/contract/schema/responses/people/person";
import { Link, useParams } from "@tanstack/react-router";
import { TriangleAlert } from "lucide-react";
import { dayAndYear, languageName } from "../../lib/i18n/format.ts";
import { Sentence } from "../../lib/i18n/sentence.tsx";
import { t } from "../../lib/i18n/t.ts";
import { attributeText } from "../../model/person-labels.ts";
import { RelativeTime } from "../../ui/elements/relative-time.tsx";
import { Tooltip } from "../../ui/elements/tooltip.tsx";
import { Pair, Pairs, ProfileSection } from "./profile-section.tsx";

interface PersonProps {
  readonly person: PersonDetail;
}

const DEVICE_LABELS = { desktop: t("Desktop"), tablet: t("Tablet"), phone: t("Phone") } as const;

export function Facts({ person }: PersonProps) {
  const { first_seen_at, last_seen_at, device, locale, time_zone, watched_until } = person;
  return (
    <ProfileSection title={t("About")}>
      <Pairs>
        <Pair label={t("Last seen")}>
          <RelativeTime at={last_seen_at} />
        </Pair>
        <Pair label={t("First seen")}>
          <RelativeTime at={first_seen_at} />
        </Pair>
        {device !== null && <Pair label={t("Device")}>{DEVICE_LABELS[device]}</Pair>}
        {locale !== null && <Pair label={t("Language")}>{formatLocale(locale)}</Pair>}
        {time_zone !== null && <Pair label={t("Time zone")}>{time_zone.replaceAll("_", " ")}</Pair>}
        {watched_until !== null && (
          <Pair label={t("Watched until")}>
            <time dateTime={watched_until}>{dayAndYear(Date.parse(watched_until))}</time>
          </Pair>
        )}
      </Pairs>
    </ProfileSection>
  );
}

/** Formats `de-CH` as `Swiss High German (de-CH)`. Returns invalid tags unchanged. */
function formatLocale(locale: string): string {
  const name = languageName(locale);
  return name === locale ? locale : `${name} (${locale})`;
}

interface AttributesProps {
  readonly of: Pick<PersonDetail, "attributes"> & Partial<Pick<PersonDetail, "mismatches">>;
}

/** Attributes of a person or a group, sorted by name. */
export function Attributes({ of: { attributes, mismatches = [] } }: AttributesProps) {
  const names = Object.keys(attributes).toSorted((a, b) => a.localeCompare(b));
  return (
    <ProfileSection title={t("Attributes")}>
      {names.length === 0 ? (
        <p className="text-sm text-ink-3">
          <Sentence
            text="No attributes yet. Set them from your page with {call}, or from your backend."
            parts={{ call: <code className="font-mono">identify</code> }}
          />
        </p>
      ) : (
        <Pairs>
          {names.map((name) => (
            <Pair key={name} label={name}>
              <Value value={attributes[name]} expected={mismatches.find((each) => each.name === name)?.expected} />
            </Pair>
          ))}
        </Pairs>
      )}
    </ProfileSection>
  );
}

const TYPE_LABELS: Readonly<Record<AttributeType, string>> = {
  text: t("text##type"),
  number: t("number##type"),
  boolean: t("boolean##type"),
  date: t("date##type"),
  list: t("list##type"),
};

interface ValueProps {
  readonly value: AttributeValue | undefined;
  /** The attribute's usual type, if this value's type differs. */
  readonly expected?: AttributeType | undefined;
}

function Value({ value, expected }: ValueProps) {
  const type = value === undefined ? undefined : attributeType(value);
  return (
    <span className="inline-flex max-w-full flex-wrap items-center gap-x-2 gap-y-1 rtl:text-right">
      {type === "list" && Array.isArray(value) ? (
        value.map((each: string, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: values can repeat
          <span key={index} dir="auto" className="rounded-xs bg-fill px-1.5 text-xs leading-5">
            {each}
          </span>
        ))
      ) : type === "date" && typeof value === "string" ? (
        <time dateTime={value}>{value}</time>
      ) : (
        <span className={type === "number" ? "tabular-nums" : undefined}>{attributeText(value)}</span>
      )}
      {expected !== undefined && (
        <Tooltip
          label={t(
            "This attribute’s type is {expected}, but this value is {type}. Rules that use this attribute don’t match this person.",
            { expected: TYPE_LABELS[expected], type: type === undefined ? "" : TYPE_LABELS[type] },
          )}
        >
          <button
            type="button"
            className="inline-flex items-center gap-1 rounded-full bg-caution-soft px-2 text-xs leading-5 font-medium text-caution-text"
          >
            <TriangleAlert className="size-3" /> {t("expected {type}", { type: TYPE_LABELS[expected] })}
          </button>
        </Tooltip>
      )}
    </span>
  );
}

export function Groups({ person }: PersonProps) {
  return (
    <ProfileSection title={t("Groups")}>
      {person.groups.length === 0 && <p className="text-sm text-ink-3">{t("No groups")}</p>}
      {person.groups.map((group) => (
        <div key={group.external_id} className="flex flex-col gap-1 text-sm">
          <GroupLink id={group.external_id}>{attributeText(group.attributes["name"]) || group.external_id}</GroupLink>
          <bdi dir="ltr" className="w-fit font-mono text-xs text-ink-3 wrap-anywhere">
            {group.external_id}
          </bdi>
          {Object.keys(group.membership).length > 0 && (
            <Pairs>
              {Object.entries(group.membership).map(([name, value]) => (
                <Pair key={name} label={name}>
                  {attributeText(value)}
                </Pair>
              ))}
            </Pairs>
          )}
        </div>
      ))}
    </ProfileSection>
  );
}

function GroupLink({ id, children }: { readonly id: string; readonly children: string }) {
  const { app } = useParams({ from: "/$app" });
  return (
    <Link
      to="/$app/groups/$id"
      params={{ app, id }}
      className="w-fit rounded-xs font-medium text-accent-text hover:underline wrap-anywhere"
    >
      <bdi>{children}</bdi>
    </Link>
  );
}
