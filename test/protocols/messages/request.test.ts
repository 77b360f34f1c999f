import test from 'ava';
import type { JsonObjectText } from '../../../src/wire/json-object-text.ts';
import { scanJsonObject } from '../../../src/wire/json-text.ts';
import {
  readMessagesRequest,
  writeMessagesRequest,
  type MessagesChanges,
  type MessagesRequest,
} from '../../../src/protocols/messages/request.ts';

function scanned(text: string): JsonObjectText {
  const object = scanJsonObject(Buffer.from(text));
  if (object.kind === 'json_fault') throw new Error(object.fault);
  return object;
}

const base = { model: 'light', max_tokens: 10, messages: [{ role: 'user', content: 'Hi' }] };
const read = (more: object) => readMessagesRequest(scanned(JSON.stringify({ ...base, ...more })));

function accepted(more: object): MessagesRequest {
  const request = read(more);
  if (request.kind !== 'messages_request') throw new Error(`${request.param}: ${request.message}`);
  return request;
}

test('a plain request is read', (t) => {
  t.deepEqual(accepted({}), {
    kind: 'messages_request',
    model: 'light',
    isStream: false,
    maxTokens: 10,
    effort: null,
    serviceTier: null,
    speed: null,
    hasUnboundedInput: false,
    mayCompact: false,
    hostedTools: [],
    toolPrompts: 0,
  });
});

test('a faulty member is refused by its name, in order', (t) => {
  const faults: readonly (readonly [object, string])[] = [
    [{ model: 5, messages: [] }, 'model'],
    [{ messages: [], max_tokens: -1 }, 'messages'],
    [{ messages: 'Hi' }, 'messages'],
    [{ messages: [{ role: 'user' }, 'Hi'] }, 'messages[1]'],
    [{ max_tokens: undefined, stream: 'yes' }, 'max_tokens'],
    [{ max_tokens: null }, 'max_tokens'],
    [{ max_tokens: -1 }, 'max_tokens'],
    [{ max_tokens: 1.5 }, 'max_tokens'],
    [{ max_tokens: 2 ** 31 + 1 }, 'max_tokens'],
    [{ stream: 'yes' }, 'stream'],
    [{ thinking: 'adaptive' }, 'thinking'],
    [{ output_config: 'high' }, 'output_config'],
    [{ output_config: { effort: 'much' } }, 'output_config.effort'],
    [{ output_config: { effort: 3 } }, 'output_config.effort'],
    [{ reasoning_effort: 'much' }, 'reasoning_effort'],
    [{ service_tier: 1 }, 'service_tier'],
    [{ speed: 1 }, 'speed'],
    [{ speed: 'fast', service_tier: 'priority' }, 'speed'],
  ];
  for (const [more, param] of faults) t.like(read(more), { kind: 'request_fault', param }, JSON.stringify(more));
});

test('an output limit of 0 is valid, and a token count needs none', (t) => {
  t.is(accepted({ max_tokens: 0 }).maxTokens, 0);
  const object = scanned('{"model":"light","messages":[{"role":"user","content":"Hi"}]}');
  t.like(readMessagesRequest(object, { needsMaxTokens: false }), { kind: 'messages_request', maxTokens: null });
});

test('members that store data upstream or change prices are refused, unless they are empty', (t) => {
  for (const [param, value] of Object.entries({
    thread: { type: 'create' },
    container: 'container_1',
    mcp_servers: [{ type: 'url', url: 'https://example.test' }],
    fallbacks: [{ model: 'other' }],
    fallback_credit_token: 'token',
    billing_policy: { type: 'billing_policy' },
    inference_geo: 'us',
  })) {
    t.like(read({ [param]: value }), { kind: 'messages_refusal', reason: 'unsupported_parameter', param });
    t.is(read({ [param]: null }).kind, 'messages_request', param);
  }
  t.is(read({ mcp_servers: [], fallbacks: [], inference_geo: 'global' }).kind, 'messages_request');
});

test('members whose cost compatible servers do not count are refused, unless they are empty', (t) => {
  for (const [more, reason, param] of [
    [{ plugins: [{ id: 'web' }] }, 'tool_not_priced', 'plugins'],
    [{ search_parameters: { mode: 'on' } }, 'tool_not_priced', 'search_parameters'],
    [{ models: ['other'] }, 'unsupported_parameter', 'models'],
    [{ fallbacks: [{ model: 'other' }] }, 'unsupported_parameter', 'fallbacks'],
  ] as const) {
    t.like(read(more), { kind: 'messages_refusal', reason, param });
  }
  accepted({ plugins: [], search_parameters: null, models: [], fallbacks: null });
});

test('tools that the caller runs are accepted', (t) => {
  const types = [undefined, null, 'custom', 'bash_20250124', 'text_editor_20250728', 'memory_20250818'];
  const tools = [...types, 'computer_20251124', 'computer_toolset_20260801', 'browser_toolset_20260801'];
  t.is(read({ tools: tools.map((type) => ({ type, name: 'tool' })) }).kind, 'messages_request');
});

test('tools that the upstream runs are refused at every place and in every spelling', (t) => {
  for (const type of [
    'code_execution_20260521',
    'advisor_20260301',
    'mcp_toolset',
    'bash',
    'not_there_yet_20300101',
    7,
  ]) {
    const refused = { kind: 'messages_refusal', reason: 'tool_not_priced' };
    t.like(read({ tools: [{ name: 'mine' }, { type, name: 'theirs' }] }), { ...refused, param: 'tools[1]' });
    const added = { type: 'tool_addition', tool: { type: 'tool_definition', definition: { type, name: 'theirs' } } };
    const messages = [...base.messages, { role: 'system', content: [{ type: 'text', text: 'x' }, added] }];
    t.like(read({ messages }), { ...refused, param: 'messages[1].content[1]' });
  }
  const spelt = scanned(
    '{"model":"light","max_tokens":1,"messages":[{"role":"system","content":[{"t\\u0079pe":"tool\\u005faddition","tool":{"definition":{"type":"web\\u005fsearch_20250305"}}}]}]}',
  );
  t.like(readMessagesRequest(spelt), { kind: 'messages_refusal', reason: 'tool_not_priced' });
});

test('a refusal quotes only the beginning of a tool type', (t) => {
  const refused = read({ tools: [{ type: 'x'.repeat(1_000_000) }] });
  t.true('message' in refused && refused.message.includes('xxx') && refused.message.length < 200);
});

test('a web search and a web fetch are listed with their limits, for the target to price', (t) => {
  const tools = [
    { name: 'mine' },
    { type: 'web_search_20250305', name: 'web_search', max_uses: 3 },
    { type: 'web_fetch_20260318', name: 'web_fetch', max_uses: null },
  ];
  t.deepEqual(accepted({ tools }).hostedTools, [
    { kind: 'web_search', type: 'web_search_20250305', param: 'tools[1]', usesMax: 3 },
    { kind: 'web_fetch', type: 'web_fetch_20260318', param: 'tools[2]', usesMax: null },
  ]);
  t.deepEqual(accepted({ tools: tools.slice(0, 1) }).hostedTools, []);
  for (const max_uses of [0, -1, 1.5, '3', {}, 2 ** 40]) {
    const refused = { kind: 'request_fault', param: 'tools[0].max_uses' };
    t.like(read({ tools: [{ ...tools[1], max_uses }] }), refused);
  }
});

test('a search among the tools of the request has no fee, and is bounded by the tools that it can load', (t) => {
  for (const type of ['tool_search_tool_regex', 'tool_search_tool_bm25_20251119']) {
    const tools = [{ type, name: 'search' }, { name: 'one', defer_loading: true }, { name: 'two' }];
    t.deepEqual(accepted({ tools }).hostedTools, [{ kind: 'tool_search', type, param: 'tools[0]', usesMax: 2 }]);
  }
  t.is(read({ tools: [{ type: 'tool_search_tool_other', name: 'search' }] }).kind, 'messages_refusal');
});

test('a search among tools may be added in a message, and added tools can be loaded too', (t) => {
  const added = (definition: object): object => ({
    type: 'tool_addition',
    tool: { type: 'tool_definition', definition },
  });
  const type = 'tool_search_tool_bm25';
  const search = { type, name: 'search' };
  const [one, two] = [
    { name: 'one', defer_loading: true },
    { type: 'bash_20250124', name: 'bash' },
  ];
  const content = [{ type: 'text', text: 'x' }, added(search)];
  const messages = [...base.messages, { role: 'system', content: [...content, added(two)] }];
  const found = { kind: 'tool_search', type, usesMax: 2 } as const;
  t.deepEqual(accepted({ tools: [one], messages }).hostedTools, [{ ...found, param: 'messages[1].content[1]' }]);
  const summary = { type: 'compaction', content: 'x', signature: 's', tool_changes: [added(search), added(one)] };
  const compacted = [{ role: 'assistant', content: [summary] }, ...base.messages];
  const inSummary = { ...found, param: 'messages[0].content[0]' };
  t.deepEqual(accepted({ tools: [two], messages: compacted }).hostedTools, [inSummary]);
  t.deepEqual(accepted({ tools: [search, two], messages: compacted }).hostedTools, [
    { ...found, param: 'tools[0]' },
    inSummary,
  ]);
  const byCode = added({ ...search, allowed_callers: ['code_execution_20260521'] });
  t.is(read({ messages: [{ role: 'system', content: [byCode] }] }).kind, 'messages_refusal');
});

test('a hosted tool that a message adds is refused, because no limit can be written to it', (t) => {
  for (const type of ['web_search_20250305', 'web_fetch_20260318']) {
    const added = { type: 'tool_addition', tool: { type: 'tool_definition', definition: { type, name: 'theirs' } } };
    const messages = [...base.messages, { role: 'system', content: [added] }];
    t.like(read({ messages }), { kind: 'messages_refusal', param: 'messages[1].content[0]' });
    const summary = {
      type: 'compaction',
      content: 'x',
      signature: 's',
      tool_changes: [{ type: 'tool_removal' }, added],
    };
    const compacted = [{ role: 'assistant', content: [summary] }, ...base.messages];
    t.like(read({ messages: compacted }), { kind: 'messages_refusal', param: 'messages[0].content[0]' });
  }
});

test('uses of hosted tools are limited, each tool by itself, and nothing else of them changes', (t) => {
  const tools =
    '[ {"name":"mine","max_uses":9}, {"type":"web_search_20250305" ,"max_uses": 9, "x":1.0},{"type":"web_fetch_20260318"},' +
    '{"type":"web_search_20260209","max_uses":2},{"type":"web_fetch_20250910","max_uses":null} ]';
  const text = `{"model":"light","max_tokens":1,"messages":[{"role":"user","content":"x"}],"tools":${tools}}`;
  const expected =
    '[ {"name":"mine","max_uses":9}, {"type":"web_search_20250305" ,"max_uses": 4, "x":1.0},{"type":"web_fetch_20260318","max_uses":4,"allowed_callers":["direct"]},' +
    '{"type":"web_search_20260209","max_uses":2,"allowed_callers":["direct"]},{"type":"web_fetch_20250910","max_uses":4} ]';
  t.is(written(text, { hostedToolUsesMax: 4 }), text.replace('"light"', '"up-1"').replace(tools, expected));
});

test('tools that hosted code may call are refused, because no limit applies to its calls', (t) => {
  const tool = (allowed_callers: unknown) => ({ type: 'web_search_20260318', name: 'web_search', allowed_callers });
  for (const callers of [['code_execution_20260120'], ['direct', 'code_execution_20260521'], [], 'direct', [1]]) {
    const refused = read({ tools: [tool(callers)] });
    t.like(refused, { kind: 'messages_refusal', reason: 'tool_not_priced', param: 'tools[0]' });
    t.regex('message' in refused ? refused.message : '', /`\["direct"\]`/);
  }
  for (const [callers, told] of [
    ['["direct"]', '["direct"]'],
    ['[ "d\\u0069rect" ]', '[ "d\\u0069rect" ]'],
    ['null', '["direct"]'],
  ] as const) {
    const text = (json: string) =>
      `{"model":"up-1","max_tokens":1,"messages":[{}],"tools":[{"type":"web_search_20260318","max_uses":1,"allowed_callers":${json}}]}`;
    t.is(written(text(callers)), text(told));
  }
});

test('text of every kind is bounded by its bytes, other content is not', (t) => {
  const isUnbounded = (content: unknown): boolean =>
    accepted({ messages: [{ role: 'user', content }] }).hasUnboundedInput;
  const text = { type: 'text', text: 'x' };
  const bounded: readonly unknown[] = [
    'text',
    [text],
    [
      { type: 'thinking', thinking: 'x', signature: 's' },
      { type: 'redacted_thinking', data: 'd' },
    ],
    [{ type: 'tool_use', id: 'i', name: 'n', input: { deep: [1] } }],
    [
      { type: 'tool_result', tool_use_id: 'i', content: 'x' },
      { type: 'tool_result', tool_use_id: 'i' },
    ],
    [{ type: 'tool_result', tool_use_id: 'i', content: [text, { type: 'search_result', content: [text] }] }],
    [
      { type: 'compaction', content: 'x' },
      { type: 'compaction', content: null, encrypted_content: 'x' },
    ],
    [{ type: 'document', source: { type: 'text', media_type: 'text/plain', data: 'x' } }],
    [{ type: 'document', source: { type: 'content', content: [text] } }],
    [{ type: 'document', source: { type: 'content', content: 'x' } }],
  ];
  const image = { type: 'image', source: { type: 'base64', data: 'x' } };
  const unbounded: readonly unknown[] = [
    [text, image],
    [{ type: 'tool_result', tool_use_id: 'i', content: [image] }],
    [{ type: 'compaction', content: [image] }],
    [{ type: 'document', source: { type: 'base64', data: 'x' } }],
    [{ type: 'document', source: { type: 'file', file_id: 'f' } }],
    [{ type: 'document', source: { type: 'content', content: [image] } }],
    [{ type: 'document' }],
    [{ type: 'container_upload', file_id: 'f' }],
    [{ type: 'not_there_yet' }],
    [{}],
    [5],
    { type: 'text' },
  ];
  for (const content of bounded) t.false(isUnbounded(content), JSON.stringify(content));
  for (const content of unbounded) t.true(isUnbounded(content), JSON.stringify(content));
  t.true(accepted({ system: [image] }).hasUnboundedInput);
  t.false(accepted({ system: [text] }).hasUnboundedInput);
});

test('a compaction is found in either place', (t) => {
  t.true(accepted({ compaction: { type: 'summarize' } }).mayCompact);
  t.true(accepted({ context_management: { edits: [{ type: 'compact_20260112' }] } }).mayCompact);
  t.false(accepted({ context_management: { edits: [{ type: 'clear_thinking_20251015' }] } }).mayCompact);
  t.false(accepted({ compaction: null, context_management: {} }).mayCompact);
});

test('the tier is the speed unless that is the standard one', (t) => {
  t.like(accepted({ service_tier: 'auto', speed: 'standard' }), { serviceTier: 'auto', speed: 'standard' });
  t.like(accepted({ service_tier: 'standard_only', speed: 'fast' }), { serviceTier: 'fast', speed: 'fast' });
  t.like(accepted({ service_tier: 'priority' }), { serviceTier: 'priority', speed: null });
});

const plain: MessagesChanges = {
  model: 'up-1',
  effort: null,
  efforts: [],
  thinking: 'adaptive',
  outputTokensMax: 100,
  hostedToolUsesMax: 5,
};
const written = (text: string, changes: Partial<MessagesChanges> = {}): string =>
  writeMessagesRequest(scanned(text), { ...plain, ...changes }).toString();

test('every byte that the gateway does not decide stays: thoughts, signatures, numbers, order, white space', (t) => {
  const body =
    '{ "10":1, "model" :\t"light" ,"max_tokens":100,"seed":9007199254740993,"x":1.0,"y":-1e400,' +
    '"system":[{"type":"text","text":"x-anthropic-billing-header: cc","cache_control":{"type":"ephemeral","ttl":"1h"}}],\r\n' +
    '"messages":[{"role":"assistant","content":[{"type":"thinking","thinking":"caf\\u00e9 \\/ \\ud83d\\ude00 \\ud800 é","signature":"Eq+\\/A=="},' +
    '{"type":"redacted_thinking","data":"\\u0041+\\/="},{"type":"tool_use","id":"toolu_1","name":"n","input":{"n":1.10,"__proto__":{}}}]}],' +
    '"thinking":{"type":"enabled" ,"budget_tokens":50},"stream":false}\n';
  t.is(written(body), body.replace('"light"', '"up-1"'));
});

test('the limit is lowered, never raised or added, and members for the gateway are removed', (t) => {
  t.is(written('{"model":"m","max_tokens":101,"messages":[]}'), '{"model":"up-1","max_tokens":100,"messages":[]}');
  t.is(written('{"model":"m","max_tokens":0,"messages":[]}'), '{"model":"up-1","max_tokens":0,"messages":[]}');
  t.is(written('{"messages":[]}'), '{"messages":[],"model":"up-1"}');
  t.is(
    written('{"reasoning_effort":"low","max_tokens":500,"diagnostics":{"previous_message_id":"msg_1"},"messages":[]}'),
    '{"max_tokens":100,"messages":[],"model":"up-1"}',
  );
});
