import type { ContentFile } from "@fanfare/contract/schema/content/content";

const at = (name: string) => ({ strategies: [{ kind: "attribute" as const, name: "data-tour", value: name }] });
const paragraph = (text: string) => [{ kind: "paragraph" as const, spans: [{ text }] }];
const anchored = {
  kind: "anchored" as const,
  placement: "auto" as const,
  wait_ms: 4_000,
  on_missing: "skip" as const,
  interaction: "allow" as const,
};

const ARABIC = {
  "hello.title": "مرحبًا بك في Fanfare",
  "hello.blocks.0": "هنا ينشئ فريقك الجولات والإعلانات والرسائل لتطبيقك. والجولة التي أمامك واحدة منها.",
  "hello.next": "أرني المكان",
  "app.title": "مساحة عمل واحدة، وتطبيقات عدة",
  "app.blocks.0": "تنقّل بين الإنتاج والتجربة والتطوير. والمحتوى مشترك بين كل التطبيقات.",
  "list.title": "كل ما تقوله في قائمة واحدة",
  "list.blocks.0":
    "يبيّن كل سطر هل الجولة مسودة أم منشورة أم منشورة وفيها تغييرات لم يرها أحد بعد. افتح واحدة لعرض تفاصيلها.",
  "new.title": "ابدأ جولة خاصة بك",
  "new.blocks.0": "أعطها اسمًا واكتب الخطوة الأولى. وتظهر في الصفحات المفتوحة خلال ثوانٍ من نشرها.",
  "account.title": "خذ راحتك",
  "account.blocks.0": "حسابك وتسجيل الخروج هنا؛ والمظهر الفاتح والداكن بجانبهما.",
  "account.next": "هيا بنا",
};

/** Welcome tour for new console members: ordinary content, live only in the console's hidden app. */
export const consoleTour: ContentFile = {
  contents: [
    {
      slug: "fanfare-console-welcome",
      name: "Welcome to the console",
      edition: {
        body: {
          type: "tour",
          steps: [
            {
              id: "hello",
              kind: "centered",
              title: "Welcome to Fanfare",
              blocks: paragraph(
                "Your team creates tours, announcements, and messages for your application here. This tour is one of them.",
              ),
              next_label: "Show me around",
            },
            {
              id: "app",
              ...anchored,
              target: at("app-picker"),
              title: "One workspace, several apps",
              blocks: paragraph(
                "Switch between production, staging, and development. All apps share the same content.",
              ),
            },
            {
              id: "list",
              ...anchored,
              target: at("content-list"),
              title: "All your content in one list",
              blocks: paragraph("Each row shows the status, such as Draft or Live. Open an item for its details."),
            },
            {
              id: "new",
              ...anchored,
              target: at("new-content"),
              title: "Create your first tour",
              blocks: paragraph("Name it, write the first step, and publish. Open pages show it within seconds."),
            },
            {
              id: "account",
              ...anchored,
              target: at("account"),
              title: "Your account and theme",
              blocks: paragraph("Open your account, sign out, or change the theme here."),
              next_label: "Let’s go",
            },
          ],
          suppression: { offered: true, days: 365 },
        },
        targeting: { urls: { include: ["/*/content"], exclude: [] } },
        trigger: { kind: "automatic" },
        frequency: { mode: "once" },
        priority: 0,
        tags: [],
        locale: "en",
        translations: { ar: ARABIC },
      },
    },
  ],
};
