import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Command } from 'commander';
import { commandParts } from '../../composition/command-parts.ts';
import type { ReloadAnswer } from '../../composition/configuration/reload-requests.ts';
import { documented } from '../arguments.ts';
import { cliActor } from '../cli-actor.ts';
import { exitCodes, notUsable, refused } from '../cli-error.ts';
import { printJson, printLine } from '../output.ts';
import { timeoutMs } from '../waiting-log.ts';

export function configReload(config: Command): void {
  const command = config
    .command('reload')
    .description('make the running gateways of this data directory reload their configuration')
    .action(reload);
  documented(command, {
    example: 'waybill config reload',
    json: '{"gateways":[{"instance_id","outcome","settings","price_lists","reason"}]}; outcome: taken, unchanged, or refused with\n   the reason; exit code 1 if one refused',
  });
}

const lookMs = 50;

type Answered = Omit<ReloadAnswer, 'request_id'> & { readonly instance_id: string };

async function reload({ json = false }: { readonly json?: boolean }): Promise<void> {
  const { dataDirectory } = await import('../data-directory.ts');
  const { requestReload } = await import('../../composition/configuration/reload-requests.ts');
  const { path } = dataDirectory();
  const instances = await commandParts.runningInstances(path);
  if (instances.length === 0)
    throw refused('no_gateway', `no gateway runs on ${path}: a gateway reads its configuration when it starts`);
  const request = { request_id: randomUUID(), actor: cliActor() };
  for (const instance of instances) requestReload(path, instance, request);
  const answers = await Promise.all(instances.map((instance) => answerOf(path, instance, request.request_id)));
  if (json) printJson({ gateways: answers });
  else for (const answer of answers) printLine(inWords(answer));
  if (answers.some(({ outcome }) => outcome === 'refused')) process.exitCode = exitCodes.refused;
}

async function answerOf(dataDir: string, instanceId: string, requestId: string): Promise<Answered> {
  const { takeReloadAnswer } = await import('../../composition/configuration/reload-requests.ts');
  const until = performance.now() + timeoutMs();
  while (performance.now() < until) {
    const answer = takeReloadAnswer(dataDir, instanceId, requestId);
    if (answer !== null) {
      const { request_id: _, ...facts } = answer;
      return { instance_id: instanceId, ...facts };
    }
    await pause(lookMs);
  }
  throw notUsable('no_answer', `gateway ${instanceId} did not answer: check its log, or wait longer with --timeout`);
}

function inWords({ instance_id: id, outcome, settings, reason }: Answered): string {
  if (outcome === 'refused') return `${id}: refused, the old configuration stays: ${reason}`;
  return outcome === 'unchanged' ? `${id}: nothing has changed` : `${id}: taken: ${settings.join(', ')}`;
}
