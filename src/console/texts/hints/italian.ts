import type { germanHints } from './german.ts';

/** What the API says of a field, in Italian. */
export const italianHints: typeof germanHints = {
  'Display name.': 'Il nome che si vede.',
  'Recorded as written. Do not name persons.': 'Registrato com’è scritto. Non nominare persone.',
  'The reseller. Absent: the reseller of the caller, if any.': 'Il rivenditore. Vuoto: il tuo, se ne hai uno.',
  'The tenant. Absent: the tenant of the caller.': 'L’organizzazione. Vuoto: la tua.',
  'Absent: the tenant of the caller.': 'Vuoto: la tua organizzazione.',
  'Wallet of the tenant that pays for the keys of the user.':
    'Il portafoglio dell’organizzazione che paga per le chiavi della persona.',
  '`admin` of the tenant, `reseller_admin` or `member`; any other role counts as a member.':
    '`admin` dell’organizzazione, `reseller_admin` o `member`; ogni altro ruolo vale come membro.',
  'Role in running the platform. Only the operator may give it.':
    'Ruolo nella gestione della piattaforma. Solo il gestore può darlo.',
  'Whether personal data in their requests must be replaced. Absent: where `personal_data` is configured.':
    'Se i dati personali nelle sue richieste devono essere sostituiti. Vuoto: dove `personal_data` è configurato.',
  'Groups of the tenant whose policies apply.': 'Gruppi dell’organizzazione, le cui regole valgono.',
  'Absent: the tenant of the caller; for the platform, all tenants.':
    'Vuoto: la tua organizzazione; per la piattaforma, tutte.',
  'Only people of this group.': 'Solo le persone di questo gruppo.',
  'Role in running the platform. Only the operator may give it. `null`, or `none`, takes it away.':
    'Ruolo nella gestione della piattaforma. Solo il gestore può darlo. `none` lo toglie.',
  'Whether personal data in their requests must be replaced.':
    'Se i dati personali nelle sue richieste devono essere sostituiti.',
  'Whether the passkeys and joined accounts of the user end now, and their sessions: for a device that was lost.':
    'Se le passkey e i conti uniti della persona finiscono ora, con le loro sessioni: per un dispositivo perso.',
  'Kind of the scope, from the widest to the narrowest.': 'Il livello, dal più ampio al più stretto.',
  'Id of the scope; the nil UUID for the platform.': 'L’id; l’UUID di soli zeri per la piattaforma.',
  'Profile of a request that names none.': 'Il modello di una richiesta che non ne nomina uno.',
  'Whether personal data must be replaced in every request.':
    'Se i dati personali devono essere sostituiti in ogni richiesta.',
  'Maximum cost of one request.': 'Costo massimo di una richiesta.',
  'Profiles allowed in the scope, required without `allow_all_models`; beside it, absent: the default profile. The answer lists as `not_configured` what the configuration lacks.':
    'Modelli permessi, obbligatori senza `allow_all_models`; con esso, vuoto: il modello predefinito. La risposta elenca in `not_configured` ciò che la configurazione non ha.',
  'The list, and everything that the policies above allow, now and later.':
    'L’elenco, e tutto ciò che le regole superiori permettono, ora e in futuro.',
  'Kinds of personal data that must be found, each with the lowest sufficient grade.':
    'Tipi di dati personali da trovare, ognuno con il grado minimo sufficiente.',
  'The level that set it: yours, or 400.': 'Il livello che l’ha impostata: il tuo, altrimenti è rifiutato.',
  'Who set it. Changes nothing.': 'Chi l’ha impostata. Non cambia nulla.',
  'Also those of the scopes above, which apply too. For a user: all that apply.':
    'Anche quelle dei livelli superiori, che valgono pure. Per una persona: tutte quelle che valgono.',
  'Kind of the scope.': 'Il livello.',
  'Id of the reseller or tenant.': 'Id del rivenditore o dell’organizzazione.',
  'Every price of the list above, in basis points: 12,000 is a fifth more. Each price is rounded half to even to the nano-euro.':
    'Ogni prezzo del listino superiore, in punti base: 12.000 è un quinto in più. Ogni prezzo è arrotondato alla metà pari, al nano-euro.',
  'Prices of single profiles, by name. They replace the factor there.':
    'Prezzi di singoli modelli, per nome. Lì sostituiscono il fattore.',
  'Owner of the key. Absent: the caller.': 'Titolare della chiave. Vuoto: tu.',
  'Wallet that pays for it. Absent: the wallet of the user.': 'Il portafoglio che paga. Vuoto: quello della persona.',
  'Names of the current configuration, or 400. Absent: its public profiles.':
    'Nomi della configurazione attuale, altrimenti è rifiutato. Vuoto: i suoi modelli pubblici.',
  'Maximum cost of one request. Absent: that of the key that makes it, if it has one.':
    'Costo massimo di una richiesta. Vuoto: quello della chiave che la crea, se ne ha uno.',
  'Maximum cost of all requests together. Required of a key that has a budget itself, which becomes smaller by that.':
    'Costo massimo di tutte le richieste insieme. Obbligatorio per una chiave che ha a sua volta un budget, che diminuisce di altrettanto.',
  'Maximum cost of the requests of a day, a week, a month or in total. All apply, with those of the key that makes it.':
    'Costo massimo delle richieste di un giorno, una settimana, un mese o in tutto. Valgono tutti, con quelli della chiave che la crea.',
  'Days from now.': 'Giorni da adesso.',
  'Whether it may call this API, with the roles of the user.': 'Se può usare questa API, con i ruoli della persona.',
  'Whether it may call models. Absent: unless it administers. The keys that it makes may in any case.':
    'Se può usare modelli. Vuoto: sì, tranne se gestisce. Le chiavi che crea lo possono comunque.',
  'Only keys of this user.': 'Solo le chiavi di questa persona.',
  'Only keys of people of this group.': 'Solo le chiavi delle persone di questo gruppo.',
  'Only keys whose secret begins with this.': 'Solo le chiavi il cui segreto inizia così.',
  'Replaces its current profiles. A name that is new to it must be configured.':
    'Sostituisce i suoi modelli attuali. Un nome nuovo per lei dev’essere configurato.',
  'Maximum cost of one request. `null`: none.': 'Costo massimo di una richiesta. `null`: nessuno.',
  'Maximum cost of all requests together. `null`: none.':
    'Costo massimo di tutte le richieste insieme. `null`: nessuno.',
  'Budgets to be lowered, or to be added. The others stay.': 'Budget da abbassare o da aggiungere. Gli altri restano.',
  'Days from now. `null`: it does not expire.': 'Giorni da adesso. `null`: non scade.',
  'How long both secrets are valid. 0: every earlier secret of the key ends at once.':
    'Per quanto tempo valgono entrambi i segreti. 0: ogni segreto precedente finisce subito.',
  'Most requests per minute; absent: only the configured limit applies.':
    'Massimo di richieste al minuto; vuoto: vale solo il limite configurato.',
  'Most tokens per minute, of input and output together; absent: only the configured limit applies.':
    'Massimo di token al minuto, input e output insieme; vuoto: vale solo il limite configurato.',
  'Most concurrent requests; absent: only the configured limit applies.':
    'Massimo di richieste contemporanee; vuoto: vale solo il limite configurato.',
  'The tags that requests of the tenant may have.': 'Le etichette che le richieste dell’organizzazione possono avere.',
  'Whether members of `metadata` in a body that are declared tags count as tags too.':
    'Se anche i membri di `metadata` in un corpo, se dichiarati, valgono come etichette.',
  'The tags that every request of the key has to name, besides those of its tenant.':
    'Le etichette che ogni richiesta della chiave deve nominare, oltre a quelle della sua organizzazione.',
  'A day, a week from Monday or a month of the zone; `total`: all time.':
    'Un giorno, una settimana da lunedì o un mese del fuso; `total`: tutto il tempo.',
  'What may be spent in a period until then; above the amount of the budget.':
    'Quanto si può spendere in un periodo fino ad allora; più dell’importo del budget.',
  'From then on the amount of the budget applies again; within 366 days. A later raise replaces this one.':
    'Da allora vale di nuovo l’importo del budget; entro 366 giorni. Un aumento successivo sostituisce questo.',
  'IANA time zone by whose calendar periods begin. Absent: UTC. Not with `total`.':
    'Fuso orario IANA, secondo il cui calendario iniziano i periodi. Vuoto: UTC. Non con `total`.',
  'Only requests for these profiles count. Absent: all requests.':
    'Contano solo le richieste per questi modelli. Vuoto: tutte le richieste.',
  'Only wallets whose posted balance is below their alert.':
    'Solo i portafogli il cui saldo contabile è sotto la soglia.',
  'Only wallets that are restricted.': 'Solo i portafogli limitati.',
  'Only wallets with open holds.': 'Solo i portafogli con riserve aperte.',
  'Only wallets with holds whose outcome is unknown.': 'Solo i portafogli con riserve dall’esito sconosciuto.',
  'The lists that this reseller pays by.': 'I listini con cui paga questo rivenditore.',
  'The lists that this tenant pays by. Absent, and no reseller: those of the reseller or tenant of the caller; for the platform, the configured ones.':
    'I listini con cui paga questa organizzazione. Vuoto, e senza rivenditore: quelli del tuo rivenditore o della tua organizzazione; per la piattaforma, quelli configurati.',
  'Only those of this profile.': 'Solo quelli di questo modello.',
  'Whether to list those before too, of one profile: name it.':
    'Se elencare anche quelli precedenti, di un solo modello: indicalo.',
  'As it was after this event of its stream. Absent: as it is.':
    'Com’era dopo questo evento del suo flusso. Vuoto: com’è ora.',
  'Which entry comes first.': 'Quale voce viene prima.',
  'First day of the zone.': 'Primo giorno del fuso.',
  'Last day of the zone.': 'Ultimo giorno del fuso.',
  'IANA time zone by whose calendar days begin and end, such as `Europe/Rome`.':
    'Fuso orario IANA, secondo il cui calendario iniziano e finiscono i giorni, come `Europe/Rome`.',
  'Only what this person did.': 'Solo ciò che ha fatto questa persona.',
  'Only this operation, e.g. `narrowKey`.': 'Solo questa operazione, p. es. `narrowKey`.',
  'Only these events, e.g. `TopupConfirmed`.': 'Solo questi eventi, p. es. `TopupConfirmed`.',
  'Only what was done to this.': 'Solo ciò che le è stato fatto.',
  'First day, UTC.': 'Primo giorno, UTC.',
  'Last day, UTC.': 'Ultimo giorno, UTC.',
  'Only charges of this tenant. Absent: of the user or the key, else of the tenant of the caller, or a member’s own.':
    'Solo gli addebiti di questa organizzazione. Vuoto: della persona o della chiave, altrimenti della tua organizzazione, o i tuoi se sei membro.',
  'Only charges of this user.': 'Solo gli addebiti di questa persona.',
  'Only charges of this key.': 'Solo gli addebiti di questa chiave.',
  'Only those that this profile answered.': 'Solo quelli a cui ha risposto questo modello.',
  'Only those of this model, as its upstream calls it.':
    'Solo quelli di questo modello, come lo chiama il suo fornitore.',
  'Only those of this upstream. Not for members.': 'Solo quelli di questo fornitore. Non per i membri.',
  '`<name>=<value>`, or `<name>` with any value.': '`<nome>=<valore>`, o `<nome>` con qualsiasi valore.',
  'Only those in this state.': 'Solo quelli in questo stato.',
  'Whether a part of it was charged by something else than counters.':
    'Se una parte è stata addebitata in base ad altro che contatori.',
  'Whether it cost more than was held.': 'Se è costato più di quanto riservato.',
  'First day of the zone on which the hold was made.': 'Primo giorno del fuso in cui è stata fatta la riserva.',
  'Absent: the alert is removed.': 'Vuoto: l’avviso è tolto.',
  'An `https` URL. It stays in the ledger for ever: do not put a secret into it.':
    'Un URL `https`. Resta nel registro per sempre: non metterci un segreto.',
  'The tenant whose alerts are sent.': 'L’organizzazione i cui avvisi sono inviati.',
  'The reseller whose alerts are sent. Neither: as wide as you may.':
    'Il rivenditore i cui avvisi sono inviati. Nessuno dei due: fin dove puoi.',
  'The alerts that are sent.': 'Gli avvisi che sono inviati.',
  'Only those of this tenant. Absent: all that you may read.':
    'Solo quelli di questa organizzazione. Vuoto: tutti quelli che puoi leggere.',
  'How long messages are signed with the old secret too.':
    'Per quanto tempo i messaggi sono firmati anche con il vecchio segreto.',
  'The wallet to be credited. Absent: the wallet of the caller.': 'Il portafoglio da accreditare. Vuoto: il tuo.',
  'Days until the top-up expires.': 'Giorni fino alla scadenza della ricarica.',
  'Language of the page: English, Italian or German.': 'Lingua della pagina: inglese, italiano o tedesco.',
  'Reference of the payment at the bank.': 'Riferimento del pagamento presso la banca.',
  'Booking date of the bank.': 'Data contabile della banca.',
  'The bytes of the file, in base64.': 'I byte del file, in base64.',
  'Whether to book what it says.': 'Se registrare ciò che dice.',
  'Whether to debit the wallets of payments that the bank has paid back.':
    'Se prelevare dai portafogli i pagamenti che la banca ha restituito.',
  'The wallet that is debited.': 'Il portafoglio da cui si preleva.',
  'The wallet that is credited.': 'Il portafoglio che è accreditato.',
  'The wallet whose credit is distributed.': 'Il portafoglio il cui credito è ripartito.',
  'Share of each wallet; the rest stays.': 'La quota di ogni portafoglio; il resto rimane.',
  'The reservation, credit, debit or event that it corrects.':
    'La riserva, l’accredito, il prelievo o l’evento che corregge.',
  'When what is left of it expires; absent: never. Requests that run then still use what they hold.':
    'Quando scade ciò che ne resta; vuoto: mai. Le richieste in corso usano ancora ciò che hanno riservato.',
  'In whole cents. Absent: all available credit that was paid for, but for parts of a cent.':
    'In centesimi interi. Vuoto: tutto il credito disponibile che è stato pagato, tranne le frazioni di centesimo.',
  'The month, such as `2026-11`.': 'Il mese, come `2026-11`.',
  'IANA time zone by whose calendar the month begins and ends. A closed bill has its own.':
    'Fuso orario IANA, secondo il cui calendario il mese inizia e finisce. Un estratto chiuso ha il suo.',
  'The wallet. Optional for platform roles.': 'Il portafoglio. Facoltativo per i ruoli di piattaforma.',
  'Only reservations whose outcome is unknown.': 'Solo le riserve dall’esito sconosciuto.',
  'Whether to look up the flagged reservations in the billing records of the upstreams.':
    'Se cercare le riserve in dubbio nei dati di fatturazione dei fornitori.',
  'The cost to charge.': 'Il costo da addebitare.',
  'Whether to begin at the end: then the page is empty, and `next` is the place before what comes.':
    'Se cominciare dalla fine: allora la pagina è vuota, e `next` è il punto prima di ciò che viene.',
  'How many events the earlier checkpoint is of: its second line.':
    'Di quanti eventi è il checkpoint precedente: la sua seconda riga.',
  'Only usage of this user.': 'Solo i consumi di questa persona.',
  'Only usage of this key.': 'Solo i consumi di questa chiave.',
  'Only usage paid by this wallet.': 'Solo i consumi pagati da questo portafoglio.',
  'Only usage of this profile.': 'Solo i consumi di questo modello.',
  'Only usage of this surface.': 'Solo i consumi di questa interfaccia.',
  '`tag:<name>`: by the values of this tag too. Requests without the tag are left out.':
    '`tag:<nome>`: anche per i valori di questa etichetta. Le richieste senza l’etichetta sono escluse.',
  'What is summed: each hour, day or month of the zone.': 'Che cosa è sommato: ogni ora, giorno o mese del fuso.',
  'How many are named: those that cost most.': 'Quanti sono nominati: quelli che costano di più.',
  'By what it is divided, unless `by` names a tag.': 'Per che cosa è diviso, salvo che `by` nomini un’etichetta.',
  'The owner. Absent: the caller.': 'Il titolare. Vuoto: tu.',
  'Count what there is to delete, and delete nothing.': 'Conta ciò che c’è da eliminare, e non elimina nulla.',
  'Maximum cost of all requests of one period.': 'Costo massimo di tutte le richieste di un periodo.',
  'Name of a tag.': 'Il nome di un’etichetta.',
  'The values that it may have; absent: any of `characters`.':
    'I valori che può avere; vuoto: tutti quelli di `characters`.',
  'The characters of its values, without `values`; marks are `_`, `.`, `:`, `/` and `-`, not at the start.':
    'I caratteri dei suoi valori, senza `values`; i segni sono `_`, `.`, `:`, `/` e `-`, non all’inizio.',
  'Most characters of a value. Absent: 64.': 'Il massimo di caratteri di un valore. Vuoto: 64.',
  'Whether every request of the tenant has to name it. Absent: false.':
    'Se ogni richiesta del tenant deve indicarla. Vuoto: no.',
  'Hundredths of a percent.': 'Centesimi di punto percentuale.',
};
