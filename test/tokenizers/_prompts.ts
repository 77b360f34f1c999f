// What servers make of the bodies of all surfaces before a tokenizer counts it.
import { argumentsAnew, parsedAsSent, writtenAnew, type Style } from './_written-anew.ts';
import type { Family } from './_tokenizers.ts';

export const oneLine: Style = { indent: null };
export const indented: Style = { indent: 4 };
export const escaped: Style = { indent: null, isEscaped: true };
export const styles: readonly Style[] = [oneLine, { indent: 2 }, indented, escaped, { ...indented, isEscaped: true }];

interface Message {
  readonly role: string;
  readonly text: string;
}

/** A conversation, and what stands before it. */
interface Conversation {
  /** Tools and schemas, as values of {@link parsedAsSent}. */
  readonly described: readonly unknown[];
  readonly messages: readonly Message[];
}

/** The prompt of a conversation, in a family's marks. */
export function promptOf({ marks }: Family, { described, messages }: Conversation, style: Style): string {
  const tools = described.map((each) => writtenAnew(each, style)).join('\n');
  const system = tools === '' ? '' : marks.message('system', tools);
  return [marks.opening, system, ...messages.map(({ role, text }) => marks.message(role, text)), marks.answer].join('');
}

type Values = Readonly<Record<string, unknown>>;

const listOf = (value: unknown): readonly Values[] => (Array.isArray(value) ? (value as readonly Values[]) : []);
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

function callText(name: unknown, given: string): string {
  return `{"name": ${JSON.stringify(name)}, "arguments": ${given}}`;
}

/** Of chat completions. */
export function chatConversation(body: string, style: Style): Conversation {
  const { messages, tools, response_format } = parsedAsSent(body) as Values;
  return {
    described: [...listOf(tools), ...(response_format === undefined ? [] : [response_format])],
    messages: listOf(messages).map(({ role, content, tool_calls }) => {
      const calls = listOf(tool_calls).map(({ function: called }) => {
        const { name, arguments: given } = called as Values;
        return callText(name, argumentsAnew(textOf(given), style));
      });
      return { role: textOf(role), text: [textOf(content), ...calls].join('\n') };
    }),
  };
}

/** Of responses. */
export function responsesConversation(body: string, style: Style): Conversation {
  const { input, tools, text } = parsedAsSent(body) as Values;
  const format = (text as Values | undefined)?.['format'];
  const items = typeof input === 'string' ? [{ role: 'user', content: input }] : listOf(input);
  return {
    described: [...listOf(tools), ...(format === undefined ? [] : [format])],
    messages: items.map(({ role, content, name, arguments: given, output }) =>
      given === undefined
        ? { role: textOf(role), text: textOf(content ?? output) }
        : { role: 'assistant', text: callText(name, argumentsAnew(textOf(given), style)) },
    ),
  };
}

/** Of messages. */
export function messagesConversation(body: string, style: Style): Conversation {
  const { messages, tools } = parsedAsSent(body) as Values;
  return {
    described: listOf(tools),
    messages: listOf(messages).map(({ role, content }) => {
      const blocks = typeof content === 'string' ? [{ text: content }] : listOf(content);
      const texts = blocks.map(({ text, name, input, content: result }) =>
        input === undefined ? textOf(text ?? result) : callText(name, writtenAnew(input, style)),
      );
      return { role: textOf(role), text: texts.join('\n') };
    }),
  };
}

/** Of System One: state and questions, read once. */
export function systemOnePrompt(body: string, style: Style): string {
  const { state, questions } = parsedAsSent(body) as Values;
  return `${writtenAnew(state, style)}\n${writtenAnew(questions, style)}`;
}
