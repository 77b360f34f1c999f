import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

/** How the stand-in misbehaves. */
export const presidioFaults = [
  'silent',
  'status 500',
  'status 302',
  'cut off',
  'trickling',
  'endless',
  'no JSON',
  'an object',
  'one list for all',
  'another length',
  'a place outside',
  'a part of nothing',
  'a score of nothing',
  'a kind not asked for',
  'a number as kind',
] as const;

export type PresidioFault = (typeof presidioFaults)[number];

interface Analyze {
  readonly text: readonly string[];
  readonly language: string;
  readonly entities: readonly string[];
  readonly score_threshold: number;
}

export interface PresidioStandIn {
  readonly url: string;
  /** The bodies that came to `/analyze`. */
  readonly calls: readonly Analyze[];
  /** What happens to the next calls of `/analyze`; `null`: they are answered. */
  fault: PresidioFault | null;
  /** What `/supportedentities` answers for a language; one that is not there has no model. */
  supported: Readonly<Record<string, readonly string[]>>;
  stop(): Promise<void>;
}

/** It is stopped with whatever has such a teardown. */
interface Owner {
  teardown(stop: () => Promise<void>): void;
}

/** Finds the values it is told, by Presidio's names of kinds, and counts places as Presidio does: in code points. */
export async function startPresidio(t: Owner, values: Readonly<Record<string, string>>): Promise<PresidioStandIn> {
  const calls: Analyze[] = [];
  const standIn = {
    calls,
    fault: null as PresidioFault | null,
    supported: { en: [...new Set(Object.values(values))] },
  };
  const server = createServer((request, response) => {
    void answer(request, response).catch(() => response.destroy());
  });
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? '/', 'http://presidio');
    const supported: Readonly<Record<string, readonly string[]>> = standIn.supported;
    const known = supported[url.searchParams.get('language') ?? ''];
    if (url.pathname === '/supportedentities') {
      return known === undefined
        ? send(response, 500, { error: 'No matching recognizers' })
        : send(response, 200, known);
    }
    const asked = (await json(request)) as Analyze;
    calls.push(asked);
    if (supported[asked.language] === undefined || asked.text.includes('')) return send(response, 500, { error: 'no' });
    const lists = asked.text.map((text) => foundIn(text, values, asked.entities));
    if (standIn.fault === null) send(response, 200, lists);
    else misbehave(response, standIn.fault, lists);
  };
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const stop = async (): Promise<void> => {
    if (!server.listening) return;
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  };
  t.teardown(stop);
  // `as`: a server that listens on a port has such an address.
  const { port } = server.address() as AddressInfo;
  return Object.assign(standIn, { url: `http://127.0.0.1:${port}`, stop });
}

interface Found {
  readonly entity_type: string;
  readonly start: number;
  readonly end: number;
  readonly score: number;
}

function foundIn(
  text: string,
  values: Readonly<Record<string, string>>,
  entities: readonly string[],
): readonly Found[] {
  const points = (part: string): number => Array.from(part).length;
  return Object.entries(values).flatMap(([value, kind]) => {
    const found: Found[] = [];
    if (!entities.includes(kind)) return found;
    for (let at = text.indexOf(value); at !== -1; at = text.indexOf(value, at + value.length)) {
      const start = points(text.slice(0, at));
      found.push({ entity_type: kind, start, end: start + points(value), score: 0.85 });
    }
    return found;
  });
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

const invented: Found = { entity_type: 'PERSON', start: 0, end: 1, score: 0.85 };
const wrongAnswers: Readonly<Partial<Record<PresidioFault, (lists: readonly (readonly Found[])[]) => unknown>>> = {
  'an object': () => ({ results: [] }),
  'one list for all': (lists) => lists.flat(),
  'another length': (lists) => [...lists, []],
  'a place outside': (lists) => lists.map(() => [{ ...invented, end: 1_000_000 }]),
  'a part of nothing': (lists) => lists.map(() => [{ ...invented, start: 1 }]),
  'a score of nothing': (lists) => lists.map(() => [{ ...invented, score: 0 }]),
  'a kind not asked for': (lists) => lists.map(() => [{ ...invented, entity_type: 'SHOE_SIZE' }]),
  'a number as kind': (lists) => lists.map(() => [{ ...invented, entity_type: 7 }]),
};

function misbehave(response: ServerResponse, fault: PresidioFault, lists: readonly (readonly Found[])[]): void {
  const wrong = wrongAnswers[fault];
  if (wrong !== undefined) return send(response, 200, wrong(lists));
  if (fault === 'silent') return;
  if (fault === 'status 500') return send(response, 500, lists);
  if (fault === 'no JSON') return void response.writeHead(200).end('<html>');
  if (fault === 'status 302') return void response.writeHead(302, { location: '/health' }).end();
  response.writeHead(200, { 'content-type': 'application/json' });
  if (fault === 'cut off') return void response.write('[[', () => response.destroy());
  const piece = fault === 'endless' ? ' '.repeat(64 * 1024) : ' ';
  const again = setInterval(() => response.write(piece), fault === 'endless' ? 0 : 10);
  response.once('close', () => clearInterval(again));
}
