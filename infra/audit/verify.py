#!/usr/bin/env python3
"""Verifies checkpoints, receipts and ledgers of Waybill without Waybill: the standard library, and `cryptography` for Ed25519.

  verify.py checkpoint NOTE KEY [WITNESS_KEY...]   who signed, and when each witness had seen it
  verify.py receipt RECEIPT.json KEY               that the charge is in the ledger of the key; prints its events
  verify.py ledger LEDGER.db NOTE KEY              that the events of a ledger are those of a checkpoint
  verify.py consistent OLDER NEWER PROOF KEY       that the newer checkpoint continues the older one

Keys are words: name+id+base64. Have them told to you by the operator, not by the file that you check. An operator who has
replaced the key has told you several: give them as one KEY, with blanks between.
"""
import base64, hashlib, json, re, sqlite3, struct, sys

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

CHARGE = re.compile(r'[^\n]*\n\d+\n[\d ]+\n(wallet-[\da-f-]{36})[\da-f-]{36}(\w+)\{.*?"reservation_id":"([\da-f-]{36})"')
THINNED = ("relay-", "read-model-", "content-", "idempotency-")

class Refused(Exception):
    pass

def check(condition, why):
    if not condition:
        raise Refused(why)

def decoded(text):
    """Base64 in its only right form."""
    data = base64.b64decode(text, validate=True)
    check(base64.b64encode(data).decode() == text, "base64 with other bits")
    return data

def sha256(*parts):
    return hashlib.sha256(b"".join(parts)).digest()

def leaf_hash(entry):
    return sha256(b"\0", entry)

def node_hash(left, right):
    return sha256(b"\1", left, right)

def split(size):
    """The largest power of two below a size."""
    return 1 << (size - 1).bit_length() - 1

def root_by_inclusion(index, size, leaf, proof):
    """RFC 6962, 2.1.1: the root that a leaf and its proof make."""
    check(0 <= index < size, "the index is not in the tree")
    if size == 1:
        check(not proof, "a proof that is too long")
        return leaf
    check(proof, "a proof that is too short")
    middle = split(size)
    if index < middle:
        return node_hash(root_by_inclusion(index, middle, leaf, proof[:-1]), proof[-1])
    return node_hash(proof[-1], root_by_inclusion(index - middle, size - middle, leaf, proof[:-1]))

def roots_by_consistency(older, newer, proof, root, is_known=True):
    """RFC 6962, 2.1.2: the roots of both trees that a proof makes."""
    if older == newer:
        if is_known:
            check(not proof, "a proof that is too long")
            return root, root
        check(len(proof) == 1, "a proof of another length")
        return proof[0], proof[0]
    check(0 < older < newer and proof, "a proof that is too short")
    middle = split(newer)
    if older <= middle:
        old, new = roots_by_consistency(older, middle, proof[:-1], root, is_known)
        return old, node_hash(new, proof[-1])
    old, new = roots_by_consistency(older - middle, newer - middle, proof[:-1], root, False)
    return node_hash(proof[-1], old), node_hash(proof[-1], new)

def read_key(word):
    """C2SP vkey: the name, the id, the type and the verifier."""
    name, key_id, data = re.fullmatch(r"([^\s+]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/=]+)", word).groups()
    data = decoded(data)
    check(data[0] in (1, 4) and len(data) == 33, "a key of another type")
    check(sha256(name.encode(), b"\n", data)[:4].hex() == key_id, "a key with another id")
    return name, key_id, data[0], Ed25519PublicKey.from_public_bytes(data[1:])

def open_note(note, word):
    """The text of a note, if the key has signed it, and when a witness had seen it."""
    name, key_id, kind, key = read_key(word)
    text, blank, signatures = note.rpartition("\n\n")
    check(blank and signatures.endswith("\n") and signatures.count("\n") <= 100, "no signed note")
    text += "\n"
    seen, own = None, 0
    for line in signatures[:-1].split("\n"):
        match = re.fullmatch(r"— ([^\s+]+) ([A-Za-z0-9+/=]+)", line)
        check(match, "a line that is no signature")
        data = decoded(match[2])
        check(len(data) > 4, "a signature that is too short")
        if match[1] != name or data[:4].hex() != key_id:
            continue
        own, signature, head = own + 1, data[4:], ""
        if kind == 4:
            check(len(signature) == 72, "a cosignature of another length")
            seen, signature = struct.unpack(">Q", signature[:8])[0], signature[8:]
            head = f"cosignature/v1\ntime {seen}\n"
        key.verify(signature, (head + text).encode())
    return text if own else None, seen

def read_head(text):
    """C2SP tlog-checkpoint: origin, size and root."""
    origin, size, root, rest = text.split("\n")
    check(origin and not rest and re.fullmatch(r"0|[1-9]\d{0,15}", size), "no checkpoint")
    root = decoded(root)
    check(len(root) == 32, "a root of another length")
    return origin, int(size), root

def open_checkpoint(note, words):
    """What a checkpoint says that one of the keys has signed, and none of them falsely."""
    signed = [word for word in words.split() if open_note(note, word)[0]]
    check(signed, f"no signature by {words}")
    head = read_head(open_note(note, signed[0])[0])
    check(head[0] == read_key(signed[0])[0], "a checkpoint of another origin than the name of the key")
    return head

def verify_receipt(receipt, word):
    """The event of a receipt, as text."""
    proof, _, note = receipt["proof"].partition("\n\n")
    mark, index, *hashes = proof.split("\n")
    check(mark == "c2sp.org/tlog-proof@v1" and re.fullmatch(r"index (0|[1-9]\d{0,15})", index), "no proof")
    _, size, root = open_checkpoint(note, word)
    digest = base64.urlsafe_b64encode(sha256(receipt["event"].encode())).decode().rstrip("=")
    place, _, stated = receipt["entry"].partition("\n")
    check(re.fullmatch(r"\S+ \d+ \d+", place) and stated == digest, "an event with another digest")
    leaf = leaf_hash(receipt["entry"].encode())
    check(root_by_inclusion(int(index[6:]), size, leaf, [decoded(each) for each in hashes]) == root, "another root")
    return receipt["event"]

def verify_consistent(older, newer, proof, word):
    """Whether a newer checkpoint continues an older one."""
    (old_origin, old_size, old_root), (origin, size, root) = (open_checkpoint(note, word) for note in (older, newer))
    check(old_origin == origin and 0 < old_size <= size, "checkpoints of different trees")
    roots = roots_by_consistency(old_size, size, [decoded(each) for each in proof], old_root)
    check(roots == (old_root, root), "the newer one does not continue the older one")

def units(text):
    """The length of a text as JavaScript counts it."""
    return len(text.encode("utf-16-le")) // 2

def verify_ledger(path, note, word):
    """The number of events of a checkpoint that a file of a ledger has as they were signed."""
    _, size, root = open_checkpoint(note, word)
    rows = sqlite3.connect(f"file:{path}?mode=ro", uri=True).execute(
        "SELECT position, name, revision, recorded_at, events.id, type, data, metadata"
        " FROM events JOIN streams ON streams.id = stream_id ORDER BY position"
    )
    digests, peaks, count = {}, [], 0
    for position, stream, revision, recorded_at, event_id, kind, data, metadata in rows:
        if count == size or stream.startswith(THINNED):
            continue
        bare = re.sub(r',?"digest":"[\w-]{43}"}$', "}", metadata)
        lengths = " ".join(str(units(each)) for each in (stream, event_id, kind, bare))
        text = f"{digests.get(stream, '')}\n{revision}\n{lengths}\n{stream}{event_id}{kind}{bare}{data}"
        digests[stream] = base64.urlsafe_b64encode(sha256(text.encode())).decode().rstrip("=")
        node, before = leaf_hash(f"{position} {revision} {recorded_at}\n{digests[stream]}".encode()), count
        while before & 1:
            node, before = node_hash(peaks.pop(), node), before >> 1
        peaks.append(node)
        count += 1
    check(count == size, f"{count} events, and {size} in the checkpoint")
    found = peaks.pop()
    while peaks:
        found = node_hash(peaks.pop(), found)
    check(found == root, "events that are not those of the checkpoint")
    return count

def text_of(path):
    with open(path, encoding="utf-8", newline="") as file:
        return file.read()

def main(command, *args):
    if command == "checkpoint":
        for word in args[1:]:
            text, seen = open_note(text_of(args[0]), word)
            check(text, f"no signature by {word}")
            print(f"signed by {read_key(word)[0]}" + ("" if seen is None else f", which had seen it at {seen} s after 1970"))
        print(text, end="")
    elif command == "receipt":
        receipt = json.loads(text_of(args[0]))
        events = [verify_receipt(each, args[1]) for each in (receipt.get("selection"), receipt) if each]
        wallets, kinds, reservations = zip(*(CHARGE.match(event).groups() for event in events))
        check(len({*wallets}) == len({*reservations}) == 1, "a selection of another charge")
        check(len(kinds) == 1 or kinds[0] == "SelectionCharged" != kinds[1], "a second charge beside it")
        print(*events, sep="\n")
    elif command == "ledger":
        print(f"{verify_ledger(args[0], text_of(args[1]), args[2])} events are as they were signed")
    elif command == "consistent":
        verify_consistent(text_of(args[0]), text_of(args[1]), text_of(args[2]).split(), args[3])
        print("the newer checkpoint continues the older one")

if __name__ == "__main__":
    try:
        main(*sys.argv[1:])
    except (Refused, InvalidSignature, ValueError, AttributeError, KeyError) as error:
        sys.exit(f"refused: {error or 'a false signature'}")
