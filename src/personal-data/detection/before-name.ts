import type { TextWords } from './text-words.ts';
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
} as const;

const words: Readonly<Record<keyof typeof beforeNameMarks, string>> = {
  place: `san santa santo saint sainte sankt sant st los las são río rio fiume fluss fleuve rivière lago lac lake isla islas île
    îles isola isole insel inseln monte mount mont sierra mar mer meer valle vallée tal terra tierra porto port puerto
    fort estadio stadio stade stadion teatro théâtre theater palacio palazzo palais plaza piazza place castello castel
    château castillo schloss burg collège cathédrale catedral cattedrale basilica royal radio provincia province provinz
    canton cantón kanton comune commune municipio ciudad città ville stadt district distrito planet planeta regno reino
    royaume impero imperio giro tour vuelta copa coppa coupe opera novela film película romanzo album álbum single
    canción song libro livre vangelo`,
  article: `the la der die das den dem des ein eine einen einem einer eines im am zum zur beim il lo gli un una uno del dello dei
    degli al allo ai agli dal dai dagli nel nei negli sul sui el los las le les au aux une`,
  articleOfMany: 'the los las les gli dei degli ai aux',
  anything: 'sono with mit avec con durch wegen from von da de par por by per für pour para met a',
  where: `in en bei on at su nelle nella near nahe sito sur dans à alle dalle unter über nach aus`,
};

const table = new WordTable(marked());

function marked(): ReadonlyMap<string, number> {
  const marks = new Map<string, number>();
  for (const [mark, listed] of Object.entries(words)) {
    for (const word of listed.split(/\s+/)) {
      marks.set(word, (marks.get(word) ?? 0) | beforeNameMarks[mark as keyof typeof beforeNameMarks]);
    }
  }
  return marks;
}

/** The marks of a word, in any case; 0 for a word that tells nothing. */
export function beforeName({ text, starts, ends, count }: TextWords, word: number): number {
  return word < 0 || word >= count ? 0 : table.marksAt(text, starts[word] ?? 0, ends[word] ?? 0);
}
