/** A letter for each candidate, from the most economical on: the engine learns no names of models. */
function engineTarget(rank: number): string {
  return String.fromCharCode(65 + rank);
}

/**
 * The engine's configuration for two tiers, as it reads it (`schema_version` 1, release 0.3.0). All its calls, those of its judge
 * above all, come back to the loopback listener; there is no credential in it. It decides and never answers: modes that answer
 * while they decide (`escalation`, `advisor`) are not written. It keeps no sessions: what is continued is bound by the gateway.
 */
export function engineRoutes({
  port,
  ranks,
}: {
  readonly port: number;
  readonly ranks: readonly [number, number];
}): string {
  const [economical, capable] = ranks.map(engineTarget);
  const target = (id: string): string => `[targets.${id}]\nid = "${id}"\nllm_client = "waybill"\n`;
  return [
    'schema_version = 1\n',
    `[llm_clients.waybill]\nformat = "openai_chat"\nbase_url = "http://127.0.0.1:${port}/v1"\nmax_retries = 0\n`,
    ...[economical ?? 'A', capable ?? 'B', 'judge'].map(target),
    [
      `[routes.switchyard]`,
      `id = "switchyard"`,
      'type = "llm_classifier"',
      'mode = "capability"',
      'classify_trigger = "every_request"',
      'classifier_target = "judge"',
      `weak_target = "${economical}"`,
      `strong_target = "${capable}"`,
      'base_threshold = 0.5',
      'threshold_step = 0.1',
      'max_output_tokens = 512',
      '',
    ].join('\n'),
  ].join('\n');
}
