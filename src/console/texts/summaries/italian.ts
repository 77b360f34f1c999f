import type { germanSummaries } from './german.ts';

/** What the API says of an operation that writes, in Italian. */
export const italianSummaries: typeof germanSummaries = {
  'Create a reseller with a name.': 'Crea un rivenditore con un nome.',
  'Rename a reseller.': 'Cambia il nome di un rivenditore.',
  'Suspend all keys of a reseller until it is resumed. The answer comes when no gateway accepts them any more.':
    'Sospende tutte le chiavi di un rivenditore finché non è riattivato. La risposta arriva quando nessun gateway le accetta più.',
  'End the suspension of a reseller. Only the level that suspended it, or one above, can.':
    'Termina la sospensione di un rivenditore. Solo il livello che l’ha sospeso, o uno superiore, può farlo.',
  'Refuse all keys of a reseller permanently. The answer comes when no gateway accepts them any more.':
    'Rifiuta per sempre tutte le chiavi di un rivenditore. La risposta arriva quando nessun gateway le accetta più.',
  'Create a tenant with a name.': 'Crea un’organizzazione con un nome.',
  'Rename a tenant.': 'Cambia il nome di un’organizzazione.',
  'Suspend all keys of a tenant until it is resumed. The answer comes when no gateway accepts them any more.':
    'Sospende tutte le chiavi di un’organizzazione finché non è riattivata. La risposta arriva quando nessun gateway le accetta più.',
  'End the suspension of a tenant. Only the level that suspended it, or one above, can.':
    'Termina la sospensione di un’organizzazione. Solo il livello che l’ha sospesa, o uno superiore, può farlo.',
  'Refuse all keys of a tenant permanently. The answer comes when no gateway accepts them any more, with the paid credit of its wallets: `POST /payouts` pays it out.':
    'Rifiuta per sempre tutte le chiavi di un’organizzazione. La risposta arriva quando nessun gateway le accetta più, con il credito pagato dei suoi portafogli: `POST /payouts` lo rimborsa.',
  'Create a group with a name.': 'Crea un gruppo con un nome.',
  'Rename a group.': 'Cambia il nome di un gruppo.',
  'Suspend all keys of a group until it is resumed. The answer comes when no gateway accepts them any more.':
    'Sospende tutte le chiavi di un gruppo finché non è riattivato. La risposta arriva quando nessun gateway le accetta più.',
  'End the suspension of a group. Only the level that suspended it, or one above, can.':
    'Termina la sospensione di un gruppo. Solo il livello che l’ha sospeso, o uno superiore, può farlo.',
  'Refuse all keys of a group permanently. The answer comes when no gateway accepts them any more.':
    'Rifiuta per sempre tutte le chiavi di un gruppo. La risposta arriva quando nessun gateway le accetta più.',
  'Register a user by id; no name is stored. Opens a wallet if none is given.':
    'Registra una persona con un id; nessun nome è conservato. Apre un portafoglio se non ne è dato uno.',
  'Change the role or wallet of a user, or switch the protection of their personal data.':
    'Cambia il ruolo o il portafoglio di una persona, o la protezione dei suoi dati personali.',
  'Suspend all keys of a user until the user is resumed. The answer comes when no gateway accepts them any more.':
    'Sospende tutte le chiavi di una persona finché non è riattivata. La risposta arriva quando nessun gateway le accetta più.',
  'End the suspension of a user. Only the level that suspended the user, or one above, can.':
    'Termina la sospensione di una persona. Solo il livello che l’ha sospesa, o uno superiore, può farlo.',
  'Refuse all keys of a user permanently. The answer comes when no gateway accepts them any more.':
    'Rifiuta per sempre tutte le chiavi di una persona. La risposta arriva quando nessun gateway le accetta più.',
  'Add a user to a group, whose policies then apply.':
    'Aggiunge una persona a un gruppo, le cui regole allora valgono.',
  'Remove a user from a group.': 'Toglie una persona da un gruppo.',
  'Make a link with which a user sets a passkey for the console, or joins their account at an issuer, once within 24 hours. Only the first answer contains it. It ends the link before.':
    'Crea un link con cui una persona imposta una passkey per la console, o unisce il suo conto presso un emittente, una volta entro 24 ore. Solo la prima risposta lo contiene. Il link precedente finisce.',
  'Replace the policy that your level has set for a scope. It narrows what the levels and scopes above allow, and applies from the next request. The record as it was read may be sent back, and changes nothing.':
    'Sostituisce la regola che il tuo livello ha impostato. Restringe ciò che i livelli superiori permettono, e vale dalla prossima richiesta. Inviarla com’è stata letta non cambia nulla.',
  'Remove the policies that your level and those below have set for a scope. The answer lists those of the levels above, which stay.':
    'Toglie le regole che il tuo livello e quelli sotto hanno impostato. La risposta elenca quelle dei livelli superiori, che restano.',
  'Set what those below a reseller or a tenant pay, in place of what your level had set: a factor on every price of the list above, or a price list for a profile. The platform sets what a reseller pays, a reseller what its tenants pay. Without both: what is charged to your level.':
    'Imposta che cosa paga chi sta sotto un rivenditore o un’organizzazione, al posto di quanto il tuo livello aveva impostato: un fattore su ogni prezzo del listino superiore, o un listino per un modello. La piattaforma imposta ciò che paga un rivenditore, il rivenditore ciò che pagano le sue organizzazioni. Senza nulla: quanto è addebitato al tuo livello.',
  'Create an API key. Only the first answer contains its secret. It allows nothing that the key which makes it does not, and ends with it.':
    'Crea una chiave. Solo la prima risposta contiene il suo segreto. Non permette nulla che la chiave con cui è creata non permetta, e finisce con essa.',
  'Rename a key.': 'Cambia il nome di una chiave.',
  'Restrict a key. Omitted limits stay unchanged; a restriction cannot be undone, so `null` is refused where there is one.':
    'Restringe una chiave. I limiti omessi restano; una restrizione non si può annullare, perciò `null` è rifiutato dove ce n’è una.',
  'Replace the secret of a key. Only the first answer contains the new one. Id, limits and spending stay; the old secret is valid until the overlap ends. Without an overlap every earlier secret ends, and the answer comes when no gateway accepts one any more.':
    'Sostituisce il segreto di una chiave. Solo la prima risposta contiene il nuovo. Id, limiti e spese restano; il vecchio segreto vale fino al termine indicato. Senza, ogni segreto precedente finisce, e la risposta arriva quando nessun gateway ne accetta più.',
  'Revoke a key permanently. The answer comes when no gateway accepts it any more; running requests finish.':
    'Revoca una chiave per sempre. La risposta arriva quando nessun gateway la accetta più; le richieste in corso finiscono.',
  'Set the limits of a key: requests and tokens per minute, and concurrent requests, below the configured ones. Replaces the earlier limits of your level; of those of several levels the smallest applies. Without any, lifts those of your level and of those below.':
    'Imposta i limiti di una chiave: richieste e token al minuto, e richieste contemporanee, sotto quelli configurati. Sostituisce i limiti precedenti del tuo livello; tra più livelli vale il più basso. Senza valori, toglie quelli del tuo livello e di quelli sotto.',
  'Set the limits of all keys of a user together: requests and tokens per minute, and concurrent requests. Replaces the earlier limits of your level; of those of several levels the smallest applies. Without any, lifts those of your level and of those below.':
    'Imposta i limiti di tutte le chiavi di una persona insieme: richieste e token al minuto, e richieste contemporanee. Sostituisce i limiti precedenti del tuo livello; tra più livelli vale il più basso. Senza valori, toglie quelli del tuo livello e di quelli sotto.',
  'Set the limits of all keys of the people in a group together: requests and tokens per minute, and concurrent requests. Replaces the earlier limits of your level; of those of several levels the smallest applies. Without any, lifts those of your level and of those below.':
    'Imposta i limiti di tutte le chiavi delle persone di un gruppo insieme: richieste e token al minuto, e richieste contemporanee. Sostituisce i limiti precedenti del tuo livello; tra più livelli vale il più basso. Senza valori, toglie quelli del tuo livello e di quelli sotto.',
  'Set the limits of all keys of a tenant together: requests and tokens per minute, and concurrent requests. Replaces the earlier limits of your level; of those of several levels the smallest applies. Without any, lifts those of your level and of those below.':
    'Imposta i limiti di tutte le chiavi di un’organizzazione insieme: richieste e token al minuto, e richieste contemporanee. Sostituisce i limiti precedenti del tuo livello; tra più livelli vale il più basso. Senza valori, toglie quelli del tuo livello e di quelli sotto.',
  'Declare the tags that requests of a tenant may have in `x-waybill-tags`, in place of those that your level declared before; levels below narrow them. Values name projects and cost centres, not persons: they stay in the ledger for ever.':
    'Dichiara le etichette che le richieste di un’organizzazione possono avere in `x-waybill-tags`, al posto di quelle dichiarate prima dal tuo livello; i livelli sotto le restringono. I valori nominano progetti e centri di costo, non persone: restano nel registro per sempre.',
  'Set the tags that every request of a key, and of the keys that are made with it, has to name, in place of those that your level set before. Your level or one above has to have declared them for the tenant.':
    'Imposta le etichette che ogni richiesta di una chiave, e delle chiavi create con essa, deve nominare, al posto di quelle impostate prima dal tuo livello. Il tuo livello o uno superiore deve averle dichiarate per l’organizzazione.',
  'Raise a budget of a key for a while. Its owner cannot.':
    'Aumenta per un tempo un budget di una chiave. Chi la possiede non può.',
  'Set the budgets of all keys of a user together. Replaces the earlier ones of your level; those of all levels apply. A known one counts on. None: lifts those of your level and of those below.':
    'Imposta i budget di tutte le chiavi di una persona insieme. Sostituisce quelli precedenti del tuo livello; valgono quelli di tutti i livelli. Uno già noto continua a contare. Nessuno: toglie quelli del tuo livello e di quelli sotto.',
  'Raise budgets of a user that your level or one below has set, for a while. Nobody raises their own.':
    'Aumenta per un tempo i budget di una persona che il tuo livello, o uno sotto, ha impostato. Nessuno aumenta i propri.',
  'Create an empty wallet for a tenant.': 'Crea un portafoglio vuoto per un’organizzazione.',
  'Emit `WalletRanLow` each time the posted balance of a wallet falls below an amount.':
    'Avvisa (`WalletRanLow`) ogni volta che il saldo contabile di un portafoglio scende sotto un importo.',
  'Emit `BudgetRanLow` once when the remaining budget of a key is at most an amount.':
    'Avvisa (`BudgetRanLow`) una volta, quando il budget rimanente di una chiave è al massimo un importo.',
  'Send alerts to an address, signed as Standard Webhooks says. Only the first answer contains the secret. For a tenant: what happens in it. For a reseller: that, and what happens in its tenants. For neither: everything.':
    'Invia avvisi a un indirizzo, firmati come dice Standard Webhooks. Solo la prima risposta contiene il segreto. Per un’organizzazione: ciò che vi accade. Per un rivenditore: quello, e ciò che accade nelle sue organizzazioni. Per nessuno dei due: tutto.',
  'Replace the address or the alerts of a webhook, and enable it again if its receiver has answered 410.':
    'Sostituisce l’indirizzo o gli avvisi di un webhook, e lo riattiva se chi riceve ha risposto 410.',
  'Replace the secret of a webhook. Only the first answer contains the new one. Messages are signed with both until the overlap ends.':
    'Sostituisce il segreto di un webhook. Solo la prima risposta contiene il nuovo. I messaggi sono firmati con entrambi fino al termine indicato.',
  'Send nothing to a webhook any more. What waits for it is parked.':
    'Non invia più nulla a un webhook. Ciò che lo aspetta è accantonato.',
  'Send a test message to a webhook. Its delivery says what came of it.':
    'Invia un messaggio di prova a un webhook. La sua consegna dice com’è andata.',
  'Send a parked message again, under the same id, with all its attempts.':
    'Invia di nuovo un messaggio accantonato, con lo stesso id e tutti i tentativi.',
  'Request a bank payment into a wallet, by default the own one. The payer must include the `reference` of the answer.':
    'Richiede un bonifico verso un portafoglio, di norma il proprio. Chi paga deve indicare il riferimento della risposta.',
  'Confirm that the bank has received the payment, and credit the wallet with it. A bank reference is credited once across the platform.':
    'Conferma che la banca ha ricevuto il pagamento, e lo accredita al portafoglio. Un riferimento bancario è accreditato una volta su tutta la piattaforma.',
  'Cancel a top-up.': 'Annulla una ricarica.',
  'Read a file of the bank (camt.052, camt.053, camt.054, MT940, CSV, or a zip of them), and credit the top-ups that are paid by it. A payment is credited once. Without `book` nothing is written: the answer is what would become of the entries.':
    'Legge un file della banca (camt.052, camt.053, camt.054, MT940, CSV, o uno zip di questi), e accredita le ricariche che ne sono pagate. Un pagamento è accreditato una volta. Senza `book` non è scritto nulla: la risposta è ciò che ne sarebbe delle voci.',
  'Transfer money between two wallets. The source is debited first; the amount then arrives at the destination or is returned.':
    'Trasferisce denaro tra due portafogli. Prima si preleva da uno; poi l’importo arriva all’altro o torna indietro.',
  'Distribute the available credit of a wallet, once or on a UTC calendar. The first run is immediate.':
    'Ripartisce il credito disponibile di un portafoglio, una volta o secondo un calendario in UTC. La prima esecuzione è immediata.',
  'Stop an allocation.': 'Ferma una ripartizione.',
  'Correct a wallet by a credit or debit, with a reason and the corrected record. Recorded events never change.':
    'Corregge un portafoglio con un accredito o un prelievo, con un motivo e ciò che si corregge. Gli eventi registrati non cambiano mai.',
  'Grant credit that nobody paid for. It is used before paid credit, is no revenue, and is never paid out.':
    'Concede credito che nessuno ha pagato. È usato prima di quello pagato, non è ricavo, e non è mai rimborsato.',
  'Take paid credit out of a wallet, to be paid by the bank. Credit that was granted is never paid out.':
    'Toglie da un portafoglio credito pagato, da rimborsare per banca. Il credito concesso non è mai rimborsato.',
  'Confirm that the bank has made the payment. A bank reference is of one payment across the platform.':
    'Conferma che la banca ha fatto il pagamento. Un riferimento bancario vale per un pagamento su tutta la piattaforma.',
  'Cancel a payout that the bank has not made, and credit its wallet again.':
    'Annulla un rimborso che la banca non ha fatto, e riaccredita il suo portafoglio.',
  'Close the bill of a tenant for a month that is over: its digest is recorded, nothing of it changes any more, and the next month begins with its closing balance. Months are closed one after another; closing one again changes nothing.':
    'Chiude l’estratto di un’organizzazione per un mese finito: la sua impronta è registrata, nulla cambia più, e il mese seguente inizia con il suo saldo. I mesi si chiudono uno dopo l’altro; chiuderne uno di nuovo non cambia nulla.',
  'Release a flagged reservation without a charge.': 'Libera una riserva in dubbio senza addebito.',
  'Charge a flagged reservation with its cost.': 'Addebita una riserva in dubbio con il suo costo.',
  'Delete a stored response and its content permanently. Other responses of the conversation remain.':
    'Elimina per sempre una risposta salvata e il suo contenuto. Le altre risposte della conversazione restano.',
  'Delete a file permanently. It is gone for its owner at once; a running gateway deletes it at the upstream.':
    'Elimina un file per sempre. Chi lo possiede non lo ha più subito; un gateway in funzione lo elimina presso il fornitore.',
  'Delete all stored responses and files of a user permanently: some in each call, until `has_more` is false. May be repeated, and continues what was interrupted.':
    'Elimina per sempre tutte le risposte e i file salvati di una persona: alcuni a ogni chiamata, finché `has_more` è falso. Si può ripetere, e continua ciò che è stato interrotto.',
};
