import { seededRandom, type SeededRandom } from './seeded-random.ts';

/** Kinds of text that hold no personal data and much that looks like it. */
export const impersonalKinds = ['code', 'log', 'identifiers', 'prices', 'versions', 'prose'] as const;
export type ImpersonalKind = (typeof impersonalKinds)[number];

const nouns =
  'order wallet stream record ledger policy target budget surface relay buffer cursor socket header token shard replica index queue batch payload schema'.split(
    ' ',
  );
const verbs =
  'read write open close fold append decide resolve reserve settle release publish follow parse encode decode flush retry cancel await'.split(
    ' ',
  );
const hex = (random: SeededRandom, count: number): string =>
  Array.from({ length: count }, () => random.whole(0, 15).toString(16)).join('');
const digits = (random: SeededRandom, count: number): string =>
  Array.from({ length: count }, () => random.whole(0, 9)).join('');
const wordOf = (random: SeededRandom, words: readonly string[]): string =>
  words[random.whole(0, words.length - 1)] ?? '';
const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** At least `bytes` characters of text of one kind, from a seed. */
export function impersonalText(kind: ImpersonalKind, { seed, length }: { seed: number; length: number }): string {
  const random = seededRandom(seed);
  const lines: string[] = [];
  let written = 0;
  while (written < length) {
    const line = makers[kind](random);
    lines.push(line);
    written += line.length + 1;
  }
  return lines.join('\n');
}

const uuid = (random: SeededRandom): string =>
  `${hex(random, 8)}-${hex(random, 4)}-4${hex(random, 3)}-a${hex(random, 3)}-${hex(random, 12)}`;
const instant = (random: SeededRandom): string =>
  `2026-${two(random.whole(1, 12))}-${two(random.whole(1, 28))}T${two(random.whole(0, 23))}:${two(random.whole(0, 59))}:${two(random.whole(0, 59))}.${digits(random, 3)}Z`;
const two = (value: number): string => String(value).padStart(2, '0');

const makers: Readonly<Record<ImpersonalKind, (random: SeededRandom) => string>> = {
  code: (random) => {
    const [noun, verb, other] = [wordOf(random, nouns), wordOf(random, verbs), wordOf(random, nouns)];
    return random.oneOf([
      `export function ${verb}${capital(noun)}(${other}: ${capital(other)}Record, limit = ${random.whole(1, 65536)}): Promise<${capital(noun)}> {`,
      `  const ${noun}${capital(other)} = await this.${other}.${verb}(${random.whole(0, 9999)}, 0x${hex(random, 8)});`,
      `  if (${noun}.length > ${random.whole(10, 4096)} && ${other} !== null) throw new ${capital(noun)}${capital(verb)}Error('Cannot ${verb} the ${noun}');`,
      `import { ${verb}${capital(noun)} } from '../${other}/${verb}-${noun}.ts';`,
      `# ${capital(verb)} ${noun}: see ${capital(other)} Handling in section ${random.whole(1, 9)}.${random.whole(1, 9)}`,
      `  std::vector<${capital(noun)}> ${other}s(${random.whole(1, 1024)}); // ${capital(verb)} Once, Release Always`,
      `SELECT ${noun}_id, ${other}_count FROM ${noun}s WHERE created_at > '2026-01-${two(random.whole(1, 28))}' AND ${other}_id IN (${random.whole(1000, 9999)}, ${random.whole(1000, 9999)});`,
      `git commit -m "${capital(verb)} ${noun}" && git push origin feature/${verb}-${noun}-${random.whole(1, 900)} # ${hex(random, 40)}`,
      `@Injectable() class ${capital(noun)}Service extends Base${capital(other)} { @Input() ${verb} = ${random.whole(0, 99)}.${random.whole(0, 99)}; }`,
    ]);
  },
  log: (random) =>
    random.oneOf([
      `${instant(random)} INFO [${wordOf(random, nouns)}-worker-${random.whole(1, 32)}] ${capital(wordOf(random, verbs))} Completed in ${random.whole(1, 9000)}ms request_id=${uuid(random)}`,
      `${instant(random)} ERROR ${capital(wordOf(random, nouns))}Exception: Connection Refused at 127.0.0.1:${random.whole(1024, 65535)} (errno ${random.whole(1, 130)}) trace ${hex(random, 32)}`,
      `[${random.whole(1_700_000_000, 1_799_999_999)}] kernel: eth0: link up, mtu ${random.whole(1280, 9000)}, irq ${random.whole(1, 99)}, mem 0x${hex(random, 12)}-0x${hex(random, 12)}`,
      `{"level":30,"time":${random.whole(1_700_000, 1_799_999)}${digits(random, 6)},"pid":${random.whole(100, 99999)},"msg":"${wordOf(random, verbs)} ${wordOf(random, nouns)}","bytes":${random.whole(0, 99999999)},"span":"${hex(random, 16)}"}`,
      `127.0.0.1 - - [22/Nov/2026:09:${two(random.whole(0, 59))}:${two(random.whole(0, 59))} +0000] "GET /v1/${wordOf(random, nouns)}s/${random.whole(1, 99999)} HTTP/1.1" 200 ${random.whole(100, 99999)} "-" "Mozilla/5.0 (X11; Linux x86_64) Chrome/${random.whole(90, 140)}.0.0.0 Safari/537.36"`,
      `    at ${capital(wordOf(random, nouns))}.${wordOf(random, verbs)} (/srv/app/src/${wordOf(random, nouns)}.ts:${random.whole(1, 900)}:${random.whole(1, 90)})`,
    ]),
  identifiers: (random) =>
    random.oneOf([
      uuid(random),
      `sha256:${hex(random, 64)}`,
      `order_id=${random.whole(10_000_000, 99_999_999)} sku=${hex(random, 6).toUpperCase()}-${random.whole(100, 999)} tracking=1Z${hex(random, 6).toUpperCase()}${digits(random, 10)}`,
      `resp_${hex(random, 24)} chatcmpl-${hex(random, 20)} ${hex(random, 7)}`,
      `snowflake ${random.whole(1, 1)}${digits(random, 17)} epoch ${random.whole(1_700_000, 1_799_999)}${digits(random, 6)}`,
      `ISBN 978-3-${digits(random, 2)}-${digits(random, 6)}-${digits(random, 1)}, DOI 10.${random.whole(1000, 9999)}/${wordOf(random, nouns)}.${random.whole(2000, 2026)}.${random.whole(1, 999)}`,
      `mac ${hex(random, 2)}:${hex(random, 2)}:${hex(random, 2)}:${hex(random, 2)}:${hex(random, 2)}:${hex(random, 2)} serial ${hex(random, 10).toUpperCase()}`,
    ]),
  prices: (random) =>
    random.oneOf([
      `Total: ${random.whole(1, 9)}.${digits(random, 3)},${digits(random, 2)} EUR (net ${random.whole(100, 999)}.${digits(random, 2)}, 22% VAT ${random.whole(10, 99)}.${digits(random, 2)})`,
      `${capital(wordOf(random, nouns))} ${random.whole(1, 50)} x ${random.whole(1, 99)}.${digits(random, 2)} = ${random.whole(1, 4000)}.${digits(random, 2)} USD`,
      `Q${random.whole(1, 4)} revenue rose by ${random.whole(1, 60)}.${random.whole(0, 9)} % to ${random.whole(1, 900)} ${digits(random, 3)} ${digits(random, 3)} EUR`,
      `| ${random.whole(1, 999)} | ${random.whole(1, 9999)} | ${random.whole(1, 99)}.${digits(random, 4)} | ${random.whole(1, 99999)} | -${random.whole(1, 99)}.${digits(random, 2)} |`,
      `${digits(random, 1)}.${digits(random, 6)} ${digits(random, 1)}.${digits(random, 6)} -${digits(random, 1)}.${digits(random, 6)} ${digits(random, 1)}e-${random.whole(1, 9)}`,
    ]),
  versions: (random) =>
    random.oneOf([
      `"${wordOf(random, nouns)}-${wordOf(random, verbs)}": "^${random.whole(0, 30)}.${random.whole(0, 40)}.${random.whole(0, 99)}",`,
      `Upgrade to version ${random.whole(1, 12)}.${random.whole(0, 20)}.${random.whole(0, 20)}.${random.whole(0, 20)} (build ${random.whole(1000, 99999)})`,
      `npm i ${wordOf(random, nouns)}@${random.whole(1, 20)}.${random.whole(0, 20)}.${random.whole(0, 20)}-beta.${random.whole(1, 9)}`,
      `image: registry.example/${wordOf(random, nouns)}:${random.whole(1, 20)}.${random.whole(0, 20)}.${random.whole(0, 20)}-jammy@sha256:${hex(random, 64)}`,
      `FROM node:${random.whole(18, 26)}-alpine3.${random.whole(10, 22)} AS ${wordOf(random, verbs)}`,
    ]),
  prose: (random) =>
    random.oneOf([
      `The ${wordOf(random, nouns)} will ${wordOf(random, verbs)} each ${wordOf(random, nouns)} at most ${random.whole(2, 99)} times. See Chapter ${random.whole(1, 30)} of the Operations Manual.`,
      `Der Dienst prüft jede Nachricht und schreibt das Ergebnis in die Tabelle; die Verarbeitung dauert etwa ${random.whole(2, 90)} Sekunden.`,
      `Il servizio controlla ogni messaggio e scrive il risultato nella tabella; la Pagina delle Impostazioni ne mostra ${random.whole(2, 90)}.`,
      `Le service vérifie chaque message et écrit le résultat dans la table ; la durée est de ${random.whole(2, 90)} secondes environ.`,
      `El servicio comprueba cada mensaje y escribe el resultado en la tabla; la duración es de unos ${random.whole(2, 90)} segundos.`,
      `Machine Learning models in Germany, Data Protection Officers in France, and the European Commission met on ${random.whole(1, 28)} March ${random.whole(2020, 2026)}.`,
      `Please restart the Windows Server after the Security Update; Visual Studio Code and Google Chrome keep their settings.`,
    ]),
};
