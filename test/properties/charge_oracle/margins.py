"""Price lists that levels make of each other, and the margins that follow, by the rules of docs/prices.md."""

import re
from fractions import Fraction

from faults import Fault, same
from prices import INPUT, NANO, OUTPUT, USES, cost_of, nano

MOST = 10**18 - 1
KEYED = re.compile(r"\+([0-9a-f]{16})$")


def key_of(version):
    found = KEYED.search(version)
    return None if found is None else found[1]


class Margins:
    def __init__(self):
        self.derived, self.owed = {}, {}

    def derive(self, data):
        key = data["key"]
        if key in self.derived:
            raise Fault(f"{key} is derived twice")
        self.named(data["above"])
        version = KEYED.sub("", made_of(data)["version"])[:80] + "+" + key
        same("the derived list", plain({**made_of(data), "version": version}), plain(data["price_list"]))
        self.derived[key] = data

    def named(self, price_list):
        """A list that was made of another is the one that was recorded before."""
        key = key_of(price_list["version"])
        if key is not None:
            same("the list of the hold", plain(self.derived[key]["price_list"]), plain(price_list))

    def charge(self, kind, held, data):
        key = key_of(held["price_list"]["version"])
        reseller = None if key is None else self.derived[key]["reseller_id"]
        if reseller is None:
            return
        above = self.derived[key]["above"]
        cost, bought = nano(data["cost_eur"]), cost_of(data, held, above)
        granted = sum(nano(lot["amount_eur"]) for lot in data.get("lots", []) if lot["kind"] == "granted")
        paid = Fraction(cost - granted, cost) if cost else 1
        self.owed[(data["reservation_id"], kind)] = {
            "reseller_id": reseller,
            "lists": [held["price_list"]["version"], above["version"]],
            "amounts": [cost, granted, bought, round((cost - bought) * paid)],
        }

    def record(self, data):
        """Once for each charge, and booked from revenue to the reseller."""
        expected = self.owed.pop((data["reservation_id"], data["charged_by"]), None)
        amounts = [nano(data[name]) for name in ("cost_eur", "granted_eur", "cost_above_eur", "margin_eur")]
        lists = [data["price_list_version"], data["price_list_above_version"]]
        same("the margin", expected, {"reseller_id": data["reseller_id"], "lists": lists, "amounts": amounts})
        booked = {}
        for each in data["postings"]:
            for account, sign in ((each["debit_account"], -1), (each["credit_account"], 1)):
                booked[account] = booked.get(account, 0) + sign * nano(each["amount_eur"])
        account, margin = f"reseller:{data['reseller_id']}:margin", amounts[3]
        same("what is booked", {} if margin == 0 else {"platform:revenue": -margin, account: margin}, booked)


def made_of(data):
    above, terms = data["above"], data["prices"]
    return over(above, terms["price_list"]) if "price_list" in terms else raised(above, terms["factor_basis_points"])


def raised(above, factor):
    """Each price times the factor, rounded half to even to the nano-euro, and at most the largest amount."""
    made = plain(above)

    def price(value):
        return Fraction(min(round(value * NANO * factor / 10_000), MOST), NANO)

    def units(prices):
        return {counter: price(value) for counter, value in prices.items()}

    def tiers(above):
        return {threshold: units(prices) for threshold, prices in above.items()}

    return {
        **made,
        "prices": units(made["prices"]),
        "above": tiers(made["above"]),
        "tiers": {name: (units(own), tiers(contexts)) for name, (own, contexts) in made["tiers"].items()},
        "uses": units(made["uses"]),
    }


def over(above, own):
    """A list in place of the one above: the service tiers and tools that both have."""
    high, low = plain(above), plain(own)
    return {
        **low,
        "tiers": {name: prices for name, prices in low["tiers"].items() if name in high["tiers"]},
        "uses": {name: value for name, value in low["uses"].items() if name in high["uses"]},
    }


def plain(price_list):
    """A list with its prices as fractions, however they and their absence are written."""
    if "uses" in price_list:
        return price_list

    def units(prices):
        return {counter: Fraction(prices[counter]) for counter in INPUT + OUTPUT if counter in prices}

    def tiers(above):
        return {tier["input_tokens"]: units(tier["eur_per_million_tokens"]) for tier in above}

    return {
        "id": price_list["id"],
        "version": price_list["version"],
        "prices": units(price_list["eur_per_million_tokens"]),
        "above": tiers(price_list.get("above", [])),
        "tiers": {
            name: (units(own), tiers(own.get("above", []))) for name, own in price_list.get("service_tiers", {}).items()
        },
        "uses": {name: Fraction(price_list[name]) for name in USES.values() if name in price_list},
    }
