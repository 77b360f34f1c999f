#!/usr/bin/env bash
# A payment code of the EPC (the QR code on European invoices) names its character set in its own third line, which no reader of QR codes
# knows: it sees bytes, and guesses. ZBar takes the bytes of an umlaut for Chinese or Japanese, so that the payer is shown a payee of
# another name, in either of the two character sets that payers' banks expect; ZXing and OpenCV guess right. Amount, IBAN and reference
# are ASCII, and are read. A mark of UTF-8 (ECI 26) before the text, which the standard of payment codes does not mention and segno
# writes only when it is told, is understood by all three.
# Seen with segno 1.6.6, zbarimg 0.23.92, zxing-cpp 3.1.1 and opencv-python-headless 5.0.0.93: the payee's name that is read
#   written                      ZBar        ZXing       OpenCV
#   Müller, UTF-8                M羹ller      Müller      Müller
#   Müller, UTF-8, ECI 26        Müller      Müller      Müller
#   Größe, UTF-8                 Grﾃｶﾃ歹      Größe       Größe
#   Größe, ISO 8859-1            Gr廲e        Größe       Größe
#   Größe, UTF-8, ECI 26         Größe       Größe       Größe
# Needs zbarimg (Debian: zbar-tools) and Python 3 with venv. Exits with 1 when the behaviour is another.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m venv python
python/bin/pip install --quiet --disable-pip-version-check segno==1.6.6 zxing-cpp==3.1.1 opencv-python-headless==5.0.0.93 pillow==13.0.0
cat >codes.py <<'PY'
import subprocess
import cv2, segno, zxingcpp
from PIL import Image
payee = lambda text: text.split('\n')[5]
for name, charset, eci in [('Müller', 1, False), ('Müller', 1, True), ('Größe', 1, False), ('Größe', 2, False), ('Größe', 1, True)]:
    lines = ['BCD', '002', str(charset), 'SCT', '', name, 'DE89370400440532013000', 'EUR10.00', '', 'RF18539007547034']
    encoding = {1: 'utf-8', 2: 'iso-8859-1'}[charset]
    code = segno.make_qr('\n'.join(lines), encoding=encoding, error='m', eci=eci, boost_error=False)
    code.save('code.png', scale=6, border=4)
    zbar = subprocess.run(['zbarimg', '--quiet', '--raw', 'code.png'], capture_output=True, check=True).stdout.decode()
    zxing = zxingcpp.read_barcodes(Image.open('code.png'))[0].text
    opencv = cv2.QRCodeDetector().detectAndDecode(cv2.imread('code.png'))[0]
    print(payee(zbar), payee(zxing), payee(opencv))
PY
OPENCV_LOG_LEVEL=ERROR python/bin/python codes.py | tee seen
cat >expected <<'TEXT'
M羹ller Müller Müller
Müller Müller Müller
Grﾃｶﾃ歹 Größe Größe
Gr廲e Größe Größe
Größe Größe Größe
TEXT
diff expected seen >/dev/null || { echo 'the behaviour is another'; exit 1; }
