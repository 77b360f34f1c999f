import test from 'ava';
import { scanJsonObject } from '../../src/domain/json-text.ts';
import { readResponsesRequest } from '../../src/domain/responses-request.ts';
import { findUncountedMember } from '../../src/domain/uncounted-member.ts';

const scanned = (text: string) => {
  const object = scanJsonObject(Buffer.from(text));
  if (object.kind === 'json_fault') throw new Error(object.fault);
  return object;
};

for (const [member, reason] of [
  ['"plugins":[{"id":"web"}]', 'tool_not_priced'],
  ['"search_parameters":{"mode":"auto"}', 'tool_not_priced'],
  ['"models":["other"]', 'unsupported_parameter'],
  ['"fallbacks":"default"', 'unsupported_parameter'],
  ['"plug\\u0069ns":true', 'tool_not_priced'],
] as const) {
  test(`${member} spends what no counter tells`, (t) => {
    const param = /^"(\w+)"/.exec(member)?.[1] ?? 'plugins';
    t.like(findUncountedMember(scanned(`{${member}}`)), { reason, param });
    const request = readResponsesRequest(scanned(`{"model":"light","input":"x",${member}}`));
    t.like(request, { kind: 'responses_refusal', reason, param });
  });
}

test('what asks for nothing, or within something else, is none', (t) => {
  const nothing = '"plugins":[],"models":null,"fallbacks":[],"search_parameters":null';
  t.is(findUncountedMember(scanned(`{${nothing},"metadata":{"plugins":["x"]}}`)), null);
});
