/** Why a row of a file of translations was not taken. */
export const translationRefusals = {
  "No content has this slug, or it is archived.": "لا يوجد محتوى بهذا الاسم المختصر، أو أنه مؤرشف.",
  "The content has no such text any more.": "لم يعد في المحتوى نص كهذا.",
  "The content is written in this language.": "كُتب المحتوى بهذه اللغة.",
  "The text has changed since the file was made. Translate it anew.":
    "تغيّر النص بعد إنشاء الملف. يلزم أن يُترجم من جديد.",
  "The content cannot be saved.": "لا يمكن حفظ المحتوى.",
  "Somebody has edited the content just now. Send the file again.":
    "حرّر شخص المحتوى قبل لحظات. يلزم إرسال الملف مرة أخرى.",
  "With its translations the content would have {bytes} bytes, and it may have {max}. Make two of it.":
    "سيبلغ حجم المحتوى مع ترجماته {bytes} من البايتات، والحد الأقصى {max}. يلزم تقسيمه إلى اثنين.",
} as const;
