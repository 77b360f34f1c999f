#!/usr/bin/env bash
# Amounts of two scales that are put together, as when files of an old month have cents and those of a new one billionths, become amounts
# of the scale of whichever came first. polars refuses to put whole numbers and fractions together by pl.concat, which is strict unless it is
# told otherwise, but rounds decimals there, and so do vstack, extend and how="diagonal"; DuckDB rounds when it reads several Parquet
# files as one table. They round halves differently: -0.005 is nothing in one, and a cent in the other. Below half a cent nothing
# is left. In the other order of the same frames or files nothing is lost. pyarrow, and polars where it reads the same files itself, refuse.
# Seen with polars 2.1.0, duckdb 2.0.1 and pyarrow 26.0.1: 1.50 with two places and 0.000000425, 1.999999999, -0.005 with nine
#                          old first                          new first
#   polars, concat         1.50 0.00 2.00 0.00, sum 3.50      nothing lost, sum 3.495000424
#   polars, 1 and 0.5      SchemaError                        SchemaError
#   polars, files          SchemaError                        SchemaError
#   DuckDB, files          1.50 0.00 2.00 -0.01, sum 3.49     nothing lost, sum 3.495000424
#   pyarrow, files         ArrowInvalid                       nothing lost, sum 3.495000424
# So frames are put together by how="vertical_relaxed", and files are read with union_by_name, or all have one scale from the beginning.
# Needs Python 3 with venv. Exits with 1 when the behaviour is another.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m venv python
python/bin/pip install --quiet --disable-pip-version-check polars==2.1.0 duckdb==2.0.1 pyarrow==26.0.1
mkdir files
cat >meet.py <<'PY'
from decimal import Decimal
import duckdb, polars as pl, pyarrow.parquet as pq
amounts = lambda texts, scale: pl.DataFrame({'eur': pl.Series([Decimal(text) for text in texts], dtype=pl.Decimal(18, scale))})
old, new = amounts(['1.50'], 2), amounts(['0.000000425', '1.999999999', '-0.005'], 9)
def told(read):
    try:
        read = [Decimal(amount) for amount in read()]
        return f'{" ".join(format(amount, "f") for amount in read)}, sum {sum(read)}'
    except Exception as error:
        return type(error).__name__
for order, frames in {'old first': [old, new], 'new first': [new, old]}.items():
    for nth, frame in enumerate(frames):
        frame.write_parquet(f'files/{nth}.parquet')
    whole = [pl.DataFrame({'eur': [1]}), pl.DataFrame({'eur': [0.5]})]
    for name, read in {
        'polars, concat': lambda: pl.concat(frames)['eur'],
        'polars, diagonal': lambda: pl.concat(frames, how='diagonal')['eur'],
        'polars, relaxed': lambda: pl.concat(frames, how='vertical_relaxed')['eur'],
        'polars, 1 and 0.5': lambda: pl.concat(whole if order == 'old first' else whole[::-1])['eur'],
        'polars, files': lambda: pl.read_parquet('files/*.parquet')['eur'],
        'duckdb, files': lambda: [row[0] for row in duckdb.sql("FROM read_parquet('files/*.parquet')").fetchall()],
        'duckdb, by name': lambda: [row[0] for row in duckdb.sql("FROM read_parquet('files/*.parquet', union_by_name = true)").fetchall()],
        'pyarrow, files': lambda: pq.read_table('files')['eur'].to_pylist(),
    }.items():
        print(f'{order}, {name}: {told(read)}')
PY
python/bin/python meet.py | tee seen
cat >expected <<'TEXT'
old first, polars, concat: 1.50 0.00 2.00 0.00, sum 3.50
old first, polars, diagonal: 1.50 0.00 2.00 0.00, sum 3.50
old first, polars, relaxed: 1.500000000 0.000000425 1.999999999 -0.005000000, sum 3.495000424
old first, polars, 1 and 0.5: SchemaError
old first, polars, files: SchemaError
old first, duckdb, files: 1.50 0.00 2.00 -0.01, sum 3.49
old first, duckdb, by name: 1.500000000 0.000000425 1.999999999 -0.005000000, sum 3.495000424
old first, pyarrow, files: ArrowInvalid
new first, polars, concat: 0.000000425 1.999999999 -0.005000000 1.500000000, sum 3.495000424
new first, polars, diagonal: 0.000000425 1.999999999 -0.005000000 1.500000000, sum 3.495000424
new first, polars, relaxed: 0.000000425 1.999999999 -0.005000000 1.500000000, sum 3.495000424
new first, polars, 1 and 0.5: SchemaError
new first, polars, files: SchemaError
new first, duckdb, files: 0.000000425 1.999999999 -0.005000000 1.500000000, sum 3.495000424
new first, duckdb, by name: 0.000000425 1.999999999 -0.005000000 1.500000000, sum 3.495000424
new first, pyarrow, files: 0.000000425 1.999999999 -0.005000000 1.500000000, sum 3.495000424
TEXT
diff expected seen >/dev/null || { echo 'the behaviour is another'; exit 1; }
