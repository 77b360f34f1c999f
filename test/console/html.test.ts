import test from 'ava';
import { assert, property, string } from 'fast-check';
import { html } from '../../src/admin/markup/html.ts';
import { read, sources } from '../house/_project-files.ts';
import { anyCharacter } from '../_support/any-character.ts';

test('text is escaped in content and in attributes', (t) => {
  const name = `<script>alert("x")</script> & 'y'`;
  t.is(
    html`<p title="${name}">${name}</p>`.toString(),
    '<p title="&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt; &amp; &#39;y&#39;">&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt; &amp; &#39;y&#39;</p>',
  );
});

test('markup in markup stays markup; nothing is left for what is absent', (t) => {
  const items = [1, 2].map((each) => html`<li>${each}</li>`);
  t.is(html`<b>${items}${null}${undefined}${false}</b>`.toString(), '<b><li>1</li><li>2</li></b>');
});

test('a NUL is shown, as HTML has none', (t) => {
  t.is(html`${'a\0b'}`.toString(), 'a\u2400b');
});

test('no text ends an element, an attribute or an entity', (t) => {
  assert(
    property(string({ unit: anyCharacter }), (text) => {
      const inner = html`${text}`.toString();
      return !/[<>"'\0]|&(?!(amp|lt|gt|quot|#39);)/.test(inner);
    }),
  );
  t.pass();
});

test('what looks like markup and was not made by the template is refused', (t) => {
  const forged = { toString: () => '<b>' } as never;
  t.throws(() => html`${forged}`);
});

/** Where a template puts a value right behind an equals sign, outside of texts that are no markup. */
const bare = /\s[a-z-]+=\$\{/;

test('every value in an attribute stands between quotes', (t) => {
  const found = sources('src/console').filter((path) => bare.test(read(path)));
  t.deepEqual(found, [], 'an attribute without quotes ends at a blank: quote it');
});
