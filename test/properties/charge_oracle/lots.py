"""Which lots of credit holds, charges and movements use, what returns to them and what of them expires.

The rule is that of docs/credit.md: granted credit first, then what expires first, then what came first.
"""

from budgets import milliseconds
from faults import Fault, same
from prices import nano

NEVER = float("inf")


def written(lots):
    """Lots as events name them: id, kind, expiry and amount."""
    return [(lot["lot_id"], lot["kind"], expiry(lot), nano(lot["amount_eur"])) for lot in lots]


def expiry(lot):
    return milliseconds(lot["expires_at"]) if "expires_at" in lot else NEVER


class Lots:
    """The lots of a wallet: what is left of each, and what each hold has of them."""

    def __init__(self):
        self.known, self.left, self.held, self.expired = {}, {}, {}, set()

    def in_order(self, amounts):
        rank = lambda lot: (self.known[lot]["kind"] != "granted", expiry(self.known[lot]), self.known[lot]["number"])
        return sorted(amounts, key=rank)

    def first(self, amounts, amount, order=None):
        """The lots that make up an amount, from those given."""
        taken = {}
        for lot in self.in_order(amounts) if order is None else order:
            part = min(amounts[lot], amount)
            if part > 0:
                taken[lot] = part
                amount -= part
        return taken

    def named(self, amounts):
        return [(lot, self.known[lot]["kind"], expiry(self.known[lot]), amounts[lot]) for lot in self.in_order(amounts)]

    def add(self, amounts, sign=1):
        for lot, amount in amounts.items():
            self.left[lot] = self.left.get(lot, 0) + sign * amount
            if self.left[lot] < 0:
                raise Fault(f"more is used of {lot} than is left")
        self.left = {lot: amount for lot, amount in self.left.items() if amount > 0}

    def bring(self, credit):
        lots = credit.get("lots", [])
        for nth, lot in enumerate(lots, 1):
            same("the id of a lot", f"{credit['credit_id']}.{nth}", lot["lot_id"])
            living = [*self.left, *(each for parts in self.held.values() for each in parts)]
            if any(self.known[each]["number"] >= lot["number"] for each in living):
                raise Fault(f"{lot['lot_id']} is not the youngest lot")
            if lot["kind"] == "paid" and "expires_at" not in lot:
                raise Fault("paid credit that never expires is no lot")
            self.known[lot["lot_id"]] = lot
            self.add({lot["lot_id"]: nano(lot["amount_eur"])})

    def hold(self, reservation, amount):
        parts = self.first(self.left, amount)
        self.add(parts, -1)
        self.held[reservation] = parts
        return parts

    def end(self, reservation, from_hold, overrun):
        """What a charge uses: of its hold first, then what is left. The rest of the hold returns."""
        parts = self.held.pop(reservation, {})
        used = self.first(parts, from_hold)
        beyond = self.first(self.left, overrun)
        self.add(beyond, -1)
        self.add({lot: amount - used.get(lot, 0) for lot, amount in parts.items()})
        return {lot: used.get(lot, 0) + beyond.get(lot, 0) for lot in {**used, **beyond}}

    def use(self, amount):
        parts = self.first(self.left, amount)
        self.add(parts, -1)
        return parts

    def give_back(self, amount, available):
        """What goes back of an amount: credit that is no lot first, then paid lots, then granted ones."""
        amount -= min(amount, max(available - sum(self.left.values()), 0))
        order = sorted(self.in_order(self.left), key=lambda lot: self.known[lot]["kind"] == "granted")
        parts = self.first(self.left, amount, order)
        self.add(parts, -1)
        return parts

    def expire(self, event, at, available):
        """What is taken of the credit; a rest that has paid for a charge beyond all credit only ceases to be a lot."""
        lot = event["lot_id"]
        same("the time of expiry", expiry(self.known[lot]), milliseconds(event["expires_at"]))
        # What was held of it then expires when it returns, even if the clock has gone back.
        if lot not in self.expired and at < expiry(self.known[lot]):
            raise Fault(f"{lot} has not expired")
        left = self.left.pop(lot, 0)
        taken = min(left, max(available, 0))
        same("what expires", (taken, left - taken), (nano(event["amount_eur"]), nano(event.get("covered_eur", "0"))))
        self.expired.add(lot)
        return taken

    def granted(self, amounts):
        return sum(amount for lot, amount in amounts.items() if self.known[lot]["kind"] == "granted")

    def rests(self):
        """What can be used of each lot, in the order of use, and what is held of it."""
        held = {}
        for parts in self.held.values():
            for lot, amount in parts.items():
                held[lot] = held.get(lot, 0) + amount
        usable = [(lot, self.left[lot], held.pop(lot, 0)) for lot in self.in_order(self.left)]
        return usable, {(lot, 0, amount) for lot, amount in held.items()}
