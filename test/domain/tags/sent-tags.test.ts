import test from 'ava';
import { readSentTags } from '../../../src/domain/tags/sent-tags.ts';
import { declaredTagsSchema, tagTerms, type DeclaredTag, type TagTerms } from '../../../src/domain/tags/tag-terms.ts';
import { writtenTags } from '../../../src/domain/tags/tags.ts';

const declared: readonly DeclaredTag[] = [
  { name: 'project', values: ['atlas', 'helios'] },
  { name: 'cost_center', characters: 'digits', length_max: 6 },
  { name: 'team', characters: 'letters_digits_marks' },
  { name: 'constructor', characters: 'letters' },
];

const terms = (more: Partial<TagTerms> = {}): TagTerms => ({ declared, from_metadata: false, required: [], ...more });

/** The tags as they are written, or the fault. */
function read(
  header: string | undefined,
  { metadata = {}, ...more }: Partial<TagTerms> & { readonly metadata?: Readonly<Record<string, string>> } = {},
): string | null {
  const own = (name: string): string | undefined => (Object.hasOwn(metadata, name) ? metadata[name] : undefined);
  const found = readSentTags({ header, metadata: own }, terms(more));
  if ('fault' in found) return found.fault;
  return found.tags === null ? null : writtenTags(found.tags, ',');
}

test('declared names with values that match are tags, in whichever order and spacing', (t) => {
  t.is(read('project=atlas,cost_center=42'), 'cost_center=42,project=atlas');
  t.is(read(' cost_center = 42 ,\tproject=helios '), 'cost_center=42,project=helios');
  t.is(read('team=a/b:c.d-e_f'), 'team=a/b:c.d-e_f');
  t.is(read(`team=${'x'.repeat(64)}`), `team=${'x'.repeat(64)}`);
  t.is(read('constructor=x'), 'constructor=x');
  for (const none of [undefined, '', '  ']) t.is(read(none), null);
});

test('what is not declared, or has another value, is refused by name and without the value', (t) => {
  const secret = 'mario.rossi@example.com';
  const faults: readonly (readonly [header: string, fault: RegExp])[] = [
    [
      `project=${secret}`,
      /^The value of `project` is not one that is declared\. Declared: `project` \(atlas, helios\); /,
    ],
    ['project=', /^The value of `project`/],
    ['cost_center=1234567', /`cost_center` \(up to 6 digits\)/],
    ['cost_center=4２', /^The value of `cost_center`/],
    [`team=${'x'.repeat(65)}`, /^The value of `team`/],
    ['team=-x', /^The value of `team`/],
    ['team=_x', /^The value of `team`/],
    [`customer=${secret}`, /^`customer` is not declared\./],
    [`${secret}=1`, /^A name is not declared\./],
    ['__proto__=x', /^A name is not declared\./],
    ['toString=x', /^A name is not declared\./],
    ['Project=atlas', /^A name is not declared\./],
    ['project=atlas,project=atlas', /^`project` occurs twice\./],
    ['project', /is not a list/],
    ['project=a=b', /is not a list/],
    ['project=atlas,', /is not a list/],
    [',', /is not a list/],
    ['project=atlas;team=x', /is not a list/],
    ['project=atlas\r\nx-other: 1', /^The value of `project`/],
    ['project=ätlas', /^The value of `project`/],
  ];
  for (const [header, fault] of faults) {
    t.regex(read(header) ?? '', fault, header);
    t.false(read(header)?.includes(secret));
  }
  t.regex(
    read('project=x', { declared: [] }) ?? '',
    /^`project` is not declared\. Your tenant has declared no tags\.$/,
  );
});

test('a long list is refused unread', (t) => {
  const began = performance.now();
  for (const header of ['a=1,'.repeat(250_000), `project=${'a'.repeat(1_000_000)}`, '='.repeat(1_000_000)]) {
    t.regex(read(header) ?? '', /more than 1024 characters/);
  }
  const many = Array.from({ length: 9 }, (_, n) => ({ name: `t${n}`, characters: 'digits' }) as const);
  const nine = many.map(({ name }) => `${name}=1`);
  t.regex(read(nine.join(), { declared: many }) ?? '', /at most 8 tags/);
  t.is(read(nine.slice(1).join(), { declared: many }), nine.slice(1).join());
  t.log(`${performance.now() - began} ms`);
});

test('metadata counts where it is declared to, by declared names alone', (t) => {
  const metadata = { project: 'atlas', user_id: 'somebody', note: 'a long text' };
  t.is(read(undefined, { metadata }), null);
  t.is(read('team=x', { metadata, from_metadata: true }), 'project=atlas,team=x');
  t.is(read('project=atlas', { metadata, from_metadata: true }), 'project=atlas');
  t.regex(
    read('project=helios', { metadata, from_metadata: true }) ?? '',
    /^`project` has one value in `x-waybill-tags` and another one in `metadata`/,
  );
  t.regex(read(undefined, { metadata: { project: 'x' }, from_metadata: true }) ?? '', /^The value of `project`/);
  t.is(read(undefined, { metadata, from_metadata: true, required: ['project'] }), 'project=atlas');
});

test('what is required is named when it is missing, unless it is no longer declared', (t) => {
  t.regex(
    read('team=x', { required: ['project', 'cost_center'] }) ?? '',
    /^This request has to name `project`, `cost_center`\./,
  );
  t.is(read('project=atlas', { required: ['project'] }), 'project=atlas');
  const tags = [{ name: 'project', values: ['atlas'], required: true }, ...declared.slice(1)];
  const declaration = { declared: tags, from_metadata: false };
  t.deepEqual(tagTerms(declaration, ['team', 'gone']).required, ['project', 'team']);
});

test('a declaration has each name once, with a list or a kind of characters', (t) => {
  const isDeclared = (...tags: readonly object[]): boolean => declaredTagsSchema.safeParse(tags).success;
  const [listed, kind] = [{ values: ['a'] }, { characters: 'digits' }];
  t.true(isDeclared({ name: 'a', ...listed }, { name: 'b', ...kind, length_max: 3, required: true }));
  t.true(isDeclared());
  const wrong = [
    [{ name: 'a' }],
    [{ name: 'a', ...listed, ...kind }],
    [
      { name: 'a', ...listed },
      { name: 'a', ...kind },
    ],
    [{ name: 'A', ...listed }],
    [{ name: '__proto__', ...listed }],
    [{ name: 'a', values: [] }],
    [{ name: 'a', values: ['=1+1'] }],
    [{ name: 'a', values: ['x,y'] }],
    [{ name: 'a', characters: '(a+)+$' }],
    [{ name: 'a', ...kind, length_max: 65 }],
    Array.from({ length: 17 }, (_, n) => ({ name: `t${n}`, ...kind })),
  ];
  for (const tags of wrong) t.false(isDeclared(...tags), JSON.stringify(tags));
});
