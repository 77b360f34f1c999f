import test from 'ava';
import { scanJsonObject } from '../../../src/wire/json-text.ts';
import { readResponsesRequest } from '../../../src/protocols/responses/request.ts';
import { findUncountedMember } from '../../../src/protocols/requests/uncounted-member.ts';

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
  ['"vertex_ai_credentials":{}', 'unsupported_parameter'],
  ['"client_secret":"x"', 'unsupported_parameter'],
  ['"prompt_id":"other"', 'unsupported_parameter'],
  ['"langfuse_host":"http://other"', 'unsupported_parameter'],
] as const) {
  test(`${member} is refused because its cost has no counter`, (t) => {
    const param = /^"(\w+)"/.exec(member)?.[1] ?? 'plugins';
    t.like(findUncountedMember(scanned(`{${member}}`)), { reason, param });
    const request = readResponsesRequest(scanned(`{"model":"light","input":"x",${member}}`));
    t.like(request, { kind: 'responses_refusal', reason, param });
  });
}

for (const [notes, param] of [
  ['"metadata":{"langfuse_host":"http://other"}', 'metadata.langfuse_host'],
  ['"metadata":{"langfuse\\u005fhost":"http://other"}', 'metadata.langfuse_host'],
  ['"litellm_metadata":{"a":1,"slack_webhook_url":"http://other"}', 'litellm_metadata.slack_webhook_url'],
  ['"metadata":{"tags":["paid"]}', 'metadata.tags'],
] as const) {
  test(`${notes} is refused because it chooses who serves or logs a request`, (t) => {
    t.like(findUncountedMember(scanned(`{${notes}}`)), { reason: 'unsupported_parameter', param });
  });
}

test('other metadata is allowed', (t) => {
  for (const notes of [
    '{"tags":"paid"}',
    '{"tags":[]}',
    '{"provider":"x","organization":"y"}',
    '{"dd_site":null}',
    '"x"',
  ]) {
    t.is(findUncountedMember(scanned(`{"metadata":${notes}}`)), null);
  }
});

test('what only shortens the messages is taken', (t) => {
  t.is(findUncountedMember(scanned('{"transforms":["middle-out"]}')), null);
});

test('what says that it is off is taken, and what is not clearly off is refused', (t) => {
  for (const off of [
    '"search_parameters":{"mode":"off"}',
    '"search_parameters":{"sources":[],"mode":"off"}',
    '"plugins":[{"id":"web","enabled":false},{"enabled":false,"id":"file-parser"}]',
  ]) {
    t.is(findUncountedMember(scanned(`{${off}}`)), null, off);
  }
  for (const on of [
    '"search_parameters":{}',
    '"search_parameters":{"mode":"off","Mode":"on"}',
    '"search_parameters":{"mode":false}',
    '"search_parameters":"off"',
    '"search_parameters":["off"]',
    '"plugins":[{"id":"web","enabled":false},{"id":"web"}]',
    '"plugins":[{"id":"web","enabled":"false"}]',
    '"plugins":[{"enabled":false},"web"]',
    '"models":[{"enabled":false}]',
  ]) {
    t.not(findUncountedMember(scanned(`{${on}}`)), null, on);
  }
});

test('empty members and nested members are not found', (t) => {
  const nothing = '"plugins":[],"models":null,"fallbacks":[],"search_parameters":null';
  t.is(findUncountedMember(scanned(`{${nothing},"metadata":{"plugins":["x"]}}`)), null);
});
