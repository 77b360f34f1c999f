import test from 'ava';
import { admit } from '../../src/pipeline/stages/admit.ts';
import { assertMayStore } from '../../src/pipeline/stages/assert-may-store.ts';
import { authenticate } from '../../src/pipeline/stages/authenticate.ts';
import { bindBlocks, noteBlocks } from '../../src/pipeline/stages/bind-blocks.ts';
import { castPii } from '../../src/pipeline/stages/cast-pii.ts';
import { chooseRoute } from '../../src/pipeline/stages/choose-route.ts';
import { claimKey, lookAtKey } from '../../src/pipeline/stages/claim-key.ts';
import { conclude } from '../../src/pipeline/stages/conclude.ts';
import { deliverStream } from '../../src/pipeline/delivery/deliver-stream.ts';
import { deliverWhole } from '../../src/pipeline/delivery/deliver-whole.ts';
import { assertMayBeRead } from '../../src/pipeline/stages/assert-funded.ts';
import { forward } from '../../src/pipeline/stages/forward.ts';
import { recordAnswer } from '../../src/pipeline/stages/record-answer.ts';
import type { PipelineDeps } from '../../src/pipeline/flow/pipeline-deps.ts';
import { readTags } from '../../src/pipeline/stages/read-tags.ts';
import { noteDoubt, refuseRepeat } from '../../src/pipeline/stages/refuse-repeat.ts';
import { readRequest } from '../../src/pipeline/stages/read-request.ts';
import { assertAffordable, reserve } from '../../src/pipeline/stages/reserve.ts';
import { resolveProfile } from '../../src/pipeline/stages/resolve-profile.ts';
import { resolveFiles } from '../../src/pipeline/stages/resolve-files.ts';
import { restoreFileIds } from '../../src/pipeline/stages/restore-file-ids.ts';
import { restorePii } from '../../src/pipeline/stages/restore-pii.ts';
import { settle } from '../../src/pipeline/stages/settle.ts';
import type {
  Admitted,
  Affordable,
  Answered,
  Answering,
  Asked,
  Authenticated,
  Cast,
  Claimed,
  Unclaimed,
  Profiled,
  Rebuilt,
  Received,
  Reserved,
  Resolved,
  Restored,
  Reworded,
  Routed,
  Settled,
  Storable,
  Stored,
  Tagged,
} from '../../src/pipeline/records.ts';
import type { StreamReading, WholeReading } from '../../src/protocols/inference-request.ts';
import { rebuildInput } from '../../src/pipeline/stages/rebuild-input.ts';
import { recallContext } from '../../src/pipeline/stages/recall-context.ts';
import { storeResponse } from '../../src/pipeline/stages/store-response.ts';
import { tellCost } from '../../src/pipeline/stages/tell-cost.ts';

interface Records {
  readonly received: Received;
  readonly authenticated: Authenticated;
  readonly admitted: Admitted;
  readonly asked: Asked;
  readonly unclaimed: Unclaimed;
  readonly tagged: Tagged;
  readonly resolved: Resolved;
  readonly storable: Storable;
  readonly rebuilt: Rebuilt;
  readonly affordable: Affordable;
  readonly claimed: Claimed;
  readonly profiled: Profiled;
  readonly cast: Cast;
  readonly reserved: Reserved;
  readonly routed: Routed;
  readonly answering: Answering;
  readonly restored: Restored;
  readonly reworded: Reworded;
  readonly answered: Answered;
  readonly settled: Settled;
  readonly stored: Stored;
}

interface Readings {
  readonly whole: WholeReading;
  readonly stream: StreamReading;
}

/** Never called: the compiler is what judges it. Each line leaves one stage out. */
export async function wrongOrders(records: Records, readings: Readings, deps: PipelineDeps): Promise<void> {
  // @ts-expect-error a body is read of a caller who is known
  await readRequest(records.received);
  // @ts-expect-error a body is read of a caller who was let in
  await readRequest(records.authenticated);
  // @ts-expect-error nor of one whose wallet nobody has looked at
  await readRequest(records.admitted);
  // @ts-expect-error a key names a request that was read
  await lookAtKey(records.authenticated, deps);
  // @ts-expect-error opaque blocks are looked for when the key of the request is known to be free
  bindBlocks(records.asked, deps);
  // @ts-expect-error a request is prepared when its tags are known
  void assertMayStore(records.unclaimed, deps);
  // @ts-expect-error and when there is room for what is to be stored
  bindBlocks(records.tagged, deps);
  // @ts-expect-error files are looked for when the account of the blocks is known
  await resolveFiles(records.storable, deps);
  // @ts-expect-error a repeat is recognised by its files too
  refuseRepeat(records.storable, deps);
  // @ts-expect-error what a request builds on is looked for when it repeats none in doubt
  await recallContext(records.resolved, deps);
  // @ts-expect-error a key is claimed for what can be answered
  await claimKey(records.cast, deps);
  // @ts-expect-error and can be paid
  await claimKey(records.rebuilt, deps);
  // @ts-expect-error a profile is resolved for a request whose context is known
  resolveProfile(records.asked, deps);
  // @ts-expect-error what is cast goes to a target that is known
  await castPii(records.asked, deps);
  // @ts-expect-error an input is rebuilt of what was cast
  rebuildInput(records.profiled, deps);
  // @ts-expect-error credit is held for the one request of its key
  await reserve(records.affordable, deps);
  // @ts-expect-error a route is chosen for a request whose credit is held
  void chooseRoute(records.cast);
  // @ts-expect-error nothing is forwarded before its credit is held
  await forward(records.cast, deps);
  // @ts-expect-error nothing is forwarded without a route
  await forward(records.reserved, deps);
  // @ts-expect-error there is nothing to restore before an answer
  restorePii(records.routed);
  const { whole, stream } = readings;
  // @ts-expect-error nothing is delivered that was not restored
  await deliverWhole(records.answering, whole, deps);
  // @ts-expect-error nor under the upstream's names of files
  await deliverWhole(records.reworded, whole, deps);
  // @ts-expect-error nor before its opaque blocks are noted
  await deliverWhole(records.restored, whole, deps);
  // @ts-expect-error nor as a stream
  await deliverStream(records.restored, stream, deps);
  // @ts-expect-error only an outcome is settled
  await settle(records.restored, deps);
  // @ts-expect-error nothing is stored before the money is right
  await storeResponse(records.answered, deps);
  // @ts-expect-error an answer is kept when the money is right
  await recordAnswer(records.answered, deps);
  // @ts-expect-error and when it is stored, or known not to be
  await recordAnswer(records.settled, deps);
  // @ts-expect-error and with its cost
  await recordAnswer(records.stored, deps);
  // @ts-expect-error nothing is concluded before the money is right
  await conclude(records.answered);
  // @ts-expect-error nor before the answer is stored
  await conclude(records.settled);
  // @ts-expect-error nor before its key has it
  await conclude(records.stored);
}

/** Never called either: the right order compiles. */
export async function rightOrder(received: Received, deps: PipelineDeps): Promise<void> {
  const admitted = await admit(await authenticate(received, deps), deps);
  const asked = await readRequest(await assertMayBeRead(admitted, deps), deps);
  const unclaimed = await lookAtKey(asked, deps);
  if (unclaimed === null) return;
  const bound = bindBlocks(await assertMayStore(await readTags(unclaimed, deps), deps), deps);
  const unrepeated = refuseRepeat(await resolveFiles(bound, deps), deps);
  const profiled = resolveProfile(await recallContext(unrepeated, deps), deps);
  const rebuilt = rebuildInput(await castPii(profiled, deps), deps);
  const claimed = await claimKey(await assertAffordable(rebuilt, deps), deps);
  if (claimed === null) return;
  const reserved = await reserve(claimed, deps);
  const routed = await chooseRoute(reserved, deps.exchanges.begin(reserved.client), deps);
  const restored = noteBlocks(restoreFileIds(restorePii(await forward(routed, deps))), deps);
  const { unstreamed } = restored.request.answers;
  if (unstreamed.form === 'bytes') return;
  const settled = noteDoubt(await settle(await deliverWhole(restored, unstreamed, deps), deps), deps);
  const stored = await storeResponse(settled, deps);
  await conclude(await recordAnswer(await tellCost(stored), deps));
}

test('a wrong order of stages, or one without a stage, does not compile: tsc checks this file', (t) => {
  t.is(typeof wrongOrders, 'function');
});
