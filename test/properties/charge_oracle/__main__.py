"""Recomputes holds and charges, the lots that they use and the budgets in which they count, from events alone.

Reads lines of JSON in the order of the log: events of wallets, keys and people, each with its stream and the time of the log;
holds that were refused, with the rule; and what the gateway says that a wallet has. Prints how many charges it recomputed.
Exits with 1 at the first line that differs from what the rules say, and prints both.
"""

import json
import sys

from budgets import Limits, milliseconds
from faults import Fault, same
from lots import expiry
from margins import Margins
from prices import nano
from wallets import Wallet


class Ledger:
    def __init__(self):
        self.limits, self.wallets, self.sent, self.charges = Limits(), {}, {}, 0
        self.margins = Margins()

    def read(self, line):
        at = milliseconds(line["at"])
        wallet = self.wallets.setdefault(line["stream"], Wallet())
        if "asked" in line:
            self.refused(wallet, line["asked"], line["refusal"], at)
        elif "view" in line:
            wallet.assert_expired()
            wallet.look(line["view"], self.limits, at)
        elif line["stream"].startswith("wallet-"):
            self.hear(wallet, line["type"], line["data"], at)
        elif line["type"] == "PriceListDerived":
            self.margins.derive(line["data"])
        elif line["type"] == "MarginRecorded":
            self.margins.record(line["data"])
        else:
            self.limits.hear(line["type"], line["data"])

    def refused(self, wallet, asked, refusal, at):
        # A restriction is looked at last: what is restricted would be admitted.
        expected = wallet.refusal(asked, nano(asked["amount_eur"]), self.limits, at) or "wallet_restricted"
        same("what refuses the hold", expected, refusal)

    def hear(self, wallet, kind, data, at):
        if kind not in ("WalletLotExpired", "WalletRestricted"):
            wallet.assert_expired()
        if kind == "WalletCredited":
            self.arrive(data)
            wallet.credit(data)
        elif kind == "WalletDebited":
            wallet.debit(data)
            self.sent[data["debit_id"]] = carried(data)
        elif kind == "WalletLotExpired":
            wallet.expire(data, at)
        elif kind == "CreditReserved":
            self.margins.named(data["price_list"])
            wallet.reserve(data, self.limits, at)
        elif kind == "ReservationFlagged" and data["reason"] == "process_unknown":
            wallet.doubtful.add(data["reservation_id"])
        elif kind == "ReservationReleased":
            wallet.release(data)
        elif kind in ("ReservationSettled", "ReleasedReservationCharged"):
            held = wallet.settle(data) if kind == "ReservationSettled" else wallet.charge_released(data)
            self.margins.charge(kind, held, data)
            self.charges += 1

    def arrive(self, data):
        """A transfer brings the lots that it took: their kinds, expiries and amounts."""
        if data.get("cause", {}).get("kind") == "transfer":
            same("the lots of the transfer", self.sent.pop(data["cause"]["id"]), carried(data))


def carried(data):
    return [(lot["kind"], expiry(lot), nano(lot["amount_eur"])) for lot in data.get("lots", [])]


def main():
    ledger = Ledger()
    for text in sys.stdin:
        line = json.loads(text)
        try:
            ledger.read(line)
        except Fault as found:
            print(json.dumps({"found": str(found), "line": line}))
            sys.exit(1)
    if ledger.margins.owed:
        print(json.dumps({"owed": len(ledger.margins.owed)}))
        sys.exit(1)
    print(ledger.charges)


main()
