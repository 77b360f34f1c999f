// Which tool the words of a user ask for: `call the tool`, or `call the tool clock with {"zone":"UTC"}`.

const ASKED = /call the tool(?: (\w+) with (\{.*\}))?/s;

/** The tool that is named, without a name the first; `null` when none is asked for or it is not there. */
export function askedTool<Tool extends { readonly name: string }>(text: string, tools: readonly Tool[]): Tool | null {
  const asked = ASKED.exec(text);
  if (asked === null) return null;
  const [, wanted] = asked;
  return tools.find(({ name }) => wanted === undefined || name === wanted) ?? null;
}

/** The arguments of that tool as JSON, as they were asked for; else the words themselves as its input. */
export const askedArguments = (text: string): string => ASKED.exec(text)?.[2] ?? JSON.stringify({ input: text });
