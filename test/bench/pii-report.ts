import type { PiiEntity } from '../../src/personal-data/pii-kinds.ts';
import type { PiiScore, PiiTally } from './pii-score.ts';

/** What is aimed at, per kind: recall, and precision. */
const goals: readonly (readonly [entity: PiiEntity, recall: number, precision: number])[] = [
  ['EMAIL', 0.995, 0.99],
  ['IBAN', 0.995, 0.99],
  ['CARD', 0.995, 0.99],
  ['IP', 0.995, 0.99],
  ['PHONE', 0.93, 0.9],
  ['NATIONAL_ID', 0.98, 0.95],
  ['TAX_ID', 0.98, 0.95],
  ['VAT_ID', 0.98, 0.95],
  ['HEALTH_ID', 0.98, 0.95],
  ['DATE_OF_BIRTH', 0.9, 0.9],
  ['PASSPORT', 0.9, 0.9],
  ['ID_DOCUMENT', 0.9, 0.9],
  ['DRIVING_LICENCE', 0.9, 0.9],
  ['PLATE', 0.9, 0.9],
  ['ADDRESS', 0.8, 0.9],
  ['PERSON', 0.75, 0.85],
];

/** Goals of single forms, where they differ from those of the kind. */
const formGoals: Readonly<Record<string, number>> = {
  'NATIONAL_ID.it': 0.995,
  'NATIONAL_ID.it-omocodia': 0.995,
  'NATIONAL_ID.it-mistyped': 0.9,
  'PHONE.international': 0.98,
};

export function share(part: number, whole: number): string {
  return whole === 0 ? '–' : (part / whole).toFixed(3);
}

/** Recall and precision by kind beside what is aimed at; a cross where it is not reached. */
export function kindsTable({ byEntity }: PiiScore): readonly string[] {
  return [
    '| kind | values | recall | goal | hidden | precision | goal | nothing personal |  |',
    '|---|---:|---:|---:|---:|---:|---:|---:|---|',
    ...goals.flatMap(([entity, recall, precision]) => {
      const tally = byEntity.get(entity);
      if (tally === undefined || tally.values === 0) return [];
      const isReached = tally.covered / tally.values >= recall && tally.right / tally.spans >= precision;
      return [
        `| ${entity} | ${tally.values} | ${share(tally.covered, tally.values)} | ${recall} | ${share(tally.hidden, tally.values)} | ${share(tally.right, tally.spans)} | ${precision} | ${tally.false} | ${isReached ? '' : 'missed'} |`,
      ];
    }),
  ];
}

/** The forms of which something was missed, worst first, with an example of each. */
export function formsTable({ byForm, missed }: PiiScore): readonly string[] {
  const short = [...byForm].filter(([, tally]) => tally.covered < tally.values);
  return [
    '| form | values | found | hidden | goal | for example |',
    '|---|---:|---:|---:|---:|---|',
    ...short
      .toSorted((a, b) => foundShare(a[1]) - foundShare(b[1]))
      .map(([form, tally]) => {
        const example = missed.find((miss) => miss.form === form)?.value.replaceAll('|', '\\|') ?? '';
        const goal = formGoals[form] ?? goals.find(([entity]) => form.startsWith(entity))?.[1] ?? '';
        return `| ${form} | ${tally.values} | ${share(tally.covered, tally.values)} | ${share(tally.hidden, tally.values)} | ${goal} | \`${example}\` |`;
      }),
  ];
}

const foundShare = (tally: PiiTally): number => tally.covered / tally.values;

/** Forms with a goal of their own. */
export function formGoalsReached({ byForm }: PiiScore): readonly string[] {
  return Object.entries(formGoals).map(([form, goal]) => {
    const tally = byForm.get(form);
    const found = tally === undefined ? '–' : share(tally.covered, tally.values);
    return `- ${form}: ${found} of ${tally?.values ?? 0} (goal ${goal})`;
  });
}
