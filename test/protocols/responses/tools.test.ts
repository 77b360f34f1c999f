import test from 'ava';
import { scanJsonObject } from '../../../src/wire/json-text.ts';
import { findResponsesTools } from '../../../src/protocols/responses/tools.ts';

function found(body: object) {
  const object = scanJsonObject(Buffer.from(JSON.stringify(body)));
  if (object.kind === 'json_fault') throw new Error(object.fault);
  const input = object.member('input');
  const items = input === undefined ? [] : object.elements(input).map((item) => object.object(item));
  const { hosted, unpriced } = findResponsesTools(object, items);
  return { hosted: hosted.map(({ param }) => param), unpriced: unpriced?.param ?? null };
}

const own = { type: 'function', name: 'own' };
const search = { type: 'web_search' };
const machine = { type: 'code_interpreter' };
const namespace = (tools: readonly object[]) => ({ type: 'namespace', name: 'n', tools });

test('hosted tools are found wherever a request can bring them', (t) => {
  t.deepEqual(found({ tools: [own, search] }), { hosted: ['tools[1]'], unpriced: null });
  t.deepEqual(found({ tools: [own, machine] }), { hosted: [], unpriced: 'tools[1]' });
  t.deepEqual(found({ tools: [namespace([own, search])] }), { hosted: ['tools[0].tools[1]'], unpriced: null });
  for (const type of ['additional_tools', 'tool_search_output']) {
    const input = [
      { role: 'user', content: 'Hi' },
      { type, tools: [search, namespace([machine])] },
    ];
    t.deepEqual(found({ input }), { hosted: ['input[1].tools[0]'], unpriced: 'input[1].tools[1].tools[0]' }, type);
  }
});

test('tools outside of definitions for the model are ignored', (t) => {
  const input = [
    { type: 'mcp_list_tools', tools: [{ name: 'theirs', input_schema: {} }] },
    { type: 'message', role: 'user', content: 'Hi', tools: [machine] },
  ];
  t.deepEqual(found({ tools: null, input }), { hosted: [], unpriced: null });
  t.deepEqual(found({ tools: 'web_search', tool_choice: search }), { hosted: [], unpriced: null });
});
