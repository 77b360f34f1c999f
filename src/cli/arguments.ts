import { InvalidArgumentError, type Command } from 'commander';
import { zoneNamed } from '../domain/budgets/budget-period.ts';
import { lotExpiryMax } from '../domain/lots/lot-expiry.ts';
import { amountNanoMax, eurFromNano, isMoney, nanoFromEur, type NanoEur } from '../domain/money.ts';
import { isDay } from '../domain/payments/euro-day.ts';

/** Parsers of command arguments. All raise `InvalidArgumentError`, which ends the command as wrong usage. */

/** The UUIDs that events accept: variant and versions of RFC 9562, or the nil UUID. */
const uuidPattern =
  /^([0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}|00000000-0000-0000-0000-000000000000)$/;
const nameLengthMax = 200;
const daysMax = 365;

/** An id that will be recorded. Ids of existing resources are looked up as they are. */
export function uuid(text: string): string {
  const lower = text.toLowerCase();
  if (uuidPattern.test(lower)) return lower;
  throw new InvalidArgumentError('It must be a UUID, e.g. 3f0c6f1e-8f0b-4c57-9d6b-0d1f6a0c2b11.');
}

/** Euro as a decimal string. */
export function amount(text: string): NanoEur {
  if (isMoney(text)) return nanoFromEur(text);
  throw new InvalidArgumentError(
    /^\d+(\.\d{1,9})?$/.test(text)
      ? `The amount is too large; it may be at most ${eurFromNano(amountNanoMax)}.`
      : 'It must be an amount in euro: digits, optionally a dot and 1 to 9 decimals.',
  );
}

export function positiveAmount(text: string): NanoEur {
  const nano = amount(text);
  if (nano > 0n) return nano;
  throw new InvalidArgumentError('It must be more than 0.');
}

export function keyName(text: string): string {
  if (text.length >= 1 && text.length <= nameLengthMax) return printable(text);
  throw new InvalidArgumentError(`A name must have 1 to ${nameLengthMax} characters.`);
}

/** Refuses control characters, as the management API does: a line break in a name would be a line of its own in a table. */
function printable(text: string): string {
  if (!/\p{Cc}/u.test(text)) return text;
  throw new InvalidArgumentError('It must be one line without control characters.');
}

/** A reason is recorded as written, so its length is limited. */
export function reason(text: string): string {
  if (text.length <= 100) return printable(text);
  throw new InvalidArgumentError('A reason may have at most 100 characters.');
}

export function days(text: string): number {
  const count = Number(text);
  if (/^\d{1,3}$/.test(text) && count >= 1 && count <= daysMax) return count;
  throw new InvalidArgumentError(`It must be a whole number of days from 1 to ${daysMax}.`);
}

/** The number of an event in its stream. */
export function revision(text: string): number {
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('It must be a whole number from 0 on.');
}

/** A calendar day. */
export function day(text: string): string {
  if (isDay(text)) return text;
  throw new InvalidArgumentError('It must be a date such as 2026-11-24.');
}

/** A time zone, as IANA spells it. */
export function zone(text: string): string {
  const named = zoneNamed(text);
  if (named !== null) return named;
  throw new InvalidArgumentError('It must be an IANA time zone, such as Europe/Rome.');
}

/** A time to come, RFC 3339, as UTC. */
export function laterTime(text: string): string {
  const isTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)$/.test(text);
  const time = Date.parse(text);
  if (isTime && isDay(text.slice(0, 10)) && time > Date.now() && time <= lotExpiryMax)
    return new Date(time).toISOString();
  throw new InvalidArgumentError('It must be a time to come, with its zone, such as 2027-01-01T00:00:00Z.');
}

/** Names separated by commas, each once. Whether they are profile names is checked later. */
export function names(text: string): readonly string[] {
  const all = text.split(',').map((name) => name.trim());
  if (all.every((name) => name !== '')) return [...new Set(all)];
  throw new InvalidArgumentError('Write names with single commas between them, e.g. light,average.');
}

/** What it means to cast personal data, for help texts. */
export const castingWords = 'replace it by placeholders before it leaves the gateway, and restore it in the answer';

/** Adds `--json`, and an example and the JSON output to the help of a command. */
export function documented(
  command: Command,
  { example, json }: { readonly example: string; readonly json: string },
): Command {
  return command
    .option('--json', 'print JSON on stdout')
    .addHelpText('after', `\nExample:\n  $ ${example}\n\nWith --json:\n  ${json}`);
}
