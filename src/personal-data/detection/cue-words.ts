/** Words for a birth and for a date, which names of fields join in any order: "geb_dat", "fecnac", "dnaiss". */
const births = 'birth brth geb geburts nais naiss naissance nac nacimiento nasc nascita nascimento';
const dates = 'd dt dat date datum tag data f fec fch fecha datede datadi fechade';

/** Each of some words before each of others, in one word. */
function joined(words: string, others: string): string {
  return words
    .split(' ')
    .flatMap((word) => others.split(' ').map((other) => word + other))
    .join(' ');
}

/**
 * Words that tell what a value near them is, in the languages of the embedded detector. A word for a value that belongs
 * to no person (an order, a version, an amount) is listed under `other`. The nearest word decides.
 */
export const cueWords = {
  phoneCue: `tel telefon telefono telephone téléphone telefone teléfono tél phone phones mobile mobil cell cellulare cellular
    cellphone handy handynummer mobilnummer mobiltelefon portable móvil movil telemóvel fax whatsapp call called
    calling chiama chiamare chiamami chiamarmi chiamata chiamatemi chiamate appeler appelez appelle rappeler
    rappelez llame llamar llámame llamame llámeme llamarme llámenos anrufen ruf rufen rufe anruf zurückrufen ring
    text sms telefonnummer festnetz festnetznummer rufnummer durchwahl telefonisch erreichbar erreichen reach
    reached contact contattare contattami contattatemi recapito recapiti joindre joignable dial hotline landline
    telefonino fisso fixe fijo teléfonos contacto coordonnées`,
  cardCue: `card cards karte kreditkarte kreditkartennummer kartennummer carta carte tarjeta visa mastercard maestro amex
    discover diners jcb credit debit credito crédito crédit debito débito bancaria bancaire pan cc unionpay bancomat girocard kreditkort kortnummer creditcard`,
  nationalCue: `fiscale cf nir social sociale sozialversicherung previdenza sécu insee dni nie pesel bsn burgerservicenummer cnp personnummer cpr hetu egn егн
    isikukood asmens rodné rodne rč oib emšo emso amka αμκα niss rijksregisternummer nationaal insurance nino ssn
    pps ppsn ppsnr henkilötunnus personbeteckning lnr cccd insz rrn ciudadano cidadão sozialversicherungsnummer jmbg
    kodas personas ahv avs ahvnummer ahvnr navs navs13 samordningsnummer fødselsnummer fodselsnummer fødselsnr лнч`,
  taxCue: `steuer steuerid steueridentifikationsnummer identifikationsnummer idnr steuernummer stnr tin utr tax fiscal
    fiscales contribuinte contribuente contribuable spi nif afm αφμ impôts`,
  vatCue: `vat iva piva ust ustid ustidnr umsatzsteuer tva btw mwst uid cif nip pvm alv moms dph dič pvn intracommunautaire
    siret siren partita`,
  healthCue: `nhs krankenversichertennummer versichertennummer krankenversicherungsnummer krankenkasse kvnr sanitaria ehic
    gesundheitskarte krankenversicherung sanitario versicherungsnummer assicurazione teamkarte tessera afiliación
    health`,
  passportCue: `passport passaporto passaporti reisepass reisepassnummer passnummer passeport pasaporte passaporte`,
  documentCue: `identity identità identita personalausweis personalausweisnummer ausweis ausweisnummer identité identidad
    aufenthaltstitel séjour residence soggiorno cie cni identidade`,
  licenceCue: `licence license patente führerschein führerscheinnummer permis conducir conduire driving carnet driver drivers guida`,
  plateCue: `targa targata targato plate plates kennzeichen immatriculation immatriculé immatriculée matrícula matricula
    registration nummernschild kfz plaque numberplate amtliches reg placa immat kennz vrm einfahrt ausfahrt kontrollschild`,
  birthCue: `born dob birthday geboren geborene geborener nato nata nati né née nés nées nacido nacida nacidos nacidas nació
    nacque compleanno cumpleaños nascido nascida geburt naquit birthdays bday bdate gbdat ddn ${births} ${joined(births, dates)} ${joined(dates, births)}`,
  ibanCue: `iban konto kontonummer conto bankverbindung compte cuenta account bban bonifico rib bank`,
  versionCue: `version versions ver versione versión firmware release releases build rev v section step chapter clause rfc`,
  addressCue: `address addresses indirizzo adresse anschrift dirección direccion domicilio residenza residente abito abita
    lives live living wohnhaft wohne wohnt wohnen habite habitant domicilié domiciliée demeurant vive vivo reside
    domiciliado domiciliada ship deliver delivery lieferadresse rechnungsadresse spedire consegna livraison livrer
    envío enviar sede moved`,
  otherCue: `order orders invoice ticket booking ordine fattura rechnung rechnungsnummer bestellung bestellnummer auftrag
    auftragsnummer kundennummer facture commande pedido factura amount total importo betrag montant importe port
    serial seriennummer seriale tracking sku isbn ean issn article artikel articolo artículo case protocollo valid
    expires expiry issued expire scadenza rilasciata rilasciato rilascio gültig ausgestellt délivré délivrée
    expiration válido expedido expedida caduca caducidad eur usd gbp euro euros dollars hired assunto assunta
    eingestellt embauché contratado appointment appuntamento termin rendez cita meeting riunione reunión réunion
    since deadline due paid payment pagamento zahlung paiement pago vom pedidos quote preventivo angebot devis
    presupuesto`,
  nameCue: `name named chiamo chiama chiamata sono nome cognome nominativo heiße heisse heißt heiß vorname nachname appelle
    prénom nom nommé llamo llama nombre apellidos apellido signed firmato firma gezeichnet unterschrift signé
    firmado cliente client patient patiente paziente paciente patientin customer kunde kundin employee dipendente
    mitarbeiter mitarbeiterin collega kollege kollegin kollegen colleague collègue empleado empleada dear cara caro
    gentile egregio spettabile lieber liebe cher chère estimado estimada querido querida hola hello hi ciao hallo
    bonjour regards grüße grüßen gruß cordialement atentamente saluti cordialmente sincerely cheers thanks grazie
    danke merci gracias with mit avec con durch wegen attention attn z.hd contact contatto ansprechpartner
    ansprechpartnerin responsabile titolare intestatario inhaber kontoinhaber titulaire titular from von da de par
    por by tenant inquilino mieter locataire candidate candidato bewerber bewerberin candidat witness testimone
    zeuge zeugin témoin testigo manager husband wife marito moglie mann frau mari femme marido mujer son daughter
    figlio figlia sohn tochter fils fille hijo hija brother sister fratello sorella bruder schwester frère soeur
    hermano hermana holder belongs met ring tell ask spoke speak incontrato incontra parlato rencontré parlé habló
    hablé getroffen gesprochen angerufen kollegin kollege conducente fahrer conducteur conductor driver per für pour
    para neighbour vicino nachbar voisin vecino`,
} as const;

/** Titles before a name. */
export const honorifics = `hr fr mr mrs ms miss mx dr doctor prof professor sir madam lady lord rev reverend capt captain sgt hon messrs sig
    signor signora signore signorina sigra dott dottor ingegner ragionier monsignor dottore dottoressa dottssa
    avv avvocato ing ingegnere arch architetto rag geom geometra professore professoressa onorevole herr herrn
    frau fräulein doktor m mme mlle madame monsieur mademoiselle maître docteur ra ssa sr sra srta señor señora
    señorita don doña dña dn lic licenciado dra doctora profesor profesora suor suora sor fray abbé`;

/** Small words inside names and streets. */
export const particles = `de di da del della dello dei degli delle dal dalla von van der den dem zu zur zum vom af av le la los las du des
    d l y e i ten ter op bin ibn al el dos das do san santa st saint mac o d' von und`;

/** Words of organisations and things: a row of capitalised words that contains one is no person. */
export const organisations = `gmbh ag kg ohg ug mbh ltd limited llc inc plc corp corporation co company spa srl snc
    sas sa sl slu sarl eurl bv nv oy ab aps bank banca banque banco university università universität université
    universidad school scuola schule école escuela college hospital ospedale krankenhaus klinik clinic clinica
    hôpital institute istituto institut instituto ministry ministero ministerium ministère ministerio department
    dipartimento agency agentur agenzia agence agencia comune stadt group gruppo gruppe groupe grupo holding
    association associazione verein club museum museo musée theatre teatro theater hotel restaurant ristorante
    restaurante café bar airport flughafen aeroporto station bahnhof stazione gare church kirche chiesa église
    parliament commission committee council court tribunal tribunale gericht office ufficio büro bureau oficina
    foundation stiftung fondazione fondation services service solutions systems software technologies consulting
    partners insurance assicurazioni versicherung assurances seguros center centre centro zentrum park palace
    street road avenue bridge tower river lake mount mountain island valley district county state states kingdom
    republic union league cup championship festival award prize studio code windows office server cloud web api sdk
    framework library project team press news times post journal magazine day week month year security editor
    manager browser reader system systems network engine machine learning model models data protection officer
    officers commission manual operations update airlines airways pictures records entertainment games publishing
    racing olympics mountains abbey airline stadium arena orchestra ensemble quartet quintet band boys girls
    brothers sisters fc afc cf united rovers wanderers academy society federation alliance coalition party movement
    army navy force corps brigade regiment division battalion squadron festival symphony sonata opera masters
    tournament open series show awards trophy derby prix motors airport railway railways terminal express line
    valley creek canyon desert ocean sea gulf cape coast harbor harbour lakes falls springs heights stadion kloster
    observatorium kartell werke regionalpark nationalpark quartett quintett orchester rovers ajax juventus
    sampdoria atalanta fiorentina lazio borussia bayern schalke hertha eintracht dinamo dynamo lokomotive lokomotiv
    sporting atlético athletic atletico real olympique deportivo spartak zenit benfica hotspur albion galatasaray
    fenerbahçe arsenal everton bulls celtics lakers warriors cavaliers timberwolves mavericks rockets spurs nuggets
    grizzlies pelicans hornets hawks wizards knicks raptors pistons pacers bucks clippers blazers steelers ravens
    bengals patriots dolphins jaguars chiefs raiders broncos chargers cowboys giants eagles packers vikings falcons
    panthers buccaneers seahawks cardinals yankees dodgers cubs mets braves phillies pirates astros athletics
    mariners orioles padres rockies diamondbacks brewers dam reservoir
    vineyard monument memorial cemetery lighthouse barracks squares garden gardens ground grounds
    international ac cr ssc vfb vfl tsv tsg rcd
    asd nk fk sk bk calcio maccabi hapoel fluminense flamengo palmeiras corinthians
    kia opel skoda škoda citroën citroen renault peugeot lancia alfa dacia toyota hyundai nissan mazda suzuki volvo
    ducati yamaha kawasaki audi bmw porsche lexus subaru jeep chrysler chevrolet cadillac vauxhall maserati lamborghini
    jaguar cupra fiat volkswagen tesla benz samsung huawei xiaomi nokia lenovo asus nikon canon philips bosch siemens
    miele neff balay gaggenau bauknecht electrolux zanussi whirlpool moulinex krups delonghi smeg tefal nespresso
    lavazza barilla ferrero lindt nestlé danone unilever ikea aldi lidl carrefour edeka rewe esselunga conad mercadona
    lufthansa ryanair easyjet trenitalia flixbus blablacar airbnb expedia symfony laravel hibernate wordpress drupal
    magento shopify salesforce jira confluence figma gimp blender tomcat nginx rabbitmq elasticsearch terraform
    consorzio cooperativa polisportiva canottieri consorcio mutua mutuelle genossenschaft sportverein logistics
    lastminute thermomix playmobil lego`;
