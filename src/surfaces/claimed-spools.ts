import type { UploadClaim } from '../pipeline/caller-access.ts';
import type { SpoolRoom } from './spool-room.ts';

/** The same room for files that are to be kept: what comes of one is covered by a claim, whatever length was told. */
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
