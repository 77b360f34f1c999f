/** What is wrong with an archive, and where. */
export interface ArchiveDifference {
  /**
   * `missing`: an object is not there. `manifest`: it does not follow the one before it. `digest`: other bytes than its
   * manifest names. `damaged`: a file that holds something else. `event`: one that does not follow, or was changed.
   * `totals`: counts and sums that the events do not come to. `checkpoint`: one that does not agree with the events, or is
   * not signed by the key. `stray`: an object that no manifest names, which a reader of all files would count.
   */
  readonly kind: 'missing' | 'manifest' | 'digest' | 'damaged' | 'event' | 'totals' | 'checkpoint' | 'stray';
  /** The name of the object. */
  readonly object: string;
  /** `null`: it is about no single event. */
  readonly position: string | null;
  readonly expected: string;
  readonly found: string;
}

/** Raised within a verification, which then ends. */
export class ArchiveDiffers extends Error {
  override readonly name = 'ArchiveDiffers';
  readonly difference: ArchiveDifference;

  constructor(difference: ArchiveDifference) {
    super(archiveDifferenceInWords(difference));
    this.difference = difference;
  }
}

/** A difference as a sentence. */
export function archiveDifferenceInWords({ kind, object, position, expected, found }: ArchiveDifference): string {
  return `${object}${position === null ? '' : `, position ${position}`}: ${kind}: expected ${expected}, found ${found}`;
}
