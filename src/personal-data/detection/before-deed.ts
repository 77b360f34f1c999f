import { isOfOwn } from './before-name.ts';
import { wordMarks } from './lexicon.ts';
import { hasPlacePhrase } from './name-words.ts';
import type { TextWords } from './text-words.ts';
import { WordTable } from './word-table.ts';

/** What a word behind capitalised words tells about them. */
const afterNameMarks = {
  /** "told", "wohnt", "s'excuse": what people alone do. */
  deed: 1,
  /** "has", "ist", "será": a deed or a calling may follow. */
  helper: 2,
  /** "who", "quien", "che": of a person, or of anything, where a deed follows. */
  who: 4,
  /** "needs", "bringt": of a person, or of a firm. */
  act: 8,
} as const;

const words: Readonly<Record<keyof typeof afterNameMarks, string>> = {
  deed: `said says told tells asked asks replied replies wrote writes thinks thought believed believes argued argues
    explained explains complained complains apologised apologized promised suggested insisted admitted agreed
    married marries divorced lives lived died dies born works worked studied studies attended resigned retired hired
    joined teaches taught wants wanted wishes hopes hoped loves hates feels felt knows knew phoned emailed visited
    travelled smiled laughed cried slept ate drank accepted declined refused decided persuaded begged forgot
    remembered painted composed sang argued confessed herself himself
    sagte sagt fragte fragt antwortete antwortet schrieb schreibt meinte meint glaubt glaubte erklärte erklärt
    erzählte erzählt bat bittet wohnt wohnte lebt lebte starb heiratete heiratet studierte studiert arbeitet
    arbeitete möchte wollte denkt dachte weiß wusste hofft hoffte freut entschuldigt beschwert verspricht versprach
    kündigte unterrichtet ging kam schlug malte komponierte
    disse dice chiese chiede rispose risponde scrisse scrive crede pensa pensava spiegò spiega vive viveva morì
    nacque sposò lavora lavorava studiò studia vuole voleva desidera spera ama sa sapeva insegna telefonò raccontò
    racconta sosteneva sostenne affermò decise rifiutò accettò dipinse compose detto scritto chiesto risposto spiegato
    raccontato illustrato telefonato deciso sposato
    dit disait demande demanda demandait répondit répond écrit écrivit pense pensait croit croyait explique expliqua
    habite habitait vit vivait mourut naquit épousa travaille travaillait étudia étudie veut voulait souhaite espère
    aime sait savait enseigne téléphona raconta raconte décida refusa accepta
    dijo dice decía preguntó pregunta respondió responde escribió escribe cree creía piensa pensaba explicó explica
    vive vivía murió nació trabaja trabajaba estudió estudia quiere quería desea espera sabe sabía enseña
    llamó contó cuenta decidió rechazó aceptó pintó compuso pidió pide dicho escrito preguntado contado`,
  helper: `has had is was will would ha è era sarà aveva hat hatte ist war wird will a est était avait sera es fue será
    había ha también auch also anche aussi`,
  who: 'who whose whom che qui quien quienes que der die das',
  act: `needs owes pays paid buys bought brings brought sends sent takes turns gets got makes made plays cooks drives
    braucht schuldet kauft zahlt bringt schickt holt kocht spielt fährt wechselt wird hat trägt übernimmt
    deve compra paga porta manda stampa prende cucina gioca guida compie prepara
    doit achète paie apporte envoie imprime prend joue conduit prépare réserve
    debe compra paga trae manda envía imprime lleva toma juega conduce cumple prepara reserva
    moves moved leaves left goes went comes came sits waits waited helps helped gave gives lost won likes liked enjoys
    misses missed hurt cannot doesn didn hasn wasn
    zieht umzieht wechselt kommt geht bleibt sucht hilft lernt liebt mag isst trinkt schläft weint lacht feiert verletzt
    verlor bekam sitzt wartet fehlt fehlte
    viene arriva resta cerca aiuta impara mangia beve dorme piange ride festeggia perde aspetta parte torna trasloca
    déménage vient reste cherche aide apprend mange boit dort pleure rit fête perd attend revient
    muda llega queda busca ayuda aprende bebe duerme llora ríe celebra pierde sale vuelve`,
};

const table = WordTable.ofLists(words, afterNameMarks);

/** "Aisling owes", "Mariama imprime", "« Anicet, tu": what is done by, or said to, someone with that one name. */
export function isBeforeAct(words: TextWords, word: number): boolean {
  const gap = words.gapAfter(word);
  if (gap === ', ')
    return isQuoted(words, word) && /^(?:you|du|tu|tú|can|kannst|hast|puoi|peux|puedes)$/.test(words.wordOf(word + 1));
  return gap === ' ' && (marksOf(words, word + 1) & (afterNameMarks.act | afterNameMarks.deed)) !== 0;
}

function isQuoted({ text, starts }: TextWords, word: number): boolean {
  return /["“„«'‘] ?$/.test(text.slice(Math.max(0, (starts[word] ?? 0) - 2), starts[word]));
}

/** "tell mario", "wie sag ich mario", "un messaggio per mario", "offrir à mario": what is said, written or given to someone. */
const saidTo =
  /(?:^|[^\p{L}])(?:(?:tell|remind|invite|thank|text|ask|(?:write|talk|speak) to)(?: \p{Ll}{3,12} and)?|(?:sag|frag|schreib|schenk|antwort)(?:e|en|t)?(?: ich| wir)?|(?:messaggio|mail|biglietto|regalo|dire|dico|dirlo|scrivere|scrivo|scrivi|scrivete|chiedi|rispondi|chiedere|chiedo|rispondere) (?:a|per)|(?:dire|dis|écrire|écris|écrivez|demander|offrir|répondre|message|cadeau|mail) (?:à|pour)|(?:digo|decir|decirle|dile|escribir|escribo|escribe|escríbele|pedir|regalar|regalo|mensaje|respondo|responder) (?:a|para)) $/iu;
const saidToMax = 40;
/** Programs, models and languages with a given name, which is often in small letters. */
const programs = /^(?:alexa|aria|claude|cody|crystal|devin|hugo|jasmine|julia|kimi|luna|maya|nova|pascal)$/;

/** Whether a word in small letters is a given name and nothing else, of a person who is told something. */
function isSpokenTo(words: TextWords, word: number): boolean {
  if (words.marksOf(word) !== wordMarks.given || words.gapAfter(word - 1) !== ' ') return false;
  const [start, end] = [words.starts[word] ?? 0, words.ends[word] ?? 0];
  if (!/^\p{Ll}{4,}(?:[\s?!]|[.,:;](?:\s|$)|$)/u.test(words.text.slice(start, end + 2))) return false;
  return (
    !programs.test(words.text.slice(start, end)) && saidTo.test(words.text.slice(Math.max(0, start - saidToMax), start))
  );
}

/** "my name is mario rossi", "mein chef mario rossi": whoever is introduced. */
const introduced =
  /(?:^|[^\p{L}])(?:my name is|i am called|is called|(?:ich|er|sie) hei(?:ß|ss)[et]|mein name ist|mi chiamo|si chiama|je m['’]appelle|s['’]appelle|(?:me|se) llamo?a?|mi nombre es) $/iu;

/**
 * The last word of a name in small letters that begins at a word; -1: none does. A given name is one that somebody is told
 * by, or that has a family name behind it; a family name that no list has counts behind an introduction.
 */
export function lastInSmallLetters(words: TextWords, word: number): number {
  const marks = words.marksOf(word);
  if ((marks & wordMarks.given) === 0 || (marks & ~names) !== 0) return -1;
  if (isSpokenTo(words, word)) return word;
  const [start, end] = [words.starts[word] ?? 0, words.ends[word] ?? 0];
  const isAlone = start === 0 || /[ \n]/.test(words.text.charAt(start - 1));
  if (!isAlone || end - start < 3 || !/^\p{Ll}+$/u.test(words.text.slice(start, end))) return -1;
  if (programs.test(words.text.slice(start, end))) return -1;
  const isIntroduced = introduced.test(words.text.slice(Math.max(0, start - saidToMax), start));
  const next = words.text.slice(end, end + familyMax);
  const hasNext = /^ \p{Ll}{4,}(?:[\s?!]|[.,:;](?:\s|$)|$)/u.test(next);
  const behind = words.marksOf(word + 1);
  // "john lewis", the shop.
  if (hasNext && hasPlacePhrase(words, word, word + 1)) return -1;
  if (hasNext && (behind & wordMarks.family) !== 0 && (behind & ~names) === 0) return word + 1;
  const isOwn = isOfOwn(words, word);
  if (!isIntroduced && !isOwn) return -1;
  return hasNext && behind === 0 ? word + 1 : isIntroduced ? word : -1;
}

const names = wordMarks.given | wordMarks.family;
const familyMax = 28;

/** "Zulkra Vento told", "Zulkra Vento, 42,", "Zulkra Vento, der gestern kam": what stands behind a name of a person alone. */
export function isBeforeDeed(words: TextWords, last: number): boolean {
  const gap = words.gapAfter(last);
  if (gap !== ' ' && gap !== ', ') return false;
  const next = marksOf(words, last + 1);
  if (gap === ', ') {
    if (age.test(words.text.slice(words.ends[last], (words.ends[last] ?? 0) + ageMax))) return true;
    return (next & afterNameMarks.who) !== 0 && /^wh/i.test(words.wordOf(last + 1));
  }
  if ((next & afterNameMarks.deed) !== 0) return true;
  return (next & (afterNameMarks.helper | afterNameMarks.who)) !== 0 && words.gapAfter(last + 1) === ' '
    ? (marksOf(words, last + 2) & afterNameMarks.deed) !== 0
    : false;
}

const age = /^, (?:de )?(?:\d{1,2}(?:[,)]| (?:anni|ans|años|Jahre|years))|\p{Ll}{2,6} (?:anni|ans|años|Jahre|years))/u;
const ageMax = 20;

function marksOf({ text, starts, ends, hashes, count }: TextWords, word: number): number {
  return word >= count ? 0 : table.marksAt(text, starts[word] ?? 0, ends[word] ?? 0, hashes[word]);
}
