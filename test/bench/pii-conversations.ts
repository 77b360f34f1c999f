import type { Teardown } from '../_support/gateway.ts';
import { personalConversations, type PersonalConversation } from '../_support/personal-conversations.ts';
import { serveGateway, type ServedGateway } from '../_support/served-gateway.ts';
import { markdownTable } from '../../docs/pages/markdown-table.ts';

interface Sum {
  values: number;
  leaked: number;
}

/**
 * Conversations of several turns through a gateway with the embedded detector, every other one streamed: which of their
 * values reach the upstream, by language, as a table. Raises where an answer is no answer.
 */
export async function conversationsTable(t: Teardown, seed: number): Promise<readonly string[]> {
  const served = await serveGateway(t, { config: { top: { personal_data: {} } } });
  const { apiKey } = await served.tenant({ allowAllModels: true, piiEnabled: true });
  const sums = new Map<string, Record<'names' | 'others', Sum>>();
  let left = 0;
  for (const [place, conversation] of personalConversations(seed).entries()) {
    const { sent, heard } = await held(served, { apiKey, conversation, stream: place % 2 === 0 });
    left += heard.match(/\[?[A-Z_]{4,12}-[2-9b-z]{5,}/g)?.length ?? 0;
    const sum = sums.get(conversation.language) ?? {
      names: { values: 0, leaked: 0 },
      others: { values: 0, leaked: 0 },
    };
    for (const { entity, value } of conversation.values) {
      const its = sum[entity === 'PERSON' ? 'names' : 'others'];
      its.values += 1;
      if (sent.includes(value)) its.leaked += 1;
    }
    sums.set(conversation.language, sum);
  }
  const rows = [...sums].map(([language, { names, others }]) =>
    [language, names.values, names.leaked, others.values, others.leaked].map(String),
  );
  const all = rows.reduce(
    (sum, row) => row.map((cell, place) => (place === 0 ? 'all' : String(Number(sum[place] ?? 0) + Number(cell)))),
    [] as readonly string[],
  );
  const head = ['language', 'names', 'of them upstream', 'other values', 'of them upstream'];
  return [...markdownTable(head, [...rows, all]).split('\n'), '', `Placeholders left in the answers: ${left}.`];
}

/** All that the upstream got, and all that the caller heard. */
async function held(
  { sandbox, baseUrl }: ServedGateway,
  {
    apiKey,
    conversation,
    stream,
  }: { readonly apiKey: string; readonly conversation: PersonalConversation; readonly stream: boolean },
): Promise<{ readonly sent: string; readonly heard: string }> {
  const messages: { role: string; content: string }[] = [];
  const [sent, heard]: [string[], string[]] = [[], []];
  for (const content of conversation.turns) {
    messages.push({ role: 'user', content });
    const response = await fetch(`${baseUrl}/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'light', stream, messages }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`A turn was answered with ${response.status}: ${text}`);
    const answer = stream
      ? Array.from(text.matchAll(/^data: (\{.*)$/gm), ([, record = '{}']) => contentOf(record, 'delta')).join('')
      : contentOf(text, 'message');
    messages.push({ role: 'assistant', content: answer });
    heard.push(answer);
    const last = (await sandbox.requests()).at(-1)?.body_text ?? '{}';
    sent.push(JSON.stringify(JSON.parse(last)));
  }
  return { sent: sent.join('\n'), heard: heard.join('\n') };
}

function contentOf(body: string, name: 'delta' | 'message'): string {
  const { choices = [] } = JSON.parse(body) as { choices?: Record<string, { content?: string | null }>[] };
  return choices[0]?.[name]?.content ?? '';
}
