/**
 * An error that may be logged where texts are read: its name, where it was raised, and the same for its causes. It
 * never has the message, which may repeat a text.
 */
export function wordlessError(error: unknown): Error {
  if (!(error instanceof Error)) return new Error(`raised: ${typeof error}`);
  const { name, message, stack = '', cause } = error;
  const wordless = new Error(
    'its message is not told',
    cause === undefined ? undefined : { cause: wordlessError(cause) },
  );
  wordless.name = name;
  const end = stack.lastIndexOf(message);
  const frames = end < 0 ? [] : stack.slice(end + message.length).split('\n');
  wordless.stack = [`${name}: ${wordless.message}`, ...frames.filter((line) => line.startsWith('    at '))].join('\n');
  return wordless;
}
