import type { UploadClaim } from '../pipeline/caller-access.ts';
import type { SpoolRoom } from './spool-room.ts';

/** Spool room for files to be stored. A claim of storage room covers the bytes that arrive, whatever length was announced. */
export function claimedSpools(spools: SpoolRoom, claim: UploadClaim): SpoolRoom {
  return {
    of: (uploader) => claimedSpools(spools.of(uploader), claim),
    async open() {
      const file = await spools.open();
      let bytes = 0;
      return {
        descriptor: file.descriptor,
        async write(piece) {
          bytes += piece.length;
          claim.cover(bytes);
          await file.write(piece);
        },
        read: (start, length) => file.read(start, length),
        close: () => file.close(),
      };
    },
  };
}
