/** Frequent family names of the United States, less ordinary words and places: U.S. Census Bureau, 1990 (public domain). */
export const censusFamilyNames = `
    peterson sanders gonzales owens robertson daniels nichols sims kelley fields carr montgomery williamson garza
    garrett frazier hanson hoffman carlson holland fleming byrd davidson walters neal caldwell barnett graves shelton
    mckinney rodriquez holt pena haynes mcdaniel mendez vaughn parks steele powers schultz guzman munoz ramsey wolfe
    mullins benson bowen hines griffith valdez hubbard reeves stevenson tate thornton mcgee cohen harmon rodgers
    robbins blair higgins reese strickland hampton patton swanson goodman erickson hodges rios conner adkins webster
    malone hammond flowers cobb estrada sandoval gibbs sherman alvarado greer nunez ballard schwartz mcbride
    mclaughlin zimmerman buchanan copeland pittman brady mccormick holloway brock poole logan wong sparks massey
    carson bowers roberson boone cortez cain mckenzie phelps mcguire bridges wilkerson summers atkins wilcox pitts
    conley marquez burnett cochran gates ayala vazquez dickerson hodge acosta flynn espinoza monroe whitaker kirby
    huffman gilmore dominguez oneal combs gaines shaffer wiggins mathews mcclain melton hensley grimes baxter mosley
    beasley meyers shields schroeder hartman woodard mueller kemp deleon calhoun wiley eaton cline harrell humphrey
    parrish duran hess dorsey dalton vance blackwell johns blankenship trevino pruitt moses callahan montoya hardin
    mcdowell carey stafford gallegos henson merritt orr knox marks hickman sweeney mcclure conway maynard farrell
    lowery hurst nixon weiss ellison sloan juarez winters mclean randolph villarreal mccall ayers velasquez chang
    sellers foley mercado landry durham walls barr mckee rivers everett bradshaw pugh velez estes dodson morse weeks
    barron livingston spears blevins kerr mcconnell hatfield harding solis giles blackburn pennington woodward finley
    mcintosh solomon mccullough dudley mejia kane benton buckley haley maddox mcknight mcmillan crosby dotson mays
    chan richmond meadows faulkner oneill knapp kline jacobson avery hendricks horne shepard hebert cardenas mcintyre
    waller holman donaldson cantu terrell gillespie tillman sanford bentley rollins dickson cervantes howe hinton
    hurley spence mcneil suarez mcfarland sampson hester melendez dillon farley galloway potts joyner osborn rowland
    pickett sears dunlap hayden wilder mckay coffey mccarty ewing cooley bonner ferrell cantrell fulton lott calderon
    hooper burch mullen odonnell daugherty dillard alston jarvis frye riggs chaney odom duffy fitzpatrick valenzuela
    merrill alford mcpherson acevedo donovan barrera reilly compton mooney mcgowan cleveland clemons wynn baird
    stanton snider rosales hays holden rutledge kinney clements castaneda emerson conrad burks delaney lancaster tyson
    sharpe whitfield talley macias irwin burris ratliff mccray kaufman goff bolton mcfadden levine byers kirkland kidd
    carney mcleod holcomb burt hendrix sosa haney franks sargent downs oneil delacruz vinson dejesus hyde forbes
    gilliam guthrie wooten barlow boyle mcmahon buckner rocha puckett knowles cooke velazquez whitley vang shea
    hartley mayfield rankin cowan lucero oconnell kendrick kendall boggs odell dougherty newell crowe friedman holley
    childs yarbrough galvan meeks rangel schaefer rosado helms boyce goss stinson ibarra hutchins covington reyna
    gregg crowley hatcher mackey womack polk jamison dodd childress childers mahoney dailey belcher lockhart griggs
    walden tatum mccann akers pryor orozco mcallister lugo newsome magee blanton simms godfrey flanagan crum cordova
    escobar downing sinclair donahue krueger mcginnis farris webber corbett andrade starr yoder hastings mcgrath
    spivey crabtree kirkpatrick hollis arrington ervin clifton mcghee bolden maloney gagnon dunbar mayes beatty mobley
    kimball butts grady eldridge gibbons seymour moyer manley herron plummer elmore cramer rucker hilton pierson
    fontenot goldstein elkins wills novak worley gorman katz dickinson broussard britton forrest lehman bingham zuniga
    whaley shafer coffman delarosa neely mata davila mccabe kessler hinkle goldberg goins cuevas quinones mcdermott
    hendrickson samuels denton bergeron ivey locke haines thurman snell hoskins stanford corbin beltran chappell
    downey dooley tuttle payton mcelroy crockett groves mcgill muniz tolbert dempsey cisneros sewell latham rainey
    norwood stroud meade amos tipton hilliard bonilla teague gunn reece poe trent pineda phipps frey ames gunter
    milligan carlton bowden vickers lowry pritchard costello mcclellan lovell sheehan jeffries hollingsworth sorensen
    meza donnelly burrell tomlinson colbert billings ritchie helton sutherland mcqueen thomason mckinley givens
    crocker robison dunham coker swartz keys lilly ladner willard hargrove edmonds brantley albright murdock boswell
    quintero padgett kenney inman lund barnard villegas simons huggins tidwell sanderson bullard mcclendon meredith
    marrero dwyer abrams goode crews godwin conklin mcneal baca esparza crowder chung brewster mcneill coates raines
    mccain mccord holbrook dukes carlisle aldridge ackerman starks ricks holliday ferris hairston betts kaplan
    carmichael ruffin penn bowles sizemore larkin dupree jewell seals metcalf hutchison henley farr mccauley hankins
    gustafson curran waddell ramey cates irvin cummins messer dewitt lin cornett galindo hathaway enriquez salgado
    wiseman blount houser mcgraw toney capps blackmon mcmanus burkett gleason ott cormier voss rosenberg hurd benitez
    arellano marin caudill bragg jaramillo huerta gipson colvin biggs vela platt cassidy tompkins mccollum dolan daley
    sneed kilgore grimm davison brunson marcum devine stratton rosas tripp ledbetter hightower haywood feldman epps
    yeager posey sylvester scruggs stubbs richey overton sprague cordero stiles woodson horner bassett purcell haskins
    akins hoyt spaulding hadley grubbs sumner murillo zavala lockwood jarrett driscoll thorpe sheridan redmond putnam
    mcwilliams mcrae cornell felton sadler hedrick hager thacker mansfield langston guidry corley baez saenz mcnamara
    darnell mcmullen mckenna mcdonough browne eubanks drummond pritchett parham mims landers grayson schafer egan
    timmons ohara hamlin cortes mcnair nadeau moseley michaud rosen oakes kurtz jeffers calloway beal winn suggs
    stapleton lyles montano dawkins hagan goldman bryson barajas lovett lockett langford hinson eastman smallwood
    shapiro crowell whalen triplett chatman aldrich cahill youngblood ybarra stallings sheets reeder lacey connelly
    bateman abernathy wilkes masters hackett gillis sapp napier souza lanier ledford burroughs babcock ventura siegel
    dugan clinton christie bledsoe atwood wray varner spangler anaya staley belanger thorne bynum burnette boykin
    swenson purvis pina duvall darby xiong kauffman healy engle benoit spicer randle lundy dow calvert staton neff
    kearney darden oakley medeiros mccracken crenshaw perdue whittaker tobin washburn hogue goodrich easley dennison
    shipley kerns jorgensen crain villalobos maurer longoria keene witherspoon staples pettit kincaid eason echols
    lusk currie thayer shultz sherwood mcnally seay maher kenny gagne nava myles moreland honeycutt hearn diggs
    whitten westbrook stovall ragland munson kimble hobson goddard culver presley negron connell tovar huddleston
    ashby pendleton oleary nickerson myrick judd jacobsen bain adair starnes sheldon matos herndon hanley bellamy doty
    bartley yazzie rowell gifford cullen christiansen benavides barnhart talbot crandall connors bonds whitt bergman
    arredondo addison lujan jernigan huynh bouchard dutton rhoades ouellette kiser rubin herrington denny blackman
    babb allred paulson ogden koenig begay lassiter cho waldron prather keenan grover chacon vick roark mayberry
    greenberg coley bruner whitman skaggs shipman leary hutton romo medrano ladd kruse alfaro mohr bermudez reaves
    woodall naquin guevara delong pickens tilley schaffer lim knutson fenton doran chu vann prescott mclain landis
    corcoran ambrose hyatt hemphill faulk boudreaux aragon whitlock trejo tackett saldana hanks mckinnon koehler keyes
    goodson foote lunsford winslow sams reagan mccloud hough esquivel naylor loomis coronado braswell bearden sherrill
    fagan ezell edmondson cyr cronin nunn guillory grier dubose traylor ryder dobbins coyle aponte whitmore smalls
    malloy cardona braxton borden humphries huntley hinojosa finney madsen hong hills dozier burkhart bowser peralta
    daigle whittington sorenson saucedo redding loyd fugate avalos waite lind huston hawthorne hamby boyles boles
    regan faust barger hinds elias willoughby willingham wilburn zepeda worthington tinsley russ hoff hawley newcomb
    mallory kinsey dube whatley ragsdale bernstein becerra yost mattson felder grossman escobedo braden beckman mott
    hillman flaherty dykes stockton stearns lofton coats cavazos beavers mosher cardwell coles burnham weller lemons
    beebe aguilera parnell harman redd dobbs blum blalock ennis denson cottrell brannon bagley aviles rosenthal rooney
    dietz paquette mcclelland lentz grubb burrows barbour shockley rader beyer mixon layton altman alonzo weathers
    titus squires shipp lipscomb zimmer willett thurston epperson mcmillian baggett torrez laws peachey farrar creech
    trimble dupre lawler conroy chadwick wetzel nesbitt murry jameson minton matson kimbrough iverson guinn toth
    pulliam nugent newby littlejohn dias canales bernier barney singletary renteria pruett mchugh mabry landrum brower
    weldon stoddard cagle stjohn scales kohler kellogg hopson gant tharp gann zeigler pringle hammons fairchild deaton
    chavis carnes rowley matlock libby kearns irizarry carrington starkey jarrell littlefield linn etheridge cuellar
    chastain bundy speer skelton quiroz pyle portillo moulton machado hutson hitchcock ellsworth dowling burdick spann
    levin leggett hayward beaulieu barksdale snowden briscoe bowie berman mcgregor laughlin wheatley pressley parris
    alaniz agee swann snodgrass radford mattingly lamar cheney yancey lau hudgins gaskins duckworth coe coburn willey
    prado newberry magana hammonds elam whipple slade serna ojeda liles dorman diehl upton reardon michaels kelsey
    goetz eller bauman baer augustine layne hummel brenner adamson ornelas dowell cloutier christy castellanos wellman
    saylor orourke montalvo kilpatrick harley durbin oldham kang garvin foss branham bartholomew templeton maguire
    holton monahan mccormack beaty streeter nielson moffett lankford keating heck gatlin delatorre callaway adcock
    worrell robinette jeter parrott overstreet nobles montanez luther clevenger brinkley trahan quarles pickering
    pederson grantham gilchrist aiken schell schaeffer leyva harms dyson wallis pease leavitt hyman cheng cavanaugh
    batts rockwell quezada paxton linder houck durant pimentel mize lytle cleary cason acker switzer isaacs
    higginbotham sisk shuler riddick redman mcmahan levesque hatton bronson bollinger arnett okeefe gannon farnsworth
    baughman silverman satterfield mccrary grigsby cabral rinehart mahon linton gooden curley baugh wyman weiner
    schwab schuler morrissey mahan bunn qualls purdy mcwhorter mauldin jordon gilman perryman newsom billingsley artis
    simpkins salisbury quintanilla gilliland fraley foust crouse scarborough ngo grissom fultz marlow markham lawton
    barfield varney huey gooch arce truong poulin hurtado selby gaither fortner culpepper coughlin brinson boudreau
    barkley bales stepp holm morrell kahn heaton gamez douglass causey brothers turpin shanks schrader isom hardison
    carranza yanez scroggins runyon ratcliff murrell moeller irby butterfield yee ralston pullen pinson estep hawks
    ellington casillas spurlock sikes mccartney kruger isbell houle burk tomlin shelby quigley lovelace fennell colby
    cheatham bustamante skidmore forman culp bowens betancourt aquino robb rea milner martel gresham wiles ricketts
    dowd collazo bostic blakely sherrod kenyon gandy deloach cary allard robins olivares gillette bourque paine lyman
    hite devore crawley chapa talbert poindexter millard meador mcduffie mattox harkins choate bess sanborn kinder
    geary cornwell barclay abney seward rhoads howland fortier benner vines tubbs troutman rapp noe mccurdy harder
    westmoreland havens guajardo ely meehan herzog guillen ashcraft waugh renner milam elrod churchill buford breaux
    bolin asher windham tirado pemberton nolen noland knott emmons cornish christenson brownlee barbee waldrop pitt
    olvera gaffney eggleston banda archuleta slone prewitt nettles mena mcadams gardiner cromwell chisholm burleson
    oglesby mccarter lumpkin larue wofford vanhorn teel swafford stclair stanfield ocampo hannon arsenault roush
    mcalister hiatt gunderson forsythe duggan delvalle cintron wilks weinstein uribe noyes mclendon gurley bethea
    winstead maples guyton valdes polanco grogan bobo arevalo whitson sowell rendon benavidez ayres alicea smalley
    gilley dewey casper wolford omalley mcnutt mcnulty mcgovern hardman harbin cowart chavarria beckett bagwell
    armstead anglin abreu reynoso krebs jett greenfield burney broome sisson jude trammell lomax lemieux gossett
    frantz fogle cooney broughton pence paulsen muncy mcarthur hollins beauchamp osorio hoyle foy dockery cockrell
    begley amador roby rains lindquist everhart bohannon wylie thao sommers purnell fortin dunning breeden vail phelan
    phan cosby colburn chong boling biddle ledesma gaddis denney berrios tolliver thibodeaux nagle lavoie fisk crist
    barbosa locklear kolb himes behrens beckwith beckham weems wahl shorter shackelford cerda valadez thibodeau
    saavedra ridgeway mchenry lachance keaton israel applegate needham mojica kuykendall hamel escamilla doughty
    burchett ainsworth upchurch thigpen strauss spruill sowers riggins ricker mccombs harlow garnett buffington sotelo
    olivas negrete morey logsdon lapointe cathey bigelow westfall stubblefield lindley hawes farrington breen wilde
    sepulveda proffitt mcnabb keeler gamboa donohue basham shinn crooks cota borders bills bachman tisdale tavares
    pickard gulley fonseca delossantos condon clancy batista wicks wadsworth martell littleton ison haag folsom
    brumfield broyles brito mireles mcdonnell leclair hamblin gough fanning winfield whitworth newkirk mangum
    hutcherson comstock carlin beall bair watters walling putman otoole oliva morley mares lemus keener jeffery
    hundley billups strother mcfarlane lamm crutcher caraballo atwell taft siler rawls rawlings niles mcneely mcafee
    hulsey harlan galvez escalante delagarza crider charlton wilbanks stowe steinberg samson renfro masterson massie
    lanham haskell hamrick dehart burdette branson babin aleman tibbs smoot packard houghton gantt furman danner
    christianson burge broderick ashford arndt stallworth searcy sager noonan mclemore mcintire maxey lavigne jobe
    falk byrnes apodaca stamps rounds olmstead kaminski dunaway bruns brackett mcclung koontz herrick hardesty
    flanders cousins cato vickery nagel croteau stuckey stine porterfield pauley nye moffitt knudsen hardwick goforth
    barrows barnhill shull loftis lemay kitchens horvath grenier fairbanks culbertson calkins beattie ashworth
    albertson wertz vaught tyree turk tijerina peterman marroquin marr lantz hoang berube barnette wharton stinnett
    slocum scanlon lima headley epstein counts clarkson carnahan boren arteaga adame zook whitehurst saxton reddick
    handley haggerty earley devlin chaffin acuna solano sigler pendergrass ostrander janes francois crutchfield
    cordell chamberlin brubaker willson neeley mullin keeling higdon forrester espinal dion chapin warfield pulido
    peebles montague mello lear graff furr soliz poore mendenhall mclaurin maestas barraza tillery snead neill
    mcculloch mccorkle lightfoot hutchings holloman dorn zielinski turley treadwell stpierre somers merrick easterling
    bivens truitt poston ontiveros olivarez neville medlin lenz knowlton fairley cobbs chisolm woodworth toler ocasio
    noriega neuman moye milburn mcclanahan lilley hanes flannery dellinger danielson blodgett beers weatherford karr
    hitt denham custer coble clough casteel bolduc batchelor ammons tierney staten sibley salcedo mattison laney
    grooms dix dees cromer cooks colson caswell zarate swisher ragan pridgen mcvey matheny leigh lafleur dugger
    whiteside rigsby mcmurray jacoby hildebrand hendrick headrick fincher drury borges archibald trapp soares seaton
    richie monson luckett kopp keeton hsu healey garvey gaddy burchfield wentworth saucier plunkett pannell freitas
    fong elizondo chun beaudoin urbina rickard partin mcgrew mcclintock forsyth faison wasson tilton scarbrough leung
    irvine garber denning colley castleberry bowlin bogan beale baines rayburn parkinson pak mcmillen leahy kimmel
    higgs fulmer carden bedford taggart spearman prichard morrill koonce hedges guenther grice findley earle dover
    creighton boothe bayer arreola valles raney osgood lowell hanlon burley stiltner nevarez mosby melancon hamer
    goble ginn towns tarver sammons royster oreilly muir morehead kingsley grisham glynn alves yount tamayo paterson
    oates menendez hargis greenlee gillen conover breedlove rupp fallon cohn clemmons bickford belton williford
    whitcomb tennant sutter stull mccallum manson keegan emanuel dancy damron clapp clanton bankston mintz mcinnis
    martens mabe jolley irish hildreth hefner glaser duckett demers brockman blais alcorn agnew toliver tice seeley
    najera musser mcfall laplante galvin fajardo doan coyne copley clawson cheung wynne woodley tremblay stoll
    sparkman schweitzer sasser samples roney ramon legg lai farias concepcion colwell christman bratcher winchester
    upshaw southerland sorrell sells mccloskey martindale luttrell lovejoy linares latimer embry coombs bratton
    bostick venable tuggle staggs sandlin jefferies heckman griffis crayton browder thorton sturgill sprouse ridenour
    pogue perales peeples metzler mccutcheon mcbee hornsby heffner corrigan armijo peyton macklin hussey hodgson
    granados frias carman becnel almanza turney meeker mcdaniels limon keeney kee hutto holguin gorham fishman fierro
    blanchette reddy osburn oden lerma kirkwood keefer haugen hammett chalmers brinkman tellez shumate sauls kemper
    guffey evers craddock blaylock banuelos balderas wheaton turnbull shuman mosier mccue ligon kozlowski ingle
    briones snipes rickman pipkin pantoja orosco moniz kunkel hibbard galarza enos bussey schott salcido perreault
    mcdougal mccool haight garris easton conyers atherton wimberly utley spellman smithson slagle ritchey oaks nutt
    mcvay mccreary mayhew jewett harwood cardoza ashe arriaga andres wirth whitmire stauffer rountree mccaffrey martz
    larose langdon humes faber devito cass wingfield wingate villareal tyner smothers severson reno pennell maupin
    leighton hassell hallman halcomb folse fitzsimmons fahey cranford bolen battles wooldridge trask rosser regalado
    mcewen keefe fuqua echevarria dang boynton andrus vanmeter taber spradlin seibert oliphant laporte hwang hatchett
    greiner chilton byars venegas shrader roderick roberge mullis mortensen mccune marlowe keck isaacson hostetler
    halverson gunther griswold gerard fenner durden bertram ahrens sawyers nabors mcswain mackay loy labbe jessup
    fullerton donnell crittenden centeno caudle canady callender alarcon ahern winfrey tribble salley roden musgrove
    minnick fortenberry whited underhill stillwell pippin kinard broadway treadway thornhill spalding rafferty pitre
    patino ordonez linkous kelleher homan galbraith feeney dorris curtin camarillo bunnell beeler autry alcala witte
    wentz stidham shively nunley meacham lemke kaye hynes horowitz hoppe holcombe derr cochrane brittain bedard
    beauregard torrence strunk soria simonson shumaker scoggins oconner moriarty kuntz ives hutcheson horan hales
    garmon fitts bohn atchison wisniewski vanwinkle sallee prosser moen lundberg keane jorgenson jaynes funderburk
    freed durr cosgrove candelaria batson vanhoose thomsen smyth sena redmon orellana maness lennon heflin goulet
    frick forney asbury aguiar talbott southard mowery mears lemmon hickson elston duong delgadillo dayton dasilva
    conaway catron bruton bradbury bordelon bivins bittner bergstrom beals abell whelan tejada pino norfleet nealy
    loper gatewood frierson finnegan cupp boehm bader yoon walston tenney sipes rawlins medlock mccaskill mccallister
    marcotte maclean hughey henke harwell gladney gilson chism caskey brandenburg baylor villasenor stegall petrie
    nowlin navarrete lombard loftin lemaster kroll kovach kimbrell kidwell hershberger fulcher cantwell bustos boland
    bobbitt binkley tong sisco sharkey seymore rosenbaum quinonez pinkston malley logue lessard lerner lebron krauss
    klinger halstead haller getz alger shores pounds pfeifer perron nelms munn mcmaster mckenney manns knudson
    hutchens huskey goebel flagg cushman castellano carder bumgarner blaine wampler spinks neel mcreynolds maas loera
    kasper jenson florez coons buckingham berryman wilmoth wilhite shephard roldan pettis obryan maki mackie hatley
    frazer chesser bui bottoms bisson benefield allman trudeau timm shifflett mundy milliken mayers leake kohn
    huntington horsley guerin frizzell foret flemming criswell carbajal bozeman boisvert angulo wallen tapp silvers
    ramsay oshea orta mckeever mcgehee linville kiefer ketchum howerton groce gaylord gass corbitt blythe betz bartels
    amaral aiello yoo weddle sperry seiler runyan raley overby osteen olds mckeown matney lauer lattimore hindman
    hartwell fredrickson fredericks espino carswell cambell burkholder woodbury welker totten thornburg theriault
    stitt stackhouse saxon razo quinlan pinkerton olivo nesmith nall mattos lafferty giron geer drayton dortch conners
    chau boatwright billiot barden armenta tibbetts steadman slattery sides raynor rayford pinckney pettigrew milne
    matteson halsey gonsalves fellows cowley cowles barham barela ashmore withrow valenti tejeda spriggs sayre peltier
    merriman matheson lowman lindstrom hyland giroux frasier earls dugas damon dabney collado briseno baxley andre
    whyte wenger vanover vanburen schiller rigby pomeroy passmore manzo mahaffey lindgren laflamme greathouse fite
    calabrese bayne townes thames reinhart naranjo montez mcdade markley leeper kellum hudgens hennessey hadden gainey
    borrego bolling beane ault slaton mulkey lightner hillard ethridge enright baskin weinberg turman somerville noll
    lashley ingraham hiller hendon cothran cooksey carrico abner wooley swope summerlin sturgis sturdivant stott
    spurgeon spillman speight popp mckeon magnuson kozak jankowski heyward forster corwin callaghan bays wortham
    theriot sayers sabo poling loya lieberman levi labelle howes harr garay fogarty everson durkin dominquez chaves
    chambliss witcher wilber vieira vandiver terrill nestor moorman liddell lew lawhorn krug hylton hollenbeck herrin
    hembree goolsby goodin gilmer foltz dinkins daughtry caban briley bilodeau wyant vergara tallent swearingen stroup
    scribner quillen monaco mccants maxfield martinson landon holtz flournoy brookins baumgardner sills roybal
    roundtree oswalt mcgriff mcdougall mccleary maggard gragg gooding godinez doolittle cowell cassell ahmad zambrano
    perea nakamura monaghan mickens mcclinton mcclary marler kish judkins gilbreath freese flanigan felts dodds
    brownell boatright barreto slayton sandberg saldivar pettway odum narvaez moultrie montemayor merrell keyser hoke
    hardaway hannan gilbertson deberry coggins buxton bucher broadnax beeson araujo appleton amundson aguayo ackley
    yocum worsham shivers shelly sanches sacco robey rhoden pender ochs mccurry luong knotts jackman hargrave gault
    comeaux chitwood boettcher bernhardt barrientos zink wickham whiteman thorp stillman settles schoonover riddell
    pilcher phifer novotny macleod hardee grider fredrick doucette clausen christmas bevins beamon badillo tolley
    tindall soule seale pinkney nowell nemeth mondragon mclane lundgren ingalls hudspeth hixson gearhart downes dionne
    deyoung cornejo camara brookshire boyette wolcott surratt sellars segal salyer rausch labonte haro gower freeland
    fawcett eads driggers donley collett bromley ballinger baldridge volz trombley stonge shanahan rivard rhyne
    pedroza matias jamieson hedgepeth hartnett estevez eskridge denman chiu chinn catlett carmack buie bechtel
    beardsley ballou windsor ulmer skeen robledo rincon reitz munger moten mcmichael loftus ledet kersey groff fowlkes
    crumpton collette clouse bettis villagomez timmerman saul roddy penrod musselman macpherson leboeuf harless haddad
    golding fulkerson fannin dulaney dowdell deane cottle ceja cate bosley benge albritton trowbridge soileau seely
    rohde pearsall paulk orth nason mota mcmullin marquardt madigan hoag gillum gayle gabbard fenwick eck danforth
    cushing cazares casanova bettencourt barringer baber stansberry schramm rutter rivero oquendo necaise montenegro
    miley mcgough marra macmillan lamontagne jasso hetrick heilman gaytan fortney eden desjardins dabbs burbank
    brigham breland beaman arriola yarborough wallin toscano stowers reiss pichardo orton mitchel michels mcnamee
    mccrory leatherman kell horning hargett guay deboer dagostino blanks beaudry towle tafoya stricklin strader soper
    sonnier sigmon rodman pedigo lunn lohr lahr kingsbury jarman hume holliman haworth harrelson hambrick edmunds
    dacosta crossman colston chaplin budd weiler waits trantham tarr solorio powe pettus luker leathers joslin
    hartzell gambrell fears cepeda carty brewington bedell ballew applewhite warnock walz urena tudor pigg parton
    mickelson meagher mclellan mcculley mandel lavallee kraemer kling kipp kehoe hochstetler harriman gregoire
    grabowski gosselin fancher edens desai brannan armendariz woolsey whitehouse ussery towne tallman studer steinmetz
    sorrells sauceda rolfe rae mitchem mcginn mccrea lovato hazen gilpin gaynor fike devoe delrio curiel burkhardt
    backus alton zinn watanabe wachter vanpelt turnage shaner schroder riordan quimby portis mckoy mccown kilmer
    hotchkiss halbert gwinn godsey delisle chrisman arbogast angell acree yancy woolley wesson weatherspoon trainor
    sipe rooks reavis propst porras neilson mullens loucks llewellyn lamont koester klingensmith kester honaker hodson
    hennessy helmick garrity garibay casarez callis botello aycock wingard wayman tully theisen szymanski stansbury
    segovia rudy preece pirtle padron mincey mckelvey mathes larrabee kornegay ingersoll hecht eggers dykstra deering
    decoteau deason dearing cofield carrigan bonham bahr aucoin appleby almonte yager womble weimer vanderpool stancil
    romine remington pfaff peckham olivera meraz lathrop koehn hazelton halvorson hallock ducharme dehaven colton
    caruthers brehm bosworth bost beeman aikens walther tabb suber strawn shirey schlosser riedel rembert reimer pyles
    peele merriweather letourneau latta kidder hixon hillis hight henriquez haygood hamill gabel fritts eubank dawes
    correll cha bushey buchholz brotherton botts barnwell atchley veilleux ulloa truman stutzman shriver ryals
    pilkington newport moyers marrs mangrum maddux lockard laing kuhl harney hamlett felker doerr depriest
    carrasquillo carothers bogle bischoff albanese wyckoff vansickle tetreault stickney shoemake rawson racine philpot
    mcelhaney mathison lapierre kwan jiles hilbert geyer faircloth ehlers egbert desrosiers dalrymple cotten cashman
    boardman alcaraz ahn wyrick therrien tankersley strickler puryear plourde pattison pardue mcginty mcevoy landreth
    kuhns koon hewett giddens everette emerick eades deangelis ceballos benham bemis anguiano welborn tsosie storms
    shoup sessoms samaniego rhinehart raby northcutt myer munguia morehouse mcdevitt mallett lozada kuehn hallett
    gillard gaylor garman gallaher feaster faris darrow dardar carreon braithwaite boylan boyett bixler bigham benford
    barragan barnum zuber wyche westcott vining stoltzfus simonds shupe rittenhouse richman mulholland millan mathew
    lomeli jemison hulett hickerson herold griffen gause forde eisenberg dilworth charron chaisson brodie bristow
    breunig boutwell bentz belk bayless batchelder baran baeza weathersby toole theis searle schenck satterwhite
    ruelas royce rankins nesbit menchaca levasseur kaylor johnstone hulse hollar hersey harrigan harbison guyer gish
    giese gerlach geller geisler falcone elwell doucet deese darr corder chafin byler bussell burdett brasher bowe
    bellinger bastian barner alleyne wilborn weil tatro spitzer smithers schoen resendez overman obrian mudd moy
    mclaren mahler lalonde lacasse laboy killion kahl jessen jamerson houk henshaw gustin graber duenas davey cundiff
    conlon colunga coakley chiles capers buell bricker bissonnette bartz bagby zayas treece toombs thom terrazas
    swinney skiles silveira shouse senn rambo ramage moua langham kyles holston hoagland emory denison corliss
    carraway burford bickel ambriz abercrombie yamada verduzco thurmond schrock sanabria rosenberger peabody olinger
    neighbors mccafferty mcbroom mcabee matherne mapes leverett killingsworth heisler gosnell frankel ferrante fenn
    elmer ehrlich christopherso caton brunelle bly bloomfield azevedo abramson ables abeyta youmans wozniak stowell
    smitherman samuelson rothman rosenfeld quan peake owings olmos munro larkins krantz kovacs kizer karnes jaffe
    hubbell hosey hauck goodell favors erdman dvorak doane cureton cofer buehler bierman berndt banta annis abram
    warwick turcotte trinh torrey stith seger quesada pinder peppers paschall parkhurst ozuna oster nicholls mortimer
    lheureux lavalley kimura jablonski haun gourley gilligan croy cotto cargill burwell burgett buckman brett booher
    adorno wrenn whittemore urias szabo sayles saiz rutland rael pharr penney pelkey ogrady nickell musick moats
    mather kirschner kieffer kellar hendershot godoy gadson furtado erskine edison dutcher dever daggett chao
    ballesteros amerson wingo waldon trott spikes silvey showers pepin moorehead mchale lett kocher kilburn hulbert
    huckaby hix hartford hardiman grigg goings fillmore farber depew dandrea cowen covarrubias cory burrus bracy
    ardoin thompkins standley russel radcliffe persaud parenteau pabon newson newhouse mulcahy malave keim hooten
    hernandes heffernan hearne greenleaf glick fuhrman faria dishman dickenson crites criss chenault casto bugg bove
    bonney ard anderton alderson warrick toomey tooley tarrant summerville stebbins sokol searles schumann scheer
    remillard proulx palmore monroy messier melo melanson mashburn lussier jenks huneycutt hartwig grimsley fulk
    fidler engstrom eldred dantzler crandell ching calder brumley brann bramlett boykins bancroft almaraz alcantar
    whitmer welton rahn paquin mizell mcmillin mckean marston maciel lundquist louie liggins lampkin kranz koski
    kirkham jiminez hazzard harrod grammer gendron fordham englert elwood dryden demoss deluna crabb comeau brummett
    benally wessel vanbuskirk thorson stumpf stockwell reams radtke rackley pelton niemi newland nelsen morrissette
    miramontes mcginley mccluskey marley marchant luevano lail jeffcoat infante hinman gaona erb eady desmarais
    decosta dansby choe breckenridge bostwick borg alberts wilkie whorton vargo tait soucy schuman ousley mumford lum
    lippert leath lavergne laliberte kirksey kenner johnsen izzo hiles gullett greenwell gaspar galbreath gaitan
    ericson delapaz croom cottingham clift bushnell bice beason arrowood waring voorhees truax shreve shockey sandifer
    rubino rozier roseberry pieper peden murphey malinowski macgregor liang lafrance kunkle kirkman hipp haddix
    gervais gerdes garfield gamache fouts fitzwater dillingham deming deanda cedeno cannady burson bouldin arceneaux
    woodhouse whitford wescott welty torgerson toms surber sterner setzer riojas pumphrey puga metts mcgarry
    mccandless magill loveland koons kahler huss holbert heintz haupt grimmett gaskill ellingson dorr dingess deweese
    desilva crossley cordeiro cheeks cairns burmeister burkhalter brawner bott youngs vierra valladares shrum
    shropshire rodarte pedraza montana mcminn markle mapp lajoie koerner kittrell kato hyder hollifield heiser hazlett
    greenwald fant eldredge dreher delafuente cravens claypool beecher aronson alanis worthen wojcik whitacre valdivia
    swindell suttles suh stroman spires shealy sarver sartin sadowski rolon rex rascon priddy paulino nolte munroe
    molloy mellon mciver lykins loggins lillie lenoir klotz kempf jone hupp hollowell hollander haynie harkness harker
    gottlieb frith eddins driskell doggett densmore charette cassady carrol byrum burcham buggs benn whitted
    warrington vandusen vaillancourt steger orcutt nordstrom mosely michalski mcphail mcdavid mccraw marchese mannino
    lefevre largent kress isham hunsaker hildebrandt guarino grijalva graybill ewell ewald deangelo cusick crumley
    coston cathcart carruthers bullington bowes blackford barboza yingling weiland silverstein sievers shuster shumway
    scudder runnels rumsey renfroe provencher polley mohler middlebrooks kutz koster korn groth glidden fazio deen
    chipman chenoweth champlin cedillo carrero carmody buckles brien boutin berkowitz altamirano wilfong wiegand
    waites truesdale toussaint tobey tedder sirois robichaud richburg plumley pizarro piercy ortego oberg neace mickey
    mertz mcnew lapp kibler howlett hollister hagler falgoust engelhardt eberle eastwood dombrowski dinsmore daye
    casares capone braud balch autrey wendel tyndall strobel stoltz spinelli serrato rochester reber rathbone nickels
    mayle mathers mach loeffler littrell levinson leong lemire lazo lasley koller kennard hoelscher hintz hagerman
    eudy engler corrales cordes bidwell tyrrell tharpe swinton stribling southworth sisneros savoie samons ruvalcaba
    roscoe ries ramer omara mosqueda millar mcpeak macomber luckey litton lehr lavin hubbs hibbs hagans futrell exum
    evenson dicks culler carbaugh callen brashear blakeney bigler addington woodford witter unruh tolentino sumrall
    stgermain sherer salem rochelle rayner oquinn nero mcglothlin kowal kerrigan harvell hanrahan goodall fussell fung
    ferebee eley eggert dorsett dingman destefano colucci clemmer caesar burnell brumbaugh boddie berryhill avelar
    alcantara winchell vandenberg trotman thurber thibeault stlouis stilwell sperling shattuck sarmiento ruppert rumph
    randazzo rademacher quiles pearman palomo mercurio lowrey lindeman lawlor larosa labrecque kimber hovis holifield
    henninger hawkes hartfield hann hague genovese garrick frink eddings dinh cribbs calvillo bunton brodeur bolding
    blanding trussell tew tello shanklin sealy`;
