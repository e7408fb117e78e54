import { type AnnouncementBody, isInFeed } from "@fanfare/contract/content/announcement";
import type { SurveyBody } from "@fanfare/contract/content/survey";
import type { EpochSource } from "../../ui/toast/toast-history.ts";
import { type DrawStep, STEP_SLOT } from "../../ui/tour/step-view.ts";
import type { OpenPlayer } from "../../ui/types.ts";
import type { HostActions, LoadPlayer, PlayerContext } from "../types.ts";

export const loadPlayer: LoadPlayer = async (body, page) => {
  switch (body.type) {
    case "tour":
      return page?.actions.has(STEP_SLOT)
        ? loadSlottedTour(page.actions)
        : (await import("../../ui/tour/tour.ts")).openTour;
    case "hint":
      return (await import("../../ui/hint/hint.ts")).openHint;
    case "checklist":
      return (await import("../../ui/checklist/checklist.ts")).openChecklist;
    case "survey":
      return loadSurvey(body.form);
    case "celebration":
      return (await import("../../ui/confetti/celebration.ts")).openCelebration;
    case "resource_center":
      return loadResourceCenter(page);
    case "announcement":
      return loadAnnouncement(body, page?.identity);
  }
};

async function loadResourceCenter(page: PlayerContext | undefined): Promise<OpenPlayer> {
  const [{ openResourceCenter }, parts] = await Promise.all([
    import("../../ui/resource-center/resource-center.ts"),
    page && import("../panels/listed-feed.ts").then(({ resourceParts }) => resourceParts(page)),
  ]);
  return (options) => openResourceCenter(options, parts);
}

async function loadSlottedTour(actions: HostActions): Promise<OpenPlayer> {
  // Named in each import, so that the bundler can tree-shake the rest.
  const [openTour, slottedTour] = await Promise.all([
    import("../../ui/tour/tour.ts").then((part) => part.openTour),
    import("../../ui/tour/slotted-card.ts").then((part) => part.slottedTour),
  ]);
  // The action with this name returns a render function; sdk/react registers it.
  return slottedTour(openTour, () => actions.get(STEP_SLOT)?.() as DrawStep | undefined);
}

async function loadAnnouncement(body: AnnouncementBody, identity: EpochSource | undefined): Promise<OpenPlayer> {
  switch (body.form) {
    case "modal":
    case "carousel":
      return (await import("../../ui/announcement/announcement.ts")).openAnnouncement;
    case "tabs": {
      const [{ openAnnouncement }, { buildTabs }] = await Promise.all([
        import("../../ui/announcement/announcement.ts"),
        import("../../ui/announcement/tabs.ts"),
      ]);
      return (options) => openAnnouncement(options, buildTabs);
    }
    case "toast": {
      const [{ openNoticeAnnouncement }, { openToast }] = await Promise.all([
        import("../../ui/announcement/announcement-notice.ts"),
        import("../../ui/toast/toast.ts"),
      ]);
      return openNoticeAnnouncement(
        isInFeed(body) ? openToast : (options) => openToast({ ...options, history_owner: identity }),
      );
    }
    case "banner": {
      if (body.position || body.countdown) return (await import("../../ui/toast/placed-banner.ts")).openPlacedBanner;
      const [{ openNoticeAnnouncement }, { openBanner }] = await Promise.all([
        import("../../ui/announcement/announcement-notice.ts"),
        import("../../ui/toast/banner.ts"),
      ]);
      return openNoticeAnnouncement(openBanner);
    }
  }
}

async function loadSurvey(form: SurveyBody["form"]): Promise<OpenPlayer> {
  if (form === "corner") return (await import("../../ui/survey/survey.ts")).openSurvey;
  if (form === "inline") {
    const [{ openSurvey }, { inlineSurvey }] = await Promise.all([
      import("../../ui/survey/survey.ts"),
      import("../../ui/survey/inline-survey.ts"),
    ]);
    return inlineSurvey(openSurvey);
  }
  const [{ openSurvey }, { buildModalFrame: buildModal }] = await Promise.all([
    import("../../ui/survey/survey.ts"),
    import("../../ui/survey/survey-modal.ts"),
  ]);
  return (options) => openSurvey(options, buildModal);
}
