#!/usr/bin/env bash
# The Kafka binding of the CloudEvents SDK for JavaScript and kafkajs do not fit in either direction, and half of that is silent. kafkajs
# delivers headers and keys as bytes.
# Reading: a message with a content type, which the binding prescribes, raises a TypeError. One without is taken for an event, and its id,
# type and source are byte arrays; asked whether that event is valid, the SDK answers false and does not raise, as it does elsewhere.
# Writing: the event is made a message whose value is the object itself, which kafkajs cannot send; with data that is JSON no content type
# is set, and headers without a value are named all the same, one of them of version 0.3, so that a consumer that turns headers to text, as one
# has to, gets a message that the SDK itself refuses.
# Seen with cloudevents 10.0.0 on Node 20.20.2, on messages of the shape that kafkajs 2.2.4 delivers:
#   with content type: TypeError: contentType.startsWith is not a function
#   without content type: id is bytes, valid: false
#   written value: object, content-type: undefined
#   written, headers turned to text, read: cannot set schemaurl on version 1.0 event
# Needs npm, and Node 20 or later. Exits with 1 when the behaviour is another.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --save-exact cloudevents@10.0.0
cat >binding.cjs <<'JS'
const { CloudEvent, Kafka } = require('cloudevents');
const bytesOf = (record) => Object.fromEntries(Object.entries(record).map(([name, text]) => [name, Buffer.from(text)]));
const attributes = { ce_specversion: '1.0', ce_id: '1', ce_source: 'shop', ce_type: 'sold' };
const delivered = { key: Buffer.from('k'), value: Buffer.from('{"a":1}') };
try {
  Kafka.toEvent({ ...delivered, headers: bytesOf({ ...attributes, 'content-type': 'application/json' }) });
  console.log('with content type: read');
} catch (error) {
  console.log(`with content type: ${error.name}: ${error.message}`);
}
const event = Kafka.toEvent({ ...delivered, headers: bytesOf(attributes) });
console.log(`without content type: id is ${Buffer.isBuffer(event.id) ? 'bytes' : typeof event.id}, valid: ${event.validate()}`);
const written = Kafka.binary(new CloudEvent({ source: 'shop', type: 'sold', data: { a: 1 } }));
console.log(`written value: ${typeof written.value}, content-type: ${written.headers['content-type']}`);
const headers = Object.fromEntries(Object.entries(written.headers).map(([name, value]) => [name, String(value)]));
try {
  Kafka.toEvent({ ...written, headers, value: JSON.stringify(written.value) });
  console.log('written, headers turned to text, read: read');
} catch (error) {
  console.log(`written, headers turned to text, read: ${error.message}`);
}
JS
node binding.cjs >seen
cat >expected <<'TEXT'
with content type: TypeError: contentType.startsWith is not a function
without content type: id is bytes, valid: false
written value: object, content-type: undefined
written, headers turned to text, read: cannot set schemaurl on version 1.0 event
TEXT
cat seen
diff expected seen >/dev/null || { echo "the behaviour is another"; exit 1; }
