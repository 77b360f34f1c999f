import { plainWords, taskMarkOf, type TaskMark } from './task-mark.ts';

/** What a text asks for, and whether code was pasted with it. */
export interface Instruction {
  readonly text: string;
  readonly hasCode: boolean;
}

/** Words beside pasted parts that are all read; of more, those of the first and the last paragraph. */
const plainWordsMax = 160;
/** Most words that are read at the beginning and at the end of a paragraph. */
const edgeWordsMax = 50;
/** A line of fewer words, e.g. "Answer:", asks for nothing by itself. */
const requestWordsMin = 3;
/** Fewer lines of pasted kinds belong to the request. */
const pastedLinesMin = 8;

const fence = /^\s*(?:```|~~~)/u;
/** A line of code, a quote, markup, a list, a table, or a record. */
const pasted =
  /^(?: {2}|\t|\s*(?:>|\||#|[-*+•]\s|\d{1,3}[.)]\s|<[a-z/!?]|[{}[\]]|\/[/*]|\*\/|@|\$ |[-=+_*]{3}|\d{4}-\d\d-\d\d|[\w.-]+,[\w.-]+,|"))/iu;
const code =
  /[{};]\s*$|=>|\w\(\)|^\s*(?:import|export|from|const|let|var|def|class|function|return|public|private|package|use|using|fn|func|async|if \(|for \(|echo |sudo |cd |npm |npx |pip |git |docker |curl |[\w.]+ = |[\w-]+: \S+$|[\w.-]+=\S+$)\b/u;

/**
 * What a text asks for, without what was pasted with it: code, quotes, markup, lists, records, and a document above or
 * below the request. A text that is nothing else is taken whole. Linear in the length of the text.
 */
export function instructionIn(text: string): Instruction {
  const paragraphs: string[][] = [[]];
  let isFenced = false;
  let hasCode = false;
  let pastedLines = 0;
  for (const line of text.split('\n')) {
    const isFence = fence.test(line);
    if (isFence) isFenced = !isFenced;
    const isCode = isFence || isFenced || code.test(line);
    if (isCode) hasCode = true;
    if (line.trim() === '') paragraphs.push([]);
    else if (isCode || pasted.test(line)) pastedLines += 1;
    else paragraphs.at(-1)?.push(line);
  }
  const prose = paragraphs.filter((lines) => lines.length > 0).map((lines) => lines.join('\n'));
  if (prose.length === 0) return { text, hasCode };
  const whole = prose.join('\n\n');
  const isShort = wordsOf(whole).length <= plainWordsMax;
  if (isShort && pastedLines < pastedLinesMin) return { text, hasCode };
  const left = requestsAmong(prose) ?? (isShort ? [whole] : edgesOf(prose));
  return { text: left.map(shortened).join('\n\n'), hasCode };
}

/** The first and the last line or paragraph, where it asks for something; `null`: neither does. */
function requestsAmong(paragraphs: readonly string[]): readonly string[] | null {
  const edges = edgesOf(paragraphs);
  const lines = [edges[0]?.split('\n')[0] ?? '', edges.at(-1)?.split('\n').at(-1) ?? ''];
  const asking = lines.filter(isRequest);
  if (asking.length > 0) return [...new Set(asking)];
  const paragraphsAsking = edges.filter(isRequest);
  return paragraphsAsking.length > 0 ? paragraphsAsking : null;
}

function edgesOf(paragraphs: readonly string[]): readonly string[] {
  return paragraphs.length > 1 ? [paragraphs[0] ?? '', paragraphs.at(-1) ?? ''] : paragraphs;
}

/** How far into a paragraph a word asks for something. */
const openingWords = 3;
const openingUnits = 64;
const requests: ReadonlySet<TaskMark | null> = new Set(['plain', 'reasons', 'demands', 'makes'] as const);

/** Whether a paragraph ends as a question does, or begins as a request does. */
function isRequest(paragraph: string): boolean {
  if (wordsOf(paragraph).length < requestWordsMin) return false;
  if (/[?:]\s*$/u.test(paragraph)) return true;
  const words = plainWords(paragraph.slice(0, openingUnits)).slice(0, openingWords);
  return words.some((word, place) => requests.has(taskMarkOf(word, words[place + 1] ?? '')));
}

function shortened(paragraph: string): string {
  const words = wordsOf(paragraph);
  if (words.length <= 2 * edgeWordsMax) return paragraph;
  return [...words.slice(0, edgeWordsMax), ...words.slice(-edgeWordsMax)].join(' ');
}

function wordsOf(text: string): readonly string[] {
  return text.split(/\s+/u).filter((word) => word !== '');
}
