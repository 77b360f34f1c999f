/** What a browser would send of the form that changes something on a page, when nobody has touched it. */
export function sentAsShown(page: string): URLSearchParams {
  const [form = ''] = /<form method="post" action="\/console\/operations\/[^]*?<\/form>/.exec(page) ?? [];
  const sent = new URLSearchParams();
  const controls = /<input\b([^>]*)>|<select\b([^>]*)>([^]*?)<\/select>|<textarea\b([^>]*)>([^]*?)<\/textarea>/g;
  for (const [, input, select, options = '', textarea, text = ''] of form.matchAll(controls)) {
    const marks = input ?? select ?? textarea ?? '';
    const name = markOf(marks, 'name');
    if (name === null) continue;
    if (input !== undefined) {
      const isLeftOut = markOf(marks, 'type') === 'checkbox' && !/\schecked\b/.test(marks);
      if (!isLeftOut) sent.append(name, markOf(marks, 'value') ?? '');
    } else if (select === undefined) sent.append(name, plain(text));
    else sent.append(name, chosenIn(options));
  }
  return sent;
}

function chosenIn(options: string): string {
  const all = [...options.matchAll(/<option\b([^>]*)>/g)].map(([, marks = '']) => marks);
  return markOf(all.find((marks) => /\sselected\b/.test(marks)) ?? all[0] ?? '', 'value') ?? '';
}

function markOf(marks: string, name: string): string | null {
  const [, value] = new RegExp(`(?:^|\\s)${name}="([^"]*)"`).exec(marks) ?? [];
  return value === undefined ? null : plain(value);
}

const characters: ReadonlyMap<string, string> = new Map([
  ['&lt;', '<'],
  ['&gt;', '>'],
  ['&quot;', '"'],
  ['&#39;', "'"],
  ['&amp;', '&'],
]);

function plain(text: string): string {
  return text.replaceAll(/&(?:lt|gt|quot|#39|amp);/g, (written) => characters.get(written) ?? written);
}
