import { parsers } from 'prettier/plugins/markdown';

/** A node of a page, as remark reads it. */
export interface MarkdownNode {
  readonly type: string;
  readonly value?: string;
  /** Of a link, an image or a definition. */
  readonly url?: string;
  /** Of a fenced block: the word behind its fence. */
  readonly lang?: string | null;
  readonly position: { readonly start: { readonly line: number } };
  readonly children?: readonly MarkdownNode[];
}

/** A page as a tree. The parser is the one that formats this repository. */
export function markdownTree(text: string): MarkdownNode {
  // Its options are those of formatting; reading takes only the text from them.
  return parsers.markdown.parse(text, { originalText: text } as never) as MarkdownNode;
}

/** A node and all below it, in the order of the page. */
export function nodesBelow(node: MarkdownNode): readonly MarkdownNode[] {
  return [node, ...(node.children ?? []).flatMap(nodesBelow)];
}
