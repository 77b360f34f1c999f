/** Words that are often capitalised and are no names: sentence beginnings, months and days, words of headings. */
export const ordinaryWords = [
  `tool tools task tasks agent agents retry budget buffer buffers stack trace traces input inputs output outputs
    mode modes user users assistant function functions prompt prompts context token tokens session sessions server
    client clients debug test tests build commit branch merge repository file files folder directory grep edit
    write search fetch todo params parameter parameters option options value values type types class classes method
    methods object objects array string strings index error errors exception warning warnings handler provider
    providers gateway workspace schema schemas plugin plugins package packages module modules import export config
    configuration settings flag flags command commands terminal process thread threads queue cache memory storage
    database table column columns query primary constraint trigger event events stream streams message messages
    header headers router endpoint request requests response responses status timeout limit limits member members
    protocol exporter collector copyright licensed dev deps snowflake azure vertex download upload install
    whitepaper bitcoin blockchain readme changelog spaghetti pizza pasta risotto carbonara pecorino tomato tomatoes
    nello nella nelle ella ellas anders vera christmas easter world welt mundo monde mondo everyone everybody folks
    guys travis vercel tidelift netlify heroku jenkins ansible vagrant grafana prometheus kibana datadog sentry
    cypress mocha chai babel webpack vite rollup yarn bower grunt gulp lerna deno svelte ember django flask pandas
    numpy jupyter gradle maven kotlin haskell erlang elixir fortran eiffel gemini llama mistral cohere anthropic
    openai bedrock closure pino unicode sandbox bash renovate dependabot cursor credentials issuer verification
    authorization personal public private grants`,
  `the a an and or but if else when while where why how what who whom whose which this that these those there here it
    its he she we they you i my your his her our their me him us them is are was were be been am do does did has
    have had will would can could should may might must shall not no yes please thank thanks dear hello hi hey good
    morning afternoon evening night best kind regards sincerely yours in on at to from for of with without by as
    about after before between under over into onto through during until since because although though however
    therefore also then than so too very just only even still again once today tomorrow yesterday now soon later
    always never often all any some each every both either neither other another such same new old first second
    third last next previous more most less least many much few several one two three four five six seven eight nine
    ten call contact send write read see look note check update create delete add remove get set put use make take
    give find show tell ask let help start stop open close run build test fix bug error warning info debug failed
    success user admin customer client order invoice payment account number name address email phone date time
    subject message reply forward re fw fwd attachment request response status type value key id page price mark
    bill will hope grace joy faith rose lily daisy ivy may june april august summer dawn sunny rich frank art jack
    pat gene guy max van dean chase hunter mason carter parker cooper page chance drew grant miles rob sue ray bob
    dale glen heath lance reed wade clay cliff brook forest river sky star angel king queen prince bishop abbot pope
    judge major sergeant captain general president minister mayor director manager engineer doctor nurse teacher
    lawyer accountant assistant secretary head chief officer patient born lives living works working job title role
    team meeting monday tuesday wednesday thursday friday saturday sunday january february march july september
    october november december english german french italian spanish european american british chinese japanese
    russian dutch polish portuguese european north south east west northern southern eastern western upper lower
    central great big small little long short high low young black white green brown gray grey red blue gold silver
    stone wood hill field moore ward wells banks bush rice cook baker miller day night week month year spring winter
    autumn fall case rule section chapter table figure part item step version release`,
  `il lo la i gli le un uno una e o ma se quando dove perché come chi che cosa quale quanto questo questa questi
    queste quello quella è sono era erano ho hai ha abbiamo avete hanno sarà mi ti si ci vi ne non sì no per favore
    grazie prego caro cara gentile buongiorno buonasera salve ciao cordiali saluti distinti in nel nella nei nelle a
    al alla ai alle da dal dalla di del della dei con senza su sul sulla tra fra dopo prima durante oggi domani ieri
    ora adesso sempre mai anche poi allora così molto poco tutto tutti ogni altro altra nuovo nuova primo secondo
    ultimo signore ufficio cliente ordine fattura pagamento conto numero nome cognome indirizzo telefono data ora
    oggetto messaggio risposta allegato richiesta lunedì martedì mercoledì giovedì venerdì sabato domenica gennaio
    febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre italiano italiana tedesco
    francese spagnolo inglese santo santa san via viale piazza corso grande piccolo bianco bianca rosso verde bello
    bella gentile franco pace serena costanza viola rosa gemma alba stella gioia fortuna felice luna sole mare monte
    valle villa casa chiesa leone spett spettabile egregio egregia contattare chiamare scrivere inviare vedere
    confermo confermiamo allego ricordo segnalo abbiamo ricevuto paziente dipendente nato nata residente codice
    fiscale partita iva tessera carta identità patente targa documento passaporto sede legale contratto preventivo
    appuntamento riunione progetto reparto responsabile direttore`,
  `der die das den dem des ein eine einen einem einer und oder aber wenn wann wo warum wie wer was welche welcher
    dieser diese dieses jener ist sind war waren habe hast hat haben wird werden kann können soll sollen muss müssen
    darf ich du er sie es wir ihr mein dein sein unser euer mich dich ihn uns euch nicht kein keine ja nein bitte
    danke hallo guten morgen tag abend nacht lieber liebe sehr geehrter geehrte geehrten damen herren herr frau mit
    freundlichen grüßen viele beste in im an am auf aus bei nach seit von vom vor zu zum zur über unter zwischen
    durch für gegen ohne um bis während wegen heute morgen gestern jetzt dann dort hier immer nie auch noch schon
    nur alle jeder jede andere neu neue neuer neues alt alte erste zweite letzte kunde kundin kunden auftrag
    rechnung zahlung konto nummer name vorname nachname adresse anschrift telefon datum uhrzeit betreff nachricht
    antwort anhang anfrage montag dienstag mittwoch donnerstag freitag samstag sonntag januar februar märz april mai
    juni juli august september oktober november dezember deutsch deutsche italienisch französisch spanisch englisch
    straße platz weg haus stadt land leben arbeit kaiser könig richter bauer fischer koch wolf fuchs vogel stein
    berg baum wald see meer sommer winter herbst frühling stern engel graf ritter meister schreiber jäger kern stark
    reich lang klein groß jung roth schwarz weiß braun kraft glück frieden freitag sonne mond himmel feuer wasser
    licht zeit jahr monat woche stunde minute mitarbeiter mitarbeiterin patient patientin geboren wohnhaft
    geburtsdatum vertrag angebot termin besprechung projekt abteilung leiter leiterin geschäftsführer zug bahn link
    horn busch keller kunst bund bank adler hahn reis frei kurz hirsch sänger springer stahl singer ernst otto rose
    metzger`,
  `le la les un une des du de et ou mais si quand où pourquoi comment qui que quoi quel quelle ce cet cette ces
    c'est est sont était je tu il elle nous vous ils elles mon ma mes ton ta tes son sa ses notre votre leur me te
    se ne pas non oui merci bonjour bonsoir salut cher chère chers madame monsieur mademoiselle cordialement bien à
    au aux dans en sur sous avec sans pour par chez entre après avant pendant depuis aujourd'hui demain hier
    maintenant toujours jamais aussi puis alors donc très tout tous chaque autre nouveau nouvelle premier deuxième
    dernier client commande facture paiement compte numéro nom prénom adresse téléphone date heure objet message
    réponse pièce demande lundi mardi mercredi jeudi vendredi samedi dimanche janvier février mars avril mai juin
    juillet août septembre octobre novembre décembre français française allemand italien espagnol anglais rue avenue
    place grand petit blanc noir vert rouge beau belle ange aimé fleur lys marguerite violette olive prune reine
    victoire aurore céleste france patient patiente salarié né née domicilié habitant contrat devis réunion projet
    service responsable directeur directrice voici voilà veuillez appelez contactez envoyez rappel selon suite lors`,
  `el la los las un una unos unas y o pero si cuando donde por qué como quien cual cuanto este esta estos estas ese
    esa eso aquel es son era eran soy eres somos he has ha hemos han será me te se nos os lo le no sí gracias hola
    buenos buenas días tardes noches querido querida estimado estimada saludos cordiales atentamente en de del al a
    con sin sobre para desde hasta entre tras durante hoy mañana ayer ahora siempre nunca también luego entonces muy
    todo todos cada otro otra nuevo nueva primero segundo último cliente pedido factura pago cuenta número nombre
    apellido apellidos dirección teléfono fecha hora asunto mensaje respuesta adjunto solicitud lunes martes
    miércoles jueves viernes sábado domingo enero febrero marzo abril mayo junio julio agosto septiembre octubre
    noviembre diciembre español española alemán francés italiano inglés calle plaza avenida grande pequeño blanco
    negro rojo verde sol mar luz paz luna cruz rosa gracia esperanza victoria santa santo san ángel domingo campo
    torres rey reina señor señora don doña paciente empleado nacido nacida residente contrato presupuesto cita
    reunión proyecto departamento responsable director directora llame contacte envíe adjunto recuerde según nuestro
    nuestra su mi tu`,
  `null true false undefined none string object array function class method module import export return const
    public private static void int float double boolean async promise map list node file path host port http
    https json xml html css sql get post put patch head options connection content accept host agent cookie
    authorization bearer basic token session cache control max age internal external default local global linux
    ubuntu debian docker kubernetes google amazon microsoft apple github gitlab java python rust ruby golang
    javascript typescript react angular vue chrome firefox safari mozilla visual power excel word outlook teams
    slack zoom kafka redis postgres oracle android iphone intel nvidia tesla toyota volkswagen mercedes-benz siemens
    bosch fiat`,
].join(' ');

export const monthNames: Readonly<Record<string, number>> = Object.fromEntries(
  [
    'january jan gennaio gen januar jänner janvier enero janeiro ene',
    'february feb febbraio februar février fév febrero feber',
    'march mar marzo märz mars mär março',
    'april apr aprile avril abril avr abr',
    'may maggio mag mai mayo maio',
    'june jun giugno giu juni juin junio junho',
    'july jul luglio lug juli juillet julio juil julho',
    'august aug agosto ago août aoû',
    'september sep sept settembre set septembre septiembre setembro',
    'october oct ottobre ott oktober okt octobre octubre outubro',
    'november nov novembre noviembre novembro',
    'december dec dicembre dic dezember dez décembre déc diciembre dezembro',
  ].flatMap((names, place) => names.split(' ').map((name) => [name, place + 1] as const)),
);
