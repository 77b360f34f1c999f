"""A real NeMo Switchyard on loopback, for the tests. Its configuration is the first argument; it prints its port, and ends with its input."""

import sys

from switchyard_rust.server import Server

with Server(sys.argv[1], 0) as server:
    print(server.port, flush=True)
    sys.stdin.read()
