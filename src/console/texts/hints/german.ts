/** What the API says of a field, in German. */
export const germanHints = {
  'Display name.': 'Der Name, der gezeigt wird.',
  'Recorded as written. Do not name persons.': 'Wird so verbucht, wie es dasteht. Nennen Sie keine Personen.',
  'The reseller. Absent: the reseller of the caller, if any.': 'Der Wiederverkäufer. Leer: Ihrer, falls es einen gibt.',
  'The tenant. Absent: the tenant of the caller.': 'Der Mandant. Leer: Ihrer.',
  'Absent: the tenant of the caller.': 'Leer: Ihr Mandant.',
  'Wallet of the tenant that pays for the keys of the user.':
    'Das Guthabenkonto des Mandanten, das für die Schlüssel der Person zahlt.',
  '`admin` of the tenant, `reseller_admin` or `member`; any other role counts as a member.':
    '`admin` des Mandanten, `reseller_admin` oder `member`; jede andere Rolle zählt als Mitglied.',
  'Role in running the platform. Only the operator may give it.':
    'Rolle im Betrieb der Plattform. Nur der Betreiber kann sie geben.',
  'Whether personal data in their requests must be replaced. Absent: where `personal_data` is configured.':
    'Ob Personendaten in ihren Anfragen ersetzt werden müssen. Leer: wo `personal_data` konfiguriert ist.',
  'Groups of the tenant whose policies apply.': 'Gruppen des Mandanten, deren Richtlinien gelten.',
  'Absent: the tenant of the caller; for the platform, all tenants.': 'Leer: Ihr Mandant; für die Plattform alle.',
  'Only people of this group.': 'Nur Personen dieser Gruppe.',
  'Role in running the platform. Only the operator may give it. `null`, or `none`, takes it away.':
    'Rolle im Betrieb der Plattform. Nur der Betreiber kann sie geben. `none` nimmt sie weg.',
  'Whether personal data in their requests must be replaced.':
    'Ob Personendaten in ihren Anfragen ersetzt werden müssen.',
  'Whether the passkeys and joined accounts of the user end now, and their sessions: for a device that was lost.':
    'Ob die Passkeys und verbundenen Konten der Person jetzt enden, mit ihren Sitzungen: für ein verlorenes Gerät.',
  'Kind of the scope, from the widest to the narrowest.': 'Die Ebene, von der weitesten zur engsten.',
  'Id of the scope; the nil UUID for the platform.': 'Die Kennung; die UUID aus Nullen für die Plattform.',
  'Profile of a request that names none.': 'Das Modell einer Anfrage, die keines nennt.',
  'Whether personal data must be replaced in every request.':
    'Ob Personendaten in jeder Anfrage ersetzt werden müssen.',
  'Maximum cost of one request.': 'Höchste Kosten einer Anfrage.',
  'Profiles allowed in the scope, required without `allow_all_models`; beside it, absent: the default profile. The answer lists as `not_configured` what the configuration lacks.':
    'Erlaubte Modelle, erforderlich ohne `allow_all_models`; mit ihm, leer: das Standardmodell. Die Antwort nennt unter `not_configured`, was der Konfiguration fehlt.',
  'The list, and everything that the policies above allow, now and later.':
    'Die Liste, und alles, was die Richtlinien darüber erlauben, jetzt und später.',
  'Kinds of personal data that must be found, each with the lowest sufficient grade.':
    'Arten von Personendaten, die gefunden werden müssen, je mit dem niedrigsten ausreichenden Grad.',
  'The level that set it: yours, or 400.': 'Die Ebene, die sie gesetzt hat: Ihre, sonst wird es abgelehnt.',
  'Who set it. Changes nothing.': 'Wer sie gesetzt hat. Ändert nichts.',
  'Also those of the scopes above, which apply too. For a user: all that apply.':
    'Auch die der Ebenen darüber, die ebenso gelten. Für eine Person: alle, die gelten.',
  'Kind of the scope.': 'Die Ebene.',
  'Id of the reseller or tenant.': 'Kennung des Wiederverkäufers oder Mandanten.',
  'Every price of the list above, in basis points: 12,000 is a fifth more. Each price is rounded half to even to the nano-euro.':
    'Jeder Preis der Liste darüber, in Basispunkten: 12.000 ist ein Fünftel mehr. Jeder Preis wird zur geraden Hälfte gerundet, auf den Nano-Euro.',
  'Prices of single profiles, by name. They replace the factor there.':
    'Preise einzelner Modelle, mit Namen. Dort ersetzen sie den Faktor.',
  'Owner of the key. Absent: the caller.': 'Inhaber des Schlüssels. Leer: Sie.',
  'Wallet that pays for it. Absent: the wallet of the user.': 'Das Guthabenkonto, das zahlt. Leer: das der Person.',
  'Names of the current configuration, or 400. Absent: its public profiles.':
    'Namen der jetzigen Konfiguration, sonst wird es abgelehnt. Leer: ihre öffentlichen Modelle.',
  'Maximum cost of one request. Absent: that of the key that makes it, if it has one.':
    'Höchste Kosten einer Anfrage. Leer: die des Schlüssels, der ihn anlegt, falls er sie hat.',
  'Maximum cost of all requests together. Required of a key that has a budget itself, which becomes smaller by that.':
    'Höchste Kosten aller Anfragen zusammen. Erforderlich bei einem Schlüssel, der selbst ein Budget hat: dieses wird um so viel kleiner.',
  'Maximum cost of the requests of a day, a week, a month or in total. All apply, with those of the key that makes it.':
    'Höchste Kosten der Anfragen eines Tages, einer Woche, eines Monats oder insgesamt. Alle gelten, mit denen des Schlüssels, der ihn anlegt.',
  'Days from now.': 'Tage von jetzt an.',
  'Whether it may call this API, with the roles of the user.':
    'Ob er diese API aufrufen darf, mit den Rollen der Person.',
  'Whether it may call models. Absent: unless it administers. The keys that it makes may in any case.':
    'Ob er Modelle aufrufen darf. Leer: ja, außer wenn er verwaltet. Die Schlüssel, die er anlegt, dürfen es in jedem Fall.',
  'Only keys of this user.': 'Nur Schlüssel dieser Person.',
  'Only keys of people of this group.': 'Nur Schlüssel von Personen dieser Gruppe.',
  'Only keys whose secret begins with this.': 'Nur Schlüssel, deren Geheimnis so beginnt.',
  'Replaces its current profiles. A name that is new to it must be configured.':
    'Ersetzt seine jetzigen Modelle. Ein Name, der ihm neu ist, muss konfiguriert sein.',
  'Maximum cost of one request. `null`: none.': 'Höchste Kosten einer Anfrage. `null`: keine Grenze.',
  'Maximum cost of all requests together. `null`: none.':
    'Höchste Kosten aller Anfragen zusammen. `null`: keine Grenze.',
  'Budgets to be lowered, or to be added. The others stay.':
    'Budgets, die sinken oder hinzukommen. Die anderen bleiben.',
  'Days from now. `null`: it does not expire.': 'Tage von jetzt an. `null`: er läuft nicht ab.',
  'How long both secrets are valid. 0: every earlier secret of the key ends at once.':
    'Wie lange beide Geheimnisse gelten. 0: jedes frühere endet sofort.',
  'Most requests per minute; absent: only the configured limit applies.':
    'Höchstens so viele Anfragen je Minute; leer: es gilt nur die konfigurierte Grenze.',
  'Most tokens per minute, of input and output together; absent: only the configured limit applies.':
    'Höchstens so viele Tokens je Minute, Ein- und Ausgabe zusammen; leer: es gilt nur die konfigurierte Grenze.',
  'Most concurrent requests; absent: only the configured limit applies.':
    'Höchstens so viele Anfragen zugleich; leer: es gilt nur die konfigurierte Grenze.',
  'The tags that requests of the tenant may have.': 'Die Tags, die Anfragen des Mandanten haben dürfen.',
  'Whether members of `metadata` in a body that are declared tags count as tags too.':
    'Ob auch Angaben unter `metadata`, die festgelegte Tags sind, als Tags zählen.',
  'The tags that every request of the key has to name, besides those of its tenant.':
    'Die Tags, die jede Anfrage des Schlüssels nennen muss, neben denen seines Mandanten.',
  'A day, a week from Monday or a month of the zone; `total`: all time.':
    'Ein Tag, eine Woche ab Montag oder ein Monat der Zeitzone; `total`: alle Zeit.',
  'What may be spent in a period until then; above the amount of the budget.':
    'Was bis dahin in einem Zeitraum ausgegeben werden darf; mehr als der Betrag des Budgets.',
  'From then on the amount of the budget applies again; within 366 days. A later raise replaces this one.':
    'Von da an gilt wieder der Betrag des Budgets; binnen 366 Tagen. Eine spätere Erhöhung ersetzt diese.',
  'IANA time zone by whose calendar periods begin. Absent: UTC. Not with `total`.':
    'IANA-Zeitzone, nach deren Kalender Zeiträume beginnen. Leer: UTC. Nicht mit `total`.',
  'Only requests for these profiles count. Absent: all requests.':
    'Nur Anfragen für diese Modelle zählen. Leer: alle Anfragen.',
  'Only wallets whose posted balance is below their alert.':
    'Nur Guthabenkonten, deren gebuchter Stand unter der Warnschwelle liegt.',
  'Only wallets that are restricted.': 'Nur eingeschränkte Guthabenkonten.',
  'Only wallets with open holds.': 'Nur Guthabenkonten mit offenen Vormerkungen.',
  'Only wallets with holds whose outcome is unknown.':
    'Nur Guthabenkonten mit Vormerkungen, deren Ausgang unbekannt ist.',
  'The lists that this reseller pays by.': 'Die Listen, nach denen dieser Wiederverkäufer zahlt.',
  'The lists that this tenant pays by. Absent, and no reseller: those of the reseller or tenant of the caller; for the platform, the configured ones.':
    'Die Listen, nach denen dieser Mandant zahlt. Leer, und ohne Wiederverkäufer: die deines Wiederverkäufers oder Mandanten; für die Plattform die konfigurierten.',
  'Only those of this profile.': 'Nur die dieses Modells.',
  'Whether to list those before too, of one profile: name it.':
    'Ob auch die früheren gezeigt werden, eines einzigen Modells: nenne es.',
  'As it was after this event of its stream. Absent: as it is.':
    'Wie es nach diesem Ereignis seines Stroms war. Leer: wie es jetzt ist.',
  'Which entry comes first.': 'Welcher Eintrag zuerst kommt.',
  'First day of the zone.': 'Erster Tag der Zeitzone.',
  'Last day of the zone.': 'Letzter Tag der Zeitzone.',
  'IANA time zone by whose calendar days begin and end, such as `Europe/Rome`.':
    'IANA-Zeitzone, nach deren Kalender Tage beginnen und enden, etwa `Europe/Rome`.',
  'Only what this person did.': 'Nur was diese Person getan hat.',
  'Only this operation, e.g. `narrowKey`.': 'Nur dieser Vorgang, z. B. `narrowKey`.',
  'Only these events, e.g. `TopupConfirmed`.': 'Nur diese Ereignisse, z. B. `TopupConfirmed`.',
  'Only what was done to this.': 'Nur was damit getan wurde.',
  'First day, UTC.': 'Erster Tag, UTC.',
  'Last day, UTC.': 'Letzter Tag, UTC.',
  'Only charges of this tenant. Absent: of the user or the key, else of the tenant of the caller, or a member’s own.':
    'Nur Abrechnungen dieses Mandanten. Leer: der Person oder des Schlüssels, sonst Ihres Mandanten, oder als Mitglied Ihre eigenen.',
  'Only charges of this user.': 'Nur Abrechnungen dieser Person.',
  'Only charges of this key.': 'Nur Abrechnungen dieses Schlüssels.',
  'Only those that this profile answered.': 'Nur die, die dieses Modell beantwortet hat.',
  'Only those of this model, as its upstream calls it.': 'Nur die dieses Modells, wie sein Anbieter es nennt.',
  'Only those of this upstream. Not for members.': 'Nur die dieses Anbieters. Nicht für Mitglieder.',
  '`<name>=<value>`, or `<name>` with any value.': '`<Name>=<Wert>`, oder `<Name>` mit jedem Wert.',
  'Only those in this state.': 'Nur die in diesem Zustand.',
  'Whether a part of it was charged by something else than counters.':
    'Ob ein Teil nach etwas anderem als Zählern abgerechnet wurde.',
  'Whether it cost more than was held.': 'Ob es mehr gekostet hat, als vorgemerkt war.',
  'First day of the zone on which the hold was made.': 'Erster Tag der Zone, an dem vorgemerkt wurde.',
  'Absent: the alert is removed.': 'Leer: die Warnung entfällt.',
  'An `https` URL. It stays in the ledger for ever: do not put a secret into it.':
    'Eine URL mit `https`. Sie bleibt für immer im Hauptbuch: schreiben Sie kein Geheimnis hinein.',
  'The tenant whose alerts are sent.': 'Der Mandant, dessen Meldungen gesendet werden.',
  'The reseller whose alerts are sent. Neither: as wide as you may.':
    'Der Wiederverkäufer, dessen Meldungen gesendet werden. Keines von beiden: so weit, wie Sie dürfen.',
  'The alerts that are sent.': 'Die Meldungen, die gesendet werden.',
  'Only those of this tenant. Absent: all that you may read.':
    'Nur die dieses Mandanten. Leer: alle, die Sie lesen dürfen.',
  'How long messages are signed with the old secret too.':
    'Wie lange Nachrichten auch mit dem alten Geheimnis signiert werden.',
  'The wallet to be credited. Absent: the wallet of the caller.':
    'Das Guthabenkonto, dem gutgeschrieben wird. Leer: Ihres.',
  'Days until the top-up expires.': 'Tage, bis die Aufladung abläuft.',
  'Language of the page: English, Italian or German.': 'Sprache der Seite: Englisch, Italienisch oder Deutsch.',
  'Reference of the payment at the bank.': 'Referenz der Zahlung bei der Bank.',
  'Booking date of the bank.': 'Buchungstag der Bank.',
  'The bytes of the file, in base64.': 'Die Bytes der Datei, in base64.',
  'Whether to book what it says.': 'Ob gebucht wird, was sie sagt.',
  'Whether to debit the wallets of payments that the bank has paid back.':
    'Ob Zahlungen, die die Bank zurückgezahlt hat, von den Guthabenkonten abgebucht werden.',
  'The wallet that is debited.': 'Das Guthabenkonto, von dem abgebucht wird.',
  'The wallet that is credited.': 'Das Guthabenkonto, dem gutgeschrieben wird.',
  'The wallet whose credit is distributed.': 'Das Guthabenkonto, dessen Guthaben verteilt wird.',
  'Share of each wallet; the rest stays.': 'Der Anteil jedes Guthabenkontos; der Rest bleibt.',
  'The reservation, credit, debit or event that it corrects.':
    'Die Vormerkung, Gutschrift, Abbuchung oder das Ereignis, das sie berichtigt.',
  'When what is left of it expires; absent: never. Requests that run then still use what they hold.':
    'Wann verfällt, was davon übrig ist; leer: nie. Anfragen, die dann laufen, nutzen noch, was sie vorgemerkt haben.',
  'In whole cents. Absent: all available credit that was paid for, but for parts of a cent.':
    'In ganzen Cent. Leer: alles verfügbare Guthaben, das bezahlt wurde, ohne Bruchteile eines Cents.',
  'The month, such as `2026-11`.': 'Der Monat, etwa `2026-11`.',
  'IANA time zone by whose calendar the month begins and ends. A closed bill has its own.':
    'IANA-Zeitzone, nach deren Kalender der Monat beginnt und endet. Eine abgeschlossene Aufstellung hat ihre eigene.',
  'The wallet. Optional for platform roles.': 'Das Guthabenkonto. Für Plattformrollen nicht nötig.',
  'Only reservations whose outcome is unknown.': 'Nur Vormerkungen mit unbekanntem Ausgang.',
  'Whether to look up the flagged reservations in the billing records of the upstreams.':
    'Ob zweifelhafte Vormerkungen in den Abrechnungsdaten der Anbieter gesucht werden.',
  'The cost to charge.': 'Die Kosten, die abgerechnet werden.',
  'Whether to begin at the end: then the page is empty, and `next` is the place before what comes.':
    'Ob am Ende begonnen wird: dann ist die Seite leer, und `next` ist die Stelle vor dem, was kommt.',
  'How many events the earlier checkpoint is of: its second line.':
    'Wie viele Ereignisse der frühere Prüfpunkt hat: seine zweite Zeile.',
  'Only usage of this user.': 'Nur Verbrauch dieser Person.',
  'Only usage of this key.': 'Nur Verbrauch dieses Schlüssels.',
  'Only usage paid by this wallet.': 'Nur Verbrauch, den dieses Guthabenkonto bezahlt hat.',
  'Only usage of this profile.': 'Nur Verbrauch dieses Modells.',
  'Only usage of this surface.': 'Nur Verbrauch dieser Schnittstelle.',
  '`tag:<name>`: by the values of this tag too. Requests without the tag are left out.':
    '`tag:<Name>`: auch nach den Werten dieses Tags. Anfragen ohne das Tag bleiben weg.',
  'What is summed: each hour, day or month of the zone.':
    'Was summiert wird: jede Stunde, jeder Tag oder Monat der Zeitzone.',
  'How many are named: those that cost most.': 'Wie viele genannt werden: die teuersten.',
  'By what it is divided, unless `by` names a tag.': 'Wonach aufgeteilt wird, falls `by` kein Tag nennt.',
  'The owner. Absent: the caller.': 'Der Eigentümer. Leer: Sie.',
  'Count what there is to delete, and delete nothing.': 'Zählt, was zu löschen ist, und löscht nichts.',
  'Maximum cost of all requests of one period.': 'Höchste Kosten aller Anfragen eines Zeitraums.',
  'Name of a tag.': 'Der Name eines Tags.',
  'The values that it may have; absent: any of `characters`.':
    'Die Werte, die er haben darf; leer: alle aus `characters`.',
  'The characters of its values, without `values`; marks are `_`, `.`, `:`, `/` and `-`, not at the start.':
    'Die Zeichen seiner Werte, ohne `values`; Satzzeichen sind `_`, `.`, `:`, `/` und `-`, nicht am Anfang.',
  'Most characters of a value. Absent: 64.': 'Höchste Zahl der Zeichen eines Werts. Leer: 64.',
  'Whether every request of the tenant has to name it. Absent: false.':
    'Ob jede Anfrage des Mandanten ihn nennen muss. Leer: nein.',
  'Hundredths of a percent.': 'Hundertstel eines Prozents.',
};
