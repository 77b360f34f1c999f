#!/usr/bin/env bash
# One chat template and one conversation give two prompts: servers in Python render templates with Jinja2, browsers and gateways in
# JavaScript with @huggingface/jinja, which was made for these templates and refuses what it does not know, but not these:
# - truth and nothing: True, False and None become true, false and no text at all, so a default of `false` of a tool, or a missing
#   content that a template prints, is another word in the prompt than the one that the model was trained on.
# - objects and lists that are printed without `tojson`: Python's quotes become those of JSON.
# - numbers: 21.0 becomes 21, also by `tojson`, so the arguments of an earlier call are others.
# - `title` keeps capitals, and the remainder of a negative number is negative. A template that alternates by `% 2` or prints a role by
#   `title` is right in one of them only.
# Tokens that are counted on such a prompt are not those that the server counts. Both render the same file without a warning.
# Seen with @huggingface/jinja 0.5.11, Jinja2 3.1.6, Python 3.11 or later, on Linux x64; the script prints both prompts.
# Needs npm, Node 20 or later, and python3 with venv. Exits with 1 when the behaviour is another.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --save-exact @huggingface/jinja@0.5.11
python3 -m venv python
python/bin/pip install --quiet --disable-pip-version-check jinja2==3.1.6
cat >template.jinja <<'JINJA'
{% for tool in tools %}{% for name, about in tool.parameters | items %}
{{ name }}: {{ about.type }}, default {{ about.default }}
{% endfor %}{% endfor %}
{% for message in messages %}
{{ message.role | title }}: {{ message.content }}{% if message.call %} {{ message.call | tojson }} {{ message.call }}{% endif %}

{% endfor %}
part {{ (1 - messages | length) % 2 }}
JINJA
cat >given.json <<'JSON'
{
  "tools": [{ "parameters": {
    "celsius": { "type": "boolean", "default": false },
    "setpoint": { "type": "number", "default": 21.0 },
    "room": { "type": "string", "default": null }
  } }],
  "messages": [
    { "role": "USER", "content": "Warm the kitchen." },
    { "role": "assistant", "content": null, "call": { "setpoint": 21.0, "celsius": true } }
  ]
}
JSON
cat >render.py <<'PYTHON'
import json
from jinja2.sandbox import ImmutableSandboxedEnvironment
environment = ImmutableSandboxedEnvironment(trim_blocks=True, lstrip_blocks=True)
# What servers set in place of the filter of Jinja2, which is meant for HTML.
environment.filters["tojson"] = lambda value: json.dumps(value, ensure_ascii=False)
given = json.load(open("given.json"))
print(environment.from_string(open("template.jinja").read()).render(**given))
PYTHON
cat >render.mjs <<'JS'
import { readFileSync } from 'node:fs';
import { Template } from '@huggingface/jinja';
const given = JSON.parse(readFileSync('given.json', 'utf8'));
console.log(new Template(readFileSync('template.jinja', 'utf8')).render(given));
JS
python/bin/python render.py | tee python.txt
echo ---
node render.mjs | tee javascript.txt
cat >python.expected <<'TEXT'
celsius: boolean, default False
setpoint: number, default 21.0
room: string, default None
User: Warm the kitchen.
Assistant: None {"setpoint": 21.0, "celsius": true} {'setpoint': 21.0, 'celsius': True}
part 1
TEXT
cat >javascript.expected <<'TEXT'
celsius: boolean, default false
setpoint: number, default 21
room: string, default 
USER: Warm the kitchen.
Assistant:  {"setpoint": 21, "celsius": true} {"setpoint": 21, "celsius": true}
part -1
TEXT
for language in python javascript; do diff "$language.expected" "$language.txt"; done
