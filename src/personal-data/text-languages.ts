import { piiLanguages, type PiiLanguage } from './pii-kinds.ts';

/** Small words that are frequent in a language and rare in the other languages of the Union. */
const smallWords: Readonly<Record<PiiLanguage, string>> = {
  bg: 'и на за от да се не са че с по как това беше ще към или може които',
  cs: 'že který která jsem jsou jako nebo podle také ještě když aby být byl byla bylo při však protože',
  da: 'og ikke også efter hvad hvor blev bliver kunne skulle meget jeg mig nogle havde være',
  de: 'und der die das nicht ist mit ein eine einen einem für auf von zu den dem sich auch wie wird haben wir sie ich werden oder aber bei nach sind bitte',
  el: 'και το της του των την τον στο στη με για που από είναι δεν θα σε ένα μια οι',
  en: 'the and to that are was were you have has had be been which will would could should what please can my your they an their our but there about',
  es: 'el los las una por con para que del como pero más está este esta muy también sobre entre cuando usted hay lo sus',
  et: 'kui aga oma mis või olen oli siis veel kuidas ning selle mida nagu kes',
  fi: 'että hän ovat oli mutta kun joka mitä myös tai niin sekä kuin olen voi minä',
  fr: 'le les des une est dans pour que qui sur avec pas vous nous au aux ce cette sont mais plus votre mon être elle ou où',
  ga: 'agus tá ar bhí sé sí leis chun nach seo raibh bheith atá',
  hr: 'što koji koja nije kao ali ili prema bio samo sam smo iz',
  hu: 'és az hogy nem egy ez meg csak volt mint vagy már még kell lehet azt ezt vagyok',
  it: 'il di che è per un una con non sono della del dei delle gli alla al nel nella anche come più questo questa mi ho lo suo sua dal',
  lt: 'ir yra kad su iš į tai buvo kaip bet nuo iki jis ji taip dėl apie mano',
  lv: 'ir uz kas bija kā bet vai tas arī pie lai nav šis man pēc',
  mt: 'li ta fil għal huwa din mhux jew minn kien għandu dwar aktar bħal meta biex',
  nl: 'het een van en niet ik je zijn dat op te voor met aan ook als maar om hebben naar wordt deze bij uit kan mijn heeft',
  pl: 'nie się że jest jak ale przez dla był była czy który która oraz jestem tylko jego',
  pt: 'um uma não com para por mais dos das ao à são você isso também foi como está seu sua pelo pela',
  ro: 'și nu este cu că în sunt mai pentru care fi sau dar după această când',
  sk: 'že ktorý ktorá sú ako alebo podľa tiež ešte keď aby byť bol bola bolo pri však pretože nie',
  sl: 'ki ni kot ali bil bila tudi ker iz sem smo z',
  sv: 'och att det som en på är för med till inte har jag ett sig så vi kan eller från när också',
};

/** The languages of each small word, as bits. */
const languagesOfWord = wordsWithLanguages();

function wordsWithLanguages(): ReadonlyMap<string, number> {
  const words = new Map<string, number>();
  for (const [place, language] of piiLanguages.entries())
    for (const word of smallWords[language].split(' ')) words.set(word, (words.get(word) ?? 0) | (1 << place));
  return words;
}

/** How much of a text is read: so many windows of this size. A language that occurs in none of them is not seen. */
const windowsMax = 24;
const windowCharacters = 512;
/** Fewer small words are inconclusive, and so are a few among many other words, such as keywords of code. */
const wordsMin = 3;
const shareMin = 0.15;
/** A second language counts from this share of the small words of the first. */
const partMin = 0.2;

/**
 * The languages of a text, by its small words; `null` when they are inconclusive: for a short text, a table, code, or a
 * language outside of the Union. Several for a mixed text. Takes bounded time for a text of any length.
 */
export function languagesOfText(text: string): readonly PiiLanguage[] | null {
  const counts = new Float64Array(piiLanguages.length);
  const words = windowsOf(text).reduce((sum, window) => sum + count(window, counts), 0);
  const most = Math.max(...counts);
  if (most < wordsMin || most < words * shareMin) return null;
  const least = Math.max(2, most * partMin);
  return piiLanguages.filter((_, place) => (counts[place] ?? 0) >= least);
}

function windowsOf(text: string): readonly string[] {
  if (text.length <= windowsMax * windowCharacters) return [text];
  const step = (text.length - windowCharacters) / (windowsMax - 1);
  return Array.from({ length: windowsMax }, (_, place) => {
    const start = Math.floor(place * step);
    return text.slice(start, start + windowCharacters);
  });
}

/** Matches words of a sentence. Words in capitals, or next to a digit, are none. */
const word = /(?<![\p{L}\p{M}\p{N}_])[\p{L}\p{M}][\p{Ll}\p{M}]*(?![\p{L}\p{M}\p{N}_])/gu;
const wordLengthMax = 8;

/**
 * Returns how many words there are. A word of several languages counts in part for each, so that shared words decide
 * nothing.
 */
function count(text: string, counts: Float64Array): number {
  let words = 0;
  for (const [written] of text.matchAll(word)) {
    words++;
    if (written.length > wordLengthMax) continue;
    const languages = languagesOfWord.get(written.toLowerCase());
    if (languages === undefined) continue;
    const shared = bitsOf(languages);
    if (shared > 3) continue;
    for (let bits = languages; bits !== 0; bits &= bits - 1) {
      const place = 31 - Math.clz32(bits & -bits);
      counts[place] = (counts[place] ?? 0) + 1 / shared;
    }
  }
  return words;
}

function bitsOf(bits: number): number {
  let count = 0;
  for (let rest = bits; rest !== 0; rest &= rest - 1) count++;
  return count;
}
