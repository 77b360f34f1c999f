#!/usr/bin/env bash
# A Delta table keeps the least and the greatest value of each file, so that a reader leaves out files that cannot have what it looks for.
# deltalake writes them for decimals as doubles, rounded to the nearest and not outwards. Of a file with one fine amount both are then
# another amount, and a filter for this amount, or for at least this amount, leaves the file out: a row that is there, and exact, is not
# found, and nobody is told. Whoever reads the whole table and filters then finds it. A double is exact to 15 digits: with nine
# places this begins at some ten million, with eighteen at a hundredth.
# Seen with deltalake 1.6.6, polars 2.1.0 and pyarrow 26.0.1, two files, the other one with 0; rows that are equal, and rows that are at least:
#                             read, then filtered   polars   pyarrow   deltalake's SQL
#   1234567.123456789         1 1                   1 1      1 1       1 1
#   12345678.123456783        1 1                   0 1      0 1       0 1
#   12345678.123456788        1 1                   0 0      0 0       0 0
#   0.123456789012345683      1 1                   0 0      0 0       0 0
#   the second, no statistics 1 1                   1 1      1 1       1 1
# So a table of such amounts is made without statistics of them (delta.dataSkippingStatsColumns). Needs Python 3 with venv. Exits with 1
# when the behaviour is another.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m venv python
python/bin/pip install --quiet --disable-pip-version-check deltalake==1.6.6 polars==2.1.0 pyarrow==26.0.1
cat >rows.py <<'PY'
from decimal import Decimal
import polars as pl, pyarrow as pa, pyarrow.dataset as ds
from deltalake import DeltaTable, QueryBuilder, write_deltalake
def rows_of(name, amount, settings=None):
    kind = pa.decimal128(38, -amount.as_tuple().exponent)
    for held in (amount, Decimal(0)):
        write_deltalake(name, pa.table({'eur': pa.array([held], kind)}), mode='append', configuration=settings)
    table = DeltaTable(name)
    sql = QueryBuilder().register('charges', table)
    literal = f"CAST('{amount}' AS DECIMAL({kind.precision},{kind.scale}))"
    field, scalar, column = ds.field('eur'), pa.scalar(amount, kind), pl.col('eur')
    return {
        'read, then filtered': [pl.read_delta(name).filter(by).height for by in (column == amount, column >= amount)],
        'polars': [pl.scan_delta(name).filter(by).collect().height for by in (column == amount, column >= amount)],
        'pyarrow': [table.to_pyarrow_dataset().to_table(filter=by).num_rows for by in (field == scalar, field >= scalar)],
        'SQL': [pa.table(sql.execute(f'SELECT * FROM charges WHERE eur {sign} {literal}').read_all()).num_rows for sign in ('=', '>=')],
    }
texts = ['1234567.123456789', '12345678.123456783', '12345678.123456788', '0.123456789012345683']
tables = [(text, f'table{nth}', None) for nth, text in enumerate(texts)]
for text, name, settings in [*tables, (texts[1], 'without', {'delta.dataSkippingStatsColumns': ''})]:
    rows = rows_of(name, Decimal(text), settings)
    print(text, ' without statistics: ' if settings else ': ', ', '.join(f'{way} {equal} {least}' for way, (equal, least) in rows.items()), sep='')
PY
python/bin/python rows.py | tee seen
cat >expected <<'TEXT'
1234567.123456789: read, then filtered 1 1, polars 1 1, pyarrow 1 1, SQL 1 1
12345678.123456783: read, then filtered 1 1, polars 0 1, pyarrow 0 1, SQL 0 1
12345678.123456788: read, then filtered 1 1, polars 0 0, pyarrow 0 0, SQL 0 0
0.123456789012345683: read, then filtered 1 1, polars 0 0, pyarrow 0 0, SQL 0 0
12345678.123456783 without statistics: read, then filtered 1 1, polars 1 1, pyarrow 1 1, SQL 1 1
TEXT
diff expected seen >/dev/null || { echo 'the behaviour is another'; exit 1; }
