#!/usr/bin/env bash
# stdnum for JavaScript refuses national numbers that are issued and whose checksums are right, where python-stdnum takes them: whole
# groups of people do not exist for a program that relies on it, and no error says that a rule is unknown, only that the number is wrong.
# - Latvia: every personal code made since July 2017. They begin with 32 and hold no date.
# - Romania: codes of the central register (70, 80 to 83 in place of a county).
# - Austria: the months 13 to 15, which stand where a day has more people than numbers.
# - Sweden: twelve digits in a row, as the authorities' own files write them. With a hyphen it is taken.
# - Czechia: nine digits from 6 on, VAT numbers of people without a birth number.
# Seen with stdnum 1.12.0 and python-stdnum 2.2, on made-up numbers and those of python-stdnum's documentation:
#   lv.pvn           328673-00679     Python: valid   JavaScript: InvalidComponent
#   ro.cnp           1850107805483    Python: valid   JavaScript: InvalidComponent
#   at.vnr           2301071485       Python: valid   JavaScript: InvalidComponent
#   se.personnummer  198501076247     Python: valid   JavaScript: InvalidLength
#   se.personnummer  19850107-6247    Python: valid   JavaScript: valid
#   cz.dic           640903926        Python: valid   JavaScript: InvalidChecksum
# Needs npm, Node 20 or later, and Python 3 with venv. Exits with 1 when the behaviour is another.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --save-exact stdnum@1.12.0
python3 -m venv python
python/bin/pip install --quiet --disable-pip-version-check python-stdnum==2.2
cat >numbers.txt <<'TEXT'
lv.pvn 328673-00679
ro.cnp 1850107805483
at.vnr 2301071485
se.personnummer 198501076247
se.personnummer 19850107-6247
cz.dic 640903926
TEXT
cat >check.mjs <<'JS'
import { readFileSync } from 'node:fs';
import { stdnum } from 'stdnum';
for (const line of readFileSync('numbers.txt', 'utf8').trim().split('\n')) {
  const [kind, number] = line.split(' ');
  const [country, name] = kind.split('.');
  const { isValid, error } = stdnum[country.toUpperCase()][name].validate(number);
  console.log(isValid ? 'valid' : error.name);
}
JS
cat >check.py <<'PY'
from importlib import import_module
for line in open('numbers.txt'):
    kind, number = line.split()
    print('valid' if import_module('stdnum.' + kind).is_valid(number) else 'refused')
PY
python/bin/python check.py >of-python
node check.mjs >of-javascript
paste -d ' ' numbers.txt of-python of-javascript | tee seen
cat >expected <<'TEXT'
lv.pvn 328673-00679 valid InvalidComponent
ro.cnp 1850107805483 valid InvalidComponent
at.vnr 2301071485 valid InvalidComponent
se.personnummer 198501076247 valid InvalidLength
se.personnummer 19850107-6247 valid valid
cz.dic 640903926 valid InvalidChecksum
TEXT
diff expected seen >/dev/null || { echo 'the behaviour is another'; exit 1; }
