import type { Catalogue } from "../catalogue.ts";

export const settingsKeep = {
  "On the server’s own disk, made while it goes on. Take them elsewhere: a disk that breaks takes its backups along.":
    "على قرص الخادم نفسه، وتُنشأ في أثناء عمله. انقلها إلى مكان آخر: القرص الذي يتلف تتلف معه نسخه.",
  "Back up now": "نسخ احتياطي الآن",
  "The last backup failed": "فشل آخر نسخ احتياطي",
  "Being made: {size} so far": "جارٍ الإنشاء: {size} حتى الآن",
  "None yet on this server.": "لا شيء بعد على هذا الخادم.",
  "What is downloaded is the database alone. The key that opens its secrets, secret.key in the data directory, never leaves the server this way: keep it as you keep passwords.":
    "ما يُنزَّل هو قاعدة البيانات وحدها. أما المفتاح الذي يفتح أسرارها، secret.key في مجلد البيانات، فلا يغادر الخادم بهذه الطريقة: احفظه كما تحفظ كلمات المرور.",
  "Without key": "من دون المفتاح",
  "Download a backup": "تنزيل نسخة احتياطية",
  "The database of {name}, without the key that opens its secrets.":
    "قاعدة بيانات {name}، من دون المفتاح الذي يفتح أسرارها.",
  "Download{hidden}": "تنزيل{hidden}",
  "the backup {name}": "النسخة الاحتياطية {name}",
  Health: "حالة الخادم",
  "The same that fanfare doctor looks at.": "ما يفحصه الأمر fanfare doctor نفسه.",
  "Look again": "فحص من جديد",
  Checks: "الفحوص",
  "Look at this": "يحتاج إلى نظر",
  Wrong: "خطأ",
  "Data and health": "البيانات وحالة الخادم",
  "How the server is, what is saved, and what is forgotten when.": "حال الخادم، وما يُحفظ، ومتى يُنسى.",
  "Events of people": "أحداث الأشخاص",
  "Their timeline. What was counted of them, runs and reached goals stay.":
    "خطّهم الزمني. أما ما أُحصي منها ومرات العرض والأهداف المبلوغة فتبقى.",
  "The log of decisions": "سجل القرارات",
  "By it Fanfare explains why somebody saw something or did not.": "به يوضّح Fanfare لماذا رأى شخص شيئًا أو لم يره.",
  "What {app} keeps": "ما يحتفظ به {app}",
  "What is older is forgotten for good, within hours. A shorter time takes effect on what is there already.":
    "ما هو أقدم يُنسى نهائيًا خلال ساعات. والمدة الأقصر تسري على ما هو موجود من قبل.",
  "{least} to {most} days.": "من {least} إلى {most} من الأيام.",
} satisfies Catalogue;
