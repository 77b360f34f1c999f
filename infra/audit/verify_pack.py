#!/usr/bin/env python3
"""Verifies an audit pack of Waybill without Waybill: verify_pack.py FOLDER KEY

- every file is the one of SHA256SUMS;
- the events are all that was recorded between the two checkpoints, as they were signed by the key;
- the postings of the events within the days are those of the trial balance and of the sheet of postings.

Needs `cryptography`, as verify.py beside it.
"""
import base64
import calendar
import collections
import csv
import decimal
import gzip
import hashlib
import json
import os
import sys
import time

from cryptography.exceptions import InvalidSignature

# A pack has no files but its own.
sys.dont_write_bytecode = True
from verify import Refused, check, decoded, leaf_hash, node_hash, open_checkpoint, sha256, text_of, units

def check_sums(folder):
    """Every file as it was written, and no other one."""
    named = {}
    for line in text_of(os.path.join(folder, "SHA256SUMS")).splitlines():
        digest, name = line.split("  ", 1)
        check("/" not in name, "a file elsewhere")
        named[name] = digest
    for name, digest in named.items():
        with open(os.path.join(folder, name), "rb") as file:
            found = hashlib.file_digest(file, "sha256") if hasattr(hashlib, "file_digest") else hashlib.sha256(file.read())
        check(found.hexdigest() == digest, f"{name} is another file than was written")

def milliseconds(text):
    """The time of an event, since 1970."""
    seconds, _, rest = text.rstrip("Z").partition(".")
    return calendar.timegm(time.strptime(seconds, "%Y-%m-%dT%H:%M:%S")) * 1000 + int((rest + "000")[:3])

def events_of(folder):
    """Each event with its line's data as it was recorded."""
    with gzip.open(os.path.join(folder, "events.jsonl.gz"), "rt", encoding="utf-8", newline="\n") as lines:
        for line in lines:
            head, _, data = line.partition(',"data":')
            yield json.loads(head + "}"), data[:-2]

def fold(peaks, count):
    """The root of a tree with these complete subtrees."""
    check(bin(count).count("1") == len(peaks), "peaks of another size")
    if not peaks:
        return sha256()
    found = peaks[-1]
    for peak in reversed(peaks[:-1]):
        found = node_hash(peak, found)
    return found

def verify_events(folder, manifest, key):
    """The turnover of each account within the days, and the number of events, if all are as they were signed."""
    begin, end = manifest["checkpoints"]["begin"], manifest["checkpoints"]["end"]
    count = manifest["events"]["size_before"]
    peaks = [decoded(each) for each in manifest["events"]["peaks_before"]]
    if begin is None:
        check(count == 0, "events before the first, and no checkpoint of them")
    else:
        _, size, root = open_checkpoint(text_of(os.path.join(folder, begin["file"])), key)
        check((size, root) == (count, fold(peaks, count)), "the events do not begin behind the first checkpoint")
    turnover = collections.defaultdict(lambda: [decimal.Decimal(0), decimal.Decimal(0)])
    for event, data in events_of(folder):
        lengths = " ".join(str(units(event[name])) for name in ("stream", "id", "type", "metadata"))
        texts = event["stream"] + event["id"] + event["type"] + event["metadata"] + data
        text = f"{event['previous']}\n{event['revision']}\n{lengths}\n{texts}"
        digest = base64.urlsafe_b64encode(sha256(text.encode())).decode().rstrip("=")
        check(digest == event["digest"], f"{event['stream']}@{event['revision']} has another digest")
        place = f"{event['position']} {event['revision']} {milliseconds(event['recorded_at'])}"
        node, before = leaf_hash(f"{place}\n{digest}".encode()), count
        while before & 1:
            node, before = node_hash(peaks.pop(), node), before >> 1
        peaks.append(node)
        count += 1
        if manifest["from_time"] <= event["recorded_at"] < manifest["before_time"] and '"postings"' in data:
            for posting in json.loads(data).get("postings", []):
                amount = decimal.Decimal(posting["amount_eur"])
                turnover[posting["debit_account"]][0] += amount
                turnover[posting["credit_account"]][1] += amount
    if end is not None:
        _, size, root = open_checkpoint(text_of(os.path.join(folder, end["file"])), key)
        check((size, root) == (count, fold(peaks, count)), "the events are not those of the last checkpoint")
    return turnover, count - manifest["events"]["size_before"]

def verify_sheets(folder, turnover):
    """The sheets of postings and accounts against the postings of the events."""
    posted = collections.defaultdict(lambda: [decimal.Decimal(0), decimal.Decimal(0)])
    with open(os.path.join(folder, "postings.csv"), encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            posted[row["debit_account"]][0] += decimal.Decimal(row["amount_eur"])
            posted[row["credit_account"]][1] += decimal.Decimal(row["amount_eur"])
    check(posted == turnover, "postings.csv has other sums than the events")
    with open(os.path.join(folder, "trial_balance.csv"), encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            opening, debits, credits, closing = (
                decimal.Decimal(row[name]) for name in ("opening_eur", "debits_eur", "credits_eur", "closing_eur")
            )
            check([debits, credits] == turnover.pop(row["account"], [0, 0]), f"{row['account']} has another turnover")
            check(closing == opening + debits - credits, f"{row['account']} has another closing balance")
    check(not turnover, "an account without a row in the trial balance")

def main(folder, key):
    check_sums(folder)
    manifest = json.loads(text_of(os.path.join(folder, "manifest.json")))
    turnover, count = verify_events(folder, manifest, key)
    verify_sheets(folder, turnover)
    signed = "up to the last one" if manifest["checkpoints"]["end"] else "but no checkpoint covers the last one: nobody has signed them"
    print(f"{count} events are as they were signed {signed}, and the sheets are what they add up to")

if __name__ == "__main__":
    try:
        main(*sys.argv[1:])
    except (Refused, InvalidSignature, ValueError, AttributeError, KeyError, OSError) as error:
        sys.exit(f"refused: {error or 'a false signature'}")
