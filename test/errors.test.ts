import test from 'ava';
import { errorCatalogue, GatewayError, type ErrorCode } from '../src/errors.ts';

// The keys of the catalogue are the codes.
const codes = Object.keys(errorCatalogue) as ErrorCode[];
const errors = codes.flatMap((code) => {
  const error = new GatewayError(code);
  return [error, error.withoutRetry(), new GatewayError(code, { retryAfterSeconds: 0 })];
});

test('an error names a time after which repeating may help, or says that it cannot', (t) => {
  for (const { code, status, shouldRetry, retryAfterSeconds } of errors) {
    t.true(shouldRetry === false || retryAfterSeconds !== null || status === 408, code);
  }
});

test('every 429, 500 and 503 asks for a pause of whole seconds', (t) => {
  for (const { code, status, retryAfterSeconds } of errors) {
    if (![429, 500, 503].includes(status)) continue;
    t.true(Number.isInteger(retryAfterSeconds) && (retryAfterSeconds ?? 0) >= 1, code);
  }
  t.is(new GatewayError('upstream_rate_limited', { retryAfterSeconds: 0.2 }).retryAfterSeconds, 1);
});

test('an error that must not be repeated has no type that agents repeat', (t) => {
  for (const { code, type, shouldRetry } of errors) t.false(shouldRetry === false && type === 'server_error', code);
  t.is(new GatewayError('upstream_unavailable').type, 'server_error');
  t.is(new GatewayError('upstream_unavailable').withoutRetry().type, 'api_error');
});

test('an error after which credit may be spent does not ask to be sent again', (t) => {
  for (const code of codes) {
    const [error, spent] = [
      new GatewayError(code),
      new GatewayError(code, { next: 'Try again later.' }).withoutRetry(),
    ];
    if (error.shouldRetry !== null || error.status === 408) continue;
    t.notRegex(spent.message, /try again/i, code);
    t.regex(spent.message, /x-waybill-reservation/, code);
  }
});

// Claude Code shows its own words in place of a message with this one.
test('no message names the header of a key by which an agent would replace it', (t) => {
  for (const { message } of errors) t.notRegex(message, /x-api-key/i);
});
