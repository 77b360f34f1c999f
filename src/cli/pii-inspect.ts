import { text } from 'node:stream/consumers';
import { InvalidArgumentError, type Command } from 'commander';
import {
  isPiiEntity,
  isPiiLanguage,
  piiEntities,
  piiLanguages,
  type PiiEntity,
  type PiiLanguage,
} from '../personal-data/pii-kinds.ts';
import type { PiiSpan } from '../ports/pii-detector.ts';
import { documented } from './arguments.ts';
import { note, printJson, printTable } from './output.ts';

interface Options {
  readonly language?: readonly PiiLanguage[];
  readonly entities?: readonly PiiEntity[];
  readonly json?: boolean;
}

const deadlineMs = 60_000;

export function piiInspect(pii: Command): void {
  const command = pii
    .command('inspect')
    .description('what the embedded detector finds in the text on standard input; nothing is recorded or sent')
    .option('--language <codes>', 'the languages that the text may be in, e.g. it,de; all when left out', languages)
    .option('--entities <kinds>', 'the kinds to look for, e.g. PERSON,IBAN; all when left out', entities)
    .action(inspect);
  documented(command, {
    example: 'echo "My IBAN is IT60X0542811101000000123456" | waybill pii inspect --language en',
    json: '{"spans":[{"start","end","entity","score","detector","text"}]}; offsets count UTF-16 units',
  });
}

async function inspect({ language, entities, json }: Options): Promise<void> {
  const { createEmbeddedPiiDetector } = await import('../adapters/embedded-pii-detector.ts');
  const input = await text(process.stdin);
  const [found = []] = await createEmbeddedPiiDetector().detect([input], {
    entities: entities ?? piiEntities,
    languages: language ?? piiLanguages,
    deadlineMs,
  });
  const spans = found.toSorted((a, b) => a.start - b.start || b.end - a.end);
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

function row({ start, end, entity, score, detector }: PiiSpan, input: string): readonly string[] {
  // Line breaks would break the table.
  return [`${start}`, `${end}`, entity, score.toFixed(2), detector, JSON.stringify(input.slice(start, end))];
}

function languages(argument: string): readonly PiiLanguage[] {
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
    throw new InvalidArgumentError(`Allowed are ${all.join(', ')}.`);
  });
}
