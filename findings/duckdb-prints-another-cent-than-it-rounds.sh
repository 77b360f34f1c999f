#!/usr/bin/env bash
# In one statement DuckDB rounds an exact amount to one cent and prints it as another: round and a cast are exact on DECIMAL, format and
# printf, which write amounts for people ("1,234.57"), take it as a double first. Halves of a cent go down or up as the nearest double
# happens to lie, so that printed lines do not add up to the printed sum, and there is no pattern to see. From 2^53 on digits before
# the point are others, and `{}` alone writes an exponent. A cast to text is exact.
# Seen with duckdb 2.0.1 for Python; x is DECIMAL(38,3):
#   x                      round(x, 2)            format('{:,.2f}', x)      x::VARCHAR
#   1.005                  1.01                   1.00                      1.005
#   2.675                  2.68                   2.67                      2.675
#   8.345                  8.35                   8.35                      8.345
#   0.125                  0.13                   0.12                      0.125
#   12345678901234567.890  12345678901234567.89   12,345,678,901,234,568.00 12345678901234567.890
# So amounts are rounded first, and turned to text by a cast. Needs Python 3 with venv. Exits with 1 when the behaviour is another.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m venv python
python/bin/pip install --quiet --disable-pip-version-check duckdb==2.0.1
cat >cents.py <<'PY'
import duckdb
for amount in ['1.005', '2.675', '8.345', '0.125', '12345678901234567.890']:
    asked = "round(x, 2)::VARCHAR, format('{:,.2f}', x), printf('%.2f', x), format('{}', x), x::VARCHAR"
    print(*duckdb.sql(f'SELECT {asked} FROM (SELECT {amount}::DECIMAL(38,3) AS x)').fetchall()[0])
PY
python/bin/python cents.py | tee seen
cat >expected <<'TEXT'
1.01 1.00 1.00 1.005 1.005
2.68 2.67 2.67 2.675 2.675
8.35 8.35 8.35 8.345 8.345
0.13 0.12 0.12 0.125 0.125
12345678901234567.89 12,345,678,901,234,568.00 12345678901234568.00 1.2345678901234568e+16 12345678901234567.890
TEXT
diff expected seen >/dev/null || { echo 'the behaviour is another'; exit 1; }
