#!/usr/bin/env bash
# A decimal of Avro has the scale of its schema, so that 1.5 at nine places is written as the number 1500000000. Apache's own library for
# Python writes the digits that the Decimal happens to have, 15, and moves no point: what is read is 0.000000015. It looks at the scale
# just enough to refuse more places than the schema has; of fewer it says nothing, and both kinds of decimal, bytes and fixed, are wrong.
# Amounts with all nine places are right, so a test with such amounts passes, and Decimals lose their zeros on the way (by normalize, from
# databases and JSON). fastavro, for the same schema and values, is right.
# Seen with avro 1.12.2 and fastavro 1.13.1 for a decimal(18, 9), written into a file by each and read by the other:
#   given          written by avro   written by fastavro
#   1.500000000    1.500000000       1.500000000
#   1.5            0.000000015       1.500000000
#   -250           -0.000000250      -250.000000000
#   1E+3           0.000000001       1000.000000000
# So whoever writes with it gives each amount the places of the schema (quantize). Needs Python 3 with venv. Exits with 1 when the
# behaviour is another.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m venv python
python/bin/pip install --quiet --disable-pip-version-check avro==1.12.2 fastavro==1.13.1
cat >amounts.py <<'PY'
import json
from decimal import Decimal
import avro.datafile, avro.io, avro.schema, fastavro
place = {'logicalType': 'decimal', 'precision': 18, 'scale': 9}
fields = [{'name': 'bytes', 'type': {'type': 'bytes', **place}}, {'name': 'fixed', 'type': {'type': 'fixed', 'name': 'eight', 'size': 8, **place}}]
schema = {'type': 'record', 'name': 'charge', 'fields': fields}
given = ['1.500000000', '1.5', '-250', '1E+3']
rows = [{'bytes': Decimal(text), 'fixed': Decimal(text)} for text in given]
with avro.datafile.DataFileWriter(open('of-avro', 'wb'), avro.io.DatumWriter(), avro.schema.parse(json.dumps(schema))) as file:
    for row in rows:
        file.append(row)
with open('of-fastavro', 'wb') as file:
    fastavro.writer(file, schema, rows)
of_avro = list(fastavro.reader(open('of-avro', 'rb')))
of_fastavro = list(avro.datafile.DataFileReader(open('of-fastavro', 'rb'), avro.io.DatumReader()))
for text, *pair in zip(given, of_avro, of_fastavro):
    print(text, *(f'{row[kind]:f}' for row in pair for kind in ('bytes', 'fixed')))
PY
python/bin/python amounts.py | tee seen
cat >expected <<'TEXT'
1.500000000 1.500000000 1.500000000 1.500000000 1.500000000
1.5 0.000000015 0.000000015 1.500000000 1.500000000
-250 -0.000000250 -0.000000250 -250.000000000 -250.000000000
1E+3 0.000000001 0.000000001 1000.000000000 1000.000000000
TEXT
diff expected seen >/dev/null || { echo 'the behaviour is another'; exit 1; }
