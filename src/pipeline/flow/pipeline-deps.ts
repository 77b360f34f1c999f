import type { FailOverDeps } from '../attempts/fail-over.ts';
import type { AdmitDeps } from '../stages/admit.ts';
import type { AssertFundedDeps } from '../stages/assert-funded.ts';
import type { AssertMayStoreDeps } from '../stages/assert-may-store.ts';
import type { CastPiiDeps } from '../stages/cast-pii.ts';
import type { ChooseRouteDeps } from '../stages/choose-route.ts';
import type { ClaimKeyDeps } from '../stages/claim-key.ts';
import type { Exchanges } from '../exchanges.ts';
import type { DeliverDeps } from '../delivery/deliver.ts';
import type { ForwardDeps } from '../stages/forward.ts';
import type { ReadTagsDeps } from '../stages/read-tags.ts';
import type { RebuildInputDeps } from '../stages/rebuild-input.ts';
import type { RecordPricesDeps } from '../stages/record-prices.ts';
import type { RecallContextDeps } from '../stages/recall-context.ts';
import type { RecordAnswerDeps } from '../stages/record-answer.ts';
import type { RefuseRepeatDeps } from '../stages/refuse-repeat.ts';
import type { ReserveDeps } from '../stages/reserve.ts';
import type { ResolveFilesDeps } from '../stages/resolve-files.ts';
import type { ResolveProfileDeps } from '../stages/resolve-profile.ts';
import type { SettleDeps } from '../stages/settle.ts';
import type { StoreResponseDeps } from '../stages/store-response.ts';
import type { BlockBook } from './block-book.ts';
import type { CallerNowDeps } from './caller-now.ts';
import type { HintedDeps } from './hinted.ts';
import type { TracedDeps } from './traced.ts';

/** What the stages of an inference need from the rest of the process. Each stage declares its own part. */
export type PipelineDeps = CallerNowDeps &
  AdmitDeps &
  AssertFundedDeps &
  AssertMayStoreDeps &
  ClaimKeyDeps &
  RecordAnswerDeps &
  BlockBook &
  ResolveFilesDeps &
  RecallContextDeps &
  ResolveProfileDeps &
  CastPiiDeps &
  RebuildInputDeps &
  ReadTagsDeps &
  RefuseRepeatDeps &
  RecordPricesDeps &
  ReserveDeps &
  ChooseRouteDeps &
  ForwardDeps &
  FailOverDeps &
  DeliverDeps &
  SettleDeps &
  StoreResponseDeps &
  TracedDeps &
  HintedDeps & {
    readonly exchanges: Exchanges;
  };
