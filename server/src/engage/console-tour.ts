import type { ContentFile } from "@fanfare/contract/schema/content";

const at = (name: string) => ({ strategies: [{ kind: "attribute" as const, name: "data-tour", value: name }] });
const says = (text: string) => [{ kind: "paragraph" as const, spans: [{ text }] }];
const anchored = {
  kind: "anchored" as const,
  placement: "auto" as const,
  wait_ms: 4_000,
  on_missing: "skip" as const,
  interaction: "allow" as const,
};

const ARABIC = {
  "hello.title": "مرحبًا بك في Fanfare",
  "hello.blocks.0.0": "هنا تكتب ما يقوله تطبيقك لمن يستخدمونه. والجولة التي أمامك أُنشئت هنا أيضًا.",
  "hello.next": "أرني المكان",
  "app.title": "مساحة عمل واحدة، وتطبيقات عدة",
  "app.blocks.0.0": "الإنتاج والتجربة والتطوير: اختر أين يُنشر المحتوى. وما تكتبه مشترك بينها.",
  "list.title": "كل ما تقوله في قائمة واحدة",
  "list.blocks.0.0":
    "يبيّن كل سطر هل الجولة مسودة أم منشورة أم منشورة وفيها تغييرات لم يرها أحد بعد. افتح واحدة لتحريرها.",
  "new.title": "ابدأ جولة خاصة بك",
  "new.blocks.0.0": "أعطها اسمًا واكتب الخطوة الأولى. وتظهر في الصفحات المفتوحة خلال ثوانٍ من نشرها.",
  "account.title": "خذ راحتك",
  "account.blocks.0.0": "حسابك وتسجيل الخروج هنا؛ والمظهر الفاتح والداكن بجانبهما.",
  "account.next": "هيا بنا",
};

/** How the console greets its own new members: a content like any other, live only in the hidden app. */
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
              blocks: says(
                "This is where you write what your application says to the people in it. The tour you are looking at was made here too.",
              ),
              next_label: "Show me around",
            },
            {
              id: "app",
              ...anchored,
              target: at("app-picker"),
              title: "One workspace, several apps",
              blocks: says(
                "Production, staging, development: choose where a publication goes. What you write is shared.",
              ),
            },
            {
              id: "list",
              ...anchored,
              target: at("content-list"),
              title: "Everything you say, in one list",
              blocks: says(
                "Each row shows whether a tour is a draft, live, or live with changes that nobody has seen yet. Open one to edit it.",
              ),
            },
            {
              id: "new",
              ...anchored,
              target: at("new-content"),
              title: "Start a tour of your own",
              blocks: says("Give it a name and write the first step. Open pages show it within seconds of publishing."),
            },
            {
              id: "account",
              ...anchored,
              target: at("account"),
              title: "Make yourself at home",
              blocks: says("Your account and the way out are here; light and dark are next to it."),
              next_label: "Let's go",
            },
          ],
          suppression: { offered: true, days: 365 },
        },
        targeting: { urls: { include: ["/*/content"], exclude: [] } },
        trigger: { kind: "automatic" },
        frequency: { mode: "until_completed" },
        priority: 0,
        tags: [],
        locale: "en",
        translations: { ar: ARABIC },
      },
    },
  ],
};
