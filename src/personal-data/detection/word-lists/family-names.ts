/** Common family names in Europe, by language. Written for this list; no registry was copied. */
export const familyNames = [
  // Of firms, too
  `bosch siemens philips benz ferrero barilla lavazza ford renault peugeot citroën porsche miele maserati lamborghini lindt
    bauknecht krups`,
  // Italian
  `rossi russo ferrari esposito bianchi romano colombo ricci marino greco bruno gallo conti costa giordano mancini
    rizzo lombardi moretti barbieri fontana santoro mariani rinaldi caruso ferrara galli martini leone longo gentile
    martinelli vitale lombardo serra coppola marchetti parisi villa conte ferraro ferri fabbri bianco marini grasso
    valentini messina sala gatti pellegrini palumbo sanna farina rizzi monti cattaneo morelli amato silvestri mazza
    testa grassi pellegrino carbone giuliani benedetti barone rossetti caputo montanari guerra palmieri bernardi
    martino fiore ferretti bellini basile riva donati piras vitali battaglia sartori neri costantini milani pagano
    ruggiero sorrentino orlando negri mantovani damico dangelo deluca desantis derosa desimone demarco bertolini
    bertoli brambilla fumagalli colonna castelli cattani ceccarelli cirillo corsi damiani ferrero filippi fiorentini
    fusco galletti gasparini giorgi grossi guidi innocenti landi lanza leoni locatelli magni manca mancuso manfredi
    marchi marino masi meloni mele merlo molinari morandi mori mosca murgia napolitano natale olivieri orsini pace
    pagani palma paoletti parodi pavan perrone piazza piccolo pinna poli porcu pozzi pugliese raimondi riccardi
    riccio rocca rocchi rosati rota ruggeri salerno salvi santini scala sforza simonetti spina stella tedesco tosi
    trevisan turco valente venturi venturini viola volpe zanella zanetti zanini zuccaro bassi belli bosco bruni
    cappelli carta catalano ceroni`,
  // German
  `müller schmidt schneider fischer weber meyer wagner becker schulz hoffmann schäfer koch bauer richter klein wolf
    schröder neumann schwarz zimmermann braun krüger hofmann hartmann lange schmitt werner schmitz krause meier
    lehmann schmid schulze maier köhler herrmann könig walter mayer huber kaiser fuchs peters lang scholz möller
    weiß jung hahn schubert vogel friedrich keller günther frank berger winkler roth beck lorenz baumann franke
    albrecht schuster simon ludwig böhm winter kraus martin schumacher krämer vogt stein jäger otto sommer groß
    seidel heinrich brandt haas schreiber graf schulte dietrich ziegler kuhn kühn pohl engel horn busch bergmann
    thomas voigt sauer arnold wolff pfeiffer ernst hübner kaufmann barth seifert gruber steiner moser mayr leitner
    hofer eder fellner pichler egger reiter wimmer aigner auer binder brunner lechner schwaiger strobl haider
    winkler wallner bachmann meister frei gerber zürcher lüthi bühler widmer ammann baumgartner ackermann adler
    albers bender bock brandl brinkmann dörr ebert eckert erdmann fiedler förster freitag fritsch gebhardt geiger
    götz haase hauser heinemann heinze hein hermann hesse hinz hirsch jahn jansen janssen kern kirchner klaus konrad
    kramer kremer kunz kurz lindner link löffler lutz marx mertens metzger michel moll naumann nowak oswald pape
    paul petersen probst rau reich reichert reinhardt reuter ritter rose rudolph runge sander schenk scherer
    schilling schindler schlegel schlüter scholl schreiner schütz seitz siebert singer springer stark steffen stahl
    straub thiel thiele trautmann uhlig ulrich unger urban vetter wegner weidner weigel wendt wenzel westphal wiese
    wild wilke witt wulf zander zeller`,
  // French
  `martin bernard dubois thomas robert richard petit durand leroy moreau simon laurent lefebvre michel garcia david
    bertrand roux vincent fournier morel girard andré lefèvre mercier dupont lambert bonnet françois martinez
    legrand garnier faure rousseau blanc guérin muller henry roussel nicolas perrin morin mathieu clément gauthier
    dumont lopez fontaine chevalier robin masson sanchez gérard nguyen boyer denis lemaire duval joly gautier roger
    roche roy noël meyer lucas meunier jean pérez marchand dufour blanchard marie barbier brun dumas brunet schmitt
    leroux colas fernandez arnaud rolland caron aubert giraud leclerc vidal bourgeois renaud lemoine picard gaillard
    philippe leclercq lacroix fabre dupuis olivier rodriguez hubert louis charles guillot rivière aubry adam
    carpentier paris moulin deschamps charpentier benoît besson collet huet baron fleury renard maillard marty
    guillaume vasseur leblanc bailly paul poirier royer hamon cousin bouvier lebrun lecomte rey menard julien gillet
    perret boucher pons chauvin carré barre tessier monnier lamy germain pelletier lesage bodin breton charrier
    delattre delaunay delmas descamps devaux etienne ferrand georges gilbert guyot hervé jacob jacquet labbé
    langlois laroche launay lebon ledoux legros lejeune lemaitre levy maréchal millet navarro ollivier pascal payet
    prévost regnier reynaud rodrigues rossignol tanguy thibault vallée verdier voisin weber`,
  // Spanish and Portuguese
  `garcía fernández gonzález rodríguez lópez martínez sánchez pérez gómez martín jiménez ruiz hernández díaz moreno
    muñoz álvarez romero alonso gutiérrez navarro torres domínguez vázquez ramos gil ramírez serrano blanco molina
    morales suárez ortega delgado castro ortiz rubio marín sanz núñez iglesias medina garrido cortés castillo santos
    lozano guerrero cano prieto méndez cruz calvo gallego vidal león márquez herrera peña flores cabrera campos vega
    fuentes carrasco diez caballero nieto reyes aguilar pascual herrero santana lorenzo montero hidalgo giménez
    ibáñez ferrer durán santiago benítez mora vicente vargas arias carmona crespo román pastor soto sáez velasco
    moya soler parra esteban bravo gallardo rojas pardo merino franco espinosa izquierdo lara rivas silva rivera
    casado arroyo redondo camacho rey vera otero luque montes ríos sierra segura carrillo marcos soriano mendoza
    bernal robles vila valero palacios macías bermejo benito andreu roca expósito pereira varela pacheco salazar
    heredia aguirre aranda avila barrios bautista beltrán blasco bueno cabello calderón contreras correa cuesta
    escudero estévez ferreira figueroa galán gimeno guillén jurado lázaro luna maldonado manzano mateo mateos
    menéndez miranda molinero nicolás ochoa olmo ordóñez padilla paredes plaza polo pozo quintana rico rincón roldán
    rosa rueda salas salinas salvador simón solís tapia toledo trujillo valencia valverde vallejo villanueva zamora
    zapata oliveira sousa almeida costa ribeiro martins carvalho fernandes gonçalves gomes lopes marques mendes
    nunes pinto teixeira correia cunha moreira cardoso`,
  // English
  `smith jones williams taylor brown davies evans wilson thomas johnson roberts robinson thompson wright walker
    white edwards hughes green hall lewis harris clarke patel jackson wood turner martin cooper hill ward morris
    moore clark lee king baker harrison morgan allen james scott phillips watson davis parker price bennett young
    griffiths mitchell kelly cook carter richardson bailey collins bell shaw murphy miller cox richards khan
    marshall anderson simpson ellis adams singh begum wilkinson foster chapman powell webb rogers gray mason ali
    hunt hussain campbell matthews owen palmer holmes mills barnes knight lloyd butler russell barker fisher stevens
    jenkins murray dixon harvey graham pearson ahmed fletcher walsh kaur gibson howard andrews stewart elliott
    reynolds saunders payne fox ford pearce day brooks west lawrence cole atkinson bradley spencer gill dawson watts
    burton wells rose jordan bates henderson gardner armstrong hart perry cunningham ross reid hudson byrne oconnor
    obrien osullivan doyle mccarthy gallagher doherty kennedy lynch quinn mcloughlin carroll connolly daly wilson
    dunne brennan burke fitzgerald nolan mcdonald macdonald mackenzie fraser hamilton douglas duncan ferguson
    crawford wallace garcia rodriguez martinez hernandez lopez gonzalez perez sanchez ramirez torres nguyen rivera
    gomez diaz cruz reyes morales ortiz gutierrez chavez ramos ruiz alvarez mendoza vasquez castillo jimenez moreno
    romero herrera medina aguilar vargas nelson washington jefferson coleman hayes myers hamilton griffin wagner
    jensen hansen olson larson schmidt weaver snyder freeman hicks crawford henry boyd kennedy warren fernandez
    burns gordon stone black hawkins dunn perkins hudson spencer gardner stephens payne pierce berry matthews arnold
    willis watkins carpenter greene lane riley cunningham bradley lawson abbott baldwin barrett barton blake bishop
    briggs bryant burgess cameron chambers craig cross curtis dean doyle francis french frost gilbert glover goodwin
    gould grant hancock hardy harper harrington hewitt hobbs hopkins horton howell humphreys hutchinson ingram
    jennings johnston kent kirk lambert leonard little long lowe lucas lyons mann manning marsh may mccoy middleton
    moran morrison morton nash newman newton nicholson norman norris norton osborne parsons patterson peters pope
    porter potter pratt preston randall read rees rhodes robson rowe ryan schofield sharp sheppard short simmons
    skinner slater stephenson stokes sullivan sutton swift sykes thomson todd townsend tucker tyler vaughan wade
    walton warner weston whitehead wilkins woods wyatt yates`,
  // Elsewhere in Europe and from further away
  `nowak kowalski wiśniewski wójcik kowalczyk kamiński lewandowski zieliński szymański woźniak dąbrowski kozłowski
    mazur novák svoboda novotný dvořák černý procházka horváth kovács szabó tóth nagy varga popescu ionescu popa
    dumitru stan ivanov petrov georgiev dimitrov papadopoulos pappas nikolaidis horvat kovačević babić marić jurić
    petrović nikolić jovanović hansen johansen olsen larsen andersen nielsen jensen pedersen christensen sørensen
    rasmussen johansson andersson karlsson nilsson eriksson larsson olsson persson svensson gustafsson lindberg
    lindström korhonen virtanen mäkinen nieminen mäkelä hämäläinen laine heikkinen koskinen devries vandijk bakker
    janssen visser smit meijer mulder bos vos peeters janssens maes jacobs mertens willems claes goossens wouters
    yılmaz kaya demir şahin çelik yıldız wang li zhang liu chen yang huang zhao wu zhou tran pham kim park choi
    tanaka suzuki sato yamamoto sharma gupta kumar shah rahman khan hassan ibrahim abdullah diallo traoré mensah`,
].join(' ');
