import { readUpstreamFile } from '../protocols/files/upstream-file.ts';
import { GatewayError } from '../errors.ts';
import { readAnswer, withOwnId } from './file-upstream.ts';
import { askAboutFile, ownerOf, type FilesDeps, type RoutedContext } from './files.ts';
import type { StoredFile } from '../domain/file-life.ts';

/**
 * `GET /v1/files/{id}`: the upstream's record of the upload, or its current one if processing had not ended then. If the
 * upstream is unavailable, the first record is shown.
 */
export function showFile(deps: FilesDeps) {
  return async (ctx: RoutedContext): Promise<void> => {
    const kept = await deps.storedFiles.show(ctx.params['id'] ?? '', await ownerOf(ctx, deps));
    if (kept === null) throw new GatewayError('file_not_found');
    const isFinal = readUpstreamFile(kept.record)?.isFinal ?? true;
    ctx.type = 'application/json';
    ctx.body = isFinal ? kept.record : ((await recordNow(ctx, kept, deps)) ?? kept.record);
  };
}

/** `null`: the upstream is unavailable. Raises 404 for a file that it no longer knows. */
async function recordNow(ctx: RoutedContext, { facts }: StoredFile, deps: FilesDeps): Promise<Buffer | null> {
  try {
    const answer = await askAboutFile(ctx, { facts, method: 'GET' }, deps);
    const said = await readAnswer(answer);
    if (answer.status === 404) throw new GatewayError('file_not_found');
    const file = answer.status === 200 ? readUpstreamFile(said) : null;
    return file?.id === facts.upstream_file_id ? withOwnId(facts, file.withId(facts.file_id)) : null;
  } catch (error) {
    if (error instanceof GatewayError && error.code === 'upstream_unavailable') return null;
    throw error;
  }
}
