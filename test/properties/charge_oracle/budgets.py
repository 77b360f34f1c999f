"""What budgets of keys and people hold: their amounts, their periods by the calendar of a zone, and what counts in them.

The rules are those of docs/budgets.md. The calendar is Python's: the instants at which days begin are looked for in its
time zone data.
"""

import re
from calendar import timegm
from datetime import date, datetime, timedelta, timezone
from functools import lru_cache
from zoneinfo import ZoneInfo

from faults import same
from prices import nano

QUARTER = 900
LEVELS = {"tenant_admin": 0, "reseller_admin": 1}
PLATFORM = 2


def milliseconds(text):
    moment = datetime.fromisoformat(text.replace("Z", "+00:00"))
    return timegm(moment.utctimetuple()) * 1000 + moment.microsecond // 1000


def day_at(zone, seconds):
    return datetime.fromtimestamp(seconds, ZoneInfo(zone)).date()


@lru_cache(maxsize=None)
def begin_of(zone, day):
    """The first second at which the clocks of a zone show this day or a later one."""
    last = timegm(day.timetuple()) - 36 * 3600
    while day_at(zone, last + QUARTER) < day:
        last += QUARTER
    first = last + QUARTER
    while first - last > 1:
        middle = (first + last) // 2
        last, first = (middle, first) if day_at(zone, middle) < day else (last, middle)
    return first


def first_day(day, per):
    if per == "week":
        return day - timedelta(days=day.weekday())
    return day.replace(day=1) if per == "month" else day


def first_of_next(day, per):
    if per == "month":
        return (day + timedelta(days=31)).replace(day=1)
    return day + timedelta(days=7 if per == "week" else 1)


def period_at(budget, at):
    """Begin and end in milliseconds; None: all time. A day that has begun stays begun when clocks go back over midnight."""
    if budget["per"] == "total":
        return None
    zone, seconds = budget["zone"], at // 1000
    day = day_at(zone, seconds)
    while begin_of(zone, day + timedelta(days=1)) <= seconds:
        day += timedelta(days=1)
    first = first_day(day, budget["per"])
    return begin_of(zone, first) * 1000, begin_of(zone, first_of_next(first, budget["per"])) * 1000


def in_force(amount, raised, at):
    amount = nano(amount)
    if raised is None or at >= milliseconds(raised["until"]):
        return amount
    return max(amount, nano(raised["amount_eur"]))


class Limits:
    """The budgets of keys and people, from their own streams."""

    def __init__(self):
        self.life, self.keys, self.people, self.raises = {}, {}, {}, {}

    def hear(self, kind, data):
        if kind in ("ApiKeyCreated", "ApiKeyNarrowed"):
            self.life[data["key_id"]] = data["budget_eur"]
            if kind == "ApiKeyCreated" or "budgets" in data:
                self.keys[data["key_id"]] = data.get("budgets", [])
        elif kind == "PrincipalBudgetsSet":
            role = re.search(r"\brole=(\w+)", data.get("actor", ""))
            level = LEVELS.get(role and role[1], PLATFORM)
            levels = self.people.setdefault(data["user_id"], {})
            levels[level] = data["budgets"]
            if not data["budgets"]:
                self.people[data["user_id"]] = {each: set_by for each, set_by in levels.items() if each > level}
        elif kind in ("ApiKeyBudgetRaised", "PrincipalBudgetRaised"):
            self.raises[data.get("budget_id", data.get("key_id"))] = data

    def life_of(self, key, at):
        """What a key may ever spend; None: no limit."""
        amount = self.life.get(key)
        return None if amount is None else in_force(amount, self.raises.get(key), at)

    def of(self, asked, at):
        """The budgets that count a request, by id, with their periods and amounts."""
        by_subject = {
            "key": self.keys.get(asked["key_id"], []),
            "person": [each for level in self.people.get(asked["user_id"], {}).values() for each in level],
        }
        return {
            budget["budget_id"]: {
                "subject": subject,
                "per": budget["per"],
                "zone": budget.get("zone") if budget["per"] != "total" else None,
                "period": period_at(budget, at),
                "amount": in_force(budget["amount_eur"], self.raises.get(budget["budget_id"]), at),
            }
            for subject, budgets in by_subject.items()
            for budget in budgets
            if asked["profile"] in budget.get("profiles", [asked["profile"]])
        }


class Spends:
    """What counts in the newest period of each budget of a wallet."""

    def __init__(self):
        self.newest = {}

    def counted(self, budget_id, period):
        """The period in which a hold that asks for one counts, and what counts there: a period never goes back."""
        known = self.newest.get(budget_id)
        if known is None or (period is not None and period[0] >= known["period"][1]):
            return {"period": period, "settled": 0, "reserved": 0}
        return known

    def exceeds(self, budgets, more):
        spent = ((self.counted(each, budget["period"]), budget["amount"]) for each, budget in budgets.items())
        return any(counted["settled"] + counted["reserved"] + more > amount for counted, amount in spent)

    def hold(self, named, expected, amount):
        """Counts a hold in the budgets that it names, which have to be the expected ones."""
        same("the budgets of the hold", sorted(expected), sorted(each["budget_id"] for each in named))
        for each in named:
            budget = expected[each["budget_id"]]
            counted = dict(self.counted(each["budget_id"], budget["period"]))
            found = (milliseconds(each["starts_at"]), milliseconds(each["ends_at"])) if "starts_at" in each else None
            same("the period of a budget", counted["period"], found)
            same("a budget", [budget[of] for of in ("subject", "per", "zone")], [each["subject"], each["per"], each.get("zone")])
            same("the amount of a budget", budget["amount"], nano(each["amount_eur"]))
            counted["reserved"] += amount
            self.newest[each["budget_id"]] = counted

    def change(self, named, settled, reserved):
        """A later event of a hold counts where the hold does, unless that period has made way to another."""
        for each in named:
            counted = self.newest[each["budget_id"]]
            if counted["period"] is None or counted["period"][0] == milliseconds(each["starts_at"]):
                counted["settled"] += settled
                counted["reserved"] += reserved
