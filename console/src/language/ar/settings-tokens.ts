import type { Catalogue } from "../catalogue.ts";

export const settingsTokens = {
  "In 30 days": "بعد 30 يومًا",
  "In 90 days": "بعد 90 يومًا",
  "In a year": "بعد سنة",
  "When it is revoked": "عند إلغائه",
  "New API token": "رمز API جديد",
  "Give it as little as its script needs: what leaks can do no more.":
    "امنحه أقل ما يحتاج إليه برنامجه: ما يتسرّب لا يستطيع أكثر من ذلك.",
  "The token is shown this once: only its hash is kept.": "يُعرض الرمز هذه المرة فقط: لا تُحفظ إلا بصمته.",
  Token: "الرمز",
  "What it is for": "الغرض منه",
  "Publishing from CI": "النشر من CI",
  "It ends": "ينتهي",
  "Create token": "إنشاء الرمز",
  "New token": "رمز جديد",
  "A script with a token can do over the API what its scopes allow, and never more than whoever made it.":
    "البرنامج الذي معه رمز يفعل عبر API ما تسمح به صلاحياته، ولا يتجاوز أبدًا من أنشأه.",
  "No token yet": "لا رموز بعد",
  "Everything that this console does is the public API. A token lets a script do it: publish from a pipeline, export people at night, read the metrics.":
    "كل ما تفعله لوحة التحكم هذه يمر عبر API العام. والرمز يتيح ذلك لبرنامج: النشر من خط الإنتاج، وتصدير الأشخاص ليلًا، وقراءة المقاييس.",
  "{n} tokens": {
    zero: "لا رموز",
    one: "رمز واحد",
    two: "رمزان",
    few: "{n} رموز",
    many: "{n} رمزًا",
    other: "{n} رمز",
  },
  "{name} is revoked": "أُلغي {name}",
  "Made {when}": "أُنشئ {when}",
  "Never used": "لم يُستخدم قط",
  "Used {when}": "استُخدم {when}",
  "Revoke {name}?": "إلغاء {name}؟",
  "What calls with it is refused from then on. This cannot be undone.":
    "كل طلب به يُرفض بعد ذلك. ولا يمكن التراجع عن هذا.",
  "Revoke the token": "إلغاء الرمز",
  "Does not end": "لا ينتهي",
  "Read all": "قراءة الكل",
  Choose: "اختيار",
  Scopes: "الصلاحيات",
  "It can do all that you can, members and secrets included.": "يستطيع كل ما تستطيعه أنت، بما فيه الأعضاء والأسرار.",
} satisfies Catalogue;
