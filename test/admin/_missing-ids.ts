import { randomBytes, randomUUID } from 'node:crypto';

const idPattern = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|(?<=(?:resp|file)[_-])[0-9a-f]{44}/g;

/** The same with ids of nothing. */
export function withMissingIds(asked: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const text = JSON.stringify(asked).replaceAll(idPattern, (found) =>
    found.includes('-') ? randomUUID() : randomBytes(22).toString('hex'),
  );
  return JSON.parse(text) as Readonly<Record<string, unknown>>;
}
