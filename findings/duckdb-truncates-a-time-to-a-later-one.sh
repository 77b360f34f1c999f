#!/usr/bin/env bash
# On the night on which clocks go back, DuckDB puts the first of the two like-named hours into the second: date_trunc of a time with zone
# gives a time that is later than the one that it was given, and sums by hour have nothing in one hour and both hours in the next. Minutes
# are kept apart, and so are hours by time_bucket. Where the hour that comes twice is the one after midnight, as in the Azores, the day of
# date_trunc begins an hour late, though the first hour is counted in it; time_bucket with a zone puts that hour into the day before.
# No error, no warning; whether a sum by hour is right depends on which of the two functions one has chosen.
# Seen with duckdb 2.0.1 for Python on Linux x64, all in UTC:
#   Europe/Rome      25 00:30: date_trunc hour 25 01:00 (later: True),  time_bucket hour 25 00:00, date_trunc day 24 22:00, time_bucket day 24 22:00
#   Europe/Rome      25 01:30: date_trunc hour 25 01:00 (later: False), time_bucket hour 25 01:00, date_trunc day 24 22:00, time_bucket day 24 22:00
#   Atlantic/Azores  25 00:30: date_trunc hour 25 01:00 (later: True),  time_bucket hour 25 00:00, date_trunc day 25 01:00, time_bucket day 24 00:00
#   Atlantic/Azores  25 01:30: date_trunc hour 25 01:00 (later: False), time_bucket hour 25 01:00, date_trunc day 25 01:00, time_bucket day 25 01:00
# So days are cut by `(at AT TIME ZONE zone)::DATE`, and hours in UTC. Needs Python 3 with venv. Exits with 1 when the behaviour is another.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m venv python
python/bin/pip install --quiet --disable-pip-version-check duckdb==2.0.1
cat >night.py <<'PY'
import duckdb
connection = duckdb.connect()
utc = lambda of: f"strftime({of} AT TIME ZONE 'UTC', '%d %H:%M')"
for zone in ('Europe/Rome', 'Atlantic/Azores'):
    connection.execute(f"SET TimeZone = '{zone}'")
    asked = ', '.join([
        utc('t'), utc("date_trunc('hour', t)"), "date_trunc('hour', t) > t", utc(f"time_bucket(INTERVAL 1 HOUR, t, '{zone}')"),
        utc("date_trunc('day', t)"), utc(f"time_bucket(INTERVAL 1 DAY, t, '{zone}')"),
        "strftime((t AT TIME ZONE current_setting('TimeZone'))::DATE, '%d')",
    ])
    for row in connection.execute(f"SELECT {asked} FROM (VALUES ('2026-10-25T00:30:00Z'::TIMESTAMPTZ), ('2026-10-25T01:30:00Z')) v(t) ORDER BY t").fetchall():
        at, hour, is_later, bucket, day, day_bucket, date = row
        print(f'{zone} {at}: date_trunc hour {hour} (later: {is_later}), time_bucket hour {bucket}, '
              f'date_trunc day {day}, time_bucket day {day_bucket}, date {date}')
PY
python/bin/python night.py | tee seen
cat >expected <<'TEXT'
Europe/Rome 25 00:30: date_trunc hour 25 01:00 (later: True), time_bucket hour 25 00:00, date_trunc day 24 22:00, time_bucket day 24 22:00, date 25
Europe/Rome 25 01:30: date_trunc hour 25 01:00 (later: False), time_bucket hour 25 01:00, date_trunc day 24 22:00, time_bucket day 24 22:00, date 25
Atlantic/Azores 25 00:30: date_trunc hour 25 01:00 (later: True), time_bucket hour 25 00:00, date_trunc day 25 01:00, time_bucket day 24 00:00, date 25
Atlantic/Azores 25 01:30: date_trunc hour 25 01:00 (later: False), time_bucket hour 25 01:00, date_trunc day 25 01:00, time_bucket day 25 01:00, date 25
TEXT
diff expected seen >/dev/null || { echo 'the behaviour is another'; exit 1; }
