import type { Command } from 'commander';
import { stringify } from 'yaml';
import { documented, names } from '../arguments.ts';
import { refused, wrongUsage } from '../cli-error.ts';
import { writeNewFile } from '../new-file.ts';
import { counted, note, plainLine, printJson, printText } from '../output.ts';
import type { DraftedPrices } from './drafted-prices.ts';
import { withPriceFileOptions, type PriceFileOptions } from './price-file.ts';

interface Options extends PriceFileOptions {
  readonly models: readonly string[];
  readonly out?: string;
  readonly json?: boolean;
}

export function pricesDraft(prices: Command): void {
  const command = withPriceFileOptions(
    prices
      .command('draft')
      .description('write price lists for review from published prices in dollars; nothing is fetched or applied')
      .argument('<file>', 'file of prices that was downloaded before'),
  )
    .requiredOption(
      '--models <names>',
      'models, separated by commas; provider/model where several providers have it',
      names,
    )
    .option('--out <file>', 'new file for the lists (default: stdout)')
    .action(draft);
  documented(command, {
    example:
      'waybill prices draft model_prices.json --from litellm --usd-eur 0.92 --models gpt-5.4,gemini/gemini-2.5-pro',
    json: '{"drafts":[{"model","prices","notes":[…],"fault"}]}; prices: as a target takes it; notes: what could not be translated;\n   fault: why the configuration would refuse it, or null',
  });
}

async function draft(path: string, { from, usdEur, models, out, json = false }: Options): Promise<void> {
  if (from === undefined || usdEur === undefined) throw wrongUsage('set --from and --usd-eur');
  const { readPriceFile, pricesOfModel } = await import('./price-file.ts');
  const { draftedPrices } = await import('./drafted-prices.ts');
  const day = new Date().toISOString().slice(0, 10);
  const source = await readPriceFile(path, from, day);
  const drafts = models.map((model) => {
    const drafted = draftedPrices(pricesOfModel(source, model), { model, version: day, rate: usdEur });
    if (drafted === null)
      throw refused('model_unpriced', `${model} has no price of input or of output that a list can have: leave it out`);
    return { model, ...drafted };
  });
  const text = json ? `${JSON.stringify({ drafts })}\n` : yamlOf(drafts);
  if (out === undefined) return printText(text);
  await writeNewFile(out, { text, otherwise: 'name a new file with --out' });
  if (json) printJson({ out, drafts: drafts.length });
  else note(`${out}: ${counted(drafts.length, 'price list')} to review`);
}

/** Targets with prices alone, and above each what a reader has to know. */
function yamlOf(drafts: readonly (DraftedPrices & { readonly model: string })[]): string {
  const lists = drafts.map(({ model, prices, notes, fault }) => {
    const comments = [...notes, ...(fault === null ? [] : [`REFUSED AS IT IS: ${fault}`])];
    const list = stringify(
      { [model]: { prices } },
      {
        defaultStringType: 'QUOTE_SINGLE',
        defaultKeyType: 'PLAIN',
        lineWidth: 0,
      },
    );
    return [...comments.map((text) => `# ${plainLine(text)}`), ...list.trimEnd().split('\n')]
      .map((line) => `  ${line}\n`)
      .join('');
  });
  return `# For review: nothing of this is applied. Compare it with the price page of the provider.\ntargets:\n${lists.join('')}`;
}
