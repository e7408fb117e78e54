/** Texts of emails with messages, and of their recipients' page. `{name}` is the workspace. */
export interface EmailTexts {
  /** Why a person gets the email. */
  readonly reason: string;
  /** Title of the page. */
  readonly title: string;
  readonly subscribed: string;
  readonly unsubscribed: string;
  /** Button. */
  readonly subscribe: string;
  readonly invalid: string;
  readonly busy: string;
}

/** In the languages of the SDK's player. */
export const EMAIL_TRANSLATIONS: Readonly<Record<string, EmailTexts>> = {
  ar: {
    reason: "تصلك هذه الرسالة لأنك لم تطّلع بعد على هذه الرسالة في {name}.",
    title: "رسائل البريد الإلكتروني من {name}",
    subscribed: "أنت مشترك. تصلك رسالة بريد إلكتروني عندما لا تطّلع على رسالة.",
    unsubscribed: "أُلغي اشتراكك. لن تصلك الرسائل بالبريد الإلكتروني بعد الآن.",
    subscribe: "الاشتراك من جديد",
    invalid: "هذا الرابط غير مكتمل أو لم يعد صالحًا. انسخ الرابط كاملًا من الرسالة.",
    busy: "طلبات كثيرة جدًا. حاول مرة أخرى بعد لحظات.",
  },
  de: {
    reason: "Sie erhalten diese E-Mail, weil Sie diese Nachricht in {name} noch nicht gesehen haben.",
    title: "E-Mails von {name}",
    subscribed: "Sie sind angemeldet. Sie erhalten eine E-Mail, wenn Sie eine Nachricht nicht gesehen haben.",
    unsubscribed: "Sie sind abgemeldet. Sie erhalten keine Nachrichten mehr per E-Mail.",
    subscribe: "Wieder anmelden",
    invalid: "Dieser Link ist unvollständig oder nicht mehr gültig. Kopieren Sie den ganzen Link aus der E-Mail.",
    busy: "Zu viele Anfragen. Versuchen Sie es gleich noch einmal.",
  },
  es: {
    reason: "Recibe este correo porque todavía no ha visto este mensaje en {name}.",
    title: "Correos de {name}",
    subscribed: "Está suscrito. Recibe un correo cuando no ha visto un mensaje.",
    unsubscribed: "Ha cancelado la suscripción. Ya no recibirá mensajes por correo.",
    subscribe: "Volver a suscribirse",
    invalid: "Este enlace está incompleto o ya no es válido. Copie el enlace completo del correo.",
    busy: "Demasiadas solicitudes. Inténtelo de nuevo en un momento.",
  },
  fr: {
    reason: "Vous recevez cet e-mail parce que vous n’avez pas encore vu ce message dans {name}.",
    title: "E-mails de {name}",
    subscribed: "Vous êtes abonné. Vous recevez un e-mail quand vous n’avez pas vu un message.",
    unsubscribed: "Vous êtes désabonné. Vous ne recevrez plus de messages par e-mail.",
    subscribe: "Se réabonner",
    invalid: "Ce lien est incomplet ou n’est plus valable. Copiez le lien complet de l’e-mail.",
    busy: "Trop de requêtes. Réessayez dans un instant.",
  },
  he: {
    reason: "קיבלתם את המייל הזה כי עדיין לא ראיתם את ההודעה הזו ב-{name}.",
    title: "מיילים מ-{name}",
    subscribed: "אתם רשומים. תקבלו מייל כשלא ראיתם הודעה.",
    unsubscribed: "ההרשמה בוטלה. לא תקבלו עוד הודעות במייל.",
    subscribe: "הרשמה מחדש",
    invalid: "הקישור הזה חלקי או שאינו תקף עוד. העתיקו את הקישור המלא מהמייל.",
    busy: "יותר מדי בקשות. נסו שוב בעוד רגע.",
  },
  it: {
    reason: "Ricevi questa e-mail perché non hai ancora visto questo messaggio in {name}.",
    title: "E-mail da {name}",
    subscribed: "L’iscrizione è attiva. Ricevi un’e-mail quando non hai visto un messaggio.",
    unsubscribed: "Iscrizione annullata. Non riceverai più messaggi via e-mail.",
    subscribe: "Iscriviti di nuovo",
    invalid: "Questo link è incompleto o non è più valido. Copia il link completo dall’e-mail.",
    busy: "Troppe richieste. Riprova tra un momento.",
  },
  ja: {
    reason: "{name} のこのメッセージをまだご覧になっていないため、このメールをお送りしています。",
    title: "{name} からのメール",
    subscribed: "登録されています。まだ見ていないメッセージがあると、メールが届きます。",
    unsubscribed: "配信を停止しました。今後、メッセージはメールで届きません。",
    subscribe: "もう一度登録する",
    invalid: "このリンクは不完全か、無効になっています。メールのリンク全体をコピーしてください。",
    busy: "リクエストが多すぎます。しばらくしてからもう一度お試しください。",
  },
  nl: {
    reason: "U krijgt deze e-mail omdat u dit bericht in {name} nog niet hebt gezien.",
    title: "E-mails van {name}",
    subscribed: "U bent aangemeld. U krijgt een e-mail als u een bericht niet hebt gezien.",
    unsubscribed: "U bent afgemeld. U krijgt geen berichten meer per e-mail.",
    subscribe: "Opnieuw aanmelden",
    invalid: "Deze link is onvolledig of niet meer geldig. Kopieer de volledige link uit de e-mail.",
    busy: "Te veel verzoeken. Probeer het zo opnieuw.",
  },
  pl: {
    reason: "Otrzymujesz tę wiadomość e-mail, bo ta wiadomość w {name} nie została jeszcze przez Ciebie wyświetlona.",
    title: "E-maile od {name}",
    subscribed: "Subskrypcja jest aktywna. Otrzymasz e-mail, gdy wiadomość nie zostanie przez Ciebie wyświetlona.",
    unsubscribed: "Subskrypcja anulowana. Wiadomości nie będą już wysyłane e-mailem.",
    subscribe: "Subskrybuj ponownie",
    invalid: "Ten link jest niepełny lub nieaktualny. Skopiuj cały link z e-maila.",
    busy: "Zbyt wiele żądań. Spróbuj ponownie za chwilę.",
  },
  pt: {
    reason: "Você recebeu este e-mail porque ainda não viu esta mensagem em {name}.",
    title: "E-mails de {name}",
    subscribed: "Sua inscrição está ativa. Você recebe um e-mail quando não viu uma mensagem.",
    unsubscribed: "Inscrição cancelada. Você não receberá mais mensagens por e-mail.",
    subscribe: "Inscrever-se de novo",
    invalid: "Este link está incompleto ou não é mais válido. Copie o link completo do e-mail.",
    busy: "Muitas solicitações. Tente novamente em instantes.",
  },
  ru: {
    reason: "Вы получили это письмо, потому что ещё не видели это сообщение в {name}.",
    title: "Письма от {name}",
    subscribed: "Вы подписаны. Вы получите письмо, если не увидите сообщение.",
    unsubscribed: "Вы отписались. Сообщения больше не будут приходить по почте.",
    subscribe: "Подписаться снова",
    invalid: "Эта ссылка неполная или больше не действует. Скопируйте ссылку из письма целиком.",
    busy: "Слишком много запросов. Повторите попытку чуть позже.",
  },
  tr: {
    reason: "Bu e-postayı, {name} içindeki bu mesajı henüz görmediğiniz için aldınız.",
    title: "{name} e-postaları",
    subscribed: "Aboneliğiniz etkin. Bir mesajı görmediğinizde e-posta alırsınız.",
    unsubscribed: "Aboneliğiniz iptal edildi. Artık mesajları e-postayla almayacaksınız.",
    subscribe: "Yeniden abone ol",
    invalid: "Bu bağlantı eksik veya artık geçerli değil. Bağlantının tamamını e-postadan kopyalayın.",
    busy: "Çok fazla istek gönderildi. Birazdan yeniden deneyin.",
  },
  zh: {
    reason: "您收到此邮件，是因为您尚未查看 {name} 中的这条消息。",
    title: "来自 {name} 的邮件",
    subscribed: "您已订阅。当您没有查看某条消息时，会收到邮件。",
    unsubscribed: "您已退订。您不会再通过邮件收到消息。",
    subscribe: "重新订阅",
    invalid: "此链接不完整或已失效。请复制邮件中的完整链接。",
    busy: "请求过多。请稍后再试。",
  },
};
