/** What the API says of an operation that writes, in German. */
export const germanSummaries = {
  'Create a reseller with a name.': 'Legt einen Wiederverkäufer mit einem Namen an.',
  'Rename a reseller.': 'Benennt einen Wiederverkäufer um.',
  'Suspend all keys of a reseller until it is resumed. The answer comes when no gateway accepts them any more.':
    'Sperrt alle Schlüssel eines Wiederverkäufers, bis er fortgesetzt wird. Die Antwort kommt, wenn kein Gateway sie mehr annimmt.',
  'End the suspension of a reseller. Only the level that suspended it, or one above, can.':
    'Beendet die Sperre eines Wiederverkäufers. Das kann nur die Ebene, die ihn gesperrt hat, oder eine darüber.',
  'Refuse all keys of a reseller permanently. The answer comes when no gateway accepts them any more.':
    'Lehnt alle Schlüssel eines Wiederverkäufers für immer ab. Die Antwort kommt, wenn kein Gateway sie mehr annimmt.',
  'Create a tenant with a name.': 'Legt einen Mandanten mit einem Namen an.',
  'Rename a tenant.': 'Benennt einen Mandanten um.',
  'Suspend all keys of a tenant until it is resumed. The answer comes when no gateway accepts them any more.':
    'Sperrt alle Schlüssel eines Mandanten, bis er fortgesetzt wird. Die Antwort kommt, wenn kein Gateway sie mehr annimmt.',
  'End the suspension of a tenant. Only the level that suspended it, or one above, can.':
    'Beendet die Sperre eines Mandanten. Das kann nur die Ebene, die ihn gesperrt hat, oder eine darüber.',
  'Refuse all keys of a tenant permanently. The answer comes when no gateway accepts them any more, with the paid credit of its wallets: `POST /payouts` pays it out.':
    'Lehnt alle Schlüssel eines Mandanten für immer ab. Die Antwort kommt, wenn kein Gateway sie mehr annimmt, mit dem bezahlten Guthaben seiner Konten: `POST /payouts` zahlt es aus.',
  'Create a group with a name.': 'Legt eine Gruppe mit einem Namen an.',
  'Rename a group.': 'Benennt eine Gruppe um.',
  'Suspend all keys of a group until it is resumed. The answer comes when no gateway accepts them any more.':
    'Sperrt alle Schlüssel einer Gruppe, bis sie fortgesetzt wird. Die Antwort kommt, wenn kein Gateway sie mehr annimmt.',
  'End the suspension of a group. Only the level that suspended it, or one above, can.':
    'Beendet die Sperre einer Gruppe. Das kann nur die Ebene, die sie gesperrt hat, oder eine darüber.',
  'Refuse all keys of a group permanently. The answer comes when no gateway accepts them any more.':
    'Lehnt alle Schlüssel einer Gruppe für immer ab. Die Antwort kommt, wenn kein Gateway sie mehr annimmt.',
  'Register a user by id; no name is stored. Opens a wallet if none is given.':
    'Legt eine Person mit einer Kennung an; kein Name wird gespeichert. Öffnet ein Guthabenkonto, wenn keines angegeben ist.',
  'Change the role or wallet of a user, or switch the protection of their personal data.':
    'Ändert Rolle oder Guthabenkonto einer Person, oder den Schutz ihrer Personendaten.',
  'Suspend all keys of a user until the user is resumed. The answer comes when no gateway accepts them any more.':
    'Sperrt alle Schlüssel einer Person, bis sie fortgesetzt wird. Die Antwort kommt, wenn kein Gateway sie mehr annimmt.',
  'End the suspension of a user. Only the level that suspended the user, or one above, can.':
    'Beendet die Sperre einer Person. Das kann nur die Ebene, die sie gesperrt hat, oder eine darüber.',
  'Refuse all keys of a user permanently. The answer comes when no gateway accepts them any more.':
    'Lehnt alle Schlüssel einer Person für immer ab. Die Antwort kommt, wenn kein Gateway sie mehr annimmt.',
  'Add a user to a group, whose policies then apply.':
    'Nimmt eine Person in eine Gruppe auf, deren Richtlinien dann gelten.',
  'Remove a user from a group.': 'Nimmt eine Person aus einer Gruppe.',
  'Make a link with which a user sets a passkey for the console, or joins their account at an issuer, once within 24 hours. Only the first answer contains it. It ends the link before.':
    'Macht einen Link, mit dem eine Person einen Passkey für die Konsole einrichtet oder ihr Konto bei einem Aussteller verbindet, einmal binnen 24 Stunden. Nur die erste Antwort enthält ihn. Der Link davor endet.',
  'Replace the policy that your level has set for a scope. It narrows what the levels and scopes above allow, and applies from the next request. The record as it was read may be sent back, and changes nothing.':
    'Ersetzt die Richtlinie, die Ihre Ebene gesetzt hat. Sie engt ein, was die Ebenen darüber erlauben, und gilt ab der nächsten Anfrage. So gesendet, wie sie gelesen wurde, ändert sie nichts.',
  'Remove the policies that your level and those below have set for a scope. The answer lists those of the levels above, which stay.':
    'Entfernt die Richtlinien, die Ihre Ebene und die darunter gesetzt haben. Die Antwort nennt die der Ebenen darüber, die bleiben.',
  'Set what those below a reseller or a tenant pay, in place of what your level had set: a factor on every price of the list above, or a price list for a profile. The platform sets what a reseller pays, a reseller what its tenants pay. Without both: what is charged to your level.':
    'Legt fest, was die unter einem Wiederverkäufer oder Mandanten zahlen, anstelle dessen, was Ihre Ebene festgelegt hatte: einen Faktor auf jeden Preis der Liste darüber, oder eine Preisliste für ein Modell. Die Plattform bestimmt, was ein Wiederverkäufer zahlt, dieser, was seine Mandanten zahlen. Ohne beides: was Ihrer Ebene berechnet wird.',
  'Create an API key. Only the first answer contains its secret. It allows nothing that the key which makes it does not, and ends with it.':
    'Legt einen Schlüssel an. Nur die erste Antwort enthält sein Geheimnis. Er erlaubt nichts, was der Schlüssel nicht erlaubt, mit dem er angelegt wird, und endet mit ihm.',
  'Rename a key.': 'Benennt einen Schlüssel um.',
  'Restrict a key. Omitted limits stay unchanged; a restriction cannot be undone, so `null` is refused where there is one.':
    'Engt einen Schlüssel ein. Leere Grenzen bleiben; eine Einschränkung lässt sich nicht aufheben, daher wird `null` abgelehnt, wo es eine gibt.',
  'Replace the secret of a key. Only the first answer contains the new one. Id, limits and spending stay; the old secret is valid until the overlap ends. Without an overlap every earlier secret ends, and the answer comes when no gateway accepts one any more.':
    'Ersetzt das Geheimnis eines Schlüssels. Nur die erste Antwort enthält das neue. Kennung, Grenzen und Ausgaben bleiben; das alte gilt bis zum Ende der Frist. Ohne Frist endet jedes frühere, und die Antwort kommt, wenn kein Gateway mehr eines annimmt.',
  'Revoke a key permanently. The answer comes when no gateway accepts it any more; running requests finish.':
    'Widerruft einen Schlüssel für immer. Die Antwort kommt, wenn kein Gateway ihn mehr annimmt; laufende Anfragen enden regulär.',
  'Set the limits of a key: requests and tokens per minute, and concurrent requests, below the configured ones. Replaces the earlier limits of your level; of those of several levels the smallest applies. Without any, lifts those of your level and of those below.':
    'Setzt die Grenzen eines Schlüssels: Anfragen und Tokens je Minute, und Anfragen zugleich, unter den konfigurierten. Ersetzt die früheren Ihrer Ebene; von mehreren Ebenen gilt die kleinste. Ohne Angaben entfallen die Ihrer Ebene und der darunter.',
  'Set the limits of all keys of a user together: requests and tokens per minute, and concurrent requests. Replaces the earlier limits of your level; of those of several levels the smallest applies. Without any, lifts those of your level and of those below.':
    'Setzt die Grenzen aller Schlüssel einer Person zusammen: Anfragen und Tokens je Minute, und Anfragen zugleich. Ersetzt die früheren Ihrer Ebene; von mehreren Ebenen gilt die kleinste. Ohne Angaben entfallen die Ihrer Ebene und der darunter.',
  'Set the limits of all keys of the people in a group together: requests and tokens per minute, and concurrent requests. Replaces the earlier limits of your level; of those of several levels the smallest applies. Without any, lifts those of your level and of those below.':
    'Setzt die Grenzen aller Schlüssel der Personen einer Gruppe zusammen: Anfragen und Tokens je Minute, und Anfragen zugleich. Ersetzt die früheren Ihrer Ebene; von mehreren Ebenen gilt die kleinste. Ohne Angaben entfallen die Ihrer Ebene und der darunter.',
  'Set the limits of all keys of a tenant together: requests and tokens per minute, and concurrent requests. Replaces the earlier limits of your level; of those of several levels the smallest applies. Without any, lifts those of your level and of those below.':
    'Setzt die Grenzen aller Schlüssel eines Mandanten zusammen: Anfragen und Tokens je Minute, und Anfragen zugleich. Ersetzt die früheren Ihrer Ebene; von mehreren Ebenen gilt die kleinste. Ohne Angaben entfallen die Ihrer Ebene und der darunter.',
  'Declare the tags that requests of a tenant may have in `x-waybill-tags`, in place of those that your level declared before; levels below narrow them. Values name projects and cost centres, not persons: they stay in the ledger for ever.':
    'Legt die Tags fest, die Anfragen eines Mandanten in `x-waybill-tags` haben dürfen, anstelle derer, die Ihre Ebene zuvor festgelegt hat; Ebenen darunter engen sie ein. Werte nennen Projekte und Kostenstellen, keine Personen: sie bleiben für immer im Hauptbuch.',
  'Set the tags that every request of a key, and of the keys that are made with it, has to name, in place of those that your level set before. Your level or one above has to have declared them for the tenant.':
    'Legt die Tags fest, die jede Anfrage eines Schlüssels, und der mit ihm angelegten, nennen muss, anstelle derer, die Ihre Ebene zuvor gesetzt hat. Ihre Ebene oder eine darüber muss sie für den Mandanten festgelegt haben.',
  'Raise a budget of a key for a while. Its owner cannot.':
    'Erhöht ein Budget eines Schlüssels auf Zeit. Sein Inhaber kann das nicht.',
  'Set the budgets of all keys of a user together. Replaces the earlier ones of your level; those of all levels apply. A known one counts on. None: lifts those of your level and of those below.':
    'Setzt die Budgets aller Schlüssel einer Person zusammen. Ersetzt die früheren Ihrer Ebene; die aller Ebenen gelten. Ein bekanntes zählt weiter. Keines: es entfallen die Ihrer Ebene und der darunter.',
  'Raise budgets of a user that your level or one below has set, for a while. Nobody raises their own.':
    'Erhöht auf Zeit Budgets einer Person, die Ihre Ebene oder eine darunter gesetzt hat. Niemand erhöht seine eigenen.',
  'Create an empty wallet for a tenant.': 'Legt ein leeres Guthabenkonto für einen Mandanten an.',
  'Emit `WalletRanLow` each time the posted balance of a wallet falls below an amount.':
    'Meldet (`WalletRanLow`) jedes Mal, wenn der gebuchte Stand eines Guthabenkontos unter einen Betrag fällt.',
  'Emit `BudgetRanLow` once when the remaining budget of a key is at most an amount.':
    'Meldet (`BudgetRanLow`) einmal, wenn das übrige Budget eines Schlüssels höchstens einen Betrag ausmacht.',
  'Send alerts to an address, signed as Standard Webhooks says. Only the first answer contains the secret. For a tenant: what happens in it. For a reseller: that, and what happens in its tenants. For neither: everything.':
    'Sendet Meldungen an eine Adresse, signiert nach Standard Webhooks. Nur die erste Antwort enthält das Geheimnis. Für einen Mandanten: was bei ihm geschieht. Für einen Wiederverkäufer: das, und was bei seinen Mandanten geschieht. Für keinen: alles.',
  'Replace the address or the alerts of a webhook, and enable it again if its receiver has answered 410.':
    'Ersetzt Adresse oder Meldungen eines Webhooks, und schaltet ihn wieder ein, wenn sein Empfänger mit 410 geantwortet hat.',
  'Replace the secret of a webhook. Only the first answer contains the new one. Messages are signed with both until the overlap ends.':
    'Ersetzt das Geheimnis eines Webhooks. Nur die erste Antwort enthält das neue. Nachrichten werden bis zum Ende der Frist mit beiden signiert.',
  'Send nothing to a webhook any more. What waits for it is parked.':
    'Sendet nichts mehr an einen Webhook. Was auf ihn wartet, wird zurückgestellt.',
  'Send a test message to a webhook. Its delivery says what came of it.':
    'Sendet eine Testnachricht an einen Webhook. Ihre Zustellung sagt, was daraus wurde.',
  'Send a parked message again, under the same id, with all its attempts.':
    'Sendet eine zurückgestellte Nachricht erneut, unter derselben Kennung, mit allen Versuchen.',
  'Request a bank payment into a wallet, by default the own one. The payer must include the `reference` of the answer.':
    'Fordert eine Überweisung auf ein Guthabenkonto an, in der Regel das eigene. Wer zahlt, muss den Verwendungszweck der Antwort angeben.',
  'Confirm that the bank has received the payment, and credit the wallet with it. A bank reference is credited once across the platform.':
    'Bestätigt, dass die Zahlung bei der Bank eingegangen ist, und schreibt sie dem Guthabenkonto gut. Eine Bankreferenz wird auf der ganzen Plattform einmal gutgeschrieben.',
  'Cancel a top-up.': 'Bricht eine Aufladung ab.',
  'Read a file of the bank (camt.052, camt.053, camt.054, MT940, CSV, or a zip of them), and credit the top-ups that are paid by it. A payment is credited once. Without `book` nothing is written: the answer is what would become of the entries.':
    'Liest eine Datei der Bank (camt.052, camt.053, camt.054, MT940, CSV, oder ein Zip davon), und schreibt die Aufladungen gut, die sie bezahlt. Eine Zahlung wird einmal gutgeschrieben. Ohne `book` wird nichts geschrieben: die Antwort ist, was aus den Einträgen würde.',
  'Transfer money between two wallets. The source is debited first; the amount then arrives at the destination or is returned.':
    'Bucht Geld zwischen zwei Guthabenkonten um. Erst wird vom einen abgebucht; dann kommt der Betrag beim anderen an oder kehrt zurück.',
  'Distribute the available credit of a wallet, once or on a UTC calendar. The first run is immediate.':
    'Verteilt das verfügbare Guthaben eines Kontos, einmal oder nach einem Kalender in UTC. Der erste Lauf ist sofort.',
  'Stop an allocation.': 'Beendet eine Verteilung.',
  'Correct a wallet by a credit or debit, with a reason and the corrected record. Recorded events never change.':
    'Berichtigt ein Guthabenkonto durch eine Gutschrift oder Abbuchung, mit einem Grund und dem, was berichtigt wird. Verbuchte Ereignisse ändern sich nie.',
  'Grant credit that nobody paid for. It is used before paid credit, is no revenue, and is never paid out.':
    'Schenkt Guthaben, das niemand bezahlt hat. Es wird vor bezahltem verbraucht, ist kein Umsatz, und wird nie ausgezahlt.',
  'Take paid credit out of a wallet, to be paid by the bank. Credit that was granted is never paid out.':
    'Nimmt bezahltes Guthaben aus einem Konto, das die Bank auszahlen soll. Geschenktes Guthaben wird nie ausgezahlt.',
  'Confirm that the bank has made the payment. A bank reference is of one payment across the platform.':
    'Bestätigt, dass die Bank gezahlt hat. Eine Bankreferenz steht auf der ganzen Plattform für eine Zahlung.',
  'Cancel a payout that the bank has not made, and credit its wallet again.':
    'Bricht eine Auszahlung ab, die die Bank nicht gemacht hat, und schreibt sie ihrem Guthabenkonto wieder gut.',
  'Close the bill of a tenant for a month that is over: its digest is recorded, nothing of it changes any more, and the next month begins with its closing balance. Months are closed one after another; closing one again changes nothing.':
    'Schließt die Aufstellung eines Mandanten für einen vergangenen Monat ab: ihre Prüfsumme wird verbucht, nichts daran ändert sich mehr, und der nächste Monat beginnt mit ihrem Endstand. Monate werden nacheinander abgeschlossen; einen noch einmal abzuschließen ändert nichts.',
  'Release a flagged reservation without a charge.': 'Gibt eine zweifelhafte Vormerkung ohne Abrechnung frei.',
  'Charge a flagged reservation with its cost.': 'Rechnet eine zweifelhafte Vormerkung mit ihren Kosten ab.',
  'Delete a stored response and its content permanently. Other responses of the conversation remain.':
    'Löscht eine gespeicherte Antwort und ihren Inhalt für immer. Andere Antworten des Gesprächs bleiben.',
  'Delete a file permanently. It is gone for its owner at once; a running gateway deletes it at the upstream.':
    'Löscht eine Datei für immer. Für ihren Eigentümer ist sie sofort weg; ein laufendes Gateway löscht sie beim Anbieter.',
  'Delete all stored responses and files of a user permanently: some in each call, until `has_more` is false. May be repeated, and continues what was interrupted.':
    'Löscht alle gespeicherten Antworten und Dateien einer Person für immer: einige je Aufruf, bis `has_more` falsch ist. Kann wiederholt werden, und setzt fort, was unterbrochen wurde.',
};
