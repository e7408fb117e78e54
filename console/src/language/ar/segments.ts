import type { Catalogue } from "../catalogue.ts";

export const segments = {
  "New segment": "شريحة جديدة",
  Segments: "الشرائح",
  "Add a condition: a segment is a part of your people.": "يلزم إضافة شرط: الشريحة جزء من أشخاصك.",
  "Complete the conditions.": "يلزم إكمال الشروط.",
  "Segment made": "أُنشئت الشريحة",
  "Segment saved": "حُفظت الشريحة",
  "Show these people": "عرض هؤلاء الأشخاص",
  "Create segment": "إنشاء الشريحة",
  "You may look. Editors, admins and owners change segments.":
    "الاطلاع فقط متاح لك. تعديل الشرائح للمحررين والمديرين والمالكين.",
  "Trials that invited nobody": "حسابات تجريبية لم تدعُ أحدًا",
  "Who is in it": "من فيها",
  "What you changed in this segment is not saved yet.": "لم تُحفظ بعد التغييرات في هذه الشريحة.",
  "Who is meant, by name. A segment is never a list: whoever fits is in it.":
    "المقصودون، باسم واحد. الشريحة ليست قائمة أبدًا: كل من تنطبق عليه الشروط فيها.",
  "It was not saved": "لم يُحفظ",
  "{name} was deleted": "حُذف {name}",
  "In a draft": "في مسودة",
  "Name a part of your people": "تسمية جزء من الأشخاص",
  "“Trials that invited nobody”, “Admins in Germany”: say once who they are, and use the name in audiences, live updates and the list of people. You see at once how many they are.":
    "«حسابات تجريبية لم تدعُ أحدًا»، «المديرون في ألمانيا»: يُحدَّد مرة واحدة من هم، ثم يُستخدم الاسم في الجمهور والتحديثات المباشرة وقائمة الأشخاص. ويظهر عددهم فورًا.",
  "Search segments": "البحث في الشرائح",
  "Search by name": "البحث بالاسم",
  "No segment has this in its name.": "لا توجد شريحة يتضمن اسمها هذا.",
  "Where it is used": "مواضع الاستخدام",
  "Nowhere yet. Choose it in the audience of a content, or for a live update.":
    "لا استخدام بعد. يمكن اختيارها في جمهور محتوى أو لتحديث مباشر.",
  "Delete segment": "حذف الشريحة",
  "What is live, and other segments, ask for it: change them first.":
    "يعتمد عليها محتوى منشور وشرائح أخرى: يلزم تغيير ذلك أولًا.",
  "Drafts that ask for it cannot be published until they ask for something else.":
    "لا يمكن نشر المسودات التي تعتمد عليها إلى أن تعتمد على غيرها.",
} satisfies Catalogue;
