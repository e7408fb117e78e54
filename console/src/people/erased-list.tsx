import { t } from "../language/t.ts";

/** What goes with a person who is erased. */
export function ErasedList() {
  return (
    <>
      <ul className="list-disc ps-5 text-sm text-ink-2 marker:text-ink-3">
        <li>{t("who they are: attributes, groups, language, device, and whom they were before they signed in")}</li>
        <li>{t("what they did: events, milestones, and what was shown to them")}</li>
        <li>{t("what they chose: “Do not show again” and snoozes")}</li>
        <li>{t("live updates that wait for them, and what was logged about them")}</li>
      </ul>
      <p className="text-sm text-ink-3">
        {t("Daily numbers stay, without names. Calls that still come in their name are refused for thirty days.")}
      </p>
    </>
  );
}
