const ENGLISH_UNSUBSCRIBE = "Unsubscribe";
const UNSUBSCRIBE: Readonly<Record<string, string>> = {
  en: ENGLISH_UNSUBSCRIBE,
  ar: "إلغاء الاشتراك",
  de: "Abmelden",
  es: "Cancelar suscripción",
  fr: "Se désabonner",
  he: "ביטול ההרשמה",
  it: "Annulla iscrizione",
  ja: "配信を停止",
  nl: "Afmelden",
  pl: "Anuluj subskrypcję",
  pt: "Cancelar inscrição",
  ru: "Отписаться",
  tr: "Abonelikten çık",
  zh: "退订",
};

export const unsubscribeLabel = (language: string): string => UNSUBSCRIBE[language] ?? ENGLISH_UNSUBSCRIBE;
