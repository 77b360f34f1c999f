import type { Config } from '../../config.ts';
import { readerWaitMsMax } from '../../config/time-relations.ts';
import { UnsentBytes } from '../../surfaces/unsent-bytes.ts';

/** Limits of bodies and of clients that read slowly. */
export function surfaceLimits(config: Config) {
  const { server, role } = config;
  return {
    bodyBytesMax: server.body_bytes_max,
    isCostInUsage: server.cost_in_usage,
    jsonLimits: {
      depthMax: server.json_depth_max,
      membersMax: server.json_members_count_max,
      elementsMax: server.json_elements_count_max,
      numbersMax: server.json_numbers_count_max,
    },
    audioBytesMax: server.audio_bytes_max,
    readerPatience: {
      writeStallMsMax: server.write_stall_ms_max,
      readerWaitMsMax: readerWaitMsMax(config),
      unsent: new UnsentBytes({ bytesMax: server.unsent_bytes_max }),
    },
    servesInference: role !== 'reactors',
  };
}
