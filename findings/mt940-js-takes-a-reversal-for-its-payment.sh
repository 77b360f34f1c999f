#!/usr/bin/env bash
# A bank takes a payment back by an entry with the mark RC, reversal of a credit. mt940-js reads it as the payment itself: a credit of the
# same amount, with nothing that says otherwise, and with the same id where the bank gives no reference, so that a program that knows ids
# does not see the reversal, and one that adds up has the money twice instead of not at all. RD, money that comes back, is a debit.
# mt-940 for Python takes RC for money in too, and says RC. mt940js and swiftmessageparser are right. The statement itself says which is:
# only their sums lead from its opening balance to its closing one.
# Seen with mt940-js 1.0.0, mt940js 1.3.5, swiftmessageparser 1.2.1 and mt-940 5.1.1, on C 10.00, RC 10.00 and RD 3.00 between the
# balances 100.00 and 103.00:
#   mt940-js             10 10 -3   117   the first two have one id
#   mt940js              10 -10 3   103
#   swiftmessageparser   10 -10 3   103
#   mt-940               10 10 3    123
# So entries are compared with the balances before they are believed. Needs npm, Node 20 or later, and Python 3 with venv. Exits with 1
# when the behaviour is another.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm init --yes >/dev/null
# mt940-js needs tslib, and does not say so.
npm install --silent --no-audit --no-fund --save-exact mt940-js@1.0.0 tslib@2.8.1 mt940js@1.3.5 swiftmessageparser@1.2.1
python3 -m venv python
python/bin/pip install --quiet --disable-pip-version-check mt-940==5.1.1
sed 's/$/\r/' >statement.sta <<'TEXT'
:20:STARTUMS
:25:37040044/532013000
:28C:1/1
:60F:C261102EUR100,00
:61:2611031103C10,00NTRFNONREF
:86:166?00CREDIT?20RF18539007547034
:61:2611031103RC10,00NTRFNONREF
:86:159?00RETURN?20RF18539007547034
:61:2611031103RD3,00NTRFNONREF
:86:159?00RETURN?20RF45G72UUR
:62F:C261103EUR103,00
-
TEXT
cat >read.cjs <<'JS'
const { readFileSync } = require('node:fs');
const bytes = readFileSync('statement.sta');
const tell = (name, amounts, more = '') =>
  console.log([name, ...amounts, 'closes at', 100 + amounts.reduce((sum, amount) => sum + amount)].join(' ') + more);
(async () => {
  const [{ transactions }] = await require('mt940-js').read(bytes);
  const isOne = transactions[0].id === transactions[1].id;
  tell('mt940-js', transactions.map(({ amount, isCredit }) => (isCredit ? amount : -amount)), isOne ? ', one id' : '');
  const [{ transactions: second }] = new (require('mt940js').Parser)().parse(bytes.toString());
  tell('mt940js', second.map(({ amount }) => amount));
  const [{ transactions: third }] = require('swiftmessageparser').parse({ type: 'mt940', data: bytes.toString() });
  tell('swiftmessageparser', third.map(({ amount }) => Number(amount)));
})();
JS
cat >read.py <<'PY'
import mt940
amounts = [int(entry.data['amount'].amount) for entry in mt940.parse(open('statement.sta', newline='').read())]
print('mt-940', *amounts, 'closes at', 100 + sum(amounts))
PY
{ node read.cjs; python/bin/python read.py; } | tee seen
cat >expected <<'TEXT'
mt940-js 10 10 -3 closes at 117, one id
mt940js 10 -10 3 closes at 103
swiftmessageparser 10 -10 3 closes at 103
mt-940 10 10 3 closes at 123
TEXT
diff expected seen >/dev/null || { echo 'the behaviour is another'; exit 1; }
