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


def hold_of(reserved):
    """The most that the bound allows, in nano-euro, rounded up."""
    price_list = reserved["price_list"]
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


def cost_of(lines, price_list, service_tier):
    """What these quantities cost by another list, in nano-euro, rounded once."""
    by_threshold = tariff(price_list, service_tier)
    exact = Fraction(0)
    for line in lines:
        if line["counter"] in USES:
            exact += Fraction(price_list[USES[line["counter"]]]) * line["quantity"] / 1000
            continue
        passed = max(each for each in by_threshold if each <= line.get("above_input_tokens", 0))
        exact += price(by_threshold[passed], line["counter"]) * line["quantity"] / 10**6
    return round(exact * NANO)


def fault(reserved, settled):
    """What is wrong with a charge; None: nothing."""
    price_list = reserved["price_list"]
    by_threshold = tariff(price_list, settled["service_tier"])
    thresholds = list(by_threshold)
    exact, before, cost, inputs = Fraction(0), 0, 0, {}
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
        cost, before = rounded, rounded
        if counter in INPUT:
            inputs[threshold] = inputs.get(threshold, 0) + quantity
        elif counter in OUTPUT:
            inputs.setdefault(threshold, 0)
    if nano(settled["cost_eur"]) != cost:
        return f"the cost is {cost}"
    calls = {tier["above_input_tokens"]: tier["calls"] for tier in settled.get("context_tiers", [])} or {0: 1}
    if not set(inputs) <= set(calls):
        return f"the tiers are {sorted(inputs)}"
    for threshold, count in calls.items():
        tokens = inputs.get(threshold, 0)
        higher = [each for each in thresholds if each > threshold]
        if threshold > 0 and tokens < count * (threshold + 1):
            return f"{tokens} tokens do not pass {threshold} in {count} calls"
        if higher and tokens > count * higher[0]:
            return f"{tokens} tokens pass {higher[0]} in {count} calls"
    return None
