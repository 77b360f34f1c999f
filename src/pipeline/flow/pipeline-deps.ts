import type { FailOverDeps } from '../attempts/fail-over.ts';
import type { AdmitDeps } from '../admit.ts';
import type { AssertFundedDeps } from '../assert-funded.ts';
import type { AssertMayStoreDeps } from '../assert-may-store.ts';
import type { AuthenticateDeps } from '../authenticate.ts';
import type { BindBlocksDeps } from '../blocks/bind-blocks.ts';
import type { CastPiiDeps } from '../cast-pii.ts';
import type { ChooseRouteDeps } from '../choose-route.ts';
import type { ClaimKeyDeps } from '../claim-key.ts';
import type { DeliverBytesDeps } from '../deliver-bytes.ts';
import type { DeliverStreamDeps } from '../deliver-stream.ts';
import type { DeliverWholeDeps } from '../deliver-whole.ts';
import type { Exchanges } from '../exchanges.ts';
import type { ForwardDeps } from '../forward.ts';
import type { RebuildInputDeps } from '../rebuild-input.ts';
import type { RecallContextDeps } from '../recall-context.ts';
import type { RecordAnswerDeps } from '../record-answer.ts';
import type { RefuseRepeatDeps } from '../repeats/refuse-repeat.ts';
import type { ReserveDeps } from '../reserve.ts';
import type { ResolveFilesDeps } from '../resolve-files.ts';
import type { ResolveProfileDeps } from '../resolve-profile.ts';
import type { SettleDeps } from '../settle.ts';
import type { StoreResponseDeps } from '../store-response.ts';
import type { HintedDeps } from './hinted.ts';
import type { TracedDeps } from './traced.ts';

/** What the stages of an inference need from the rest of the process. Each stage declares its own part. */
export type PipelineDeps = AuthenticateDeps &
  AdmitDeps &
  AssertFundedDeps &
  AssertMayStoreDeps &
  ClaimKeyDeps &
  RecordAnswerDeps &
  BindBlocksDeps &
  ResolveFilesDeps &
  RecallContextDeps &
  ResolveProfileDeps &
  CastPiiDeps &
  RebuildInputDeps &
  RefuseRepeatDeps &
  ReserveDeps &
  ChooseRouteDeps &
  ForwardDeps &
  FailOverDeps &
  DeliverBytesDeps &
  DeliverWholeDeps &
  DeliverStreamDeps &
  SettleDeps &
  StoreResponseDeps &
  TracedDeps &
  HintedDeps & {
    readonly exchanges: Exchanges;
  };
