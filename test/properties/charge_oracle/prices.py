"""Holds and charges by their price lists, in exact fractions, with none of the gateway's own arithmetic.

The rules are those of docs/prices.md and of the descriptions of the events. A hold has the list that it was made at.
"""

from decimal import Decimal
from fractions import Fraction

INPUT = ["input", "cached_input", "cache_write", "cache_write_1h", "audio_input", "image_input"]
OUTPUT = ["output", "reasoning", "audio_output"]
WHOLE = {"cache_write_1h": "cache_write", "reasoning": "output", "audio_output": "output"}
USES = {"web_searches": "eur_per_thousand_web_searches", "web_fetches": "eur_per_thousand_web_fetches"}
NANO = 10**9


def price(prices, counter):
    """Euro per million tokens: a part without a price costs what its whole costs."""
    while counter not in prices:
        counter = WHOLE.get(counter, "input")
    return Fraction(prices[counter])


def tariff(price_list, service_tier):
    """Prices by threshold, the lowest first."""
    tiers = price_list.get("service_tiers", {})
    if service_tier in tiers:
        own = tiers[service_tier]
        below, above = own, own.get("above", [])
    else:
        below, above = price_list["eur_per_million_tokens"], price_list.get("above", [])
    return {0: below, **{tier["input_tokens"]: tier["eur_per_million_tokens"] for tier in above}}


def nano(text):
    return int(Decimal(text) * NANO)


def hold_of(reserved, price_list):
    """The most that the bound allows by a list, in nano-euro, rounded up."""
    most = 0
    for service_tier in [None, *price_list.get("service_tiers", {})]:
        reached = [
            prices
            for threshold, prices in tariff(price_list, service_tier).items()
            if threshold == 0 or reserved["input_tokens_max"] > threshold
        ]
        dearest_input = max(price(prices, counter) for prices in reached for counter in INPUT)
        dearest_output = max(price(prices, counter) for prices in reached for counter in OUTPUT)
        exact = (dearest_input * reserved["input_tokens_max"] + dearest_output * reserved["output_tokens_max"]) / 10**6
        for counter, name in USES.items():
            exact += Fraction(price_list.get(name, "0")) * reserved.get(f"{counter}_max", 0) / 1000
        most = max(most, -(-exact * NANO // 1))
    return most


def sum_of(calls, name):
    return sum(call.get(name, 0) for call in calls)


def calls_of(counted):
    """The model calls, where they add up to the whole; the first has the uses of tools."""
    whole, calls = counted["counters"], counted.get("calls", [])
    tokens = ["input_tokens", "output_tokens", *(f"{counter}_tokens" for counter in INPUT[1:] + OUTPUT[1:])]
    if not calls or any(whole.get(name, 0) != sum_of(calls, name) for name in tokens):
        return [whole]
    return [{**calls[0], **{name: whole[name] for name in USES if name in whole}}, *calls[1:]]


def quantities(usage):
    """Each token once: a part is taken from its whole, in a fixed order, and never more than is left."""
    found = {}
    for kinds, whole in ((INPUT, "input_tokens"), (OUTPUT, "output_tokens")):
        left = usage.get(whole, 0)
        for counter in kinds[1:]:
            found[counter] = min(usage.get(f"{counter}_tokens", 0), left)
            left -= found[counter]
        found[kinds[0]] = left
    return {**found, **{name: usage.get(name, 0) for name in USES}}


def priced(shares, price_list):
    """What shares of a usage come to, each at the prices of its tier: nano-euro, rounded once, and the quantities."""
    exact, lines = Fraction(0), {}
    for threshold, prices, found in shares:
        for counter, quantity in found.items():
            if quantity == 0:
                continue
            if counter in USES:
                exact += Fraction(price_list.get(USES[counter], "0")) * quantity / 1000
                lines[counter, 0] = lines.get((counter, 0), 0) + quantity
            else:
                exact += price(prices, counter) * quantity / 10**6
                lines[counter, threshold] = lines.get((counter, threshold), 0) + quantity
    return round(exact * NANO), lines


def bill_at(tier, counted, is_estimate, price_list):
    """The cost in one service tier, its lines, and how many calls had the prices of which context tier."""
    by_threshold = tariff(price_list, tier)
    if not is_estimate:
        at = []
        # Where length has no price, the parts are taken from the whole.
        for call in calls_of(counted) if len(by_threshold) > 1 else [counted["counters"]]:
            passed = max(each for each in by_threshold if each == 0 or call.get("input_tokens", 0) > each)
            at.append((passed, by_threshold[passed], quantities(call)))
        return (*priced(at, price_list), {each: [passed for passed, *_ in at].count(each) for each, *_ in at})
    # Of an estimate, the dearest prices that it may have reached, and the dearest kind of what is of unknown kind.
    most = None
    for threshold, prices in by_threshold.items():
        usage = dict(counted["counters"])
        if threshold > 0 and usage.get("input_tokens", 0) <= threshold:
            continue
        dearest = max(INPUT, key=lambda counter: price(prices, counter))
        if dearest != "input":
            name = f"{dearest}_tokens"
            usage[name] = usage.get(name, 0) + counted.get("unreported_input_tokens", 0)
        found = (*priced([(threshold, prices, quantities(usage))], price_list), {threshold: 1})
        if most is None or found[0] >= most[0]:
            most = found
    return most


def bill_of(counted, usage_source, price_list):
    """The tier that a bill names, its cost, its lines, and its context tiers."""
    asked, served = counted.get("tier_asked"), counted.get("tier_served")
    tiers, is_estimate = price_list.get("service_tiers", {}), usage_source == "estimate"
    is_other_name = served not in (None, "default") and served not in tiers
    billed = asked if is_other_name and asked in tiers else served
    found = bill_at(billed, counted, is_estimate, price_list)
    if is_estimate and billed is None and asked in tiers:
        in_asked = bill_at(asked, counted, is_estimate, price_list)
        if in_asked[0] > found[0]:
            return (asked, *in_asked)
    return (billed, *found)


def is_entered(charge):
    """Whether an amount follows no counters: the whole hold, or what a person entered."""
    return charge["usage_source"] in ("hold", "operator")


def cost_of(charge, held, price_list):
    """What another list makes of the counters of a charge, or of its amount in proportion of the holds, in nano-euro."""
    if not is_entered(charge):
        return bill_of(charge["counted"], charge["usage_source"], price_list)[1]
    own, other = hold_of(held, held["price_list"]), hold_of(held, price_list)
    cost, is_whole = nano(charge["cost_eur"]), charge["usage_source"] == "hold"
    if own == 0:
        return other if is_whole else cost
    part = round(Fraction(cost) * Fraction(other, own))
    return part if is_whole else min(part, max(cost, other))


def fault(reserved, settled):
    """What is wrong with a charge; None: nothing."""
    price_list = reserved["price_list"]
    if is_entered(settled):
        bounds = {name[:-4]: reserved[name] for name in reserved if name.endswith("_max") and reserved[name] > 0}
        is_so = settled["counted"] == {"counters": bounds} and settled["lines"] == []
        return None if is_so else f"the bounds are {bounds}, without lines"
    tier, cost, quantities_made, calls_made = bill_of(settled["counted"], settled["usage_source"], price_list)
    if settled["service_tier"] != tier:
        return f"the service tier is {tier}"
    by_threshold = tariff(price_list, tier)
    exact, before, lines = Fraction(0), 0, {}
    for line in settled["lines"]:
        counter, quantity, threshold = line["counter"], line["quantity"], line.get("above_input_tokens", 0)
        if counter in USES:
            unit, per = Fraction(price_list[USES[counter]]), 1000
        else:
            unit, per = price(by_threshold[threshold], counter), 10**6
        if Fraction(line["unit_price_eur"]) != unit:
            return f"{counter} costs {unit}"
        exact += unit * quantity / per
        # Python rounds halves to even.
        rounded = round(exact * NANO)
        if nano(line["amount_eur"]) != rounded - before:
            return f"the amount of {counter} is {rounded - before}"
        before, lines[counter, threshold] = rounded, quantity
    if lines != quantities_made:
        return f"the lines are of {quantities_made}"
    if nano(settled["cost_eur"]) != cost or cost != before:
        return f"the cost is {cost}"
    calls = {each["above_input_tokens"]: each["calls"] for each in settled.get("context_tiers", [])} or {0: 1}
    has_tokens = any(counter not in USES for counter, _ in lines)
    return f"the tiers are {calls_made}" if has_tokens and calls != calls_made else None
