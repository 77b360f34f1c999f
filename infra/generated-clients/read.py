"""Reads with the client that openapi-python-client makes of the description: npm run test:generated-clients."""

import sys
from uuid import UUID

from waybill_client import AuthenticatedClient
from waybill_client.api.keys import list_keys
from waybill_client.api.wallets import show_wallet
from waybill_client.models import KeyPage, WholeWallet


def read(server: str, key: str) -> None:
    """Lists the keys, and shows the wallet of the first one."""
    client = AuthenticatedClient(base_url=server, token=key)
    keys = list_keys.sync(client=client)
    assert isinstance(keys, KeyPage), keys
    wallet_id: UUID = keys.data[0].wallet_id
    wallet = show_wallet.sync(wallet_id, client=client)
    assert isinstance(wallet, WholeWallet), wallet
    assert wallet.id == wallet_id
    assert wallet.available_eur


read(sys.argv[1], sys.argv[2])
