import type { ALERT_TEXTS } from "@fanfare/contract/wording/alerts";

/** The alerts' texts as the console shows them in Arabic. */
export const ARABIC_ALERT_TEXTS: typeof ALERT_TEXTS = {
  target_lost_title: "{content}: لم يُعثر على العنصر المستهدف",
  target_lost_text: "لم تجد الخطوة {step} هدفها في {missing} من أصل {views} مشاهدة ({percent}%) خلال آخر {days} أيام.",
  target_lost_advice: "افتح الخطوة واختر عنصرها من جديد، أو أضف محدِّدًا احتياطيًا.",
  completion_halved_title: "عدد أقل من الأشخاص يُكملون {content}",
  completion_halved_text:
    "أُكملت {percent}% من {views} مشاهدة خلال آخر {days} أيام، مقارنةً بنسبة {earlier_percent}% من {earlier_views} مشاهدة خلال {earlier_days} يومًا قبلها.",
  completion_halved_advice: "تحقق في التقرير من موضع توقف الأشخاص، وما الذي تغيّر في الصفحة.",
  deliveries_failing_title: "{receiver}: عمليات التسليم تفشل",
  deliveries_failing_text: "فشلت جميع المحاولات منذ أكثر من {minutes} دقائق.",
  deliveries_failing_advice: "تحقق من المستلم، ومن السبب في قائمة عمليات التسليم. تُعاد المحاولة لمدة 3 أيام.",
  deliveries_stopped_title: "تم إيقاف {receiver}",
  deliveries_stopped_text: "تم إيقاف المستلم لأن عمليات التسليم فشلت لمدة {days} أيام.",
  deliveries_stopped_advice: "تحقق من المستلم، ثم شغّله.",
  backup_failed_title: "فشل آخر نسخ احتياطي",
  backup_failed_text: "فشلت آخر نسخة احتياطية، لذا قد لا تكون بياناتك منسوخة احتياطيًا.",
  backup_failed_advice: "تحقق من السبب في الإعدادات ← البيانات وحالة الخادم.",
  backup_overdue_title: "النسخ الاحتياطي متأخر",
  backup_overdue_text: "لم تُنشأ أي نسخة احتياطية خلال آخر {hours} ساعة.",
  backup_overdue_advice: "تحقق من سجل الخادم، وأنشئ نسخة احتياطية في الإعدادات ← البيانات وحالة الخادم.",
};
