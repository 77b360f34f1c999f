#!/usr/bin/env bash
# Decimals in the columns of these three have at most 38 digits. A sum that needs more is refused by DuckDB, and by polars where it is
# that of a column; in group_by, and over a group, the same polars returns the same sum as a negative amount, and so does pyarrow, in both.
# Neither warns, and the type of the result says that no number of so many digits can be in it. The finer the scale, the earlier: with 30
# places two amounts of 90 million are enough.
# Seen with polars 2.1.0, pyarrow 26.0.1 and duckdb 2.0.1, on twice 90000000 as DECIMAL(38,30):
#                  of the column    of its only group
#   polars         ComputeError     -160282366
#   pyarrow        -160282366       -160282366
#   DuckDB         error            error
# So a column of amounts has no more places than it needs. Needs Python 3 with venv. Exits with 1 when the behaviour is another.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m venv python
python/bin/pip install --quiet --disable-pip-version-check polars==2.1.0 pyarrow==26.0.1 duckdb==2.0.1
cat >sums.py <<'PY'
from decimal import Decimal
import duckdb, polars as pl, pyarrow as pa, pyarrow.compute as pc
amount = Decimal(90_000_000)
frame = pl.DataFrame({'tenant': ['a', 'a'], 'eur': pl.Series([amount, amount], dtype=pl.Decimal(38, 30))})
table = pa.table({'tenant': ['a', 'a'], 'eur': pa.array([amount, amount], pa.decimal128(38, 30))})
connection = duckdb.connect()
connection.execute(f"CREATE TABLE charges AS SELECT 'a' AS tenant, {amount}::DECIMAL(38,30) AS eur FROM range(2)")
def told(sum_of):
    try:
        return int(sum_of())
    except Exception as error:
        return type(error).__name__
for name, sum_of in {
    'polars, column': lambda: frame.select(pl.col('eur').sum()).item(),
    'polars, group': lambda: frame.group_by('tenant').agg(pl.col('eur').sum())['eur'][0],
    'polars, over the group': lambda: frame.select(pl.col('eur').sum().over('tenant'))['eur'][0],
    'pyarrow, column': lambda: pc.sum(table['eur']).as_py(),
    'pyarrow, group': lambda: table.group_by('tenant').aggregate([('eur', 'sum')])['eur_sum'][0].as_py(),
    'duckdb, column': lambda: connection.execute('SELECT sum(eur) FROM charges').fetchall()[0][0],
    'duckdb, group': lambda: connection.execute('SELECT sum(eur) FROM charges GROUP BY tenant').fetchall()[0][0],
}.items():
    print(f'{name}: {told(sum_of)}')
PY
python/bin/python sums.py | tee seen
cat >expected <<'TEXT'
polars, column: ComputeError
polars, group: -160282366
polars, over the group: -160282366
pyarrow, column: -160282366
pyarrow, group: -160282366
duckdb, column: OutOfRangeException
duckdb, group: OutOfRangeException
TEXT
diff expected seen >/dev/null || { echo 'the behaviour is another'; exit 1; }
