"""Says of each message on a line of its input, tab-separated, whether the package of Python takes it."""

import sys

from standardwebhooks.webhooks import Webhook, WebhookVerificationError

names = ("webhook-id", "webhook-timestamp", "webhook-signature")
for line in sys.stdin:
    secret, *values, body = line.rstrip("\n").split("\t")
    try:
        Webhook(secret).verify(body, dict(zip(names, values)))
        print("taken")
    except WebhookVerificationError:
        print("refused")
