import type { Movements } from './movements.ts';
import type { MovementsFormat } from './movements-format.ts';

/** The movements as JSON documents, one a line: one for each event. */
export class MovementDocuments implements MovementsFormat {
  begin(): string {
    return '';
  }

  movements({ event, postings, subject, tags }: Movements): string {
    const { position, recordedAt: recorded_at, id: event_id, type, stream, revision } = event;
    const place = { position, recorded_at, event_id, type, stream, revision };
    return `${JSON.stringify({ ...place, subject, ...(tags !== null && { tags }), postings })}\n`;
  }
}
