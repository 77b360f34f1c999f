import type { ErrorCode } from '../../errors.ts';
import type { Language } from '../../admin/markup/languages.ts';

/** Refusals that a person meets in forms and pages, in the order of their status. */
const refusalCodes = [
  'invalid_value',
  'unsupported_parameter',
  'malformed_form',
  'invalid_api_key',
  'api_key_revoked',
  'api_key_expired',
  'insufficient_credit',
  'not_permitted',
  'account_suspended',
  'profile_not_authorised',
  'resource_not_found',
  'not_found',
  'method_not_allowed',
  'request_timeout',
  'already_exists',
  'bank_reference_used',
  'not_possible',
  'idempotency_key_reused',
  'idempotency_key_in_use',
  'body_too_large',
  'unsupported_media_type',
  'misdirected_request',
  'rate_limit_exceeded',
  'fair_share_exceeded',
  'internal_error',
  'upstream_unavailable',
  'ledger_busy',
  'ledger_unavailable',
  'overloaded',
  'shutting_down',
] as const satisfies readonly ErrorCode[];

type RefusalCode = (typeof refusalCodes)[number];
type Refusals = Readonly<Record<RefusalCode, string>>;

/**
 * What a refusal means and what to do, in the languages that are not the API's own. Its exact words, which name what was
 * found, stand beside.
 */
const refusals: Readonly<Record<Exclude<Language, 'en'>, Refusals>> = {
  it: {
    invalid_value: 'Un campo non è valido. Correggi il campo segnato e invia di nuovo.',
    unsupported_parameter: 'Questo campo non esiste qui. Toglilo e invia di nuovo.',
    malformed_form: 'Il modulo non è leggibile. Ricarica la pagina e invia di nuovo.',
    invalid_api_key: 'Questa chiave non è conosciuta. Controlla di averla copiata per intero.',
    api_key_revoked: 'Questa chiave è stata revocata. Usane un’altra.',
    api_key_expired: 'Questa chiave è scaduta. Usane un’altra.',
    insufficient_credit: 'Il portafoglio non ha abbastanza credito. Ricaricalo, o scegli un importo minore.',
    not_permitted: 'I tuoi ruoli non lo permettono, o non è più possibile da qui. Chiedi a chi amministra.',
    account_suspended: 'La persona, o chi le sta sopra, è sospesa o chiusa. Chiedi a chi amministra.',
    profile_not_authorised: 'Questo modello non esiste o non è permesso. Scegline un altro.',
    resource_not_found: 'Non esiste, o non puoi vederlo. Controlla l’id: gli elenchi mostrano ciò che puoi vedere.',
    not_found: 'A questo indirizzo non c’è niente. Scegli una pagina della console.',
    method_not_allowed: 'Questa pagina non si chiama così. Riaprila dalla navigazione.',
    request_timeout: 'L’invio è durato troppo. Invia di nuovo.',
    already_exists: 'Esiste già, con altri dati. Aprilo, o scegli un altro id.',
    bank_reference_used: 'Questo riferimento bancario è già stato usato. Controlla il pagamento.',
    not_possible: 'Nello stato attuale non è possibile. La frase sotto dice che cosa fare.',
    idempotency_key_reused:
      'Questo modulo è già stato inviato con altri dati. Ricarica la pagina e compilalo di nuovo.',
    idempotency_key_in_use: 'Questo modulo è già in corso. Aspetta, poi guarda che cosa è stato fatto.',
    body_too_large: 'È troppo grande. Invia meno, o dividi il file.',
    unsupported_media_type: 'Questo tipo di contenuto non è accettato. Usa il modulo della pagina.',
    misdirected_request: 'La console non risponde con questo nome. Usa il suo indirizzo.',
    rate_limit_exceeded: 'Troppi tentativi. Aspetta il tempo indicato, poi riprova.',
    fair_share_exceeded: 'Altri stanno usando il gateway. Riprova tra poco.',
    internal_error: 'Un errore nel gateway. Riprova; se resta, dillo a chi lo gestisce, con l’ora.',
    upstream_unavailable: 'Il servizio dietro non risponde. Riprova più tardi.',
    ledger_busy: 'Il registro è occupato. Riprova tra poco: niente è stato cambiato due volte.',
    ledger_unavailable: 'Il registro non risponde. Riprova tra poco: niente è stato cambiato due volte.',
    overloaded: 'Il gateway ha troppo da fare. Riprova tra poco.',
    shutting_down: 'Il gateway si sta fermando. Riprova tra poco.',
  },
  de: {
    invalid_value: 'Ein Feld ist nicht gültig. Berichtigen Sie das markierte Feld und senden Sie erneut.',
    unsupported_parameter: 'Dieses Feld gibt es hier nicht. Lassen Sie es weg und senden Sie erneut.',
    malformed_form: 'Das Formular ist nicht lesbar. Laden Sie die Seite neu und senden Sie erneut.',
    invalid_api_key: 'Dieser Schlüssel ist nicht bekannt. Prüfen Sie, ob er ganz kopiert wurde.',
    api_key_revoked: 'Dieser Schlüssel wurde widerrufen. Verwenden Sie einen anderen.',
    api_key_expired: 'Dieser Schlüssel ist abgelaufen. Verwenden Sie einen anderen.',
    insufficient_credit:
      'Das Guthabenkonto hat nicht genug Guthaben. Laden Sie es auf, oder wählen Sie einen kleineren Betrag.',
    not_permitted:
      'Ihre Rollen erlauben das nicht, oder es geht von hier aus nicht mehr. Fragen Sie Ihre Administration.',
    account_suspended: 'Die Person oder etwas über ihr ist gesperrt oder geschlossen. Fragen Sie Ihre Administration.',
    profile_not_authorised: 'Dieses Modell gibt es nicht, oder es ist nicht erlaubt. Wählen Sie ein anderes.',
    resource_not_found:
      'Das gibt es nicht, oder Sie können es nicht sehen. Prüfen Sie die Kennung: Listen zeigen, was Sie sehen können.',
    not_found: 'Unter dieser Adresse gibt es nichts. Wählen Sie eine Seite der Konsole.',
    method_not_allowed: 'Diese Seite wird anders aufgerufen. Öffnen Sie sie aus der Navigation.',
    request_timeout: 'Das Senden hat zu lange gedauert. Senden Sie erneut.',
    already_exists: 'Das gibt es schon, mit anderen Angaben. Öffnen Sie es, oder wählen Sie eine andere Kennung.',
    bank_reference_used: 'Diese Bankreferenz wurde schon verwendet. Prüfen Sie die Zahlung.',
    not_possible: 'Im jetzigen Zustand geht das nicht. Der Satz darunter sagt, was zu tun ist.',
    idempotency_key_reused:
      'Dieses Formular wurde schon mit anderen Angaben gesendet. Laden Sie die Seite neu und füllen Sie es erneut aus.',
    idempotency_key_in_use: 'Dieses Formular ist gerade in Arbeit. Warten Sie, und sehen Sie nach, was geschehen ist.',
    body_too_large: 'Das ist zu groß. Senden Sie weniger, oder teilen Sie die Datei.',
    unsupported_media_type: 'Diese Art von Inhalt wird nicht angenommen. Verwenden Sie das Formular der Seite.',
    misdirected_request: 'Unter diesem Namen antwortet die Konsole nicht. Rufen Sie ihre Adresse auf.',
    rate_limit_exceeded: 'Zu viele Versuche. Warten Sie die genannte Zeit, und versuchen Sie es erneut.',
    fair_share_exceeded: 'Andere nutzen das Gateway gerade. Versuchen Sie es gleich noch einmal.',
    internal_error:
      'Ein Fehler im Gateway. Versuchen Sie es erneut; bleibt er, sagen Sie es denen, die es betreiben, mit der Uhrzeit.',
    upstream_unavailable: 'Der Dienst dahinter antwortet nicht. Versuchen Sie es später.',
    ledger_busy: 'Das Hauptbuch ist beschäftigt. Versuchen Sie es gleich noch einmal: nichts wurde doppelt geändert.',
    ledger_unavailable:
      'Das Hauptbuch antwortet nicht. Versuchen Sie es gleich noch einmal: nichts wurde doppelt geändert.',
    overloaded: 'Das Gateway hat zu viel zu tun. Versuchen Sie es gleich noch einmal.',
    shutting_down: 'Das Gateway hält gerade an. Versuchen Sie es gleich noch einmal.',
  },
};

/** A refusal in a reader's language; `null`: the API's own words are all there is. */
export function refusalIn(language: Language, code: ErrorCode): string | null {
  if (language === 'en') return null;
  const texts: Readonly<Partial<Record<ErrorCode, string>>> = refusals[language];
  return texts[code] ?? null;
}
