/** Common given names in Europe, by language. Written for this list; no registry was copied. */
export const givenNames = [
  // Italian
  `alessandro andrea luca marco matteo francesco giuseppe giovanni antonio mario luigi roberto stefano paolo franco
    angelo davide vincenzo pietro salvatore carlo bruno domenico claudio riccardo simone fabio massimo michele
    giorgio sergio alberto enrico federico lorenzo daniele gabriele tommaso filippo nicola leonardo edoardo giacomo
    emanuele mattia cristian christian diego dario gianluca gianni giancarlo gianfranco gianmarco giampiero maurizio
    mauro massimiliano renato ruggero rocco pasquale raffaele gennaro ciro carmine nunzio saverio sandro silvano
    silvio tiziano ugo umberto valerio valentino vito vittorio walter adriano agostino aldo alessio alfio alfredo
    amedeo armando arturo attilio augusto aurelio benedetto biagio camillo cesare corrado cosimo costantino
    cristiano dino donato duilio egidio elia elio emilio ennio ettore eugenio ezio fabrizio fausto felice ferdinando
    fiorenzo flavio fulvio gaetano gerardo giordano girolamo giuliano giulio graziano gregorio guglielmo guido igor
    ivan ivano ivo jacopo lamberto lanfranco leandro lino livio luciano lucio manfredi manuel marcello mariano
    marino mirko nazzareno nello nino omar oreste orlando osvaldo ottavio paride patrizio piero pierluigi pierpaolo
    primo remo renzo rodolfo romano romeo rosario samuele santo secondo sebastiano tito tullio ubaldo virgilio maria
    anna giulia francesca sara laura chiara valentina alessia martina elisa elena giorgia alice silvia federica
    paola barbara daniela simona roberta cristina monica patrizia stefania lucia rosa angela giovanna teresa carmela
    caterina antonella antonietta rita luisa franca emma sofia aurora greta ginevra beatrice camilla viola bianca
    ludovica matilde vittoria gaia noemi rebecca irene arianna serena ilaria michela veronica claudia sabrina
    manuela raffaella gabriella mariangela annamaria marina nadia sonia tiziana emanuela eleonora miriam debora
    donatella loredana ornella graziella rosanna rossella marta giuseppina concetta assunta immacolata filomena
    pasqualina vincenza addolorata agnese alba alda alessandra amalia amelia antonia benedetta carla carlotta
    carolina cecilia celeste clara clelia costanza delia diana domenica doriana edda elda elide elisabetta elsa
    emilia enrica erica ermelinda ester fabiana fabiola fabrizia fiorella flavia fulvia gemma giada giuliana grazia
    iolanda isabella italia ivana lara lavinia letizia lia liliana linda lisa livia lorena lorenza luana luciana
    maddalena mara marcella margherita mariella marisa marzia melissa milena mirella morena nicoletta nicole norma
    olga oriana ottavia pamela pia piera priscilla regina renata romina rosalba rosalia rosaria rosetta samantha
    silvana simonetta susanna tamara tina tosca vanessa vera vilma viviana wanda zaira zoe`,
  // Italian, less common
  `abbondio abramo achille adalberto adalgisa adalgiso adamo addo adelaide adelina adelmo agapito agata aida
    aimone albano alberico alberta albertina albino alcide aldina aldobrandino aleandro alessandrina alfonsina
    alfreda alfredina alighiero alipio alma altea altiero alvaro alviero amabile amadio amaranta ambra ambrogina
    ambrogio amedea amelio amerigo aminta amintore amleto anacleto anastasio andreina andreino angelica angelino
    angiola angiolina angiolino aniello annabella annalisa annarita anselma anselmo antea antenore antimo antonello
    antonina antonino apollinare apollonia arcangela arcangelo archimede arduino aristide aristotele armanda armida
    arnaldo arnolfo arrigo artemio artemisia asdrubale assuntina astolfo attila augusta aura aureliana aureliano
    ausilia ausonio baldassarre baldo baldovino barbarina barnaba bartolo bartolomea bartolomeo basilio bastiano
    battista battistina bellino beniamina beniamino benita berardino berenice bernarda bernardetta bernardina
    bernardino bertilla bertoldo bonaventura bonifacio bortolo brando brigida brigitta brunella brunello brunilde
    brunone caio calliope callisto calogera calogero cammilla carlina carmelina carmina cassandra cassio castore
    catello cateno catia cecilio celestina celestino cesara cesaria cesarina cesarino cesira chiaretta cinzia
    cipriana cipriano cirilla cirillo claretta clarice clarissa claudina claudiano clelio clemente clementina
    cleofe cleonice cleto clorinda concettina consalvo cornelio corradina cosima cosmo crescenzio crescenza
    crispino cristiana cristoforo cunegonda dafne dalia dalila dalmazio damiana damiano danila danilo danio dante
    davina davino deianira delfina delfino delfo delio demetria demetrio desdemona desiderata desiderio desideria
    didone dina diodato diomede dionigi dionisia domiziana domiziano domitilla donata donatello dorina dorotea
    doroteo duccio edgarda edgardo edilio editta edmonda edmondo edvige efisia efisio efrem egeria egidia egisto
    egizia egle eleuterio eliana eliano eligio elisea eliseo eloisa elpidio elvezia elvio emerenziana emiliana enea
    engelberto ennia enrichetta enza epifanio eraldo eraclio erasmo ercole ermanno ermenegilda ermenegildo ermes
    ermete erminia erminio ernesta ernestina eros ersilia ersilio espedito estella ettorina eufemia eufrasia
    eufrasio euridice eusebia eustachio eutimio evandro evaristo evelina ezechiele fabia fabiano faustina faustino
    fedora fedra felicia feliciano ferdinanda ferruccio fiammetta fidenzio filiberta filiberto filippa filomeno
    fiorentina fiorentino fioralba fiorello fioretta fiorina fiorino firmina firmino flaminia flaminio flaviana
    flaviano floriana floriano florinda floro folco fortunata fortunato fosca fosco franceschina franchino fredo
    fulberto fulgenzio fulviano furio gaetana galatea galdino galeazzo galileo garibaldo gaspara gaspare gastone
    gaudenzia gaudenzio gedeone gelasio gelsomina geltrude geminiano genesio genesia genoveffa genziana geraldina
    geraldo geremia germana germano geronima gerolamo gervasio gesualda gesualdo gherardo giambattista giammarco
    gianmaria gianna giannina giannino gianpaolo gianpiero gianpietro giansalvatore gigliola gilberta gilda gildo
    gino gioacchina gioacchino gioachino gioconda giocondo gioele giona gionata giordana giosuè giovannella
    giovannina giovannino giovenale giovita gisella gislena giuditta giulietta giulitta giuseppa giuseppino
    giustina giustino glauco godiva goffredo gonario gottardo graciliano grazietta graziana gregoria grimilde
    griselda gualberto gualtiero guelfo guendalina guerrino guiscardo iacopo iago icaro idilio iginia iginio
    ignazia ignazio igino ilario ilda ildebrando ildegarda ildefonso ileana ilia innocenzo iole ione ippolita
    ippolito iride irmina isacco isaia isidora isidoro isotta ismaele ismene isaura italo ivone jole jolanda
    ladislao lamberta lancillotto landolfo lando lapo laurenzia lauretta laurentina lauro lazzaro leda lelia lelio
    leonarda leonella leonello leonida leonilda leontina leonzio leopolda letterio leucio liana liberata liberato
    liberatore liborio licia lidio lietta ligia lilia lillo linetta lionello lisetta liutprando lodovica lodovico
    longino loredano loreta loretta loreto loris lucetta luchino lucilla lucina lucrezia ludovico luigia luigina
    luigino luisella lutgarda macario mafalda maffeo maia malvina mamante manfreda manfredo mansueto marcantonio
    marcelliano marcellina marcellino marciano marianna marietta marilena marilia marilisa marilù marinella
    mariolina mariagrazia mariarosa mariateresa mariaelena maristella maruska marziale marzio massimiliana
    massimino mattea maura maurilio maurizia medea medardo melania melchiorre melina mercede merope messalina
    metello michelangelo micheletto mina minerva mirco miriana mirta moreno morgana mosè nadir napoleone narcisa
    narsete natalina natalino nazario nazzarena neri nereo nerina nerino nestore nevio nicandro niccolò nicla
    nicodemo nicolina nicolò nilde ninfa nives noè norberto norina novella nuccia nunzia nunziata nunziatina obizzo
    oddo oddone odetta odilia odilone odoardo olimpia olimpio olinda olindo oliviero ombretta onofrio onorato
    onorina orazia orazio orfeo oriella orietta orlanda oronzo orsina orsino orsola ortensia ortensio osanna osea
    osvalda otello ottaviano ottone ovidio palmira palmiro pancrazio pandolfo pantaleo pantaleone paolina paolino
    paris pasqualino pelagia pelagio pericle petronilla petronio pierangela pierangelo pierfrancesco piergiorgio
    pierina pierino piermario plinio platone policarpo polidoro pompeo pompilio porfirio porzia prassede primiano
    prisca prisco procopio protasio proserpina publio quintilia quintilio quirino rachele radames raffaello
    raimonda raimondo rainaldo rainiero raniero regolo reginaldo remigio ricciarda ricciotti rinaldo rinalda rino
    robertino rocchina rolando rolanda romilda romualdo rosalinda rosalino rosamunda rosangela rosella rosellina
    rosina rosita rosmunda rosolino rossana rufina rufino rufo ruggera ruggiero ruperto rutilio sabatino sabina
    sabino salvina salvatora salvatrice samuela sancia sandrina sandrino santina santino santuzza sarina savina
    savino sebastiana secondina selene selvaggia selvaggio semplicio senofonte serafina sergia settimia settimio
    severiano severina severino sibilla sidonia sidonio siface sigfrido sigismondo silveria silverio silvestra
    silvestro simeone sinforosa sirio sofronia solidea sostene stanislao stefana stelio sveva svevo taddeo tancredi
    tarcisio tarquinio tazio tecla telemaco temistocle teodolinda teodorico teodosia teodosio teofila teofilo
    teresina teresio tersilia tesauro tiberio tibaldo timoteo tizian tobia tolomeo tommasa tommasina torquato
    tristano tullia tulliano turi ubalda uberta uberto ugolino ulderico ulisse ulrico ulberto urania uriele valda
    valentiniana valentiniano valeriana valeriano vanda vanna vanni venanzia venanzio venceslao venerando venerio
    venusta venusto venustiano verdiana verenzio vespasiano vidiano vilfredo vincenzina violante virgilia virginio
    virgiliana viridiana virna vitale vitaliana vitaliano vitalina vitalba vittore vittorino vittoriano viviano
    vladimiro zaccaria zanobi zelda zelinda zeno zenobia zenobio zita zosimo zoilo bardo gianluigi pierluca
    mariapia donatelo priamo bonfiglio`,
  // German
  `alexander andreas anton arne arnold axel benedikt benjamin bernd bernhard björn boris burkhard carsten christoph
    christof clemens cornelius daniel david detlef dieter dietmar dietrich dirk dominik eberhard eckhard edgar egon
    emil erhard eric erich erik ernst erwin eugen fabian felix finn florian frank franz friedrich fritz georg gerald
    gerd gerhard gernot gottfried gregor guido gunnar günter günther gustav hagen hannes hanno hans harald hartmut
    heiko heiner heinrich heinz helmut hendrik henning henrik herbert hermann holger horst hubert hugo ingo jakob
    jan jannik jens joachim jochen johann johannes jonas jonathan jörg jörn josef joseph julian julius jürgen justus
    kai karl karlheinz karsten kaspar kevin kilian klaus konrad konstantin korbinian kurt lars lennart leo leon
    leonard leonhard lorenz lothar ludwig luis lukas lutz magnus maik malte manfred marcel marco marcus mario marius
    markus marten martin mathias mats matthias max maximilian meinhard michael mike moritz nico niels niklas niko
    nikolaus nils noah norbert ole olaf oliver oskar oswald otto pascal patrick paul peer peter philip philipp
    phillip pius rainer ralf ralph raphael reinhard reinhold rené richard robert robin roland rolf roman rudi rudolf
    rüdiger rupert samuel sascha sebastian siegfried siegmar sigmund silas simon sönke stefan steffen stephan sven
    swen thilo theo theodor thomas thorsten till tilman tim timo tobias tom torben torsten udo ulf uli ulrich urs
    uwe valentin veit viktor vinzenz volker volkmar walter waldemar werner wilfried wilhelm willi wolf wolfgang
    wolfram xaver yannick agnes alexandra alina amelie andrea angelika anja anke annalena anne annegret anneliese
    annemarie annette annika antje antonia astrid barbara bärbel beate bettina bianca birgit birgitta birte brigitte
    britta brunhilde carina carla carola caroline charlotte christa christiane christin christina christine claudia
    cordula corinna cornelia dagmar daniela denise doris dorothea dorothee edeltraud edith elena elfriede elisabeth
    elke ella ellen elli else elvira emilia emilie erika erna esther eva evelyn franziska frauke frieda friederike
    gabi gabriele gerda gerlinde gertraud gertrud gisela grete gudrun hanna hannah hannelore heide heidemarie heidi
    heike helena helene helga henriette hertha hilde hildegard hildegund ida ilona ilse imke ina ines inga inge
    ingeborg ingrid irene iris irina irma irmgard isabel isabell isabelle isolde ivonne jana janina jasmin jennifer
    jenny jessica johanna josefine judith julia juliane jutta karin karina karola karoline katharina kathrin katja
    katrin kerstin kirsten klara kornelia kristin kristina lara larissa laura lea lena leni leonie lieselotte lilli
    lina linda lisa liselotte lore lotte louisa lucia luise lydia magda magdalena maike maja manuela mara mareike
    maren margarete margarethe margit margot margret maria marianne marie marina marion marlene marlies marta martha
    martina mathilde mechthild meike melanie merle mia michaela mira miriam mona monika nadine nadja natalie
    natascha nele nicole nina olga ortrud otti patricia paula pauline petra pia ramona rebecca regina regine renate
    rita romy rosa rosemarie roswitha ruth sabine sabrina sandra sara sarah sibylle sieglinde sigrid silke silvia
    simone sina sofia sofie sonja sophia sophie stefanie stella stephanie susann susanne svenja svetlana sybille
    sylvia tabea tamara tanja tatjana theresa theresia therese thea tina traudl trude ulla ulrike ursula ute uta
    valerie vanessa vera verena veronika viktoria waltraud waltraut wiebke wilhelmine wilma yvonne zoe`,
  // French
  `adam adrien alain alban albert alexandre alexis alfred alphonse amaury anatole andré ange anthony antoine
    antonin armand arnaud arsène arthur auguste augustin aurélien aymeric baptiste barnabé barthélemy bastien
    benjamin benoît bernard bertrand blaise brice bruno camille cédric césar charles christian christophe claude
    clément clovis colin corentin cyprien cyril cyrille damien daniel david denis didier dimitri dominique dorian
    dylan édouard edmond élie eliott émile émilien emmanuel enzo éric ernest esteban étienne eugène evan fabien
    fabrice félix ferdinand fernand florent florian francis franck françois frédéric gabin gabriel gaël gaëtan
    gaspard gaston gauthier gautier geoffrey geoffroy georges gérald gérard germain ghislain gilbert gilles grégoire
    grégory guillaume gustave guy henri hervé hippolyte honoré hubert hugo hugues ismaël jacky jacques jean jérémie
    jérémy jérôme joachim joël johan jonathan jordan joseph josselin jules julien justin kévin killian laurent
    lazare léandre léo léon léonard léopold lilian lionel loïc louis loup luc lucas lucien ludovic maël malo marc
    marcel marius martin mathéo mathias mathieu mathis mathurin matthieu maurice maxence maxime maximilien michel
    mickaël mohamed nathan nathanaël nicolas noé noël norbert octave olivier pascal patrice patrick paul philippe
    pierre pierrick quentin rachid raoul raphaël raymond régis rémi rémy renaud rené richard robert robin rodolphe
    rodrigue roger roland romain romaric ronan sacha samuel sébastien serge sidonie simon stanislas stéphane steven
    sylvain tanguy théo théodore théophile thibaud thibault thierry thomas timothée titouan tom tony tristan ulysse
    urbain valentin valère valéry victor vincent virgile vivien william xavier yanis yann yannick yves yvon zacharie
    adélaïde adèle adeline adrienne agathe agnès alexandra alexia alice alicia aline alix amandine ambre amélie
    anaïs anastasie andrée angèle angélique anne annick annie anouk antoinette apolline ariane arlette armelle
    astrid aude audrey aurélie aurore axelle béatrice bénédicte bérénice bernadette berthe blanche brigitte capucine
    carine carole caroline cassandre catherine cécile céleste célia céline chantal charlène charline charlotte chloé
    christelle christiane christine claire clara clarisse claudette claudine clémence clémentine cléo clotilde
    colette coline constance coralie corinne cyrielle daphné danièle danielle déborah delphine denise diane
    dominique dorothée édith éléonore éliane élisa élisabeth élise élodie éloïse elsa émilie emma emmanuelle enora
    estelle ester esther eugénie eva évelyne fabienne fanny fantine fatima félicie fernande flavie fleur flora flore
    florence france françoise frédérique gabrielle gaëlle garance geneviève georgette germaine ghislaine gilberte
    ginette gisèle gwenaëlle hélène héloïse henriette hortense huguette inès ingrid irène iris isabelle isaure
    jacqueline jade janine jeanne jeannine jennifer jessica joëlle joséphine josette josiane joyce judith julia
    julie juliette justine karine laetitia lana lara laure laurence laurie léa léna léonie léontine lila lili
    liliane lina lisa lise lison loane lola lorraine lou louane louise luce lucette lucie lucienne lucille ludivine
    lydie mabel madeleine maëlle maëlys magali manon margaux margot marguerite marianne marie marielle marine marion
    marlène marthe martine maryse mathilde maud mélanie mélissa mélodie micheline michèle michelle mireille monique
    morgane muriel myriam nadège nadine nathalie nicole nina ninon noémie océane odette odile olivia olympe ophélie
    pascale patricia paule paulette pauline pénélope perrine philippine pierrette prune rachel raymonde régine reine
    renée romane rosalie rose roxane sabine sabrina salomé samia sandra sandrine sara sarah ségolène séverine simone
    sixtine solange solène sonia sophie stéphanie suzanne suzette sylvaine sylvette sylvie tatiana thérèse valentine
    valérie vanessa véronique victoire victoria violaine violette virginie viviane yasmine yolande yvette yvonne
    zélie zoé`,
  // Spanish and Portuguese
  `aarón abel abraham adolfo adrián agustín alberto alejandro alejo alex alfonso alfredo álvaro andrés ángel
    antonio ariel armando arturo asier augusto baltasar bartolomé benito benjamín bernardo blas borja bruno camilo
    carlos carmelo cayetano césar claudio constantino cosme cristian cristóbal damián daniel darío david diego
    dionisio domingo eduardo elías eloy emiliano emilio enrique ernesto esteban eugenio eusebio ezequiel fabián
    federico felipe félix fermín fernando fidel francisco gabriel germán gerardo gilberto gonzalo gregorio guillermo
    gustavo héctor heriberto hernán hilario horacio hugo ignacio iker iñaki íñigo isaac isidro ismael iván jacinto
    jacobo jaime javier jerónimo jesús joan joaquín jonathan jordi jorge jose josé josep juan julián julio justo
    lautaro lázaro leandro leonardo leopoldo lorenzo lucas lucio luis manuel marc marcelino marcelo marcos mariano
    mario martín mateo matías mauricio máximo maximiliano miguel mikel moisés narciso néstor nicolás octavio óscar
    oriol pablo pascual patricio pau pedro pelayo pere plácido rafael raimundo ramiro ramón raúl ricardo roberto
    rodolfo rodrigo rogelio román roque rosendo rubén salvador samuel santiago saúl sebastián segundo sergio
    silvestre simón teodoro teófilo tomás unai valentín vicente víctor xavi xavier yago zacarías abril adela
    adelaida adriana agustina ainara ainhoa alba alejandra alicia almudena amaia amalia amanda amaya amparo ana
    anabel andrea ángela ángeles antonia aránzazu araceli ariadna ascensión asunción azucena aurelia beatriz begoña
    belén berta blanca brenda camila candela caridad carla carlota carmen carolina catalina cecilia celia chloe
    clara claudia concepción consuelo cristina daniela dolores elena elisa elvira emilia encarnación esmeralda
    esperanza estefanía estela ester esther estrella eugenia eulalia eva fabiola fátima fernanda florencia francisca
    gabriela gema genoveva georgina gloria gracia graciela guadalupe inés inmaculada irene iria irati isabel itziar
    jazmín jimena josefa josefina juana judit julia juliana laia lara laura leire leonor leticia lidia lola lorena
    lourdes lucía luciana luisa luna luz macarena magdalena maite manuela mar marcela margarita mariana maribel
    marina mariona marisa marisol marta martina mercedes milagros mireia miriam mónica montserrat nadia natalia
    nerea nieves noa noelia noemí nora nuria núria ofelia olga olivia paloma paola patricia paula paulina paz petra
    pilar raquel rebeca regina remedios rocío rosa rosalía rosario ruth sandra sara silvia sofía sol soledad sonia
    susana tamara tania teresa trinidad valentina valeria vanesa vega verónica victoria violeta virginia ximena
    yaiza yolanda zoe afonso duarte joão tiago rui nuno gonçalo vasco paulo luís inês mariana joana rita catarina
    beatriz sofia leonor fernanda`,
  // English
  `aaron abigail ada adam adele adrian agnes aidan alan albert alec alex alexander alexandra alexis alfie alfred
    alice alicia alison allan allison alyssa amanda amber amelia amy andrea andrew andy angela angelina angus anita
    ann anna annabel anne annie anthony antonia archie aria ariana arnold arthur ashley ashton audrey austin ava
    barbara barry beatrice becky belinda bella ben benjamin bernard bernice beth bethany betty beverly bill billy
    blake bob bobby bonnie brad bradley brandon brenda brendan brian bridget brooke bruce bryan bryce byron caitlin
    caleb calvin cameron candice carl carla carly carmen carol caroline carolyn carrie carter casey catherine cathy
    cecil cecilia chad charles charlie charlotte chelsea cheryl chester chloe chris christian christina christine
    christopher cindy claire clara clarence claudia clayton clifford clive clyde cody colin connie connor constance
    cora corey courtney craig crystal curtis cynthia daisy dale damian dan dana daniel danielle danny daphne darlene
    darrell darren daryl dave david dawn dean deborah debbie debra declan denise dennis derek desmond diana diane
    dominic don donald donna dora doreen doris dorothy doug douglas duncan dustin dwayne dylan earl eddie edgar
    edith edmund edna edward edwin eileen elaine eleanor eli elijah elizabeth ella ellen ellie elliot elliott ellis
    elsie emily emma eric erica erin ernest esme esther ethan ethel eugene eva evan eve evelyn evie ezra faith
    felicity fiona florence floyd frances francis frank franklin fred freddie frederick freya gail gareth garry gary
    gavin gemma geoff geoffrey george georgia georgina gerald geraldine gilbert gillian gina gladys glen glenn
    gloria gordon grace graham grant greg gregory gwen gwendolyn hailey hannah harold harper harriet harrison harry
    harvey hayley hazel heather hector heidi helen henry herbert herman hilary hilda holly howard hugh hunter ian
    imogen ingrid irene iris irving isaac isabel isabella isabelle isaiah isla ivan ivy jack jackie jackson jacob
    jacqueline jade jake james jamie jan jane janet janice jared jasmine jason jasper jay jayden jean jeanette jeff
    jeffrey jen jennifer jenny jeremiah jeremy jerome jerry jesse jessica jessie jill jim jimmy jo joan joanna
    joanne jodie joe joel john johnny jon jonathan jordan jose joseph josephine josh joshua joy joyce juan judith
    judy julia julian julie june justin karen karl kate katherine kathleen kathryn kathy katie kay kayla keira keith
    kelly ken kenneth kerry kevin kieran kim kimberly kirk kirsty kristen kurt kyle lachlan lance larry laura lauren
    laurence laurie lawrence leah lee leo leon leonard leroy leslie lester lewis liam lillian lily linda lindsay
    lindsey lisa lloyd lois lola lorraine louis louise lucas lucy luke lydia lyle lynda lynn mabel madeline madison
    maisie malcolm mandy marc marcus margaret maria marian marie marilyn marion marjorie mark marlon marsha marshall
    martha martin marvin mary mason matilda matt matthew maureen maurice max maxwell maya megan melanie melinda
    melissa melvin mia michael michelle mike mildred miles millie milton miranda mitchell moira molly mona monica
    morgan muriel myra myrtle nancy naomi natalie natasha nathan nathaniel neil nellie nicholas nick nicola nicole
    nigel nina noah noel nora norma norman oliver olivia ollie oscar otis owen paige pamela pat patricia patrick
    paul paula pauline pearl peggy penelope penny percy perry pete peter phil philip phillip phoebe phyllis polly
    poppy priscilla quentin quinn rachel ralph ramona randall randy ray raymond rebecca reginald rhys ricardo
    richard rick ricky riley rita rob robert roberta robin rodney roger roland ron ronald ronnie rory rosa rosalind
    rosalie rose rosemary rosie ross rowan roy ruby rufus rupert russell ruth ryan sabrina sadie sally sam samantha
    samuel sandra sandy sara sarah scarlett scott sean sebastian selina seth shane shannon sharon shaun shawn sheila
    shelley sheryl shirley sidney sienna sierra simon sophia sophie spencer stacey stacy stanley stella stephanie
    stephen steve steven stewart stuart sue summer susan susanna suzanne sybil sydney sylvia tabitha tamara tammy
    tania tanya tara taylor ted terence teresa terri terry thelma theo theodore theresa thomas tiffany tim timothy
    tina toby todd tom tommy toni tony tracey tracy travis trevor tristan troy tyler valerie vanessa vera vernon
    veronica vicky victor victoria vincent viola violet virginia vivian wade wallace walter wanda warren wayne wendy
    wesley whitney wilbur wilfred will william willie willow wilma winifred winston xander yvette yvonne zac zach
    zachary zara zoe zoey`,
  // Elsewhere in Europe and from further away
  `adem agnieszka ahmed aisha aleksander aleksandra ali aleksandar amina amir ana anastasia andrei andrej aneta
    anil anton arjun ayşe barbora bartosz beata bogdan boris bożena branko cem ceylan chen cristian dagmara danuta
    daria deepak dimitris dmitri dorota dragan eirini ekaterina elif emre esra ewa fatima fatma filip gabor george
    georgios goran grzegorz hassan hasan hussein huseyin ibrahim igor ilona ioana ion ionut ivana ivanka jaroslav
    jelena jiri joanna jolanta jovan kamil karim karolina katarzyna katarina khaled kostas krzysztof ksenia kumar
    leila lukasz maciej magda magdalena malgorzata małgorzata marek maria mariusz marta mehmet michal michał mihai
    milan milos mirela mohamed mohammed muhammad mustafa natalia nikola nikolai nikos olena olga oksana omar osman
    paweł piotr priya radu rahul rashid ravi sanjay selma sergei slavko sofie stanislav svetlana sylwia syed szymon
    tadeusz tatiana teodora tomasz tomáš umut vasile vasilis vesna viktor viktoria vladimir wei wojciech xin yan
    yasmin yusuf zbigniew zeynep zofia zoran zuzana lars anders mikkel rasmus søren freja astrid ingrid maja linnea
    oskar elsa sven bjorn erik gunnar hakan hanne inge jesper jorgen kirsten lena lise mads magnus mette morten
    niels nils ole per pernille sigrid signe solveig steen torben ulla aino antti eero eeva hannu heikki jari juha
    jukka kaisa kari liisa maarit matti mika mikko minna olli paavo päivi pekka petri riikka risto sami sanna seppo
    tapio tero timo tuomas ville daan bram sem lieke femke sanne anouk maaike marieke wouter jeroen joost maarten
    pieter willem kees jaap gerrit hendrik dirk ruud rik teun thijs gijs`,
].join(' ');

/** Given names that are words too: found with another name only. Written for this list. */
export const givenNamesAndWords = `
    dakota loki kimi param tako etna castille eurydice orphée trafford illy
    dick bud cal duke dexter buddy sonny walt vic lex matty woody gene beau buck
    chip skip cliff clay heath josh wade rusty randy curt kurt bill rod stan hal ed eddy eddie ted tad ned norm
    herb merle vin penny ginger ivy hazel amber iris dawn clara bella rocío pilar constant juste aimé modeste
    fortuné parfait clément désiré prosper blanche ante mat mick mitch tex zack zak ari ali omar imran ueli beat
    reto urs gino nino dino pippo pino rino lino tino`;
