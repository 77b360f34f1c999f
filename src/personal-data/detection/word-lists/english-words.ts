/**
 * Common English words that are no names: lemmas of WordNet 3.1 with senses tagged in texts, by how often, less names and
 * places. WordNet 3.1 © 2011 Princeton University, WordNet License.
 */
export const englishWords = `
    person say group man location know seem think become feel begin work want leave way try face hear form hold keep
    youth thing stand provide need play own mean include move people back eye state turn change appear follow hand
    life study bring expect live reach believe consider end present increase receive lead area continue result child
    serve pay remain right report walk problem lie line like boy develop meet point fight grow cause happen watch
    force home light question foot indicate wait water sit remember pass require house speak almost determine side
    voice friend experience mind plan body world lose soldier enough talk moment well certain carry produce idea
    possible program sound girl learn offer important understand cover interest better far information school drive
    fire answer contain regiment allow early surface thus effect woman down enter large nothing act action door cost
    spend development family obtain complete decide fact describe different raise reduce death love room church ever
    material position rise establish stay support explain level fear amount country perhaps concern drop rate wife
    design direct rather whole city dark demand hit individual represent seek win attempt cell god reason record
    spirit wear clear hour arm involve wonder approach away prove view express ground probably stress system plant
    sense center choose claim draw feed quite join kill share suddenly suggest fail government smile wish already
    apply history range recognize tree purpose company exist break buy horse maintain pressure rest assume century
    really throw base care feeling mother occur picture prevent thought business course permit achieve deal visit fill
    sometimes effort evidence hard listen sure wall gun matter shoot law past period road sell usually cut experiment
    measure realize stare earth office ride society catch charge half social activity agree difference enjoy money
    temperature alone announce available condition forget mention street dead wave attend observe teach battle conduct
    discover full mass product single strike various fellow sing air game human leg bear discuss heart real situation
    enemy finally prepare stage supply treat ago community distance father national necessary sleep suppose window
    able feature issue laugh push reflect smoke student operate shake meaning save touch town wage attitude compare
    eat improve left normal slowly admit attention direction imagine influence average pull quality rifle sign deny
    near notice size swing easy hang car lack letter literature manner merely modern pattern remark simple tall common
    contribute desire destroy finish paper regard region religion scene separate theory dream economic industry likely
    shape together training trouble color gain source spread statement strong term total attack audience degree drink
    expression extend mouth movement ready score shoulder special animal election handle husband refuse sample sort
    corner cry declare fly future guess opportunity similar suffer top wide anode basis encourage especially estimate
    film free glance indeed tone avoid blood deep example late music nature perform simply words book exercise growth
    insist percent refer repeat worry affect army around difficult piece space story tend aid bad firm party political
    shout technique train fit front hot means particularly performance settle strength floor kid policy property
    select shelter tax cold flow hair hate practice trade treatment court education pretty replace roll store sun vary
    vote board dust eliminate employ employee instead language lip maybe pain possibility travel bed effective final
    inch procedure production recommend ship speed strange certainly comrade finger further knee lift organization
    reaction somewhat above arise benefit character directly following importance mile nod outside pound publish
    recall season shift shot threaten blow collect emerge farm identify military nearly research song stem struggle
    text analysis apparently arrive beat building dance dictionary discussion existence heavy larger latter loud
    million particle propose series site spot stretch urge argue dominant image immediately introduce murder reveal
    volume block catholic circumstance ear emotion escape generally particular pause press progress trial active
    actually aim brush clearly count deliver demonstrate dress inform lieutenant match skill vocational ball contrast
    crowd detail difficulty element entire equipment federal honor hundred hurry length maximum model paint proceed
    project requirement sale structure transfer wrong advance assure burn completely derive distribution doubt energy
    impossible objective phase protestant solid yard adopt argument behavior bend characteristic clean coffee confront
    edge empty equal factor greater labor lay marry newspaper personal purchase radiation serious sight straight
    allotment assign award carefully college encounter engage entirely fig former income knowledge loss muscle possess
    recent roar sentence style artist aspect author balance camp clothes cloud define dog enable favor heat inside
    liberal noise obviously physical plane protect schedule specific square surprise unit arc conclude cool display
    kitchen nation natural operation presently rain respect smell thin tradition yet accomplish bother brother dry
    fool grass intend neighborhood onset proper relationship successful tooth victory wash weight appropriate
    atmosphere burst circle essential illustrate intensity mission news oppose portion presence preserve respond slide
    slow standard stock thick tissue warm writer acquire aware climb combine corporation depth device disappear flower
    ignore manage pair quickly rapidly sea soil succeed sweep trust achievement communism defend divide exactly flash
    frequently glass happy hardly hotel judgment lean mount oxygen prefer professional reality rear rush tie toss
    yellow along bond box concentration conclusion couple decision district examine extent gas hide machine marriage
    official operator police promote protest quick soft thousand throat afford bar chair concept contract daily
    exchange flee hurt moreover regular reject relate sponsor submit variation wind witness worker associate beginning
    communication culture curse explanation fast female fourth gather liquid locate ordinary principle race rank
    relative relatively ring roof slip tear village actual brain bullet chest complex compute construct current curve
    devote distant facility failure foreign goal guide known men observation original parent perceive polynomial
    population rage relief remind scream silence solve taste tattered yell abandon approve broad busy capacity coat
    companion component congregation construction county crawl defeat defense dollar drag earn easily guard heavily
    hire jump lock medical neck nose off principal quiet reference serum shadow snow solution tube union university
    absence adjust afraid ahead bright career colonel conceive danger exceed fashion fence gaze instant interpret main
    provision round sink smaller staining sudden survive trip truth accompany affair apartment appeal authorize
    battery beam cast chlorine considerable constitute credit extreme fully fund grab imply invite minimum naturally
    occurrence opinion pale percentage planning poor probability review row safe secure sigh significant species tale
    technical undertake assert assistance below bitter breath cease commission correct crash damn drug expose fresh
    furnish kick limited mad marketing moon otherwise overcome recently retire strip swear telephone usual vision
    weapon apart authority bird blame bottle capable challenge consideration dinner discharge domestic expense
    fighting gesture hero hole illusion incident increased institution leap lung market notion occasionally petitioner
    phenomenon predict previously pursue quote reader reasonable resume scale significance somewhere soul speech steal
    strain suffering sufficient thrust variety vast wheel worth alter anxiety application assemble assumption attach
    blind citizen club communist complain darkness deserve exhibit farmer food fraction friendly imagination install
    lot organize participate persuade plot politics popular render satisfy services stain steps thyroid tremendous
    twist wound yield ability appreciate arrest band commercial convert department detective diameter differ emotional
    essentially independent instrument investigate load maturity mistake network nevertheless opposite positive
    primarily silent sketch stomach typical veteran waste weakness wet whisper wire agency apparent appearance arrange
    assist attract bounce campaign compose concerned crack curious debate description drill duty emphasize erect
    exclude extension fat finance fluid folklore frame freedom funny gram hypothalamic interesting international
    involved literary management narrow painting personnel photograph practically precisely proclaim protection saline
    shoe station stick substitute thermal transform troops vague valley warn wing approximately chicken confirm
    detailed disease earlier emphasis explode filled flight guest humor inner interested mere metal middle milligram
    motion movie multiply obvious occasion peace pocket pond possibly radio recommendation register relax resist
    resolve rock sheet slightly traditional unusual wavelength welcome absorb academic accord advise agreement
    beautiful belief binomial bit brilliant candidate cattle choice colored competition concrete congress consequence
    cup damage decade detergent dirt disclose distinct employment entertain evident familiar fifty forgive frequency
    hence hesitate hospital industrial insure kiss milk musical mutter passage pitch pleasure pool relation rural
    secret seize shine shooting soviet strengthen suit tonight translate twice unable vacation wagon years anger
    arouse arrangement blanket breathe calculate closed comparison compete composer concentrate dare desk distinguish
    distribute division downtown elect enforce existing expand flat grade grin grip induce integration interview
    investigation jerk largely master minimal occupy owner pile player related resemble scientific self shear signal
    smooth softly staff suggestion sweet threat uniform unity weigh advantage analyze anticipate association
    background baseball bound bow closely coach condemn conjugate critical dangerous daughter despair economy entitle
    evil expenditure fairly flux focus gradually grasp greatly hen holder huge ice impose impress independence jury
    justice leader majority mud neighbor novel occasional papa pick potential powerful practical pray protein pure
    recreation rough security sequence shade snake snap somehow substantial sufficiently superior ultimate willing
    accuse adequate apparatus attain barn bastard bedroom behave brief camera capital careful cheek cite combat
    confidence conviction corpse decline discovery drama environment expert financial fixed garden govern halt
    identity immediate initial instance interrupt label launch leadership loan parallel planet powder pretend prior
    prominent quantity resource shut steel stir stuff stumble suburban supplement swallow swell sympathetic tendency
    tsunami unknown writing admire alternative appoint article artistic bind borrow chain christ coast compel
    complement conflict confusion consciousness consult contemplate continually contribution copy cow cure decrease
    definition delay democratic detect devil dominate dull efficiency establishment famous flood formation generation
    health historical identical imitation impression iron legal needed neglect nest organic overall pack perfect
    philosophy plenty porch preparation properly rapid ratio rebel representation responsibility satisfactory
    seriously sex similarly spare substance survey sympathy tip trail truck truly twelve universal valuable velocity
    weather whip withdraw arrow bee bet calm category chemical clutch collapse comedy concede connect constant
    continuous conversation cooperate cop crime cultural depart doctrine eager egg elaborate excitement exert explore
    finding fist flesh fog gay glow greet historian injury inspire intense knock leaf lick located manufacturer meal
    mine mood normally observer oxidation persist plunge profound qualify recognition reduction reflection relieve
    representative resolution reverse rub salesman sensitive shell shock simultaneously sister specialist spectrum
    squeeze stimulate symbol tight tongue tough trend twenty weep widely worse worship wounded atom attribute belong
    briefly brigade capture celebrate comfort comfortable conscience conscious considerably contemporary creature crew
    curiosity deeply denote dislike dismiss distinction effluent entry everywhere experimental fasten fish formula
    funds furthermore gate generate giant graduate grim healthy hearing height horror ideal insert interval invent
    laboratory lost measurement membership motive nonspecific nuclear opening owe pansy partly plead praise precede
    pursuant quack readily recording root sacrifice safety sail scan scratch sewage sharply skin slave split stall
    strive sum tap target tension thirty tiny wander whisky administer advice anaconda angry awful basement beauty
    beer beg behind being bloom bottom broken bury cat clarity coincide combination conception conventional coordinate
    correspond crouch demonstration developed dignity din dozen dramatic entrance evaluate factory fifteen filter
    firmly forever formal fundamental glue hatred hut hypothalamus impact improvement instruct instruction journey
    liquor machinery male marked mate modify murmur musician mysterious mystery necessity numerous outcome outline
    pitcher plug prevail proof proposal quietly radical regional reserve residential respectively restrict seed shop
    shore sick sport stockholder strongly swiftly talent tangent theology tumor upstairs violence weak abroad absolute
    alive antibody automatically awaken baby bag bid bite cap cent characterize civilization cluster collage commence
    committee communicate commute competitive contend convey corresponding creep crisis damned delight density
    discourage disk disturb driver duck earthquake editor enact enormous equivalent examination excellent excuse
    extremely fine formulate grave honest impulse inquire interior iodine isolate isolated jacket landscape lesson
    longer magnitude mail married medium mixture mountain nail negotiate oath odd pistol plate precise prevention
    print proportion regret rent repair restore saddle sexual shower someone stagger straighten surely surge suspend
    sustain tent texture tumble utopian vanish wipe wise administrative advanced alert antenna anyway aside awake bat
    blaze brass brood bunk champion cheer chin cigarette cling clock cloth conference conservative convenient creative
    deduct deduction descend desirable dot drift drinking electric electrical endure equally essay exact exaggerate
    extensive faint fan folk forbid fulfill glory graph guarantee hasten horizon hunting implication impressive
    increasingly inning instantly interpretation lend linguist luck lyric magazine meanwhile mental mess necessitate
    negative nucleus oil opposition origin originate partner patrol personality personally philosopher phrase
    possession presumably pride producer proud psychologist rarely recover recruit residence rhythm risk roleplaying
    salt screen selection sensation shame shirt sidewalk slam smart spark specify spin squat suburb sweat switch
    symbolize thunder thyroglobulin uphold useful visible wooden zero abstract accommodate ace acre aircraft approval
    automobile avocado barrel bench betray bridge cancer catcher ceremony chart classification clinical collection
    comprise confuse conversion convince core courage delicate devise dirty disaster drunk evidently exciting
    extraordinary fair fate feeding flame found freeze gift glare gradient harbor haste helium honey innocent insight
    institute interaction invention island joke lap laughter legend loom metropolitan minor moderate nearby objection
    obligation oblige older orange orbit painter peculiar perception perfectly prepared presentation priest quit
    remarkable republican routine rumor satisfaction scope sensitivity severe sheep slap slash slope span stairs
    stranger studio successfully surplus surprised television theological thereby thoroughly toe troop uneasy utilize
    utopia variable vehicle venture wildly wink absent actor administration affirm amateur ambiguous angle anyhow
    aqueous assault assess bacterial bang beach boast boat boot breakfast brow button classify compound cooperative
    creation criminal definite deliberately depict destruction diagonalizable dig dimension divorce drawing
    effectiveness electricity elsewhere employer enlist eventually extract fade fault fiber fiction fierce fifth
    firing fling foe formulation forty frequent fruit garage gentle grounds habit heave illuminate immortality
    inadequate increasing inherit initiate inspect interfere intermediate intimate lamp lawn mature merit mighty
    minimize missile mouse myth net nineteenth obey operational opium physiological pink plain poem poet pole portray
    pot prime profile projection prospect raw relations reproduce required rescue resent scramble sculpture settlement
    snatch sphere stamp steady storm striking supper symptom technology terrible testify theme theorem tire traffic
    transition trap unite vacuum vaguely vein viewpoint vigorous vivid wake warrant washing wonderful worthy
    absolutely adventure advertising afterward amazement analytic applicant assurance automatic autonomic belt bible
    blink bone brand bronchiole bumblebee bunch cafeteria camping caution changing cherish choke clamor cleaning
    clergyman commander composition confess confused consent convinced counterpart crazy crimson criticize crush deem
    denounce desert designate desperate dump ease effectively enterprise enthusiasm evoke exclaim expensive exploit
    exposure flourish fun furious gallop gasp gently glad grunt guidance haul holiday homer howl identification
    indication indicator infantry intention lecture lunch maid mechanical mechanism mirror morality mostly musketry
    obscure openly papers paramagnetic participation permanent pity politician pose preach probable productivity
    quarrel railroad regulation religious remote resistance respiratory retreat revive rider route scatter secede
    sentiment shrug skeletal smash specifically spectator spur stiffen straw stroke suspicion sway swim teaching times
    track trim trot tune upset utter valued vector vertex violate voyage wealth weekend abstraction accelerate
    accident accurate advocate aesthetic allot altogether appreciation artillery assignment authentic awareness bellow
    bleed bold bomb border brave broaden canteen canvas carve ceiling chaos commend comparable comprehend concentrated
    contest continued continuity convict counter covered crowded cycle dash defy dependent desperately dialysis
    diminish dish doom doubtful echo eighth electron eleven embrace endeavor engagement engine enlarge equip excite
    exhibition fabric farming frown genuine gleam glimpse guilty highway hours hurl injure insane intelligent
    intersection invariably investment knife lagoon layer league legislation lighted lightly liver loose lucky
    magnificent manifold medieval melody mob murderer mythological nationalism nazi nervous nilpotent ninth norm
    nowhere pen plainly playing pleased poetry poke postpone prayer presume prisoner profession publicly pump
    punishment purely reasonably redcoat regardless reinforce repel respectable revolution rip sand scheme seal sector
    severely shatter sixth slice speaker spit squad stable steeple strategy structured stupid subsection suspect tape
    teenager terror transport transportation tray triumph twentieth unadjusted unfortunately unique universe
    unstructured vase vessel victim volunteer watercolor weary widespread wit yank accordingly acknowledge acquisition
    addition adult aerator aerosol alarm aloud ambition amend ammunition antigen anymore apprentice arms badly barely
    besides beyond biological blossom boil bolt boost bore boss brightness bristle builder buzz calculation calmly
    cannon carrier cash cheap chiefly childhood clue code commonly complicated composite compulsive correlation crest
    criticism decomposition delightful depression determination dictate disc discipline discrimination dissolve
    doorway drip due dwelling educate elbow electoral emergency entitled entity envelope envy erupt estate etcetera
    evaluation expedition exploration fee fewer finite fluorescence football footstep frantic furniture geometric
    gloom gymnastics hands harm hay higher huddle impurity incur individualism infectious invade jaw junior leather
    lightning likewise literal logical loudly lovely lurch mainly medicine menace micelle micrometeorite mimesis
    mingle mist moving municipal muse naked native neat nerve orchestra out overhead painful panic passion paste
    penetrate persistent pipe plank plow policeman porous posse pottery preaching preliminary prestige primitive
    privilege prize profit promising proprietor publication purple quarter radar rating realistic receiver reception
    regulate relevant reliable repetition reside retired reward roadway romantic roughly rustle salvation satisfied
    scar scholarship secondary shortly shove shrill skilled slender slug sober socialism sore sovereign spell
    spiritual spray startling suitcase supervise supreme surprising surrounding syllable testimony testing theatre
    thicket thinking thoughtfully thrill toast transducer unfortunate varied verb violation wail whirl wholly wine
    wisdom worst wrap wreck accurately ache adapt amazing ample anchor ancient antagonist anticipation approximate
    armed asleep authorities balanced bearded beckon belly blend bundle businessman camper centrifuge charm chew
    civilian clatter clump coin commerce competent complexity compress compromise compulsivity consumer continuously
    dealer decay defensive democracy denomination departure depend deputy determined dilute dimly disagree dispatch
    dispel dispute dive dodge dwell educational efficient electronics entail epidemic escort eternal excess expansion
    experienced faded fallout fantastic fatal fictional fighter flap flush fold foresee fortune foundation frighten
    frightened fury gang grateful grind gross grumble guilt hail halfway handsome harmony headquarters heap heel
    heroic hop hunger incredible indifferent indirect investigator invoke killing leaders leading learned liberty
    literally loaded log lots loyalty maneuver marble mix moral muscular navy necessarily newly notify occupation
    ominous omit opera organ overlook pacific pant passing peak perpetuate pertain physics piano pleasant poison
    pollen positivist posture precious productive proprietorship protective provoke punish qualification quiver rail
    rally rare rattle reactivity rebellion reckon recount renew repeatedly reporter reproach responsible retirement
    retrieve ritual rotate sake salary sanction savage scarcely scorn seldom senate setting settler seventeen sheer
    shield shiver shutter slavery soiled someday sophisticated spectacle speculate sprawl stained stimulus structural
    subjective substantially sullen summon survival tail tank taxpayer tempt tender terminate theater thermometer
    thief threshold tighten tilt tragic tread trooper uncertainty unlikely usage violent vocabulary volley voltage
    warfare wax weaken youthful abolish abruptly acceptance accuracy acting adhere adjustment admiration admission
    aerated affairs affection affix agony albumin alternate ambitious analyst anatomical anionic anywhere applaud
    applause architect attraction augment awkward banker barrier bay beard beef bigger birth birthday blast bloat
    blush bomber bubble burden cancel capitalism casual cellar certify chamber chill chimney chronic chuckle clerk
    clothing collaborate colony colorful coming comply conceal congratulate constituent consume contempt contrary
    corporal corridor costume cowboy creak crop crown culminate deaf dec decisive deck deduce denial deposit diarrhea
    dice distal distinguished disturbance draft dressed dumb dwindle economical educator endless endorse enhance
    enjoyment enthusiastic equate established excited expectation expend fake fancy flatness flexibility forecast
    fourteen fraud fringe fur furiously gadget gaunt gentleman gigantic golden golf gone governor groan halfback haze
    helpful herd hint homely humorous idle ill illustration implement incomplete inevitable infection inflict
    initially initiative inquiry insoluble insurance integrate intent intonation inventory invest joint justify kidney
    kneel lapse license listener lover lurk manifest manifestation massive mineral molecule momentum monitor monstrous
    morphophonemics musket namely narrative neutral obstacle odor ordinarily organism outfit parasympathetic parlor
    patience philosophical phonologic phosphate placement ponder poorly pop precipitate precision probe promptly
    proposition providence pseudo pupil purse queer rabbit ragged rehabilitation relinquish remarkably removal
    replacement reputation resident resign resonance retention revenge revise rigid rugged ruin sad sadly scared
    seemingly selling separation servant shave shed shorten shriek significantly similarity sip skip skirt slaughter
    snarl soap solely spiral sporting stake startle strictly stride sturdy subtle subtract summarize superstition
    surgeon surrender surround swoop sword technological theologian therapeutic therapist thereof thigh thyroxine
    tired tracing tragedy transmit treasury triple uncertain underway undoubtedly unspeakable upward verify vertical
    virtue viscosity vitality voting whistle widen withhold wrist written absorbed absurd accordance accumulate
    administrator agglutinin alveolar ambush andrena anecdote anonymous appointment apprehension arbitrary arrival
    assent astonishment attorney axe backward badness bake ballplayer baptize basket bawl biblical bitterness blockade
    bloody blur bodybuilder boom bourbon breast brick buckskin bud bulk butt cabin capability card cathode chairman
    chant chapel charged charming childish civil claimant clamp classical click climate colleague collective commotion
    commune commuter comprehensive conductor confine connected consequently consistently conspiracy contour
    contradiction controversy convention cooperation cotton council counsel countenance critic crow crude curl curtain
    customary cyclist dancer debut deficiency definitely despise detectable diet differently diffusion dilemma
    disabled disappointment discrepancy dispose distinctive document doubtless drown drum eccentric eighteen elicit
    engaged engineering ensure equation excitedly exhaust explosion farther favorite fellowship fever flank flock
    flounder forehead fork formidable fortunate fragment freely funeral given gospel grandmother grotesque grove gulp
    hammer handful hastily haunt headache heed helpless heritage hostile household hug hunch hungry immediacy impart
    incline indefinite indignation inevitably infinite insect intelligence interference interlobular irony ivory
    killer lag legislative legislator lessen linger litter livestock lonely lookup lunar lurid maker manipulate margin
    marksman marshal martyr meaningful melt merchant meteorite meter mid miracle misery mistaken modernization monkey
    mortar motionless motor muddy muffled naval nephew neurosis noon ocean orthography outdoor overhear overwhelming
    painfully pegboard penalty performer petition pillow pilot pitching plague planetary platoon plight preacher
    precaution presidential prick privately procurement profess prohibit psychological rack radish ration reactionary
    reappear rebuild rebut registrant remainder repay reservation resort revelation ripple rookie rumble savagely
    saving scholar scrape sever shelf shopping shrink shudder silly slit slump spatial specificity specimen
    spontaneous starve stature steer stimulation stoop subspace sunlight swarm swirl synthesis taunt temple temptation
    terribly territory theoretical thereafter titer totally trained tramp translation trembling tub tuck tug
    ultrasonic unaware unconscious underlie unmolested utility utterly veer verbal virtually visitor vulnerable weave
    weird willingness workbench workshop wrath absorption absurdity accomplishment accreditation adjacent advertise
    ailment alien allusion ambassador ambiguity amendment amuse anastomosis anatomy ankle announcement anti anxiously
    argon assembly athlete attractive authenticity avail barge bark basically bathe beebread behold beloved beset
    binding blade blindness blot bluff booking boredom bronchus buddy burrow calf calibration caress cart cartridge
    catalogue catkin cavalry cement charcoal cigar circuit clamber clap climax comb comfortably communion
    comparatively competence competitor complicate compliment condemnation confide confident congregational conquer
    consistent continent continuing cooling correspondence cosmic creek crucial curb curriculum custom deadly deceive
    delegate destiny detached diagram dialogue diaphragm dim disapproval disapprove discern discretion disobedience
    disregard disrupt distill distinctly distress divine dominance domination donate done donor dose dramatically
    dreadful dugout duration ecstasy ego eighteenth elevate embody enrich ensue envision enzyme episode everyday
    evolve excessive exclamation exclusively experimentation explicit faculty faithful falter fame fascinating feather
    finished fitting flatten flatter flurry foil foliage follower foreigner formerly freeway frontage fuel fumble gag
    gap gathering glaze goodness gouge gradual greasy grope hamper headed hebephrenic hereby hesitation hidden hip
    hoarse holler hollow homogeneous honestly hoof hover hymn imaginary impair impatient impersonal incorporate
    indirectly individually inherent inject injured installation intellectual intensify intersect intricate
    introduction iodide irritation jam kitten knot landing lately latent liberalism library limitation limp linear
    linguistic lively lobby lull lumber lump lunge lure magic maintenance making marginal melancholy mercy messenger
    metropolis microscope midnight mild min misfortune mixed mobilize moisture mold monopoly monster monument motif
    mound mourn negligible obliged obscurity observed offset optimum ordering organized outer oval overcast packet pan
    parade partially passionate peasant peculiarly pencil perch perfection persistence perspective pertinent phony
    photographic physically physician pig pill planter platform pleasing poise populate poverty preceding prescribe
    priority propagandist protrude publisher questioning quirt racial raid reciprocal recollection reconsider recovery
    reduced reflector regimental registration rejoice relevance republic resemblance resistor restaurant restraint
    revolutionary ridiculous ripe roam saloon satire satisfactorily scattered scientist screech seated senior sensor
    sensory separated shaft sheriff shunt silhouette silk sixties sixty skiff skirmisher snort soar solder specialize
    splendid spy statistic steep stiffly stillness stolid stump sublime submarine suck surprisingly suspended
    symmetric synthetic tactual tangled taxi tears temper tentative textile thaw therapy things thorough throttle
    thumb tolerate tonal topic torn tour tower tract trance transparent treasure trick trustee typically uncle
    underground underlying undermine unexpected unexpectedly unfold unhappy unify unstable useless valor veil vine
    virgin voter worried wrench wrinkle writhe absently abuse academy accent access admirable affected affixed
    afterwards aggressive agricultural algae allocate alteration amazed amplitude analogous angrily anguish ant
    antelope antiserum antithyroid appendix applicable appointed appreciably apt arterial artificial assail assassin
    avert axis babe bandage banish bathroom beautifully behalf beneficial bewildered blackness bless bough boundary
    boyhood brace breathing breathless breeze bulge bull bureaucracy cage cane carbon celebration champagne channel
    chatter chorus circular circulate claw clip closet clothe coincidence collar collision colonial commercially
    compatible compensate compensation compile computer concur confession conservatism consonant contention contradict
    controlled convenience corn corporate corps correctly cortical couch cough crackle cradle credo crossroads cruelty
    damp dancing darned debt decorate decree defect demythologization dense dependence deprive destine destructive
    detection deteriorate devoted dialect differentiation dilate dilution dimensional dine dipole disappearance
    disastrous discontinue dismay dismount disposal disseminate distort distributor domain dosage downstairs downward
    dragon drought drugstore eagerly earnings efficacy eggs eighty elastic elderly elite emission enclose enduring
    engender enroll entertainment entrepreneur epic equilibrium escalation eternity ethical exasperation exclusive
    execution executive exertion exhausted expected explosive exposed fascinate favorable feat feelings fibrosis
    fifteenth filling firearm fisherman flavor flexible flick flop foam foolish formally frenzy frightening fuss
    generalize gland glint glitter glittering glove goat graduation grouping handkerchief happiness harness hell
    highroad historically hither honeybee hook hormone horseman hue humble hydrogen hypothesis illness illumine
    imitate impatiently incentive independently indifference inference inorganic instal intact intellect intercept
    interchange interruption involvement inward ironical irregularity irrelevant ketosis larva lazy ledger lemon
    lengthy lesser liable lighting limb loading lobe locality looking loosely losses loyal luggage luxury madly
    magnetism magnify malaise mama manhattan manometer manufacture marvel marvelous masterpiece mat meadow memorable
    memorize mend mentally mercury merger meteor meteoritic microscopically mill millidegree mock modest moist
    molecular mortal motivate multiple multiplicity mumble mustache muster naive neatly needle newborn nightclub
    nineteen noble nonsense novelist occupant oily oral orderly orient orthodox ossification overboard overlap
    ownership oxen partial passive patent pathological permission picket pine pit pleura pleural plod polyphosphate
    popularity powdered prey pro proclamation profits progressive prohibition prominently prone pronounce proportional
    prosecute prospective pry pseudophloem pursuit pushup puzzle quackery quarterback quarters rabbi radically radius
    ram ransack rap rattlesnake readiness reaffirm realism realization realm rearward reassure receptionist reconcile
    recruitment recur reel regularly rehearsal rein rejection relegate reluctant remedy reminder repeated replenish
    resentment restriction retrace rib ribbon ridge rotor royalty rpm runner running rushing sacred safely sag
    sandwich savor scamper scare schizophrenic science script scrutinize seeming senator sensational sensibility
    septum shallow shipment shortage similitude sincere singing sleepy sniff soak sometime sonar sorb sow specialized
    specified specter spectral spherical splash splinter sportsman sprinkle stability stammer standpoint startled
    steadily stereo stereotype sticky stiff stoic stout stove stray stubbornly stupidity subordinate subsidize
    successor sugar suited super superb supervision supposed suppress surroundings suspension swamp sweetheart
    symmetry tailor tea teen temporary tenth therein thereto thermocouple thieving thirteen thither thwart tick tide
    timber timing tomb torso tournament towel trample transmission traverse trudge trunk turmoil twitch underline
    understandable unlike unlock unpleasant unsatisfactory upright urgent used vapor varying vastly vent vicious
    vindication vital wallop wallow warmth whiskey within withstand workout zinc aboard abrupt acceleration acid
    across activate acute acutely additive adequately adjective adjunct aeration aggravate agriculture airplane allege
    allowance altercation aluminum alveolus amaze ancestral anemia anniversary annoy anticipated appalling appetite
    archbishop architecture artery arts ascertain ashamed assimilate atomic awe awfully babble badge ballad ballet ban
    bandaged barbell bare bask batter battlefield bayonet beast bestow bicycle billion birdie biscuit blindly blurred
    bluster boxcar breakdown broadcast brooding buckle bulb burial bypass cable cafe canon canyon cardinal causal
    celestial cellulose centrally cheat checkbook checklist cheery chemist chemistry choreograph chromatography
    churchyard circulation circus classroom cliche closing cluck clumsy coal coax coherent coldly colors comic
    commemorate commissioner commitment compartment compass complaint completion complication comprehension compulsion
    concert confirmation conformity conjugated conjunction connotation conspire constructive construe container
    contaminate contemplation contortion contractor converse conversely cope cord coroner correspondent cortex
    countless cows crave criterion cruise cubism cubist cumulative curiously curtail curved cylindrical dampen dangle
    danish dart daylight dazed debris deceased decent declaration dedication defiance democrat dependable derision
    descent diagnose dialectic differentiate dip disagreement disappoint disciplined disdain disorder dissolved
    disturbing divan diverse diversion divert dividend divinity documentary drain drape drawer dread driveway drizzle
    dusk eagerness edged edition editorial educated elapse elder elevator eligible ellipsoid embankment embarrassing
    embarrassment emblem encouragement endanger energetic engrossed engulf ensemble epiphysis epitomize epoch erase
    errand evolution exceptional experimentally expire expressed extended facilitate fantasy faraway feedlot feminine
    financially financing fingerprint fireplace fishing flare flip fond forgotten forth foul fragile fragmentary
    frankly frantically freight fret frightful frozen frustrate frustration fulfillment fundamentally fuse futility
    generator genius ghetto ghost giggle girlish gleaming globe glorify glorious gossip gown grammatic graphite
    grapple graze grease greatcoat greeting grenade grief grimly grocer growl gunfire gush gymnast hallway handling
    happily harangue harsh harshly harvest hazard headlight heartily heated hemisphere hideous hilum hinder hitch
    holster homozygous honeymoon hostess housewife hurtle ideology ignorance ignorant immense immigrant immortal
    immunity impatience improved inability incapable incidence incredibly indictment indulge infiltration inhibition
    innocence instructor insult intake integer integral intelligible interdependence interpreter interrelation
    introject intuition invisible invitation iodinated irregular isolation jab jaded jealous jeep jurisdiction
    justification keynote laborer lad ladder lamb learning legislature leisure lens lessening liter lodge logic
    loneliness loosen lousy lug magician magnetic mamma manners marketplace mastery measurable mechanics merchandise
    merry methodically microorganism militia minority miserable misplaced missing modernity modifier modulation
    monastic monk monocle moonlight motivation mountainous mucosa mulch neocortex nervously nestle neurotic neutralist
    neutrophil nicely nickel nitrogen notably notorious nourish numerical officiate outburst outreach outweigh
    overtake overthrow pail palace palm paradigm paradoxically paragraph pardon parked partnership pasture peaceful
    pebble periodic perish perspiration phonology pianist pinch pinpoint pioneer pituitary planned plasma poignant
    poll portal positively posterior postulate potassium potent potentiality precarious predictable prevision
    proceedings procreation profoundly prolonged prominence promotion pronoun protease province provincial psychology
    publicize pulmonary punch purl quake qualitative quantitative raised rancher random rat ratify rational
    rationalize razor realistically reasoning rebuff receipt reconstruct reflex reform refugee refusal regain rehearse
    reign reiterate relieved reluctantly reproducible reserves respite resultant retailer retain retort revenue
    revision richness rid ridicule rig rival robber robe romance rope rot royal ruler ruling rustling scenic scent
    scours scripture scrub scrutiny segregate serpent sew sewer sexually shielding shuffle shutdown simmer simplicity
    simulate simulated sincerity singular sixteen skeptical skull slacken sleeve slipper slot sneer sock sofa soften
    solidarity soloist sorrow southpaw specially spectacular speculation squarely stalk starting statistical statue
    statute stereotyped sting stocking stoicism straddle strained strand streak strew strict stubborn subdivision
    subdued submission subsequent succession successive summary sundown superiority supernatural supportive surpass
    survivor swerve symbolic symphonic symphony taut teamster telegraph telegrapher temporarily terrific thump timely
    tin toilet tolerant torture trader traditionalist treetop tremendously tribute trough turned twenties twine
    ultimately ultraviolet unanimously unavoidable unconsciously uneven unified universally unnecessary unpaid
    unprecedented unreconstructed uproar uptake usefulness utmost vain valid validity vegetable verse vest vigorously
    violently vitally wakeful warehouse waver wield wiggle witch withholding witty wobble worm wrangle yearning
    abandonment abject academically accost accumulation acetone acquaintance acquiescence acreage acres actuality
    adjourn adjusted adverse afar affiliation aged agglutination aggression aggressiveness aide airport airway airy
    aisle algebraically align alignment alike alleged ally amorphous amp amplify amusement analogy annoyance annually
    anterior antique apostolic appealing appease appointee appreciable approved approximation architectural arithmetic
    arteriolar articulate ass assemblage assessment astonished astonishing athletic atrophy attributable aunt
    avoidance backyard bacon balloon ballot banner bargain barricade based belch bequest bethink bevel biology
    bitterly blatant blithe blunt bolster bosom bowl brakes breadth bridle brigadier brilliantly briskly bronc
    bronchial brutality buck buffet built bulky bulletin bum bump bureau cab cabinet cackle calibrate candle
    capitalist capsule carefree careless carriage castle catastrophe cater catharsis cathedral cautiously cave
    cemetery certainty changed characterization charity cheerful cheering chip chisel cholesterol chord chortle
    chromium civic clad clang clash clasp cleaner clerical clinch clog cock coconut coefficient cohesion collaboration
    comedian comforts commentary commodity commonwealth comparative completed complicity computation conceivably`;
