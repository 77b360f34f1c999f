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
/** Words below a request that are what it is about, and no part of it. */
const pastedWordsMin = 40;
/** A longer line is no request, though a question stands in it. */
const requestWordsMax = 60;
/** Fewer lines of pasted kinds belong to the request. */
const pastedLinesMin = 8;

const fence = /^\s*(?:```|~~~)/u;
/** A line of code, a quote, markup, a list, a table, or a record. */
const pasted =
  /^(?: {2}|\t|\s*(?:>|\||#|[-*+•]\s|\d{1,3}[.)]\s|<[a-z/!?]|[{}[\]]|\/[/*]|\*\/|@|\$ |[-=+_*]{3}|\d{4}-\d\d-\d\d|[\w.-]+,[\w.-]+,|")|[^,;\t]{0,40}(?:[,;\t][^,;\t]{0,40}){3,40}$)/iu;
const code =
  /[{};]\s*$|=>|\w\(\)|^\s*(?:import|export|from|const|let|var|def|class|function|return|public|private|package|use|using|fn|func|async|if \(|for \(|echo |sudo |cd |npm |npx |pip |git |docker |curl |[\w.]+ = |[\w-]+: \S+$|[\w.-]+=\S+$)\b/u;

/**
 * What a text asks for, without what was pasted with it: code, quotes, markup, lists, records, and a document above or
 * below the request. A text that is nothing else is taken whole. Linear in the length of the text.
 */
export function instructionIn(text: string): Instruction {
  const paragraphs: string[][] = [[]];
  const lines = text.split('\n');
  // A text that was cut may have lost one fence of a pair: then none says where code begins.
  const arePaired = lines.filter((line) => fence.test(line)).length % 2 === 0;
  let isFenced = false;
  let hasCode = false;
  let pastedLines = 0;
  for (const line of lines) {
    const isFence = fence.test(line);
    if (isFence && arePaired) isFenced = !isFenced;
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
  const isWhole = isShort && pastedLines < pastedLinesMin;
  const asked = isWhole ? requestBeside(text) : (requestsAmong(prose) ?? (isShort ? null : edgesOf(prose)));
  if (asked !== null) return { text: asked.map(shortened).join('\n\n'), hasCode: false };
  return isWhole ? { text, hasCode } : { text: whole, hasCode: false };
}

/** The first or the last line of a text, if it asks for something and much stands beside it; `null`: the whole text asks. */
function requestBeside(text: string): readonly string[] | null {
  const lines = text.trim().split('\n');
  const [first = '', last = ''] = [lines[0], lines.at(-1)];
  const isMuch = (others: readonly string[]): boolean => wordsOf(others.join(' ')).length >= pastedWordsMin;
  if (isRequest(first) && isMuch(lines.slice(1))) return [first];
  return isRequest(last) && isMuch(lines.slice(0, -1)) ? [last] : null;
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

/** How far into a paragraph an order or a question word makes it a request: "Please summarise", "in which". */
const orderPlaces = 3;
const questionPlaces = 2;
const openingUnits = 64;
const orders: ReadonlySet<TaskMark | null> = new Set(['plain', 'reasons', 'demands', 'makes'] as const);
const questions: ReadonlySet<TaskMark | null> = new Set(['asks', 'recalls', 'counts'] as const);

/** Whether a paragraph has a question, or begins as a request does. */
function isRequest(paragraph: string): boolean {
  const count = wordsOf(paragraph).length;
  if (count < requestWordsMin) return false;
  if (count <= requestWordsMax && paragraph.includes('?')) return true;
  const words = plainWords(paragraph.slice(0, openingUnits));
  const marks = words.slice(0, orderPlaces).map((word, place) => taskMarkOf(word, words[place + 1] ?? ''));
  return marks.some((mark, place) => orders.has(mark) || (place < questionPlaces && questions.has(mark)));
}

function shortened(paragraph: string): string {
  const words = wordsOf(paragraph);
  if (words.length <= 2 * edgeWordsMax) return paragraph;
  return [...words.slice(0, edgeWordsMax), ...words.slice(-edgeWordsMax)].join(' ');
}

function wordsOf(text: string): readonly string[] {
  return text.split(/\s+/u).filter((word) => word !== '');
}
