import { text } from 'node:stream/consumers';
import { InvalidArgumentError, type Command } from 'commander';
import { commandParts } from '../composition/command-parts.ts';
import {
  isPiiEntity,
  isPiiLanguage,
  piiEntities,
  piiLanguages,
  type PiiEntity,
  type PiiLanguage,
} from '../personal-data/pii-kinds.ts';
import { PiiDetectorUnavailable, type DetectRequest, type PiiSpan } from '../ports/pii-detector.ts';
import { documented } from './arguments.ts';
import { notUsable, wrongUsage } from './cli-error.ts';
import { note, printJson, printTable } from './output.ts';

interface Options {
  readonly language?: readonly PiiLanguage[];
  readonly entities?: readonly PiiEntity[];
  readonly presidio?: string;
  readonly json?: boolean;
}

const deadlineMs = 60_000;
/** The minimum score of Presidio. */
const threshold = 0.4;

export function piiInspect(pii: Command): void {
  const command = pii
    .command('inspect')
    .description('print the personal data that detectors find in the text on standard input; nothing is recorded')
    .option('--language <codes>', 'languages that the text may be in, e.g. it,de (default: all)', languagesOf)
    .option('--entities <kinds>', 'kinds to look for, e.g. PERSON,IBAN (default: all)', entities)
    .option('--presidio <url>', 'also use this presidio-analyzer, which gets the text')
    .action(inspect);
  documented(command, {
    example: 'echo "My IBAN is IT60X0542811101000000123456" | waybill pii inspect --language en',
    json: '{"spans":[{"start","end","entity","score","detector","text"}]}; offsets count UTF-16 units',
  });
}

async function inspect({ language, entities, presidio, json }: Options): Promise<void> {
  const { createEmbeddedPiiDetector } = await import('../pii-engine/embedded-pii-detector.ts');
  const input = await text(process.stdin);
  const asked = { entities: entities ?? piiEntities, languages: language ?? piiLanguages, deadlineMs };
  const [here = []] = await createEmbeddedPiiDetector().detect([input], asked);
  const there = presidio === undefined ? [] : await foundByPresidio(presidio, input, asked);
  const spans = [...here, ...there].toSorted((a, b) => a.start - b.start || b.end - a.end);
  if (json === true) {
    printJson({ spans: spans.map((span) => ({ ...span, text: input.slice(span.start, span.end) })) });
    return;
  }
  if (spans.length === 0) note('nothing found');
  else
    printTable(
      ['start', 'end', 'entity', 'score', 'detector', 'text'],
      spans.map((span) => row(span, input)),
    );
}

async function foundByPresidio(url: string, input: string, asked: DetectRequest): Promise<readonly PiiSpan[]> {
  if (!URL.canParse(url)) throw wrongUsage('--presidio needs a URL, e.g. http://127.0.0.1:3000.');
  await using detector = await commandParts.detectorElsewhere({ url, languages: asked.languages, threshold });
  await detector.refresh();
  const offered = detector.capabilities();
  const languages = asked.languages.filter((language) => offered[language] !== undefined);
  if (languages.length === 0) {
    throw notUsable('presidio_unavailable', 'Presidio does not answer, or supports none of these languages.');
  }
  try {
    return (await detector.detect([input], { ...asked, languages }))[0] ?? [];
  } catch (error) {
    if (error instanceof PiiDetectorUnavailable) throw notUsable('presidio_unavailable', error.message);
    throw error;
  }
}

function row({ start, end, entity, score, detector }: PiiSpan, input: string): readonly string[] {
  // Line breaks would break the table.
  return [`${start}`, `${end}`, entity, score.toFixed(2), detector, JSON.stringify(input.slice(start, end))];
}

function languagesOf(argument: string): readonly PiiLanguage[] {
  return eachOf(argument.toLowerCase(), isPiiLanguage, piiLanguages);
}

function entities(argument: string): readonly PiiEntity[] {
  return eachOf(argument.toUpperCase(), isPiiEntity, piiEntities);
}

function eachOf<Item extends string>(
  argument: string,
  isItem: (name: unknown) => name is Item,
  all: readonly Item[],
): readonly Item[] {
  return argument.split(',').map((name) => {
    const trimmed = name.trim();
    if (isItem(trimmed)) return trimmed;
    throw new InvalidArgumentError(`Allowed values: ${all.join(', ')}.`);
  });
}
