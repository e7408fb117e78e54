import { PAGE_BRIDGES, type PageBridge } from "@fanfare/contract/realtime/app-settings";
import type { AppDetail } from "@fanfare/contract/schema/responses/accounts/app-settings";
import { t } from "../../../lib/i18n/t.ts";
import { SwitchField } from "../../../ui/forms/switch.tsx";
import { Section } from "../../../ui/page/section.tsx";
import { useAppSwitches } from "../use-app-edit.ts";

const LIBRARIES: Readonly<Record<PageBridge, { readonly label: string; readonly hint: string }>> = {
  data_layer: { label: t("Google Tag Manager"), hint: t("Adds an entry to window.dataLayer.") },
  segment: { label: t("Segment"), hint: t("Calls analytics.track.") },
  posthog: { label: t("PostHog"), hint: t("Calls posthog.capture.") },
};

export function PageBridgesSection({ detail }: { readonly detail: AppDetail }) {
  const turn = useAppSwitches(detail);
  const { page_bridges } = detail.settings;
  const toggle = (bridge: PageBridge, on: boolean): void =>
    turn({
      settings: { page_bridges: PAGE_BRIDGES.filter((each) => (each === bridge ? on : page_bridges.includes(each))) },
    });
  return (
    <Section
      title={t("Analytics on your pages")}
      description={t(
        "Passes views, completions, and other content events to libraries that your pages load. Survey answers and data about people stay in Fanfare.",
      )}
    >
      {PAGE_BRIDGES.map((bridge) => (
        <SwitchField
          key={bridge}
          {...LIBRARIES[bridge]}
          checked={page_bridges.includes(bridge)}
          onChange={(on) => toggle(bridge, on)}
        />
      ))}
    </Section>
  );
}
