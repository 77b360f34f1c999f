import type { Movements } from './movements.ts';
import type { MovementsFormat } from './movements-format.ts';

/** The movements as JSON documents, one a line: one for each event. */
export class MovementDocuments implements MovementsFormat {
  begin(): string {
    return '';
  }

  movements({ event, postings, subject }: Movements): string {
    const { position, recordedAt: recorded_at, id: event_id, type, stream, revision } = event;
    return `${JSON.stringify({ position, recorded_at, event_id, type, stream, revision, subject, postings })}\n`;
  }
}
