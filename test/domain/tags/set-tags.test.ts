import test from 'ava';
import * as fc from 'fast-check';
import { levels, type Level } from '../../../src/domain/scopes/level.ts';
import { isTagValue, type DeclaredTag, type TagDeclaration } from '../../../src/domain/tags/tag-terms.ts';
import {
  namesFrom,
  shownRequiredTags,
  shownTags,
  withRequiredTags,
  withTags,
  type SetTags,
} from '../../../src/domain/tags/set-tags.ts';
import { levelActors } from '../../_support/level-actors.ts';

const listed = (...values: readonly string[]): DeclaredTag => ({ name: 'project', values: [...values] });
const declaration = (...declared: readonly DeclaredTag[]): TagDeclaration => ({ declared, from_metadata: false });

/** What applies after each level in turn has declared something. */
function declaring(...steps: readonly (readonly [Level, TagDeclaration])[]): SetTags {
  return steps.reduce<SetTags>((known, [level, declared]) => withTags(known, declared, levelActors[level]), {});
}

test('a level below narrows the values of a name, and neither widens nor withdraws it', (t) => {
  const above = ['platform', declaration(listed('atlas', 'helios'))] as const;
  const below = (...tags: readonly DeclaredTag[]) =>
    declaring(above, ['tenant', declaration(...tags)]).tags?.declared ?? [];
  t.deepEqual(below(listed('helios', 'zeus')), [listed('helios')]);
  t.deepEqual(below({ name: 'project', characters: 'letters', required: true }), [
    { ...listed('atlas', 'helios'), required: true },
  ]);
  t.deepEqual(below({ name: 'project', characters: 'letters', length_max: 5 }), [listed('atlas')]);
  t.deepEqual(below({ name: 'team', characters: 'digits' }), [
    listed('atlas', 'helios'),
    { name: 'team', characters: 'digits' },
  ]);
  t.deepEqual(below(), [listed('atlas', 'helios')]);
  t.deepEqual(declaring(['reseller', declaration({ ...listed('atlas'), required: true })], above).tags?.declared, [
    { ...listed('atlas'), required: true },
  ]);
});

test('a setting replaces that of its own level, and to set none lifts those below too', (t) => {
  const [wide, narrow] = [declaration(listed('atlas', 'helios')), declaration(listed('helios'))];
  const both = declaring(['tenant', narrow], ['platform', wide]);
  t.deepEqual(both.tags?.declared, [listed('helios')]);
  t.deepEqual(withTags(both, declaration(listed('atlas')), levelActors.tenant).tags?.declared, [listed('atlas')]);
  t.deepEqual(withTags(both, declaration(), levelActors.tenant).tags, wide);
  t.deepEqual(withTags(both, declaration(), levelActors.platform), {});
  t.deepEqual(withTags(both, declaration(), levelActors.reseller).tags, wide);
  // An event without an actor is the platform's.
  t.deepEqual(withTags(both, declaration(), undefined), {});
});

test('metadata counts where each level says so, and answers name the widest level of each name', (t) => {
  const reading = { ...declaration(listed('atlas')), from_metadata: true };
  const team = { ...declaration({ name: 'team', characters: 'letters' }), from_metadata: true };
  t.true(declaring(['platform', reading], ['tenant', team]).tags?.from_metadata);
  t.false(declaring(['platform', declaration(listed('atlas'))], ['tenant', team]).tags?.from_metadata);
  t.false(declaring(['tenant', declaration(listed('atlas'))], ['platform', team]).tags?.from_metadata);
  const shown = shownTags(declaring(['tenant', reading], ['tenant', team], ['reseller', reading]));
  t.deepEqual(shown, {
    tags: [listed('atlas'), { name: 'team', characters: 'letters' }],
    metadata_tags: true,
    declared_by: { project: 'reseller', team: 'tenant' },
  });
  t.deepEqual(shownTags({}), {});
});

test('a key needs the tags of all levels, and a level lifts its own and those below', (t) => {
  const above = withRequiredTags({}, ['project'], levelActors.platform);
  const both = withRequiredTags(above, ['project', 'team'], levelActors.tenant);
  t.deepEqual(shownRequiredTags(both), {
    required_tags: ['project', 'team'],
    required_by: { project: 'platform', team: 'tenant' },
  });
  t.deepEqual(withRequiredTags(both, [], levelActors.tenant), above);
  t.deepEqual(withRequiredTags(both, ['cost_center'], levelActors.tenant).required_tags, ['cost_center', 'project']);
  t.deepEqual(withRequiredTags(both, [], levelActors.platform), {});
  const scope = declaring(
    ['tenant', declaration(listed('a'))],
    ['reseller', declaration({ ...listed(), name: 'team' })],
  );
  t.deepEqual(namesFrom(scope, levelActors.tenant), ['project', 'team']);
  t.deepEqual(namesFrom(scope, levelActors.reseller), ['team']);
  t.deepEqual(namesFrom(scope, levelActors.platform), []);
});

const kind = fc.constantFrom('digits', 'letters', 'letters_digits', 'letters_digits_marks');
const value = fc.stringMatching(/^[a-b1-2][a-b1-2_]{0,2}$/);
const tag: fc.Arbitrary<DeclaredTag> = fc.oneof(
  fc.record({ name: fc.constant('project'), values: fc.array(value, { maxLength: 4 }), required: fc.boolean() }),
  fc.record({
    name: fc.constant('project'),
    characters: kind,
    length_max: fc.option(fc.integer({ min: 1, max: 4 }), { nil: undefined }),
    required: fc.boolean(),
  }),
);

test('property: whatever the levels declare, a value is allowed exactly where each of them allows it', (t) => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.constantFrom(...levels), tag), { minLength: 1 }), value, (steps, sent) => {
      const known = declaring(...steps.map(([level, declared]) => [level, declaration(declared)] as const));
      const last = new Map(steps);
      const [applies] = known.tags?.declared ?? [];
      t.is(
        applies !== undefined && isTagValue(applies, sent),
        [...last.values()].every((declared) => isTagValue(declared, sent)),
      );
      t.is(
        applies?.required === true,
        [...last.values()].some(({ required }) => required === true),
      );
      // In whichever order the levels have done so.
      t.deepEqual(
        declaring(...[...last].toReversed().map(([level, each]) => [level, declaration(each)] as const)),
        known,
      );
    }),
  );
});
