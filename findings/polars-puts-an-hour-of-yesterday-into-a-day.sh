#!/usr/bin/env bash
# Sums by day of a zone whose clocks change at midnight are those of other days in polars, and its two ways to make them differ.
# - Egypt (Lebanon, Chile and Cuba too): on one Friday in April there is no midnight, the day begins at one. group_by_dynamic with
#   every="1d" begins it an hour early, at 23 o'clock of Thursday, so that what came in that hour is in Friday's sum and is missing in
#   Thursday's. truncate("1d") is right.
# - The Azores: on one Sunday in October there are two midnights. truncate("1d") makes two days of it, so that a group by it has two rows of
#   one date; group_by_dynamic makes one.
# Neither raises nor warns, though the same library refuses to make a time of such a date, and asks what is meant.
# Seen with polars 2.1.0 on Linux x64; each row is a day's beginning, its offset from UTC, and the local times that are counted in it:
#   Africa/Cairo     group_by_dynamic  23 00:00 +0200: 23 14:00
#                                      23 23:00 +0200: 23 23:30, 24 01:30
#                    truncate          23 00:00 +0200: 23 14:00, 23 23:30
#                                      24 01:00 +0300: 24 01:30
#   Atlantic/Azores  group_by_dynamic  25 00:00 +0000: 25 00:30, 25 00:30, 25 14:00
#                    truncate          25 00:00 +0000: 25 00:30
#                                      25 00:00 -0100: 25 00:30, 25 14:00
# So a day is grouped by `dt.date()`. Needs Python 3 with venv. Exits with 1 when the behaviour is another.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m venv python
python/bin/pip install --quiet --disable-pip-version-check polars==2.1.0
cat >days.py <<'PY'
from datetime import datetime
import polars as pl
for zone, times in {
    'Africa/Cairo': ['2026-04-23T12:00', '2026-04-23T21:30', '2026-04-23T22:30'],
    'Atlantic/Azores': ['2026-10-25T00:30', '2026-10-25T01:30', '2026-10-25T15:00'],
}.items():
    at = pl.Series('at', [datetime.fromisoformat(time) for time in times]).dt.replace_time_zone('UTC').dt.convert_time_zone(zone)
    calls = pl.DataFrame({'at': at})
    local = pl.col('at').dt.to_string('%d %H:%M').alias('local')
    day = pl.col('at').dt.truncate('1d').alias('day')
    for name, days in {
        'group_by_dynamic': calls.group_by_dynamic('at', every='1d').agg(local).rename({'at': 'day'}),
        'truncate': calls.group_by(day).agg(local).sort('day'),
    }.items():
        for begin, counted in days.with_columns(pl.col('day').dt.to_string('%d %H:%M %z')).rows():
            print(f'{zone} {name} {begin}: {", ".join(counted)}')
PY
python/bin/python days.py | tee seen
cat >expected <<'TEXT'
Africa/Cairo group_by_dynamic 23 00:00 +0200: 23 14:00
Africa/Cairo group_by_dynamic 23 23:00 +0200: 23 23:30, 24 01:30
Africa/Cairo truncate 23 00:00 +0200: 23 14:00, 23 23:30
Africa/Cairo truncate 24 01:00 +0300: 24 01:30
Atlantic/Azores group_by_dynamic 25 00:00 +0000: 25 00:30, 25 00:30, 25 14:00
Atlantic/Azores truncate 25 00:00 +0000: 25 00:30
Atlantic/Azores truncate 25 00:00 -0100: 25 00:30, 25 14:00
TEXT
diff expected seen >/dev/null || { echo 'the behaviour is another'; exit 1; }
