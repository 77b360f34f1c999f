import { posix } from 'node:path';
import test from 'ava';
import { markdownTree, nodesBelow, type MarkdownNode } from '../_support/markdown-tree.ts';
import { projectFiles, read } from './_project-files.ts';

const pages = projectFiles.filter((path) => path.endsWith('.md'));
const nodesOf: ReadonlyMap<string, readonly MarkdownNode[]> = new Map(
  pages.map((path) => [path, nodesBelow(markdownTree(read(path)))]),
);

const textOf = (node: MarkdownNode): string => node.value ?? (node.children ?? []).map(textOf).join('');

/** The fragments of a page as GitHub makes them: a heading that was there before gets a number. */
function anchorsIn(path: string): ReadonlySet<string> {
  const anchors = new Set<string>();
  for (const heading of (nodesOf.get(path) ?? []).filter(({ type }) => type === 'heading')) {
    const plain = textOf(heading)
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\p{M} _-]/gu, '')
      .replaceAll(' ', '-');
    let anchor = plain;
    for (let again = 1; anchors.has(anchor); again += 1) anchor = `${plain}-${again}`;
    anchors.add(anchor);
  }
  return anchors;
}

interface PageLink {
  readonly line: number;
  readonly url: string;
  /** The file or folder it leads to, from the root. */
  readonly target: string;
  readonly fragment: string;
}

/** The links and pictures of a page that stay in this repository. */
function linksIn(from: string): readonly PageLink[] {
  return (nodesOf.get(from) ?? [])
    .filter(({ url = '' }) => url !== '' && !/^(https?|mailto):/.test(url))
    .map(({ url = '', position }) => {
      const [path = '', fragment = ''] = decodeURIComponent(url).split('#');
      const target = path === '' ? from : posix.normalize(posix.join(posix.dirname(from), path)).replace(/\/$/, '');
      return { line: position.start.line, url, target, fragment };
    });
}

const isFolder = (path: string): boolean => projectFiles.some((file) => file.startsWith(`${path}/`));

function isBroken({ target, fragment }: PageLink): boolean {
  if (!projectFiles.includes(target)) return fragment !== '' || !isFolder(target);
  return fragment !== '' && target.endsWith('.md') && !anchorsIn(target).has(fragment);
}

test('every relative link and picture of a page leads to a file, and to a heading of it', (t) => {
  const broken = pages.flatMap((path) =>
    linksIn(path)
      .filter(isBroken)
      .map(({ line, url }) => `${path}:${line}: ${url}`),
  );
  t.deepEqual(broken, [], 'relative links lead to a file and a heading of this repository: correct the link');
});

test('no link is left without its address', (t) => {
  const left = pages.flatMap((path) =>
    (nodesOf.get(path) ?? [])
      .filter(({ type, url }) => /^(link|image)Reference$/.test(type) || url === '')
      .map(({ position }) => `${path}:${position.start.line}`),
  );
  t.deepEqual(left, [], 'pages write the address behind each link: add it, or quote the brackets');
});

test('every page is reached from docs/README.md', (t) => {
  const reached = new Set(['docs/README.md']);
  // A set goes on over what is added to it.
  for (const path of reached) {
    for (const { target } of linksIn(path)) {
      for (const page of pages) if (page === target || page === `${target}/README.md`) reached.add(page);
    }
  }
  t.deepEqual(
    pages.filter((path) => !path.startsWith('test/') && !reached.has(path)),
    [],
    'a page that no link leads to is not read: link it, or remove it',
  );
});
