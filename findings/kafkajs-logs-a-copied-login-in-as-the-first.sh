#!/usr/bin/env bash
# A copy of a login of kafkajs is the login that it was copied from. At its first connection a client writes an authenticator into the
# `sasl` object that it was given, bound to that object. Whoever makes the settings of a second client by copying them, with another user
# and password, copies the authenticator too: the second client logs in as the first user. Its own
# user and password are never sent, and no broker refuses.
# Seen with kafkajs 2.2.4 on Node 20.20.2: members after the first connection, and who logged in at each.
#   mechanism, username, password, authenticationProvider
#   a client with its own object: app/first
#   the same object with a new password: app/second
#   a copy for another user: app/second
#   an object written anew: other/third
# Needs npm, and Node 20 or later; it calls the loopback alone. Exits with 1 when the behaviour is another.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --save-exact kafkajs@2.2.4
cat >login.cjs <<'JS'
const { createServer } = require('node:net');
const { Kafka, logLevel } = require('kafkajs');
const [metadata, handshake, versions, authenticate] = [3, 17, 18, 36];
const logins = [];
// As much of a broker as a login needs.
function answerTo(api, request) {
  if (api === versions) {
    const served = [[metadata, 0, 6], [handshake, 0, 1], [versions, 0, 2], [authenticate, 0, 1]];
    const body = Buffer.alloc(10 + served.length * 6);
    body.writeInt32BE(served.length, 2);
    served.flat().forEach((value, n) => body.writeInt16BE(value, 6 + 2 * n));
    return body;
  }
  if (api === handshake) return Buffer.from('\0\0\0\0\0\x01\0\x05PLAIN', 'latin1');
  if (api === authenticate) logins.push(request.toString('latin1').split('\0').slice(-2).join('/'));
  return null;
}
const broker = createServer((socket) => {
  let received = Buffer.alloc(0);
  socket.on('error', () => undefined).on('data', (piece) => {
    received = Buffer.concat([received, piece]);
    while (received.length >= 4 && received.length >= 4 + received.readInt32BE(0)) {
      const end = 4 + received.readInt32BE(0);
      const request = received.subarray(4, end);
      received = received.subarray(end);
      const body = answerTo(request.readInt16BE(0), request);
      if (body === null) return socket.destroy();
      const head = Buffer.alloc(8);
      head.writeInt32BE(4 + body.length, 0);
      request.copy(head, 4, 4, 8);
      socket.write(Buffer.concat([head, body]));
    }
  });
});
broker.listen(0, '127.0.0.1', async () => {
  const brokers = [`127.0.0.1:${broker.address().port}`];
  async function logIn(sasl) {
    const admin = new Kafka({ brokers, sasl, logLevel: logLevel.NOTHING, retry: { retries: 0 } }).admin();
    // This broker hangs up when it has heard who calls.
    await admin.connect().catch(() => undefined);
    await admin.disconnect().catch(() => undefined);
    return logins.at(-1);
  }
  const sasl = { mechanism: 'plain', username: 'app', password: 'first' };
  const seen = [];
  const first = await logIn(sasl);
  seen.push(Object.keys(sasl).join(', '));
  seen.push(`a client with its own object: ${first}`);
  sasl.password = 'second';
  seen.push(`the same object with a new password: ${await logIn(sasl)}`);
  seen.push(`a copy for another user: ${await logIn({ ...sasl, username: 'other', password: 'third' })}`);
  seen.push(`an object written anew: ${await logIn({ mechanism: 'plain', username: 'other', password: 'third' })}`);
  broker.close();
  console.log(seen.join('\n'));
});
JS
node login.cjs >seen
cat >expected <<'TEXT'
mechanism, username, password, authenticationProvider
a client with its own object: app/first
the same object with a new password: app/second
a copy for another user: app/second
an object written anew: other/third
TEXT
cat seen
diff expected seen >/dev/null || { echo "the behaviour is another"; exit 1; }
