import { switchyardProfile } from '../domain/profile-name.ts';
import type { ConfigFile } from './config-file.ts';
import { brokenPoolRelation } from './pool-relations.ts';
import { brokenSwitchyardRelation } from './switchyard-relations.ts';
import { brokenTimeRelation } from './time-relations.ts';
import { priceListFault } from '../domain/prices/price-list-fault.ts';

/** The first conflict between sections of the file, as a sentence for the operator; `null`: none. */
export function brokenSectionRelation(file: ConfigFile): string | null {
  return (
    brokenUpstreamName(file) ??
    brokenPriceRelation(file) ??
    brokenFileStore(file) ??
    brokenPoolRelation(file) ??
    brokenAlias(file) ??
    brokenSwitchyardRelation(file) ??
    brokenRoom(file) ??
    brokenContentKeys(file) ??
    brokenKafka(file) ??
    brokenDefaultProfile(file) ??
    brokenTimeRelation(file)
  );
}

function brokenUpstreamName({ targets, upstreams }: ConfigFile): string | null {
  for (const [target, { upstream }] of Object.entries(targets)) {
    if (!Object.hasOwn(upstreams, upstream)) {
      return `targets.${target}.upstream names ${upstream}, which upstreams does not list`;
    }
  }
  return null;
}

function brokenFileStore({ files, upstreams }: ConfigFile): string | null {
  for (const dialect of ['openai', 'anthropic'] as const) {
    const upstream = files[dialect]?.upstream;
    if (upstream === undefined) continue;
    if (!Object.hasOwn(upstreams, upstream)) {
      return `files.${dialect}.upstream names ${upstream}, which upstreams does not list`;
    }
    const longestMs = upstreams[upstream]?.total_timeout_ms ?? 0;
    if (files.lost_upload_grace_ms <= longestMs) {
      return `files.lost_upload_grace_ms must exceed upstreams.${upstream}.total_timeout_ms (${longestMs}): an upload may still be running until then`;
    }
  }
  return null;
}

function brokenAlias({ aliases, profiles }: ConfigFile): string | null {
  for (const [alias, profile] of Object.entries(aliases)) {
    if (alias === switchyardProfile) return `aliases.${switchyardProfile}: the name is reserved for routing`;
    if (Object.hasOwn(profiles, alias)) return `aliases.${alias} is also the name of a profile`;
    if (!Object.hasOwn(profiles, profile)) return `aliases.${alias} names ${profile}, which profiles does not list`;
  }
  return null;
}

/** What is shared by all requests must have room for the largest part of one. */
function brokenRoom({ files, idempotency, server }: ConfigFile): string | null {
  const largestUpload = Math.max(files.bytes_max, server.audio_bytes_max);
  if (files.uploads_bytes_max < largestUpload) {
    return `files.uploads_bytes_max must be at least files.bytes_max and server.audio_bytes_max (${largestUpload}): the largest upload must fit`;
  }
  if (server.bodies_bytes_max < server.body_bytes_max) {
    return `server.bodies_bytes_max must be at least server.body_bytes_max (${server.body_bytes_max}): the largest body must fit`;
  }
  if (server.answers_bytes_max < server.answer_bytes_max) {
    return `server.answers_bytes_max must be at least server.answer_bytes_max (${server.answer_bytes_max}): the largest answer must fit`;
  }
  if (server.answers_bytes_max < idempotency.answer_bytes_max) {
    return `server.answers_bytes_max must be at least idempotency.answer_bytes_max (${idempotency.answer_bytes_max}): the largest recorded answer must fit`;
  }
  return null;
}

function brokenContentKeys({ ledger, content_keys: keys }: ConfigFile): string | null {
  if (ledger.engine !== 'eventstoredb' || keys !== undefined) return null;
  return 'engine eventstoredb needs content_keys, the same in all gateways: add content_keys: [{ id: "1", key: ${CONTENT_KEY} }] with 64 hex digits, e.g. from openssl rand -hex 32';
}

function brokenKafka({ kafka }: ConfigFile): string | null {
  if (kafka === undefined) return null;
  if (kafka.lease_ms < 3 * kafka.publish_timeout_ms) {
    return 'kafka.lease_ms must be at least three times kafka.publish_timeout_ms: a publication must end before another gateway can take the lease';
  }
  if (new Set(Object.values(kafka.topics).map((topic) => topic.name)).size !== 3) {
    return 'kafka.topics must have three different names';
  }
  if ((kafka.tls.cert_file === undefined) !== (kafka.tls.key_file === undefined)) {
    return 'kafka.tls needs both cert_file and key_file, or neither';
  }
  return null;
}

function brokenDefaultProfile({ default_profile: profile, profiles }: ConfigFile): string | null {
  if (profile === undefined || Object.hasOwn(profiles, profile)) return null;
  return `default_profile ${profile} is not among profiles`;
}

/** The first conflict within a price list, as a sentence for the operator; `null`: none. */
function brokenPriceRelation({ targets }: Pick<ConfigFile, 'targets'>): string | null {
  for (const [target, { prices }] of Object.entries(targets)) {
    const fault = prices === undefined ? null : priceListFault(prices);
    if (fault !== null) return `targets.${target}.prices.${fault}`;
  }
  return null;
}
