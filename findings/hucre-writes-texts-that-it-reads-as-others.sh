#!/usr/bin/env bash
# A workbook spells a character that XML has not as _xHHHH_, so a text that holds these seven characters itself is written with
# _x005F_ in place of its first underscore. hucre writes the first and not the second: it reads such a text, and so do other
# libraries, as a text that nobody wrote. openpyxl knows neither, so that CR LF written by hucre arrives as _x000D_ and LF.
# An id, a tag or a reference like cost_x0041_ is another one behind the export, and two different ones may become equal.
# Seen with hucre 1.0.0, exceljs 4.4.0 and openpyxl 3.1.5:
#   written:  cost_x0041_    _x0030_1    two lines with CR LF
#   hucre:    costA          01          the same
#   exceljs:  costA          01          the same
#   openpyxl: cost_x0041_    _x0030_1    two lines with _x000D_ before LF
# So whoever writes with it spells the underscore before such a text itself. Needs npm, Node 20 or later, and Python 3 with venv.
# Exits with 1 when the behaviour is another.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --save-exact hucre@1.0.0 exceljs@4.4.0 2>/dev/null
python3 -m venv python
python/bin/pip install --quiet --disable-pip-version-check openpyxl==3.1.5
cat >texts.mjs <<'JS'
import { writeFileSync } from 'node:fs';
import { readXlsx, writeXlsx } from 'hucre/xlsx';
import Exceljs from 'exceljs';
const texts = ['cost_x0041_', '_x0030_1', 'two\r\nlines'];
const bytes = await writeXlsx({ sheets: [{ name: 'A', rows: [texts] }] });
writeFileSync('texts.xlsx', bytes);
const own = (await readXlsx(bytes)).sheets[0].rows[0];
const workbook = new Exceljs.Workbook();
await workbook.xlsx.readFile('texts.xlsx');
const other = workbook.worksheets[0].getRow(1).values.slice(1);
for (const [name, read] of [['hucre', own], ['exceljs', other]]) console.log(name, JSON.stringify(read));
JS
cat >texts.py <<'PY'
import json, openpyxl
row = next(openpyxl.load_workbook('texts.xlsx').active.iter_rows(values_only=True))
print('openpyxl', json.dumps(row, separators=(',', ':')))
PY
seen=$(node texts.mjs; python/bin/python texts.py)
printf '%s\n' "$seen"
[[ $seen == 'hucre ["costA","01","two\r\nlines"]
exceljs ["costA","01","two\r\nlines"]
openpyxl ["cost_x0041_","_x0030_1","two_x000D_\nlines"]' ]] || { echo 'the behaviour is another'; exit 1; }
