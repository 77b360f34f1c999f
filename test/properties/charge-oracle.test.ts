import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import test from 'ava';
import { randomOf } from '../_support/seeded-random.ts';
import { ChargedLedger, type OracleLine } from './_charged-ledger.ts';

// Holds and charges at random price lists and at lists that levels make of them, the margins that follow, the lots that charges
// use and the budgets in which they count: recomputed from events by a program in another language.

const chargesMin = 2_000;
const stepsOfScene = 100;

function ask(lines: readonly OracleLine[]) {
  return spawnSync('python3', ['-B', join(import.meta.dirname, 'charge_oracle')], {
    input: lines.map((line) => JSON.stringify(line)).join('\n'),
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  });
}

/** Python of a version, and with data of time zones, that can judge. */
const hasJudge = spawnSync('python3', ['-c', 'import zoneinfo; zoneinfo.ZoneInfo("Pacific/Apia")']).status === 0;

test.runIf(hasJudge)('a program in Python finds each hold and charge right, from its events alone', async (t) => {
  const random = randomOf(t);
  const lines: OracleLine[] = [];
  let charges = 0;
  for (let scene = 0; charges < chargesMin; scene += 1) {
    const ledger = new ChargedLedger(random, randomUUID, scene);
    await ledger.play(stepsOfScene);
    lines.push(...ledger.lines);
    charges += ledger.charges;
  }
  const { status, stdout, stderr } = ask(lines);
  t.is(status, 0, stdout + stderr);
  t.is(Number(stdout), charges);

  // It does notice: a charge without its tiers, one without its lots, a period that begins a second later, a list by another
  // factor, a margin of another amount, one of another charge, and bounds that are not those of the hold.
  for (const [found, made] of [
    [/"context_tiers":(?=\[\{"above_input_tokens":[1-9])/, '"was":'],
    [/"cost_eur":(.*)"lots":\[/, '"cost_eur":$1"were":['],
    [/(?<="starts_at":".*):00\.000Z","ends_at"/, ':01.000Z","ends_at"'],
    [/"factor_basis_points":\d+/, '"factor_basis_points":8999'],
    [/"cost_above_eur":"\d+/, '"cost_above_eur":"999'],
    [/"input_tokens":\d+(?=.*"lines":\[\],.*"usage_source":"(?:hold|operator)")/, '"input_tokens":9999999'],
    [/"charged_by":"ReservationSettled"/, '"charged_by":"ReleasedReservationCharged"'],
  ] as const) {
    const nth = lines.findIndex((line) => line.type !== undefined && found.test(JSON.stringify(line)));
    const altered = JSON.parse(JSON.stringify(lines[nth]).replace(found, made)) as OracleLine;
    const { status: told, stdout: why } = ask([...lines.slice(0, nth), altered]);
    t.is(told, 1, String(found));
    t.regex(why, /"found"/);
  }
});
