import { createEd25519NoteSigner } from '../../adapters/ed25519-note-signer.ts';
import { checkpointKey } from '../../adapters/secret-file.ts';
import type { Config } from '../../config.ts';
import type { NoteSigner } from '../../ports/note-signer.ts';

/** The key that signs checkpoints: the configured one, else that of the data directory. Raises `SecretFileUnusable`. */
export function configuredNoteSigner(config: Pick<Config, 'dataDir' | 'checkpointKey'>): NoteSigner {
  return createEd25519NoteSigner(checkpointKey(config.dataDir, config.checkpointKey));
}
