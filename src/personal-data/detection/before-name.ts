import { lexicon, wordMarks } from './lexicon.ts';
import { has, hasPlacePhrase, isOrdinary } from './name-words.ts';
import { type TextWords, wordShapes } from './text-words.ts';
import { bearersOfNames, germanThings, plants, things } from './word-lists/things.ts';
import { WordTable } from './word-table.ts';

/** What a word before capitalised words tells about them. */
export const beforeNameMarks = {
  /** The name of a place, a building, a contest or a work follows: "San Antonio", "lago Maggiore". */
  place: 1,
  /** "the Sacramento Kings", "die Vereinten Nationen": a person has no article. */
  article: 2,
  /** An article of many, which no given name follows. */
  articleOfMany: 4,
  /** "with", "von", "per": what follows may be anything. */
  anything: 8,
  /** "in", "at": a place follows. */
  where: 16,
  /** "minister", "Trainer", "pintor": what a person is or does. */
  role: 32,
  /** "Hello Agrippine,". */
  greeting: 64,
  /** "Best regards,". */
  closing: 128,
  /** "Lampe Frieda", "Hurricane Katrina": a single name behind it is that of a thing. */
  thing: 256,
  /** "the tug Lady Sylvia", "Frachter Heinrich Jacob": a full name behind it is no person's either. */
  bearer: 512,
  /** "Iris", "Margherita". */
  plant: 1024,
  /** "la piccola", "little": a child. */
  little: 2048,
  /** "Lampe", also at the end of "Stehlampe". */
  thingAtEnd: 4096,
} as const;

const words: Readonly<Record<keyof typeof beforeNameMarks, string>> = {
  place: `san santa santo saint sainte sankt sant st los las são río rio fiume fluss fleuve rivière lago lac lake
    isla islas île îles isola isole insel inseln monte mount mont sierra mar mer meer valle vallée tal terra tierra
    porto port puerto fort estadio stadio stade stadion teatro théâtre theater palacio palazzo palais plaza piazza
    place castello castel château castillo schloss burg collège cathédrale catedral cattedrale basilica royal radio
    provincia province provinz canton cantón kanton comune commune municipio ciudad città ville stadt district
    distrito planet planeta regno reino royaume impero imperio giro tour vuelta copa coppa coupe opera novela film
    película romanzo album álbum single canción song libro livre vangelo wat`,
  article: `the la der die das den dem des ein eine einen einem einer eines im am zum zur beim il lo gli un una uno
    del dello dei degli al allo ai agli dal dai dagli nel nei negli sul sui el los las le les au aux une`,
  articleOfMany: 'the los las les gli dei degli ai aux',
  anything: 'sono with mit avec con durch wegen from von da de par por by per für pour para met a',
  where: `in en bei on at nelle nella near nahe sito sur dans alle dalle unter über zu nach aus verso vers frente`,
  role: `king queen emperor empress president premier chancellor minister senator governor mayor ambassador bishop pope
    marshal general admiral colonel captain lieutenant sergeant manager coach trainer goalkeeper striker midfielder
    singer rapper actor actress painter poet author novelist writer composer architect sculptor philosopher
    physicist mathematician geologist biologist historian journalist photographer director producer guitarist
    drummer pianist attorney judge lawyer surgeon imperatore regina presidente cancelliere ministro sindaco senatore
    vescovo papa generale colonnello capitano allenatore portiere cantante attore pittore poeta scrittore
    compositore architetto scultore filosofo fisico matematico storico giornalista fotografo regista produttore
    chitarrista batterista sultano ragioniere avvocato commissario ispettore kaiser könig präsident staatspräsident
    ministerpräsident premierminister bundeskanzler kanzler bürgermeister bischof papst marschall feldmarschall
    oberst hauptmann cheftrainer torwart torhüter stürmer sänger schauspieler maler dichter autor schriftsteller
    komponist architekt bildhauer philosoph physiker mathematiker historiker fotograf regisseur produzent gitarrist
    schlagzeuger fürst herzog prinz prinzessin naturforscher rechtsanwalt kommissar anwalt kollege kollegin kollegen
    kunde kundin mitarbeiter kontoinhaber inhaber ansprechpartner bewerber zeuge zeugin mieter nachbar schwager
    tante onkel patientin roi reine empereur impératrice président présidente chancelier ministre maire sénateur
    évêque pape maréchal général capitaine entraîneur gardien chanteur chanteuse rappeur acteur actrice peintre
    poète auteur écrivain romancier compositeur architecte sculpteur philosophe physicien mathématicien historien
    journaliste photographe réalisateur réalisatrice producteur guitariste batteur avocat commissaire rey reina
    emperador emperatriz presidenta canciller alcalde senador obispo coronel capitán entrenador portero rapero
    actriz pintor escritor novelista compositor arquitecto escultor filósofo físico matemático historiador
    periodista fotógrafo productor guitarrista batería abogado comisario cantautor sultán brother sister daughter
    mother father mum mom dad grandmother grandfather grandma grandpa granny aunt uncle cousin niece nephew husband
    wife friend girlfriend boyfriend flatmate teacher fratello sorella figlio figlia madre padre mamma papà nonna
    nonno zia zio cugino cugina nipote marito moglie amico amica fidanzato fidanzata maestro bruder schwester sohn
    tochter mutter vater oma opa großmutter großvater cousine nichte neffe ehemann ehefrau freund lehrer frère sœur
    soeur fille mère père maman mamie papi oncle nièce neveu amie ami copain copine institutrice hermano hermana
    hijo hija abuela abuelo tía tío primo prima sobrino sobrina amigo amiga marido novio novia profe directeur
    directrice direttore direktor intern trainee apprentice landlord landlady lodger roommate colleague coworker
    boss supervisor employee nurse midwife doctor dentist therapist plumber electrician carpenter gardener
    babysitter nanny cleaner receptionist secretary assistant accountant clerk student pupil professor lecturer
    applicant candidate buyer seller tenant witness defendant plaintiff claimant suspect victim bride groom fiancé
    fiancée widow widower orphan volunteer freelancer contractor consultant engineer developer designer founder
    chairman chairwoman treasurer trustee deputy spokesman spokeswoman praktikant azubi auszubildende auszubildender
    chef vermieter mitbewohner pfleger krankenschwester hebamme arzt ärztin zahnarzt zahnärztin handwerker
    hausmeister putzfrau sekretär assistent buchhalter schüler käufer verkäufer kläger angeklagte angeklagter opfer
    braut bräutigam witwe witwer trauzeuge trauzeugin gründer vorsitzende vorsitzender stellvertreter sprecher
    sachbearbeiter betreuer pfarrer tirocinante stagista apprendista affittuario coinquilino coinquilina collega
    capo infermiere infermiera ostetrica medico dentista idraulico elettricista falegname giardiniere badante
    segretario segretaria assistente contabile studente studentessa alunno alunna professoressa candidata acquirente
    venditore testimone imputato imputata vittima sposa sposo vedova vedovo socio socia fondatore portavoce
    referente volontario volontaria dipendente impiegato impiegata stagiaire apprenti apprentie propriétaire
    colocataire collègue infirmier infirmière médecin dentiste plombier électricien menuisier jardinier nounou
    secrétaire comptable étudiant étudiante élève acheteur vendeur vendeuse témoin accusé accusée victime mariée
    marié veuve veuf fondateur bénévole salarié salariée becario becaria aprendiz casero inquilina compañero jefe
    jefa enfermero médico fontanero electricista carpintero jardinero niñera secretario secretaria contable
    estudiante alumna comprador vendedor testigo acusado acusada víctima viuda viudo fundador portavoz voluntario
    voluntaria empleada empleado suegro cuñado cuñada yerno nuera padrino madrina ahijado ahijada suocero cognato
    cognata genero nuora figlioccio figlioccia compagno compagna schwiegermutter schwiegervater schwiegersohn
    schwiegertochter schwägerin patenkind patentante patenonkel gendre filleul filleule parrain marraine stepson
    stepdaughter stepmother stepfather godson goddaughter godmother godfather grandson granddaughter enkel enkelkind
    nieto nieta familie famiglia famille complainant beschuldigter beschuldigte geschädigter geschädigte indagato
    indagata denunciante plaignant plaignante imputada delegado delegada délégué déléguée chirurgien chirurgienne
    cirujano chirurgo`,
  greeting: `hi hello hey dear hallo liebe lieber moin servus bonjour salut chère cher coucou hola querida querido ciao
    cara caro`,
  closing: `presto saluti saluto abbraccio regards wishes cheers thanks best sincerely yours grüße grüßen gruß gruss
    dank lg cordialement amicalement bientôt amitiés salutations saludos saludo atentamente abrazo gracias merci
    grazie danke love hugs baci bacioni abbracci bisous bises besos besitos abrazos küsse küsschen`,
  thing: `${things} ${germanThings}`,
  thingAtEnd: germanThings,
  bearer: bearersOfNames,
  plant: plants,
  little: 'little piccolo piccola petit petite kleine kleiner kleinen pequeño pequeña',
};

/** "trainerin", "pintora", "portera", "attrice" of what the list has for a man. */
function withWomen(roles: string): string {
  const women = roles.split(/\s+/).map(
    (role) =>
      `${role}in ${role
        .replace(/(?<=[dst])or$/, 'ora')
        .replace(/(?<!^gene)ro$/, 'ra')
        .replace(/tore$/, 'trice')}`,
  );
  return [roles, ...women].join(' ');
}

const table = WordTable.ofLists({ ...words, role: withWomen(words.role) }, beforeNameMarks);

/** Whether a word, in any case, says what a person is or does. */
export function isRole(text: string, start: number, end: number): boolean {
  return (table.marksAt(text, start, end) & beforeNameMarks.role) !== 0;
}

/** The marks of a word, in any case; 0 for a word that tells nothing. */
export function beforeName({ text, starts, ends, hashes, count }: TextWords, word: number): number {
  return word < 0 || word >= count ? 0 : table.marksAt(text, starts[word] ?? 0, ends[word] ?? 0, hashes[word]);
}

/** "Lampe Frieda", "Stehlampe Frieda", "the ferry “Isabella”": a thing of that name. */
export function isBehindThing(words: TextWords, word: number): boolean {
  if (word === 0 || !/^ ["“«„]?$/.test(words.gapAfter(word - 1))) return false;
  return isThing(words, word - 1) || isBearer(words, word - 1);
}

/** "a weekend in Charlotte, North Carolina": behind "in" there is a place. */
export function isIn(words: TextWords, word: number): boolean {
  return words.gapAfter(word - 1) === ' ' && /^(?:in|en|near)$/.test(words.wordOf(word - 1).slice(0, 5));
}

/** "Lampe", "Stehlampe". */
export function isThing(words: TextWords, word: number): boolean {
  if (has(words, word, wordMarks.family)) return false;
  if ((beforeName(words, word) & beforeNameMarks.thing) !== 0) return true;
  const [start, end] = [words.starts[word] ?? 0, words.ends[word] ?? 0];
  for (let from = Math.max(start + 3, end - thingMax); from <= end - thingMin; from += 1)
    if ((table.marksAt(words.text, from, end) & beforeNameMarks.thingAtEnd) !== 0)
      // "Uhlenbrock" is a name, "Faltenrock" is none.
      return end - from > thingMin || (lexicon.marksAt(words.text, start, from) & nouns) !== 0;
  return false;
}

const nouns = wordMarks.common | wordMarks.ordinary;
/** The last part of a compound, characters. */
const [thingMin, thingMax] = [4, 14];

/** "Frachter Heinrich Jacob", "la nave Costa Serena", "the tug “Lady Sylvia”". */
function isBehindBearer(words: TextWords, word: number): boolean {
  return word > 0 && isBearer(words, word - 1) && /^ ["“«„]?$/.test(words.gapAfter(word - 1));
}

function isBearer(words: TextWords, word: number): boolean {
  return (beforeName(words, word) & beforeNameMarks.bearer) !== 0;
}

/** "Tarte Tatin", "Frachter Heinrich Jacob", "the tug Lady Sylvia": the name of a thing, however it goes on. */
export function isNameOfOther(words: TextWords, begin: number, last: number): boolean {
  if (isBehindBearer(words, begin) && !has(words, begin - 1, wordMarks.family)) return true;
  if (begin === last) return false;
  // "Der Frachter", at the beginning of a sentence.
  const told = beforeName(words, begin);
  const first = (told & beforeNameMarks.article) === 0 ? begin : begin + 1;
  const isNamed = ((first === begin ? told : beforeName(words, first)) & thingOrBearer) !== 0;
  if (!isNamed || first === last) return false;
  // "Film von Anna Meier", "Mrs Rock".
  if (words.gapAfter(first) !== ' ' || !isCapitalised(words, first + 1) || isTitle(words, first - 1)) return false;
  if (has(words, first, wordMarks.given | wordMarks.family)) return false;
  // "Zug Anna Meier verpasst": a whole name behind it is someone's, but for ships and animals.
  const isWhole = last > first + 1 && has(words, first + 1, wordMarks.given) && has(words, last, wordMarks.family);
  return !isWhole || isBearer(words, first);
}

const thingOrBearer = beforeNameMarks.thing | beforeNameMarks.bearer;

/** "Tarta de Santiago" within a sentence, "Pasta alla Norma": what a dish is called. */
export function isOfDish(words: TextWords, word: number): boolean {
  if (lengthOf(words, word - 1) > jointMax) return false;
  const joint = words.wordOf(word - 1).toLowerCase();
  const isOfPlace = joint === 'de' || joint === 'di';
  const thing = joint === 'la' ? word - 3 : word - 2;
  if (thing < 0 || !(isOfPlace || joint === 'alla' || (joint === 'la' && /^[aà]$/.test(words.wordOf(word - 2)))))
    return false;
  if (!isThing(words, thing)) return false;
  return !isOfPlace || (isCapitalised(words, thing) && thing > 0 && !/[.!?:\n]/.test(words.gapAfter(thing - 1)));
}

/** "and", "alla", "de": no longer, characters. */
const jointMax = 4;

/** "Marks and Spencer". */
export function isOfFirm(words: TextWords, word: number): boolean {
  if (word < 2 || lengthOf(words, word - 1) > jointMax) return false;
  return /^(?:and|und|e|y|et)$/.test(words.wordOf(word - 1)) && hasPlacePhrase(words, word - 2, word);
}

function lengthOf({ starts, ends }: TextWords, word: number): number {
  return (ends[word] ?? 0) - (starts[word] ?? 0);
}

/** "my nephew Caspian": whoever is someone's is a person, whatever else the name is. */
export function isOfOwn(words: TextWords, word: number): boolean {
  return (
    isBehind(words, word, beforeNameMarks.role) && own.test(words.wordOf(word - 2)) && words.gapAfter(word - 2) === ' '
  );
}

/** "Mia" of "Mia sorella". */
export function isOwner(words: TextWords, word: number): boolean {
  if ((beforeName(words, word + 1) & beforeNameMarks.role) === 0 || words.gapAfter(word) !== ' ') return false;
  return words.shapes[word + 1] === (wordShapes.letters | wordShapes.lower) && own.test(words.wordOf(word).slice(0, 8));
}

const own =
  /^(?:my|his|her|our|your|their|mein|meine[nrm]?|dein|deine[nrm]?|unser|unsere[nrm]?|mi[oa]?|mie|tu[oa]?|su[oa]?|nostr[oa]|mon|ma|ton|ta|son|sa|notre|votre|nuestr[oa])$/i;

/** "la piccola Ginestra", "little Zulka": what a child is called. */
export function isLittle(words: TextWords, word: number): boolean {
  return isBehind(words, word, beforeNameMarks.little);
}

/**
 * "Heather, Rosemary and Iris", "Rosmarin und Iris pflanzen": a plant beside two others, or in a text about gardens.
 */
export function isPlant(words: TextWords, word: number): boolean {
  if ((beforeName(words, word) & beforeNameMarks.plant) === 0) return false;
  if (/^ \p{Lu}/u.test(words.text.slice(words.ends[word], (words.ends[word] ?? 0) + 2))) return false;
  let beside = 0;
  for (let near = Math.max(0, word - plantsBeside); near <= word + plantsBeside && near < words.count; near += 1)
    if (near !== word && (beforeName(words, near) & beforeNameMarks.plant) !== 0 && isCapitalised(words, near))
      beside += 1;
  if (beside >= 2) return true;
  const [from, to] = [words.starts[word] ?? 0, words.ends[word] ?? 0];
  return gardening.test(words.text.slice(Math.max(0, from - gardenMax), to + gardenMax));
}

function isCapitalised({ shapes }: TextWords, word: number): boolean {
  return ((shapes[word] ?? 0) & wordShapes.capital) !== 0;
}

/** So many words around a plant others are looked for, and so many characters around it words of gardening. */
const [plantsBeside, gardenMax] = [6, 80];
const gardening =
  /(?<!\p{L})(?:planted|planting|prune|pruning|bulbs?|seedlings?|flower ?bed|hedge|compost|pflanzen|gepflanzt|beet|umtopfen|zwiebeln|potare|potatura|piantare|aiuola|bulbi|tailler|planter|massif|bulbes?|podar|plantar|maceta|parterre|esquejes?)(?!\p{L})/iu;

/** Whether a word with one of these marks is before another, behind a blank. */
export function isBehind(words: TextWords, word: number, marks: number): boolean {
  const start = words.starts[word] ?? 0;
  if (words.ends[word - 1] !== start - 1 || words.codeAt(start - 1) !== 32) return false;
  return (beforeName(words, word - 1) & marks) !== 0;
}

/**
 * "the painter Jana Toschke", "la directrice, Mathurine Sauvage,", "el pintor belga Pau Zulcrat": one of the two words
 * before says what a person is.
 */
export function isBehindRole(words: TextWords, word: number): boolean {
  const before = beforeName(words, word - 1) & beforeNameMarks.role;
  if (before !== 0 && /^,? $/.test(words.gapAfter(word - 1))) return true;
  // "Groom: Jana Toschke"; of a conversation "Assistant:" and "Student:" are sides.
  if (before !== 0 && words.gapAfter(word - 1) === ': ' && !sides.test(words.wordOf(word - 1))) return true;
  if (isFieldOfRole(words, word - 1)) return true;
  if ((beforeName(words, word - 2) & beforeNameMarks.role) === 0) return false;
  if (words.gapAfter(word - 1) !== ' ' || words.gapAfter(word - 2) !== ' ') return false;
  const isSmall = words.shapes[word - 1] === (wordShapes.letters | wordShapes.lower);
  return isSmall && (words.ends[word - 1] ?? 0) - (words.starts[word - 1] ?? 0) > 4 && !isOrdinary(words, word - 1);
}

/** "Chef de projet : Jana", "chef_de_projet: Jana", "line manager: Jana": a field of several words, of which one ends it. */
function isFieldOfRole(words: TextWords, last: number): boolean {
  if (!/^["'*]{0,3} ?[:=] ?["'*]{0,2} ?$/.test(words.gapAfter(last).slice(0, 9))) return false;
  let first = last;
  while (first > Math.max(0, last - fieldMax) && /^[ _-]$/.test(words.gapAfter(first - 1))) first -= 1;
  return first < last && ((beforeName(words, first) | beforeName(words, last)) & beforeNameMarks.role) !== 0;
}

/** So many words such a field has before its last one. */
const fieldMax = 3;

const sides =
  /^(?:assistant|assistente?|asistente|student|teacher|developer|engineer|manager|supervisor|producer|designer|director|author|autore?|auteur)$/i;

/** "San Antonio", "los Angeles", "río Clyde", "the film “Agnes”". */
export function isPlace(words: TextWords, first: number, last: number): boolean {
  if (last > first && last - first < 4 && (beforeName(words, first) & beforeNameMarks.place) !== 0) return true;
  const isAfterPlace = (beforeName(words, first - 1) & beforeNameMarks.place) !== 0;
  const gap = words.gapAfter(first - 1);
  // "St. Catharines Wolves".
  if (gap === '. ') return /^Ste?$/.test(words.wordOf(first - 1).slice(0, 4));
  return isAfterPlace && /^ ?["“«„]?$|^-$/.test(gap);
}

export function isTitle(words: TextWords, word: number): boolean {
  if (!has(words, word, wordMarks.honorific) || !/^\.? $/.test(words.gapAfter(word))) return false;
  // "50 ms. A page".
  if (words.wordOf(word) === 'ms' && words.shapes[word - 1] === wordShapes.digits) return false;
  const isShort = /^(?:.|[hf]r)$/i.test(words.wordOf(word).slice(0, 3));
  if (!isShort) return true;
  // Only with a full stop: "M. Dupont", "Hr. Klein", and not "I'm", "FR. 20", "Fr. Abend".
  const shape = (words.shapes[word] ?? 0) & (wordShapes.capital | wordShapes.moreCapitals);
  if (!words.gapAfter(word).startsWith('.') || shape !== wordShapes.capital) return false;
  return lengthOf(words, word) === 1 || has(words, word + 1, wordMarks.family) || !has(words, word + 1, notTitled);
}

const notTitled = wordMarks.common | wordMarks.ordinary | wordMarks.month | wordMarks.organisation;

/** "Herrn", alone on the line above a full name, as on a letter. */
export function isTitleAbove(words: TextWords, first: number, last: number): boolean {
  if (last === first || !has(words, first - 1, wordMarks.honorific)) return false;
  const isLine =
    /^\.?[ \t\r]*\n[ \t]*$/.test(words.gapAfter(first - 1)) && /^[ \t\r]*(?:\n|$)/.test(words.gapAfter(last));
  return isLine && (first === 1 || words.gapAfter(first - 2).includes('\n'));
}

export function isAnnounced(words: TextWords, word: number): boolean {
  const isCue =
    has(words, word - 1, wordMarks.nameCue) && !isNameOfThing(words, word - 1) && !isThingCalled(words, word - 1);
  if (!isCue && !has(words, word - 2, wordMarks.nameCue)) return false;
  const gap = words.gapAfter(word - 1);
  if (gap.length > 3 || !/^[ :,.]{1,3}$|^\n+$|^,\n+$/.test(gap)) return false;
  if (isCue) return true;
  // "Intestato a", "belongs to".
  const isSmall = (words.ends[word - 1] ?? 0) - (words.starts[word - 1] ?? 0) <= 3;
  const isWeak = (beforeName(words, word - 2) & beforeNameMarks.anything) !== 0;
  return isSmall && !isWeak && gap === ' ' && words.gapAfter(word - 2) === ' ';
}

/** "el archivo se llama", "das Boot heißt", "a cat named". */
export function isThingCalled(words: TextWords, word: number): boolean {
  if (!called.test(words.wordOf(word).slice(0, 8))) return false;
  for (let before = word - 1; before >= word - 3 && before >= 0; before -= 1) {
    if (!/^[ '\u2019]$/.test(words.gapAfter(before))) return false;
    if (isThing(words, before)) return true;
  }
  return false;
}

const called = /^(?:llama|appelle|chiama|hei(?:ß|ss)t|named)$/;

/** "Product name", "file_name". */
function isNameOfThing(words: TextWords, word: number): boolean {
  if (!/^[ _-]$/.test(words.gapAfter(word - 1)) || !/^names?$/i.test(words.wordOf(word).slice(0, 6))) return false;
  return has(words, word - 1, wordMarks.common | wordMarks.ordinary) && !has(words, word - 1, wordMarks.field);
}

/** "beim belgischen Herstellers Zulkra": behind a German adjective there is a noun. */
export function isBehindAdjective(words: TextWords, word: number): boolean {
  return words.gapAfter(word - 1) === ' ' && adjective.test(words.wordOf(word - 1).slice(-10));
}

const adjective = /^\p{Ll}*(?:isch|lich|ig|sam|bar|haft|los|alt|neu|groß|früher)(?:e|en|er|es|em)$/u;

/** In quotes there are titles of works, and behind "in" and "at" places. */
export function isTitleOrPlace(words: TextWords, first: number, last: number): boolean {
  const isQuoted = /["“”„«»]/.test(String.fromCharCode(words.codeAt((words.starts[first] ?? 0) - 1)));
  // "“Zulkra Vento told me" begins a sentence.
  if (isQuoted && !/^,? \p{Ll}/u.test(words.text.slice(words.ends[last], (words.ends[last] ?? 0) + 3))) return true;
  if ((beforeName(words, first - 1) & beforeNameMarks.where) !== 0) return true;
  // "the town of Zulkrat Posad".
  return townOf.test(words.text.slice(Math.max(0, (words.starts[first] ?? 0) - townMax), words.starts[first]));
}

const townOf =
  /(?:^|[^\p{L}])(?:town|city|village|island|district|province|county|river|lake|label|stadt|dorf|insel|città|isola|lago|ville|île|lac|ciudad|isla|río)(?: of| di| de| du| von)? $/iu;
const townMax = 20;

/** In prose: the title of a work, as in `on her album "Agnes"`, or a place in one, as in "Matthew 20:2". */
export function isOfWork({ text, starts, ends }: TextWords, word: number): boolean {
  const [start, end] = [starts[word] ?? 0, ends[word] ?? 0];
  if (/^ \d{1,3}:\d/.test(text.slice(end, end + 6))) return true;
  // "Yan'an".
  if (/^'(?!s\b)\p{Ll}/u.test(text.slice(end, end + 3))) return true;
  return (
    /["“”„«»]/.test(text.charAt(end)) && /^(?:[\p{L},.(] )?["“«„]$/u.test(text.slice(Math.max(0, start - 3), start))
  );
}
