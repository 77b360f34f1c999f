"""Reads a case a line, a receipt or two checkpoints with a proof, each with a key, and writes true or false for each."""
import json
import sys

from verify import InvalidSignature, Refused, verify_consistent, verify_receipt

for line in sys.stdin:
    case = json.loads(line)
    try:
        if "receipt" in case:
            verify_receipt(case["receipt"], case["key"])
        else:
            verify_consistent(case["older"], case["newer"], case["proof"], case["key"])
        print("true")
    except (Refused, InvalidSignature, ValueError, AttributeError, TypeError, KeyError):
        print("false")
