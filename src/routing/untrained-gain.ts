import type { Instruction } from './instruction.ts';
import { plainWords, taskMarkOf, type TaskMark } from './task-mark.ts';

/** What the first word that says something of the task adds, if it is among the first words, polite ones aside. */
const leads: Readonly<Partial<Record<TaskMark, number>>> = { plain: -0.1, recalls: -0.05 };
const leadWordsMax = 3;
const polite: ReadonlySet<string> = new Set(
  (
    'please can could would will you kindly just hi hello hey thanks thank i me need want to so ok ' +
    'per favore puoi potresti mi ciao grazie buongiorno vorrei bitte kannst konntest konnten sie du mir mal hallo danke ' +
    's il te vous plait peux tu pourriez pourrais bonjour merci por favor puedes podrias podria hola gracias'
  ).split(' '),
);

/** What each of the first two words of a mark adds. */
const perWord: Readonly<Partial<Record<TaskMark, number>>> = {
  reasons: 0.05,
  supposes: 0.015,
  topic: 0.06,
  demands: 0.08,
};
const wordsOfMarkMax = 2;

const base = 0.04;
const perLength = 0.025;
const perOperator = 0.015;
const calculation = 0.08;
const perNumber = 0.01;
const numbersMax = 5;
/** A shorter text with numbers is a sum, not a problem. */
const problemWordsMin = 9;
/** So many words behind a first sentence are what it is about. */
const workedOnWordsMin = 25;
const hard: ReadonlySet<TaskMark> = new Set(['reasons', 'demands', 'topic', 'counts'] as const);
const codeToWrite = 0.12;
const madeBySubject = 0.1;
const gainMax = 0.5;

/**
 * A guess at the gain of a request, where no table was learned: how much more likely the advanced model is to answer it
 * correctly. Judged by hand, by kinds of task.
 */
export function untrainedGain(instruction: Instruction): number {
  const whole = readTask(instruction.text);
  // What plain work is done on says nothing of the work. A question behind it is more than that.
  const opening = readTask(firstSentence.exec(instruction.text)?.[0] ?? '');
  const isPlain = !instruction.text.includes('?') && isPlainWork(opening, whole);
  const task = isPlain ? { ...opening, lead: 'plain' as const } : whole;
  const { words, marks, numbers, operators, lead } = task;
  let gain = base + perLength * Math.log1p(words.length) + perOperator * Math.log1p(operators);
  for (const [mark, weight] of Object.entries(perWord)) {
    const found = new Set(words.filter((_, place) => marks[place] === mark)).size;
    gain += weight * Math.min(wordsOfMarkMax, found);
  }
  if (numbers > 1 && words.length >= problemWordsMin && marks.includes('counts'))
    gain += calculation + perNumber * Math.min(numbers, numbersMax);
  if (marks.includes('makes') && marks.includes('topic')) gain += madeBySubject;
  const leadGain = lead === null ? undefined : leads[lead];
  if (instruction.hasCode && leadGain === undefined && !instruction.text.includes('?')) gain += codeToWrite;
  return Math.min(gainMax, Math.max(0, gain + (leadGain ?? 0)));
}

/** Whether a first sentence orders plain work, on what follows or by its first words. */
function isPlainWork({ marks, lead, words }: Task, whole: Task): boolean {
  if (lead === 'plain') return true;
  const isBefore = whole.words.length - words.length >= workedOnWordsMin;
  return isBefore && marks.includes('plain') && !marks.some((mark) => mark !== null && hard.has(mark));
}

const firstSentence = /^[^.:!?\n]*/u;

function leadOf(words: readonly string[], marks: readonly (TaskMark | null)[]): TaskMark | null {
  const first = words.findIndex((word, place) => !polite.has(word) || marks[place] !== null);
  return marks.slice(first, first + leadWordsMax).find((mark) => mark !== null) ?? null;
}

interface Task {
  readonly words: readonly string[];
  readonly marks: readonly (TaskMark | null)[];
  readonly numbers: number;
  readonly operators: number;
  /** The first mark among the first words. */
  readonly lead: TaskMark | null;
}

function readTask(text: string): Task {
  const words = plainWords(text);
  const marks = words.map((word, place) => taskMarkOf(word, words[place + 1] ?? ''));
  return {
    words,
    marks,
    numbers: text.match(/\d+/gu)?.length ?? 0,
    operators: text.match(/[-+*/=<>^%$|\\_]/gu)?.length ?? 0,
    lead: leadOf(words, marks),
  };
}
