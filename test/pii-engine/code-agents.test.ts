import test from 'ava';
import { createEmbeddedPiiDetector } from '../../src/pii-engine/embedded-pii-detector.ts';
import { castRequest } from '../_support/cast-request.ts';
import { castingEngine } from '../_support/casting-engine.ts';

// What coding agents send: nothing of it is changed where no personal data stands, and all that stands there is cast.

const engine = castingEngine([createEmbeddedPiiDetector()], { languages: ['de', 'en', 'es', 'fr', 'it'] });

const texts: Readonly<Record<string, string>> = {
  instructions: `You are Claude Code, Anthropic's official CLI for Claude.
You power Claude Code with Claude Opus 4.5 (claude-opus-4-5-20251101).
Tools: str_replace_based_edit_tool, text_editor_20250728.
Use the Read Tool before the Edit Tool. Prefer the Grep Tool. Today is 2026-11-26.
Platform: linux, OS Version: Linux 6.1.0-18-amd64.
When Claude reads a file, line numbers begin at 1. Never commit unless the User asks. If it fails, Else retry.`,
  'a diff': `diff --git a/src/ledger/wallet.ts b/src/ledger/wallet.ts
index 3f2a1b9..c4d5e6f 100644
--- a/src/ledger/wallet.ts
+++ b/src/ledger/wallet.ts
@@ -1024,7 +1024,9 @@ export class WalletMailbox extends Base<WalletRecord> {
-  private readonly maxRetries = 12345678;
+  private readonly maxRetries = 0x1F4A2B3C; // Retry Budget, see RFC 7231 section 4.2.1.3
+  static readonly VERSION_STRING = 7, PARAM_STRING_3 = 'ASN1', COFACTOR = 203;
   async settle(reservationId: string, { timeoutMs = 300_000 }: Options = {}): Promise<Settled> {
@@ -2048,3 +2050,3 @@
-const pattern = /^[A-Z]{2}\\d{2}[A-Z0-9]{11,30}$/u;
+const alphabet = '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
`,
  'a stack trace of Node': `TypeError: Cannot read properties of undefined (reading 'map')
    at Object.<anonymous> (/srv/runner/app/src/index.ts:142:37)
    at Module._compile (node:internal/modules/cjs/loader:1554:14)
    at async Promise.all (index 0)
    at process.processTicksAndRejections (node:internal/process/task_queues:105:5) {
  errno: -111, code: 'ECONNREFUSED', syscall: 'connect', address: '127.0.0.1', port: 5432
}
Node.js v22.11.0`,
  'a stack trace of Java': `Exception in thread "main" java.lang.IllegalStateException: Failed to load ApplicationContext
	at org.springframework.boot.SpringApplication.run(SpringApplication.java:1361) ~[spring-boot-3.3.5.jar:3.3.5]
	at com.example.orders.OrderService$$EnhancerBySpringCGLIB$$4f1a2b3c.create(<generated>)
Caused by: org.postgresql.util.PSQLException: ERROR: relation "order_item" does not exist
	... 38 more`,
  'a stack trace of Python': `Traceback (most recent call last):
  File "/usr/lib/python3.12/site-packages/urllib3/connectionpool.py", line 789, in urlopen
    response = self._make_request(conn, method, url, timeout=timeout_obj, body=body)
ConnectionResetError: [Errno 104] Connection reset by peer
  File "<frozen importlib._bootstrap>", line 1331, in _find_and_load_unlocked`,
  'lock files': `{"lockfileVersion": 3, "packages": {"node_modules/undici": {"version": "7.16.0",
 "resolved": "https://registry.example/undici/-/undici-7.16.0.tgz",
 "integrity": "sha512-QEg3HPMll0o3t2ourKwOeUAZ159Kn9mx5pnzHRQO8+Wixmh88YdZRiIwat0iNzNNXn0yoEtXJqFpyW7eM8BV7g==",
 "engines": {"node": ">=20.18.1"}}}}
"@babel/code-frame@^7.0.0", "@babel/code-frame@^7.12.13":
  version "7.26.2"
  resolved "https://registry.example/@babel/code-frame/-/code-frame-7.26.2.tgz#4b5fab97d33338eff916235055f0ebc21e573a85"
checksum = "e0b8e3c4ad1e1d1d3f3c9b2a1f0e9d8c7b6a59483726150493827161504938aa"
golang.org/x/crypto v0.28.0 h1:GBDwsMXVQi34v5CCYUm2jkJvu4cbtru2U4TN2PSyQnw=
github.com/stretchr/testify v1.9.0/go.mod h1:r2ic/lqez/lEtzL7wO/rwa5dbSLXVDPFyf8C91i36aY=`,
  SQL: `CREATE TABLE customers (id BIGINT PRIMARY KEY, name TEXT NOT NULL, phone VARCHAR(32), iban CHAR(34), state TEXT DEFAULT 'open');
SELECT c.name, o.total FROM customers c LEFT OUTER JOIN orders o ON o.customer_id = c.id CROSS JOIN regions r
 WHERE o.created_at BETWEEN '2026-01-01' AND '2026-12-31 23:59:59' AND o.id IN (10000001, 10000002, 4503599627370497);
INSERT INTO schema_migrations (version) VALUES ('20261126103045'), ('20261125080000');
ALTER TABLE log ADD COLUMN digest TEXT; VACUUM FULL ANALYZE;`,
  'logs of JSON': `{"level":30,"time":1764153045123,"pid":4321,"hostname":"web-7d9f8b6c5-x2x4z","reqId":"018f3c2a-7b1e-7c3d-9e4f-5a6b7c8d9e0f","msg":"Request Completed","responseTime":12.345678}
{"level":50,"trace_id":"4bf92f3577b34da6a3ce929d0e0e4736","span_id":"00f067aa0ba902b7","err":{"type":"RateLimitError","status":429},"tokens":{"input":123456,"output":7890}}
{"ts":"2026-11-26T11:08:17.123456789Z","caller":"server/server.go:2210","listen":"0.0.0.0:8080","build":"v1.29.3+k3s1","heap":134217728,"uptime_ns":3471234567890}`,
  'ids, digests and keys': `f47ac10b-58cc-4372-a567-0e02b2c3d479 01ARZ3NDEKTSV4RRFFQ69G5FAV 507f1f77bcf86cd799439011 cjld2cjxh0000qzrmn831i7rn
call_9f8e7d6c5b4a39281706 toolu_01A09q90qw90lq917835lq9 msg_01XFDUDYJgAACzvnptvVoYEL
resp_67ccd2bed1ec8190b14f964abc054267
d41d8cd98f00b204e9800998ecf8427e da39a3ee5e6b4b0d3255bfef95601890afd80709
SHA256:uNiVztksCsDhcc0u9e8BrdXVQDyVdMjLbDp5z8pQnH4
arn:aws:iam::123456789012:role/Admin pk_test_51H8xyz2eZvKYlo2C ghp_16C7e42F292c6912E7710c838347Ae178B4a i-0abcd1234efgh5678`,
  bytes: `<Buffer 01 02 03 04 05 06 07 08> 00000000: 7f45 4c46 0201 0100 0000 0000 0000 0000
a0 8b 28 3f 01 00 00 00 50 32 00 06 12 34 56 78 90 mac 0a:1b:2c:3d:4e:5f 0x7fffffff 1e-9 6.02214076e23
iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==`,
  versions: `node@22.11.0 react@19.0.0-rc.1 4.18.2 Chrome/131.0.0.0 Safari/537.36 ubuntu-24.04.1 openssl 3.0.15 kernel 5.15.0-125
python 3.12.7 | pip 24.3.1 | go1.23.3 | rustc 1.82.0 (f6e511eec 2024-10-15) | version 10.0.19045.5131 | section 12.1.1.3`,
  'code of several languages': `fn main() { let v: Vec<u8> = vec![0x30, 0x31]; println!("{:?}", v); }
class MaxValueValidator(GrantType): SCHEMA_VERSION = 20251126; DEFAULT_TIMEOUT_MS = 86400000
func (s *Server) ListenAndServe(addr string) error { return http.ListenAndServe(":8080", nil) } // Monitor 2, Vector 3
const RETRY = { Base: 250, Factor: 2, Jitter: 0.1 }; git@github.com:waybill/gateway.git @types/node @2x
#define V_ASN1_NUMERICSTRING 18
#define OPENSSL_INFO_LIST_SEPARATOR 1006 /* generated from include/openssl/bio.h.in
 *
 * Copyright 1995-2025 The Project Authors */
SELECT \\* FROM t; x509Transport fromX509 utf8mb4 RegExp match in RFC 6265; latin1 CR LF; 50 ms. A page follows`,
  configuration: `services:
  db: { image: 'postgres:17.2', ports: ['5432:5432'], environment: { POSTGRES_PASSWORD: postgres } }
  web: { image: 'ghcr.io/waybill/gateway@sha256:9b2a1c3d4e5f60718293a4b5c6d7e8f90a1b2c3d4e5f60718293a4b5c6d7e8f9' }
on: { push: { branches: [main] }, schedule: [{ cron: '30 5 * * 1-5' }] }
terraform { required_version = ">= 1.9.8" } resource "aws_subnet" "a" { cidr_block = var.cidr }`,
};

for (const [what, text] of Object.entries(texts)) {
  test(`nothing personal is seen in ${what}`, async (t) => {
    const { texts: cast } = await engine.cast(castRequest([text]));
    t.is(cast[0], text);
  });
}

test('personal data between code is cast, and nothing beside it', async (t) => {
  const values = ['Mario Rossi', 'mario.rossi@posta.example', 'IT60X0542811101000000123456', '+39 347 123 4567'];
  const code = Object.values(texts);
  const planted = code.map((text, place) => `${text}\n// ${values[place % values.length] ?? ''}\n${text}`);
  const conversation = await engine.cast(castRequest(planted));
  const { texts: cast, counts } = conversation;
  for (const [place, text] of cast.entries()) {
    const own = code[place] ?? '';
    t.true(text.startsWith(`${own}\n// [`) && text.endsWith(`]\n${own}`), text);
    t.is(conversation.restore(text), planted[place] ?? '');
  }
  t.deepEqual(Object.fromEntries(counts), { PERSON: 1, EMAIL: 1, IBAN: 1, PHONE: 1 });
});
