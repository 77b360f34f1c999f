// What a tool loop of two requests, and a question after it, leave when `switchyard` chooses the model.
import type { ExecutionContext } from 'ava';
import type { ClientPlace } from '../_support/client-gateway.ts';
import { choicesIn } from '../_support/switchyard-scene.ts';

/** Each of three requests has a recorded choice, the first two the same one, and the chosen models were asked. */
export async function assertLoopKeepsItsProfile(t: ExecutionContext, place: ClientPlace): Promise<void> {
  const wallet = await place.assertSettled(t, 3);
  const choices = choicesIn(wallet);
  t.log(choices.map(({ selected, strategy, margin }) => `${strategy} ${selected} ${margin}`));
  t.is(choices.length, 3);
  t.is(choices[0]?.selected, choices[1]?.selected);
  const models = (await place.upstreamBodies()).map(({ model }) => model);
  t.deepEqual(
    models,
    choices.map(({ selected }) => (selected === 'dear' ? 'sandbox-large' : 'sandbox-medium')),
  );
}
