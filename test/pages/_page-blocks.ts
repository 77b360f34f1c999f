import { markdownTree, nodesBelow } from '../_support/markdown-tree.ts';
import { projectFiles, read } from '../house/_project-files.ts';

/** A fenced block of a page, with what the comment before it says. */
export interface PageBlock {
  readonly page: string;
  readonly line: number;
  /** The word behind the fence; empty: none. */
  readonly language: string;
  readonly text: string;
  readonly note: BlockNote;
}

/**
 * What the HTML comments before a block say, which readers do not see:
 *
 * - `<!-- run first: … -->`: commands that a reader has done before, or values of their own
 * - `<!-- file: NAME -->`: a reader writes the block into that file
 * - `<!-- not run: REASON -->`: it cannot be run here
 * - `<!-- run by PATH -->`: that test runs it
 */
export interface BlockNote {
  readonly first?: string;
  readonly file?: string;
  readonly notRun?: string;
  readonly runBy?: string;
}

const notes = {
  first: /^run first:\s([^]+)$/,
  file: /^file: (\S+)$/,
  notRun: /^not run: (.+)$/,
  runBy: /^run by (test\/\S+)$/,
} as const;

/** Pages with commands for readers. Decisions and the changelog have none. */
export const commandPages: readonly string[] = projectFiles.filter((path) =>
  /^README\.md$|^docs\/(?!adr\/).*\.md$|^infra\/.*\.md$/.test(path),
);

function noteIn(comments: string): BlockNote {
  const inner = [...comments.matchAll(/<!--([^]*?)-->/g)].map(([, said = '']) => said.trim());
  return Object.fromEntries(
    Object.entries(notes).flatMap(([name, pattern]) => {
      const said = inner.map((comment) => pattern.exec(comment)?.[1]).find((each) => each !== undefined);
      return said === undefined ? [] : [[name, said.trim()]];
    }),
  );
}

/** The fenced blocks of a page, in order. */
export function blocksOf(page: string): readonly PageBlock[] {
  const blocks: PageBlock[] = [];
  let comments = '';
  for (const { type, value = '', lang, position } of nodesBelow(markdownTree(read(page)))) {
    if (type === 'html') comments += value;
    if (type !== 'code') continue;
    blocks.push({ page, line: position.start.line, language: lang ?? '', text: value, note: noteIn(comments) });
    comments = '';
  }
  return blocks;
}

/** One command of a block and the output that the page shows of it; `null`: it shows none. */
export interface PageCommand {
  readonly line: number;
  readonly command: string;
  readonly shown: string | null;
}

/** What runs a program of a page in a shell. */
const programs: Readonly<Record<string, (text: string) => string>> = {
  sh: (text) => text,
  python: (text) => `python3 - <<'END_OF_PROGRAM'\n${text}\nEND_OF_PROGRAM`,
  ts: (text) => `cat > program.ts <<'END_OF_PROGRAM'\n${text}\nEND_OF_PROGRAM\nnpx node program.ts`,
};

/** Whether somebody can run a block: a program, or commands behind `$`. */
export function isRunnable({ language, text }: PageBlock): boolean {
  return language in programs || (language === '' && /^\$ /m.test(text));
}

/** What is typed at the prompts of a block, and what it shows below each. Without prompts all of it is one command. */
export function commandsOf({ language, text, line }: PageBlock): readonly PageCommand[] {
  const program = programs[language];
  if (program !== undefined) return [{ line: line + 1, command: program(text), shown: null }];
  const commands: { line: number; command: string; shown: string | null }[] = [];
  let isContinued = false;
  for (const [index, written] of text.split('\n').entries()) {
    const last = commands.at(-1);
    if (written.startsWith('$ ')) commands.push({ line: line + 1 + index, command: written.slice(2), shown: null });
    else if (last !== undefined && isContinued) last.command += `\n${written}`;
    else if (last !== undefined) last.shown = last.shown === null ? written : `${last.shown}\n${written}`;
    isContinued = written.endsWith('\\');
  }
  return commands;
}
