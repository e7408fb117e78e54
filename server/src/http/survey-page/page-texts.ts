/** Texts of the page of a survey link, around the survey itself. */
export interface PageTexts {
  /** Without JavaScript. */
  readonly scripts: string;
  readonly unknown: string;
  readonly closed: string;
  readonly over: string;
  readonly busy: string;
  readonly completed: string;
  readonly done: string;
  readonly failed: string;
  /** Part of the card of an anonymous survey. */
  readonly anonymous: string;
}

const ENGLISH: PageTexts = {
  scripts: "This survey needs JavaScript. Turn it on in your browser, then reload the page.",
  unknown: "This survey doesn’t exist. Check the link.",
  closed: "This survey isn’t open right now.",
  over: "This survey has ended.",
  busy: "Too many requests. Try again in a moment.",
  completed: "You’ve already answered this survey. Thank you!",
  done: "Thank you! You can close this page.",
  failed: "The survey couldn’t be loaded. Check your connection, then reload the page.",
  anonymous: "Anonymous: your answers are stored without your name or account.",
};

/** The languages of the SDK's player. */
const TEXTS: Readonly<Record<string, PageTexts>> = {
  en: ENGLISH,
  ar: {
    scripts: "يتطلب هذا الاستبيان JavaScript. فعّلها في متصفحك ثم أعد تحميل الصفحة.",
    unknown: "هذا الاستبيان غير موجود. تحقق من الرابط.",
    closed: "هذا الاستبيان غير مفتوح الآن.",
    over: "انتهى هذا الاستبيان.",
    busy: "طلبات كثيرة جدًا. حاول مرة أخرى بعد لحظات.",
    completed: "لقد أجبت عن هذا الاستبيان من قبل. شكرًا لك!",
    done: "شكرًا لك! يمكنك إغلاق هذه الصفحة.",
    failed: "تعذر تحميل الاستبيان. تحقق من اتصالك ثم أعد تحميل الصفحة.",
    anonymous: "مجهول الهوية: تُحفظ إجاباتك دون اسمك أو حسابك.",
  },
  de: {
    scripts: "Diese Umfrage braucht JavaScript. Schalten Sie es im Browser ein und laden Sie die Seite neu.",
    unknown: "Diese Umfrage gibt es nicht. Prüfen Sie den Link.",
    closed: "Diese Umfrage ist gerade nicht geöffnet.",
    over: "Diese Umfrage ist beendet.",
    busy: "Zu viele Anfragen. Versuchen Sie es gleich noch einmal.",
    completed: "Sie haben diese Umfrage bereits beantwortet. Vielen Dank!",
    done: "Vielen Dank! Sie können diese Seite schließen.",
    failed: "Die Umfrage konnte nicht geladen werden. Prüfen Sie Ihre Verbindung und laden Sie die Seite neu.",
    anonymous: "Anonym: Ihre Antworten werden ohne Ihren Namen und Ihr Konto gespeichert.",
  },
  es: {
    scripts: "Esta encuesta necesita JavaScript. Actívelo en el navegador y vuelva a cargar la página.",
    unknown: "Esta encuesta no existe. Compruebe el enlace.",
    closed: "Esta encuesta no está abierta en este momento.",
    over: "Esta encuesta ha terminado.",
    busy: "Demasiadas solicitudes. Inténtelo de nuevo en un momento.",
    completed: "Ya ha respondido a esta encuesta. ¡Gracias!",
    done: "¡Gracias! Puede cerrar esta página.",
    failed: "No se pudo cargar la encuesta. Compruebe su conexión y vuelva a cargar la página.",
    anonymous: "Anónima: sus respuestas se guardan sin su nombre ni su cuenta.",
  },
  fr: {
    scripts: "Cette enquête nécessite JavaScript. Activez-le dans votre navigateur, puis rechargez la page.",
    unknown: "Cette enquête n’existe pas. Vérifiez le lien.",
    closed: "Cette enquête n’est pas ouverte pour le moment.",
    over: "Cette enquête est terminée.",
    busy: "Trop de requêtes. Réessayez dans un instant.",
    completed: "Vous avez déjà répondu à cette enquête. Merci !",
    done: "Merci ! Vous pouvez fermer cette page.",
    failed: "L’enquête n’a pas pu être chargée. Vérifiez votre connexion, puis rechargez la page.",
    anonymous: "Anonyme : vos réponses sont enregistrées sans votre nom ni votre compte.",
  },
  he: {
    scripts: "הסקר הזה דורש JavaScript. הפעילו אותו בדפדפן וטענו מחדש את הדף.",
    unknown: "הסקר הזה לא קיים. בדקו את הקישור.",
    closed: "הסקר הזה אינו פתוח כרגע.",
    over: "הסקר הזה הסתיים.",
    busy: "יותר מדי בקשות. נסו שוב בעוד רגע.",
    completed: "כבר עניתם על הסקר הזה. תודה!",
    done: "תודה! אפשר לסגור את הדף.",
    failed: "לא ניתן היה לטעון את הסקר. בדקו את החיבור וטענו מחדש את הדף.",
    anonymous: "אנונימי: התשובות נשמרות ללא השם או החשבון שלכם.",
  },
  it: {
    scripts: "Questo sondaggio richiede JavaScript. Attivalo nel browser e ricarica la pagina.",
    unknown: "Questo sondaggio non esiste. Controlla il link.",
    closed: "Questo sondaggio al momento non è aperto.",
    over: "Questo sondaggio è terminato.",
    busy: "Troppe richieste. Riprova tra un momento.",
    completed: "Hai già risposto a questo sondaggio. Grazie!",
    done: "Grazie! Puoi chiudere questa pagina.",
    failed: "Non è stato possibile caricare il sondaggio. Controlla la connessione e ricarica la pagina.",
    anonymous: "Anonimo: le risposte vengono salvate senza il tuo nome o account.",
  },
  ja: {
    scripts: "このアンケートには JavaScript が必要です。ブラウザーで有効にして、ページを再読み込みしてください。",
    unknown: "このアンケートは存在しません。リンクを確認してください。",
    closed: "このアンケートは現在受け付けていません。",
    over: "このアンケートは終了しました。",
    busy: "リクエストが多すぎます。しばらくしてからもう一度お試しください。",
    completed: "このアンケートには回答済みです。ありがとうございました。",
    done: "ありがとうございました。このページを閉じてかまいません。",
    failed: "アンケートを読み込めませんでした。接続を確認して、ページを再読み込みしてください。",
    anonymous: "匿名：回答は、お名前やアカウントと結び付けずに保存されます。",
  },
  nl: {
    scripts: "Deze enquête heeft JavaScript nodig. Zet het aan in uw browser en laad de pagina opnieuw.",
    unknown: "Deze enquête bestaat niet. Controleer de link.",
    closed: "Deze enquête is op dit moment niet open.",
    over: "Deze enquête is afgelopen.",
    busy: "Te veel verzoeken. Probeer het zo opnieuw.",
    completed: "U hebt deze enquête al ingevuld. Bedankt!",
    done: "Bedankt! U kunt deze pagina sluiten.",
    failed: "De enquête kon niet worden geladen. Controleer uw verbinding en laad de pagina opnieuw.",
    anonymous: "Anoniem: uw antwoorden worden zonder uw naam of account opgeslagen.",
  },
  pl: {
    scripts: "Ta ankieta wymaga JavaScriptu. Włącz go w przeglądarce i odśwież stronę.",
    unknown: "Ta ankieta nie istnieje. Sprawdź link.",
    closed: "Ta ankieta nie jest teraz otwarta.",
    over: "Ta ankieta się zakończyła.",
    busy: "Zbyt wiele żądań. Spróbuj ponownie za chwilę.",
    completed: "Ta ankieta została już przez Ciebie wypełniona. Dziękujemy!",
    done: "Dziękujemy! Możesz zamknąć tę stronę.",
    failed: "Nie udało się wczytać ankiety. Sprawdź połączenie i odśwież stronę.",
    anonymous: "Anonimowo: odpowiedzi są zapisywane bez nazwiska i konta.",
  },
  pt: {
    scripts: "Esta pesquisa precisa de JavaScript. Ative-o no navegador e recarregue a página.",
    unknown: "Esta pesquisa não existe. Verifique o link.",
    closed: "Esta pesquisa não está aberta no momento.",
    over: "Esta pesquisa terminou.",
    busy: "Muitas solicitações. Tente novamente em instantes.",
    completed: "Você já respondeu a esta pesquisa. Obrigado!",
    done: "Obrigado! Você pode fechar esta página.",
    failed: "Não foi possível carregar a pesquisa. Verifique sua conexão e recarregue a página.",
    anonymous: "Anônima: suas respostas são salvas sem seu nome ou conta.",
  },
  ru: {
    scripts: "Для этого опроса нужен JavaScript. Включите его в браузере и обновите страницу.",
    unknown: "Такого опроса нет. Проверьте ссылку.",
    closed: "Этот опрос сейчас закрыт.",
    over: "Этот опрос завершён.",
    busy: "Слишком много запросов. Повторите попытку чуть позже.",
    completed: "Вы уже ответили на этот опрос. Спасибо!",
    done: "Спасибо! Страницу можно закрыть.",
    failed: "Не удалось загрузить опрос. Проверьте подключение и обновите страницу.",
    anonymous: "Анонимно: ответы сохраняются без вашего имени и учётной записи.",
  },
  tr: {
    scripts: "Bu anket için JavaScript gerekiyor. Tarayıcınızda etkinleştirip sayfayı yeniden yükleyin.",
    unknown: "Bu anket yok. Bağlantıyı kontrol edin.",
    closed: "Bu anket şu anda açık değil.",
    over: "Bu anket sona erdi.",
    busy: "Çok fazla istek gönderildi. Birazdan yeniden deneyin.",
    completed: "Bu anketi zaten yanıtladınız. Teşekkürler!",
    done: "Teşekkürler! Bu sayfayı kapatabilirsiniz.",
    failed: "Anket yüklenemedi. Bağlantınızı kontrol edip sayfayı yeniden yükleyin.",
    anonymous: "Anonim: yanıtlarınız adınız veya hesabınız olmadan saklanır.",
  },
  zh: {
    scripts: "此调查需要 JavaScript。请在浏览器中启用后重新加载页面。",
    unknown: "此调查不存在。请检查链接。",
    closed: "此调查目前未开放。",
    over: "此调查已结束。",
    busy: "请求过多。请稍后再试。",
    completed: "您已填写过此调查。谢谢！",
    done: "谢谢！您可以关闭此页面了。",
    failed: "无法加载调查。请检查网络连接，然后重新加载页面。",
    anonymous: "匿名：保存您的回答时不包含您的姓名或帐户。",
  },
};

/** The texts in the first of these languages that has them, otherwise in English. */
export function pageTexts(tags: readonly string[]): { readonly language: string; readonly texts: PageTexts } {
  for (const tag of tags) {
    const language = tag.toLowerCase().split("-")[0] ?? "";
    const texts = Object.hasOwn(TEXTS, language) ? TEXTS[language] : undefined;
    if (texts !== undefined) return { language, texts };
  }
  return { language: "en", texts: ENGLISH };
}
