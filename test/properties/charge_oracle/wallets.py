"""Wallets from their events: each event is what the rules make of the ones before it, and refusals are those of the rules."""

from budgets import Spends, milliseconds
from faults import Fault, same
from lots import Lots, written
from prices import fault, hold_of, nano


class Wallet:
    def __init__(self):
        self.posted, self.reserved = 0, 0
        self.lots, self.spends, self.life = Lots(), Spends(), {}
        self.holds, self.awaited, self.doubtful = {}, {}, set()

    def available(self):
        return self.posted - self.reserved

    def refusal(self, asked, amount, limits, at):
        """By which rule a hold is refused; None: it is admitted."""
        most = limits.life_of(asked["key_id"], at)
        if most is not None and self.life.get(asked["key_id"], 0) + amount > most:
            return "amount_exceeds_key_budget"
        if self.spends.exceeds(limits.of(asked, at), amount):
            return "amount_exceeds_budget"
        return "amount_exceeds_available" if amount > self.available() else None

    def reserve(self, data, limits, at):
        amount = nano(data["amount_eur"])
        most = hold_of(data, data["price_list"])
        # A pool holds what its dearest member may cost.
        same("the hold", most if data["inference"]["target"] != "pooled" else max(most, amount), amount)
        asked = {**data, "profile": data["inference"]["profile"]}
        same("what refuses the hold", self.refusal(asked, amount, limits, at), None)
        self.spends.hold(data.get("budgets", []), limits.of(asked, at), amount)
        self.name("the hold", data, self.lots.hold(data["reservation_id"], amount))
        self.holds[data["reservation_id"]] = data
        self.reserved += amount
        self.spend(data, amount)

    def settle(self, data):
        held = self.holds.pop(data["reservation_id"])
        self.charge(held, data)
        amount, cost = nano(held["amount_eur"]), nano(data["cost_eur"])
        overrun = max(cost - amount, 0)
        same("the overrun", overrun, nano(data["overrun_eur"]))
        self.name("the charge", data, self.lots.end(data["reservation_id"], cost - overrun, overrun))
        self.posted -= cost
        self.reserved -= amount
        self.spends.change(held.get("budgets", []), cost, -amount)
        self.spend(held, cost - amount)
        return held

    def charge_released(self, data):
        held, cost = self.awaited.pop(data["reservation_id"]), nano(data["cost_eur"])
        self.charge(held, data)
        self.name("the charge", data, self.lots.use(cost))
        self.posted -= cost
        self.spends.change(held.get("budgets", []), cost, 0)
        self.spend(held, cost)
        return held

    def release(self, data):
        held = self.holds.pop(data["reservation_id"])
        amount = nano(held["amount_eur"])
        self.lots.end(data["reservation_id"], 0, 0)
        self.reserved -= amount
        self.spends.change(held.get("budgets", []), 0, -amount)
        self.spend(held, -amount)
        if data["resolved_by"] == "rule" and data["reservation_id"] in self.doubtful:
            self.awaited[data["reservation_id"]] = held

    def charge(self, held, data):
        wrong = fault(held, data)
        if wrong is not None:
            raise Fault(wrong)

    def credit(self, data):
        self.lots.bring(data)
        granted = self.lots.granted({lot["lot_id"]: nano(lot["amount_eur"]) for lot in data.get("lots", [])})
        booked(data, {"platform:granted": -granted, "platform:funding": granted - nano(data["amount_eur"])})
        self.posted += nano(data["amount_eur"])

    def debit(self, data):
        amount = nano(data["amount_eur"])
        if amount > self.available():
            raise Fault("more is debited than is available")
        parts = self.lots.give_back(amount, self.available()) if "takes" in data else self.lots.use(amount)
        if data.get("takes") == "paid" and self.lots.granted(parts) > 0:
            raise Fault("granted credit goes back")
        self.name("the debit", data, parts)
        self.posted -= amount

    def expire(self, data, at):
        taken = self.lots.expire(data, at, self.available())
        covered = nano(data.get("covered_eur", "0")) if data["kind"] == "granted" else 0
        booked(data, {"platform:breakage": taken, "platform:granted": covered, "platform:revenue": -covered})
        self.posted -= taken

    def name(self, what, data, parts):
        """The event names these lots, and books their granted part apart."""
        # What goes back is named in the order in which it is taken.
        in_order = sorted if "takes" in data else list
        same(f"the lots of {what}", in_order(self.lots.named(parts)), in_order(written(data.get("lots", []))))
        used = nano(data["amount_eur"]) if "amount_eur" in data else nano(data["cost_eur"])
        account = "platform:funding" if "debit_id" in data else "platform:revenue"
        if "reservation_id" not in data or "cost_eur" in data:
            granted = self.lots.granted(parts)
            # The bank has taken all of what it takes back; granted credit in its place has paid for earlier charges.
            own = {"platform:revenue": -granted} if data.get("takes") == "paid_first" else {account: -granted}
            booked(data, {"platform:granted": granted, **own, account: used + own.get(account, 0)})

    def spend(self, held, amount):
        self.life[held["key_id"]] = self.life.get(held["key_id"], 0) + amount

    def look(self, view, limits, at):
        """What the gateway says that is left."""
        same("what is available", self.available(), nano(view["available_eur"]))
        usable, held = self.lots.rests()
        found = [(lot["lot_id"], nano(lot["available_eur"]), nano(lot["reserved_eur"])) for lot in view["lots"]]
        same("what is left of lots", usable, found[: len(usable)])
        same("what is held of lots", held, set(found[len(usable) :]))
        known = limits.of(view, at)
        same("the budgets", sorted(known), sorted(each["budget_id"] for each in view["budgets"]))
        for each in view["budgets"]:
            period = (milliseconds(each["starts_at"]), milliseconds(each["ends_at"])) if "starts_at" in each else None
            counted = self.spends.counted(each["budget_id"], known[each["budget_id"]]["period"])
            same("the period of a budget", counted["period"], period)
            spent = (nano(each["settled_eur"]), nano(each["reserved_eur"]))
            same("what counts in a budget", (counted["settled"], counted["reserved"]), spent)

    def assert_expired(self):
        """What returns to a lot that has expired expires with the event that returns it."""
        same("what is left of expired lots", [], [lot for lot in self.lots.left if lot in self.lots.expired])


def booked(data, expected):
    """The movements of an event add up to these on the accounts of the platform."""
    sums = {}
    for posting in data["postings"]:
        for account, sign in ((posting["debit_account"], -1), (posting["credit_account"], 1)):
            if account.startswith("platform:"):
                sums[account] = sums.get(account, 0) + sign * nano(posting["amount_eur"])
    nonzero = lambda amounts: {account: amount for account, amount in amounts.items() if amount != 0}
    same("what is booked", nonzero(expected), nonzero(sums))
