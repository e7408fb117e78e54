import type { Template } from "./template.ts";
import { anchored, announcement, bullets, centered, hint, notOffered, offered, say, tour } from "./template-parts.ts";

export const ONBOARDING_TEMPLATES: readonly Template[] = [
  {
    ...{ id: "welcome-tour", goal: "onboarding", type: "tour" },
    name: (x) => x("Welcome tour", "جولة ترحيبية"),
    summary: (x) =>
      x("Show new people the three places they need first.", "أرِ القادمين الجدد الأماكن الثلاثة التي يحتاجونها أولًا."),
    body: (x) =>
      tour(
        [
          centered(
            "welcome",
            x("Welcome, {{name|friend}}", "مرحبًا، {{name|صديقنا}}"),
            say(x("Take a one-minute look at the most important places.", "خذ دقيقة للتعرّف على أهم الأماكن.")),
          ),
          anchored(
            "create",
            x("Start here", "ابدأ من هنا"),
            say(x("Create your first project with this button.", "أنشئ مشروعك الأول بهذا الزر.")),
          ),
          anchored(
            "find",
            x("Find anything", "اعثر على أي شيء"),
            say(
              x("Search projects, people, and files in one place.", "ابحث عن المشاريع والأشخاص والملفات في مكان واحد."),
            ),
          ),
          anchored(
            "help",
            x("Get help", "احصل على المساعدة"),
            say(
              x("You can find guides and contact us here at any time.", "تجد هنا الأدلة وطرق التواصل معنا في أي وقت."),
            ),
          ),
          centered(
            "ready",
            x("You’re ready to go", "أنت جاهز للانطلاق"),
            say(
              x(
                "Have fun. You can take this tour again from the help menu.",
                "استمتع. يمكنك إعادة هذه الجولة من قائمة المساعدة.",
              ),
            ),
          ),
        ],
        { celebrate_on_completed: "burst" },
      ),
  },
  {
    ...{ id: "welcome-message", goal: "onboarding", type: "announcement" },
    name: (x) => x("Welcome message", "رسالة ترحيب"),
    summary: (x) =>
      x("Greet people once and tell them what they can do.", "رحّب بالناس مرة واحدة وأخبرهم بما يمكنهم فعله."),
    body: (x) =>
      announcement("modal", [
        {
          id: "welcome",
          title: x("Good to have you here", "سعداء بانضمامك"),
          blocks: [
            say(x("Three things to try in your first week:", "ثلاثة أشياء لتجرّبها في أسبوعك الأول:")),
            bullets(
              x("Create a project and add a task", "أنشئ مشروعًا وأضف مهمة"),
              x("Invite a colleague", "ادعُ زميلًا"),
              x("Connect your calendar", "اربط تقويمك"),
            ),
          ],
          button: {
            label: x("Read the guide", "اقرأ الدليل"),
            action: { kind: "link", href: "/help/getting-started" },
          },
        },
      ]),
    rules: { frequency: { mode: "once" } },
  },
  {
    ...{ id: "onboarding-checklist", goal: "onboarding", type: "checklist" },
    name: (x) => x("Onboarding checklist", "قائمة الخطوات الأولى"),
    summary: (x) =>
      x("Lead people through setup, with confetti at the end.", "اصحب الناس خلال الإعداد، مع احتفال في النهاية."),
    body: (x) => ({
      type: "checklist",
      title: x("Get started", "الخطوات الأولى"),
      blocks: [say(x("Four tasks, about ten minutes.", "أربع مهام، نحو عشر دقائق."))],
      tasks: [
        {
          id: "profile",
          title: x("Complete your profile", "أكمل ملفك الشخصي"),
          blocks: [say(x("Add a photo so that colleagues recognize you.", "أضف صورة ليتعرّف عليك زملاؤك."))],
          button: { label: x("Open profile", "افتح الملف الشخصي"), action: { kind: "link", href: "/profile" } },
          done_when: { kind: "event", event: "profile_completed" },
        },
        {
          id: "project",
          title: x("Create your first project", "أنشئ مشروعك الأول"),
          blocks: [],
          done_when: { kind: "event", event: "project_created" },
        },
        {
          id: "invite",
          title: x("Invite a colleague", "ادعُ زميلًا"),
          blocks: [say(x("Projects are easier with company.", "المشاريع أسهل مع الرفقة."))],
          done_when: { kind: "event", event: "invitation_sent" },
        },
        {
          id: "tour",
          title: x("Look around", "ألقِ نظرة"),
          blocks: [say(x("Check this off when you know your way around.", "ضع علامة هنا عندما تعرف طريقك."))],
          done_when: { kind: "person" },
        },
      ],
      opens: "open",
      suppression: offered,
      celebrate_on_completed: "cannons",
    }),
  },
  {
    ...{ id: "invite-your-team", goal: "onboarding", type: "hint" },
    name: (x) => x("Invite your team", "ادعُ فريقك"),
    summary: (x) =>
      x(
        "Point at the invite button once people have used the product.",
        "أشر إلى زر الدعوة بعد أن يستخدم الناس المنتج.",
      ),
    body: (x) =>
      hint("popover", {
        id: "invite",
        title: x("Better together", "معًا أفضل"),
        blocks: [
          say(x("Invite the people you work with. They join with one click.", "ادعُ من تعمل معهم. ينضمون بنقرة واحدة.")),
        ],
      }),
    rules: { frequency: { mode: "every", every_days: 30 } },
  },
  {
    ...{ id: "first-milestone", goal: "onboarding", type: "celebration" },
    name: (x) => x("First milestone", "الإنجاز الأول"),
    summary: (x) => x("Celebrate the moment when the product pays off.", "احتفل باللحظة التي يؤتي فيها المنتج ثماره."),
    body: (x) => ({
      type: "celebration",
      preset: "cannons",
      message: x("Your first project is complete!", "اكتمل مشروعك الأول!"),
      suppression: notOffered,
    }),
    rules: { trigger: { kind: "event", event: "project_completed" }, frequency: { mode: "once" } },
  },
];
