import type { PiiEntity, PiiGrade, PiiLanguage } from '../personal-data/pii-kinds.ts';

/** Says where personal data stands in texts. It knows strings alone: no protocol, no placeholder, no mapping. */
export interface PiiDetector {
  /** As it stands in configuration and in metrics. */
  readonly name: string;
  /** What it is good for. A detector that may lose a language or find it again answers what it knows now. */
  capabilities(): DetectorCapabilities;
  /**
   * What it found, as many lists as texts, in their order. Spans may overlap and stand in any order: whoever asked unites
   * them. Raises `PiiDetectorUnavailable`; a list is never shorter because something failed.
   */
  detect(texts: readonly string[], request: DetectRequest): Promise<readonly (readonly PiiSpan[])[]>;
}

/** Per language and kind a grade. What is not named is not found. */
export type DetectorCapabilities = Readonly<
  Partial<Record<PiiLanguage, Readonly<Partial<Record<PiiEntity, PiiGrade>>>>>
>;

/** What a detector is to look for, and for how long. */
export interface DetectRequest {
  /** The kinds that are asked for: no span is of another. */
  readonly entities: readonly PiiEntity[];
  /** The languages that the texts may be in. A detector passes over those it does not have. */
  readonly languages: readonly PiiLanguage[];
  /** How long the whole call may take, in milliseconds. */
  readonly deadlineMs: number;
  /** Ends the call early: it then raises `PiiDetectorUnavailable`. */
  readonly signal?: AbortSignal;
}

/** A part of one text, `start` included and `end` not, in UTF-16 units as in `slice`. It is never empty. */
export interface PiiSpan {
  readonly start: number;
  readonly end: number;
  readonly entity: PiiEntity;
  /** How sure the detector is, above 0 and at most 1. Scores of two detectors cannot be compared. */
  readonly score: number;
  /** The name of who found it. */
  readonly detector: string;
}

/** Nothing was found out: the detector is away, too late, or answered what cannot be read. The message holds no text. */
export class PiiDetectorUnavailable extends Error {
  override readonly name = 'PiiDetectorUnavailable';
}
