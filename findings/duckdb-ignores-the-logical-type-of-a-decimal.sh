#!/usr/bin/env bash
# Amounts in a Parquet file that say what they are in the newer of two ways are a billion times as large in DuckDB, without a word.
#
# That INT64 is DECIMAL(18,9) is said by `converted_type`, the older way, or by `logical_type`, which replaced it; hyparquet-writer
# writes either. Seen with hyparquet-writer 0.17.0, DuckDB 2.0.1 and pyarrow 26.0.1, for 0.000000425:
#   older alone, or both: both readers have DECIMAL(18,9) 0.000000425
#   newer alone:          pyarrow has it, DuckDB has BIGINT 425
# So a writer says both. Needs npm, Node 20 or later, and Python 3 with venv. Exits with 1 when the behaviour is another.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm install --silent --no-fund --no-audit hyparquet-writer@0.17.0 >/dev/null
python3 -m venv python
python/bin/pip install --quiet --disable-pip-version-check duckdb==2.0.1 pyarrow==26.0.1
cat >write.mjs <<'END'
import { writeFileSync } from 'node:fs';
import { ByteWriter, parquetWrite } from 'hyparquet-writer';
const older = { converted_type: 'DECIMAL', precision: 18, scale: 9 };
const newer = { logical_type: { type: 'DECIMAL', precision: 18, scale: 9 } };
for (const [name, said] of Object.entries({ older, newer, both: { ...older, ...newer } })) {
  const writer = new ByteWriter();
  const schema = [{ name: 'root', num_children: 1 }, { name: 'eur', type: 'INT64', repetition_type: 'REQUIRED', ...said }];
  parquetWrite({ writer, schema, columnData: [{ name: 'eur', data: [425n] }] });
  writeFileSync(`${name}.parquet`, Buffer.from(writer.getBuffer()));
}
END
node write.mjs
cat >read.py <<'END'
import duckdb, pyarrow.parquet
for name in ("older", "newer", "both"):
    by_duckdb = duckdb.sql(f"SELECT typeof(eur), eur::VARCHAR FROM '{name}.parquet'").fetchall()[0]
    column = pyarrow.parquet.read_table(f"{name}.parquet")["eur"]
    print(name, "duckdb", *by_duckdb, "pyarrow", column.type, column[0].as_py())
END
found=$(python/bin/python read.py)
echo "$found"
expected='older duckdb DECIMAL(18,9) 0.000000425 pyarrow decimal128(18, 9) 4.25E-7
newer duckdb BIGINT 425 pyarrow decimal128(18, 9) 4.25E-7
both duckdb DECIMAL(18,9) 0.000000425 pyarrow decimal128(18, 9) 4.25E-7'
[[ $found == "$expected" ]] || { echo "the behaviour is another now"; exit 1; }
