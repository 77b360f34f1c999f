#!/usr/bin/env bash
# npx starts the package in ./name.tgz, but tries to run the same file as a program when its path is absolute.
#
# Seen with npm 11.19.1 and 10.9.8 on Node 20.20.2, Linux:
#   ./greeter-of-a-tarball-1.0.0.tgz: started
#   /…/greeter-of-a-tarball-1.0.0.tgz: sh: Permission denied, exit 126
# So a page or a script that spells out where a tarball lies has to go to its folder first.
# Needs npm, and Node 20 or later. Exits with 1 when the behaviour is another.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
mkdir greeter
cat >greeter/package.json <<'END'
{ "name": "greeter-of-a-tarball", "version": "1.0.0", "bin": { "greeter-of-a-tarball": "greet.js" } }
END
printf '#!/usr/bin/env node\nconsole.log("started");\n' >greeter/greet.js
npm pack --silent ./greeter >/dev/null
for version in 11.19.1 10.9.8; do
  npm install --silent --no-fund --no-audit --prefix "npm-$version" "npm@$version" >/dev/null
  npx="$work/npm-$version/node_modules/npm/bin/npx-cli.js"
  relative=$(node "$npx" --yes ./greeter-of-a-tarball-1.0.0.tgz 2>/dev/null || true)
  absolute=$(node "$npx" --yes "$work/greeter-of-a-tarball-1.0.0.tgz" 2>&1 || echo "exit $?")
  echo "npm $version: ./…tgz: $relative · /…tgz: $(tail -2 <<<"$absolute" | tr "\n" " ")"
  [[ $relative == started ]] || { echo "a relative path does not start it any more"; exit 1; }
  [[ $absolute == *"ermission denied"*"exit 126"* ]] || { echo "an absolute path behaves otherwise now: $absolute"; exit 1; }
done
