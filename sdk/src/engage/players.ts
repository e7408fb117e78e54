import { type AnnouncementBody, isInFeed } from "@fanfare/contract/announcement";
import type { SurveyBody } from "@fanfare/contract/survey";
import type { Whose } from "../ui/passed.ts";
import { type DrawStep, STEP_SLOT } from "../ui/step-view.ts";
import type { OpenPlayer } from "../ui/types.ts";
import type { HostActions, LoadPlayer } from "./types.ts";

/** Each player is loaded with the first content of its type. */
export const loadPlayer: LoadPlayer = async (body, page) => {
  switch (body.type) {
    case "tour":
      return page?.actions.has(STEP_SLOT) ? loadSlottedTour(page.actions) : (await import("../ui/tour.ts")).openTour;
    case "hint":
      return (await import("../ui/hint.ts")).openHint;
    case "checklist":
      return (await import("../ui/checklist.ts")).openChecklist;
    case "survey":
      return loadSurvey(body.form);
    case "celebration":
      return (await import("../ui/celebration.ts")).openCelebration;
    case "announcement":
      return loadAnnouncement(body, page?.identity);
  }
};

async function loadSlottedTour(actions: HostActions): Promise<OpenPlayer> {
  // Named in each import, so that the build knows what of it is used.
  const [openTour, slottedTour] = await Promise.all([
    import("../ui/tour.ts").then((part) => part.openTour),
    import("../ui/slotted-card.ts").then((part) => part.slottedTour),
  ]);
  // Who takes that name answers a function that draws: sdk/react does.
  return slottedTour(openTour, () => actions.get(STEP_SLOT)?.() as DrawStep | undefined);
}

async function loadAnnouncement(body: AnnouncementBody, identity: Whose | undefined): Promise<OpenPlayer> {
  switch (body.form) {
    case "modal":
    case "carousel":
      return (await import("../ui/announcement.ts")).openAnnouncement;
    case "tabs": {
      const [{ openAnnouncement }, { buildTabs }] = await Promise.all([
        import("../ui/announcement.ts"),
        import("../ui/tabs.ts"),
      ]);
      return (options) => openAnnouncement(options, buildTabs);
    }
    case "toast": {
      const [{ openNoticeAnnouncement }, { openToast }] = await Promise.all([
        import("../ui/announcement-notice.ts"),
        import("../ui/toast.ts"),
      ]);
      return openNoticeAnnouncement(
        isInFeed(body) ? openToast : (options) => openToast({ ...options, told_to: identity }),
      );
    }
    case "banner": {
      const [{ openNoticeAnnouncement }, { openBanner }] = await Promise.all([
        import("../ui/announcement-notice.ts"),
        import("../ui/banner.ts"),
      ]);
      return openNoticeAnnouncement(openBanner);
    }
  }
}

async function loadSurvey(form: SurveyBody["form"]): Promise<OpenPlayer> {
  if (form === "corner") return (await import("../ui/survey.ts")).openSurvey;
  const [{ openSurvey }, { buildModal }] = await Promise.all([
    import("../ui/survey.ts"),
    import("../ui/survey-modal.ts"),
  ]);
  return (options) => openSurvey(options, buildModal);
}
