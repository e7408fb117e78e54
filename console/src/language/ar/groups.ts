import type { Catalogue } from "../catalogue.ts";

export const groups = {
  "Copy id": "نسخ المعرّف",
  "more than 10,000": "أكثر من 10,000",
  "Nobody is in it.": "لا أحد فيها.",
  "People of the group": "أشخاص المجموعة",
  "{shown} of {all}": "{all}، يظهر منهم {shown}",
  "more than 10,000 people": "أكثر من 10,000 شخص",
  "About the group": "عن المجموعة",
  "The companies, teams and accounts that people belong to.": "الشركات والفرق والحسابات التي ينتمي إليها الأشخاص.",
  "No groups yet": "لا توجد مجموعات بعد",
  "Your back end makes groups and puts people into them, or names them in a person’s signed token. Then audiences and live updates can mean everybody of a company at once.":
    "ينشئ خادمك المجموعات ويضيف إليها الأشخاص، أو يذكرها في الرمز الموقَّع للشخص. عندها يمكن أن يشمل الجمهور والتحديثات المباشرة كل من في شركة ما دفعة واحدة.",
  "Copy the calls": "نسخ الاستدعاءات",
  "Search groups": "البحث في المجموعات",
  "Search by name or id": "البحث بالاسم أو المعرّف",
  "Nothing matches": "لا نتائج مطابقة",
  "Clear search": "مسح البحث",
  "No group’s name or id begins with this.": "لا توجد مجموعة يبدأ اسمها أو معرّفها بهذا.",
  "Changed {when}": "آخر تغيير {when}",
  "{n} groups": {
    zero: "لا مجموعات",
    one: "مجموعة واحدة",
    two: "مجموعتان",
    few: "{n} مجموعات",
    many: "{n} مجموعة",
    other: "{n} مجموعة",
  },
} satisfies Catalogue;
