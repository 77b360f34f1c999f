import { join } from 'node:path';
import ts from 'typescript';

const root = join(import.meta.dirname, '../..');

/**
 * Samples of types, given by names of ours as expressions of TypeScript (`import('openai').OpenAI.Chat…`): of each so many
 * that together they hold every member and every alternative that it has.
 */
export function samplesOfTypes(expressions: Readonly<Record<string, string>>): ReadonlyMap<string, readonly unknown[]> {
  const text = Object.entries(expressions)
    .map(([name, expression]) => `export type ${name} = ${expression};`)
    .join('\n');
  const { checker, file } = compiled(join(root, 'test/_client-types.ts'), text);
  const sampler = new Sampler(checker);
  return new Map(
    file.statements.filter(ts.isTypeAliasDeclaration).map((alias) => {
      const type = checker.getTypeAtLocation(alias.name);
      if (type.flags & ts.TypeFlags.Any) throw new Error(`no such type: ${alias.getText()}`);
      return [alias.name.text, sampler.samplesOf(type, alias)];
    }),
  );
}

/** A file that is nowhere on the disk. */
function compiled(path: string, text: string): { readonly checker: ts.TypeChecker; readonly file: ts.SourceFile } {
  const options: ts.CompilerOptions = {
    target: ts.ScriptTarget.ESNext,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    strict: true,
    skipLibCheck: true,
    types: ['node'],
  };
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists, readFile } = host;
  host.getSourceFile = (name, ...rest) =>
    name === path ? ts.createSourceFile(name, text, ts.ScriptTarget.ESNext, true) : getSourceFile(name, ...rest);
  host.fileExists = (name) => name === path || fileExists(name);
  host.readFile = (name) => (name === path ? text : readFile(name));
  const program = ts.createProgram([path], options, host);
  const file = program.getSourceFile(path);
  if (file === undefined) throw new Error('the types were not read');
  return { checker: program.getTypeChecker(), file };
}

/** A type may stand so often within itself. */
const nestingMax = 2;

class Sampler {
  readonly #checker: ts.TypeChecker;
  readonly #within: ts.Type[] = [];

  constructor(checker: ts.TypeChecker) {
    this.#checker = checker;
  }

  samplesOf(type: ts.Type, at: ts.Node): readonly unknown[] {
    if (type.isUnion()) return dedupe(type.types.flatMap((each) => this.samplesOf(each, at)));
    if (type.flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown)) return ['free', { free_member: 'free' }];
    if (type.isStringLiteral()) return [type.value];
    if (type.flags & ts.TypeFlags.StringLike) return ['free'];
    if (type.flags & ts.TypeFlags.NumberLike) return [1];
    if (type.flags & ts.TypeFlags.BooleanLike) return [true];
    if (type.flags & (ts.TypeFlags.Null | ts.TypeFlags.Undefined | ts.TypeFlags.Never)) return [null];
    if (this.#within.filter((each) => each === type).length >= nestingMax) return [];
    this.#within.push(type);
    const samples = this.#samplesOfObject(type, at);
    this.#within.pop();
    return samples;
  }

  #samplesOfObject(type: ts.Type, at: ts.Node): readonly unknown[] {
    if (this.#checker.isArrayType(type) || this.#checker.isTupleType(type)) {
      const elements = this.#checker.getTypeArguments(type as ts.TypeReference);
      return [dedupe(elements.flatMap((element) => this.samplesOf(element, at)))];
    }
    if (type.getCallSignatures().length > 0) return [];
    const members = new Map(
      this.#checker.getPropertiesOfType(type).map((property) => {
        const samples = this.samplesOf(this.#checker.getTypeOfSymbolAtLocation(property, at), at);
        return [property.name, samples.length > 1 ? samples.filter((sample) => sample !== null) : samples] as const;
      }),
    );
    const index = this.#checker.getIndexTypeOfType(type, ts.IndexKind.String);
    if (index !== undefined) members.set('free_member', this.samplesOf(index, at));
    // The i-th sample has the i-th alternative of every member.
    const count = Math.max(1, ...[...members.values()].map((samples) => samples.length));
    return Array.from({ length: count }, (_, i) =>
      Object.fromEntries(
        [...members].flatMap(([name, samples]) =>
          samples.length === 0 ? [] : [[name, samples[i % samples.length]] as const],
        ),
      ),
    );
  }
}

function dedupe(samples: readonly unknown[]): readonly unknown[] {
  return [...new Map(samples.map((sample) => [JSON.stringify(sample), sample])).values()];
}
