import type { CountingMessage, CountingReply } from './counting-messages.ts';

/** What a gateway prints when it serves. */
export interface ReadyLine {
  readonly base_url: string;
  readonly metrics_url?: string;
  readonly admin_url?: string;
  readonly console_url?: string;
  readonly credentials?: string;
}

/** What a process says about itself to operators. */
export interface ProcessReport {
  /** Names of the parts that are not ready; empty: it serves. */
  readonly missing: readonly string[];
  readonly notices: readonly string[];
  /** Prometheus text. */
  readonly metrics: string;
  readonly contentType: string;
}

/** From a process to the one that started it. */
export type FromProcess =
  | { readonly kind: 'ready'; readonly line: ReadyLine }
  | { readonly kind: 'report'; readonly id: number; readonly report: ProcessReport }
  | { readonly kind: 'counting'; readonly messages: readonly CountingMessage[] };

/** To a process from the one that started it. */
export type ToProcess =
  | { readonly kind: 'report'; readonly id: number }
  | { readonly kind: 'counted'; readonly replies: readonly CountingReply[] }
  | { readonly kind: 'stop' };
