import type { PiiEntity, PiiGrade, PiiLanguage } from '../personal-data/pii-kinds.ts';

/** Finds personal data in texts. It only knows strings: no protocol, no placeholder, no mapping. */
export interface PiiDetector {
  /** Its name in configuration and in metrics. */
  readonly name: string;
  /**
   * It works in this thread, and raises by itself when it takes longer than the deadline. Absent: its answer is awaited
   * no longer than the deadline.
   */
  readonly keepsDeadline?: true;
  /** What it can find. A detector whose languages change at run time returns its current capabilities. */
  capabilities(): DetectorCapabilities;
  /**
   * One list of spans per text, in the order of the texts. Spans may overlap and come in any order: the caller merges
   * them. Raises `PiiDetectorUnavailable`; a failure never just shortens a list.
   */
  detect(texts: readonly string[], request: DetectRequest): Promise<readonly (readonly PiiSpan[])[]>;
}

/** A grade for each language and kind. Kinds that are absent are not found. */
export type DetectorCapabilities = Readonly<
  Partial<Record<PiiLanguage, Readonly<Partial<Record<PiiEntity, PiiGrade>>>>>
>;

/** What to look for, and for how long. */
export interface DetectRequest {
  /** The requested kinds: no span is of another. */
  readonly entities: readonly PiiEntity[];
  /** The languages that the texts may be in. A detector ignores those that it does not support. */
  readonly languages: readonly PiiLanguage[];
  /** Timeout of the whole call, milliseconds. */
  readonly deadlineMs: number;
  /** Who asks: long works of different callers take turns. Absent: nobody in particular. */
  readonly sharer?: { readonly tenantId: string; readonly keyId: string };
  /** Ends the call early: it then raises `PiiDetectorUnavailable`. */
  readonly signal?: AbortSignal;
}

/** A part of one text, `start` inclusive and `end` exclusive, in UTF-16 units as in `slice`. It is never empty. */
export interface PiiSpan {
  readonly start: number;
  readonly end: number;
  readonly entity: PiiEntity;
  /** Confidence, above 0 and at most 1. Scores of different detectors cannot be compared. */
  readonly score: number;
  /** Name of the detector that found it. */
  readonly detector: string;
}

/** The detector is unavailable, too late, or its answer is unreadable. The message contains none of the texts. */
export class PiiDetectorUnavailable extends Error {
  override readonly name = 'PiiDetectorUnavailable';
}
