#!/usr/bin/env bash
# LiteLLM says what a call cost from a list of models. For a name that is not in it it raises ModelNotMappedError, unless the name looks
# like a family that it knows: then it takes what such a model can do from a pattern, and its price as zero. No error, no warning, and
# the same answer as for a model that is free. These are names that bills have: a dated name that has left the list, a preview, a
# model that is newer than the package. Whoever holds budgets by these costs counts nothing for them.
# Seen with litellm 1.110.2 and the list in it, a million tokens in and a million out, in dollars:
#   claude-sonnet-4-5             listed    18.0
#   claude-sonnet-4-20250514      no        0.0
#   gemini/gemini-3-pro-preview   no        0.0
#   openai/gpt-9                  no        0.0
#   openai/o9                     no        0.0
#   openai/gpt-nine               no        ModelNotMappedError
# So a price of zero has to be compared with the list before it is believed. Needs Python 3 with venv. Exits with 1 when the behaviour
# is another.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m venv python
python/bin/pip install --quiet --disable-pip-version-check litellm==1.110.2
cat >cost.py <<'PY'
import logging
import litellm
from litellm.types.utils import ModelResponse, Usage
litellm.suppress_debug_info = True
logging.disable(logging.CRITICAL)
for model in ['claude-sonnet-4-5', 'claude-sonnet-4-20250514', 'gemini/gemini-3-pro-preview', 'openai/gpt-9', 'openai/o9', 'openai/gpt-nine']:
    usage = Usage(prompt_tokens=1_000_000, completion_tokens=1_000_000, total_tokens=2_000_000)
    try:
        cost = litellm.completion_cost(completion_response=ModelResponse(model=model, usage=usage), model=model)
    except Exception as error:
        cost = type(error).__name__
    print(model, 'listed' if model in litellm.model_cost else 'no', cost)
PY
LITELLM_LOCAL_MODEL_COST_MAP=True python/bin/python cost.py | tee seen
cat >expected <<'TEXT'
claude-sonnet-4-5 listed 18.0
claude-sonnet-4-20250514 no 0.0
gemini/gemini-3-pro-preview no 0.0
openai/gpt-9 no 0.0
openai/o9 no 0.0
openai/gpt-nine no ModelNotMappedError
TEXT
diff expected seen >/dev/null || { echo 'the behaviour is another'; exit 1; }
