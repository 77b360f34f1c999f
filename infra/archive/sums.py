"""Sums of an archive as analysts take them: DuckDB and pyarrow, from its Parquet files and its lines alone. Prints JSON."""
import decimal
import json
import sys

import duckdb
import pyarrow.compute as compute
import pyarrow.dataset as dataset

folder = sys.argv[1]
decimal.getcontext().prec = 60


def posted(rows):
    """What each account received less what it gave."""
    accounts = {}
    for debit, credit, amount in rows:
        accounts[debit] = accounts.get(debit, decimal.Decimal(0)) - amount
        accounts[credit] = accounts.get(credit, decimal.Decimal(0)) + amount
    return {name: f"{amount:.9f}" for name, amount in sorted(accounts.items())}


def by_duckdb():
    read = duckdb.connect().execute
    postings = f"read_parquet('{folder}/postings/*.parquet', union_by_name = true)"
    charges = f"read_parquet('{folder}/charges/*.parquet', union_by_name = true)"
    lines = f"read_json('{folder}/events/*.jsonl.zst', format = 'newline_delimited', columns = {{position: 'BIGINT', type: 'VARCHAR'}})"
    types = read(f"SELECT typeof(amount_eur), typeof(recorded_at), typeof(day) FROM {postings} LIMIT 1").fetchone()
    return {
        "types": list(types),
        "accounts": posted(
            read(f"SELECT debit_account, credit_account, sum(amount_eur) FROM {postings} GROUP BY ALL").fetchall()
        ),
        "charged": f"{read(f'SELECT sum(cost_eur) FROM {charges}').fetchone()[0]:.9f}",
        "held": read(f"SELECT count(*) FROM {charges} WHERE event_type = 'CreditReserved'").fetchone()[0],
        "events": read(f"SELECT count(*) FROM {lines}").fetchone()[0],
        "days": [str(day) for (day,) in read(f"SELECT DISTINCT day FROM {postings} ORDER BY day").fetchall()],
        "models": [
            [model, f"{cost:.9f}"]
            for model, cost in read(
                f"""SELECT held.upstream_model, sum(charged.cost_eur) FROM {charges} AS charged
                JOIN {charges} AS held ON held.reservation_id = charged.reservation_id AND held.event_type = 'CreditReserved'
                WHERE charged.cost_eur IS NOT NULL GROUP BY ALL ORDER BY ALL"""
            ).fetchall()
        ],
    }


def by_pyarrow():
    postings = dataset.dataset(f"{folder}/postings").to_table()
    charges = dataset.dataset(f"{folder}/charges").to_table()
    rows = zip(*(postings[name].to_pylist() for name in ("debit_account", "credit_account", "amount_eur")))
    return {
        "types": [str(postings.schema.field(name).type) for name in ("amount_eur", "recorded_at", "day")],
        "accounts": posted(rows),
        "charged": f"{compute.sum(charges['cost_eur']).as_py():.9f}",
        "held": charges.filter(compute.equal(charges["event_type"], "CreditReserved")).num_rows,
        "days": sorted({str(day) for day in postings["day"].to_pylist()}),
    }


print(json.dumps({"duckdb": by_duckdb(), "pyarrow": by_pyarrow()}))
