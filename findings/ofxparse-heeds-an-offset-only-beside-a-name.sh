#!/usr/bin/env bash
# A time in an OFX statement has its offset from Greenwich in brackets, and behind it the name of the zone, which may be left out. ofxparse
# reads the offset only where there is a name. Its times say no zone: one beside a name is that of Greenwich, one without a name is that
# of the bank, and nobody sees which. A payment at midnight in Berlin, as the first of November begins, is of October from one bank and of
# November from another; one moment from a bank that names its zone and one that does not is two moments. No error, no warning.
# Seen with ofxparse 0.21 and ofxtools 1.1.1, which gives times of Greenwich that say so:
#   DTPOSTED                     ofxparse              ofxtools
#   20261101000000[+1:CET]       2026-10-31 23:00      2026-10-31 23:00+00:00
#   20261101000000[+1]           2026-11-01 00:00      2026-10-31 23:00+00:00
#   20261031200000[-5:EST]       2026-11-01 01:00      2026-11-01 01:00+00:00
#   20261031200000[-5]           2026-10-31 20:00      2026-11-01 01:00+00:00
# So a month of statements is cut by what the file says, not by such a time. Needs Python 3 with venv. Exits with 1 when the behaviour is
# another.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m venv python
python/bin/pip install --quiet --disable-pip-version-check ofxparse==0.21 ofxtools==1.1.1
cat >statement.ofx <<'TEXT'
OFXHEADER:100
DATA:OFXSGML
VERSION:102
SECURITY:NONE
ENCODING:USASCII
CHARSET:1252
COMPRESSION:NONE
OLDFILEUID:NONE
NEWFILEUID:NONE

<OFX>
<SIGNONMSGSRSV1>
<SONRS>
<STATUS>
<CODE>0
<SEVERITY>INFO
</STATUS>
<DTSERVER>20261130120000
<LANGUAGE>ENG
</SONRS>
</SIGNONMSGSRSV1>
<BANKMSGSRSV1>
<STMTTRNRS>
<TRNUID>1
<STATUS>
<CODE>0
<SEVERITY>INFO
</STATUS>
<STMTRS>
<CURDEF>EUR
<BANKACCTFROM>
<BANKID>37040044
<ACCTID>532013000
<ACCTTYPE>CHECKING
</BANKACCTFROM>
<BANKTRANLIST>
<DTSTART>20261001
<DTEND>20261130
<STMTTRN>
<TRNTYPE>CREDIT
<DTPOSTED>{posted}
<TRNAMT>10.00
<FITID>1
<NAME>Payer
</STMTTRN>
</BANKTRANLIST>
<LEDGERBAL>
<BALAMT>10.00
<DTASOF>20261130
</LEDGERBAL>
</STMTRS>
</STMTTRNRS>
</BANKMSGSRSV1>
</OFX>
TEXT
cat >times.py <<'PY'
import io
from ofxparse import OfxParser
from ofxtools.Parser import OFXTree
form = open('statement.ofx').read()
for posted in ['20261101000000[+1:CET]', '20261101000000[+1]', '20261031200000[-5:EST]', '20261031200000[-5]']:
    file = form.replace('{posted}', posted).encode()
    first = OfxParser.parse(io.BytesIO(file)).account.statement.transactions[0].date
    tree = OFXTree()
    tree.parse(io.BytesIO(file))
    second = tree.convert().statements[0].transactions[0].dtposted
    print(f'{posted}: {first} and {second}')
PY
python/bin/python times.py | tee seen
cat >expected <<'TEXT'
20261101000000[+1:CET]: 2026-10-31 23:00:00 and 2026-10-31 23:00:00+00:00
20261101000000[+1]: 2026-11-01 00:00:00 and 2026-10-31 23:00:00+00:00
20261031200000[-5:EST]: 2026-11-01 01:00:00 and 2026-11-01 01:00:00+00:00
20261031200000[-5]: 2026-10-31 20:00:00 and 2026-11-01 01:00:00+00:00
TEXT
diff expected seen >/dev/null || { echo 'the behaviour is another'; exit 1; }
