import { constants, zstdCompressSync } from 'node:zlib';
import { ByteWriter, ParquetWriter } from 'hyparquet-writer';
import type { TableColumnKind, TableColumn, TableRow } from '../../domain/archive/archive-tables.ts';

type SchemaElement = ConstructorParameters<typeof ParquetWriter>[0]['schema'][number];

/** Rows of a group: so many are in memory before they are packed. */
const groupRows = 50_000;
const zstdLevel = 3;

// A decimal is said in the older and in the newer way: by the newer alone DuckDB reads a whole number.
const types: Readonly<Record<TableColumnKind, Omit<SchemaElement, 'name'>>> = {
  text: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
  count: { type: 'INT64' },
  amount: {
    type: 'INT64',
    converted_type: 'DECIMAL',
    logical_type: { type: 'DECIMAL', precision: 18, scale: 9 },
    precision: 18,
    scale: 9,
  },
  instant: {
    type: 'INT64',
    converted_type: 'TIMESTAMP_MICROS',
    logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MICROS' },
  },
  day: { type: 'INT32', converted_type: 'DATE' },
};

/** A table as Parquet, which is packed group by group. */
export class ParquetTable {
  readonly #columns: readonly TableColumn[];
  readonly #bytes = new ByteWriter();
  readonly #writer: ParquetWriter;
  #cells: (string | bigint | number | null)[][];
  rows = 0;

  constructor(columns: readonly TableColumn[]) {
    this.#columns = columns;
    this.#cells = columns.map(() => []);
    const elements = columns.map(({ name, kind, isOptional }): SchemaElement => ({
      name,
      repetition_type: isOptional === true ? 'OPTIONAL' : 'REQUIRED',
      ...types[kind],
    }));
    this.#writer = new ParquetWriter({
      writer: this.#bytes,
      schema: [{ name: 'root', num_children: columns.length }, ...elements],
      codec: 'ZSTD',
      compressors: { ZSTD: compressed },
      createdBy: 'waybill',
    });
  }

  add(row: TableRow): void {
    for (const [index, { name, kind }] of this.#columns.entries()) {
      this.#cells[index]?.push(cellOf(kind, row[name] ?? null));
    }
    this.rows += 1;
    if (this.rows % groupRows === 0) this.#pack();
  }

  /** The file; `null`: it has no rows. */
  end(): Uint8Array | null {
    if (this.rows === 0) return null;
    this.#pack();
    void this.#writer.finish();
    return new Uint8Array(this.#bytes.getBuffer());
  }

  #pack(): void {
    const size = this.#cells[0]?.length ?? 0;
    if (size === 0) return;
    const columnData = this.#columns.map(({ name }, index) => ({ name, data: this.#cells[index] ?? [] }));
    // It writes to memory, and is done when it returns.
    void this.#writer.write({ columnData, rowGroupSize: size });
    this.#cells = this.#columns.map(() => []);
  }
}

function compressed(bytes: Uint8Array): Uint8Array {
  return zstdCompressSync(bytes, { params: { [constants.ZSTD_c_compressionLevel]: zstdLevel } });
}

/** As the writer takes it: a whole number of an amount counts as nano-euro, and an instant has microseconds. */
function cellOf(kind: TableColumnKind, value: TableRow[string] | null): string | bigint | number | null {
  if (value === null) return null;
  if (kind === 'instant') return BigInt(value) * 1_000n;
  return kind === 'count' ? BigInt(value) : value;
}
