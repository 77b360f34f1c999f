#!/usr/bin/env bash
# npm reads the npm-shrinkwrap.json of a package that it has from a registry, but not the one that lies in a .tgz beside
# it: `npm install ./name.tgz` and `npx ./name.tgz` take the newest version in the range of each indirect package.
#
# Seen with npm 11.19.1 and 10.9.8 on Node 20.20.2, Linux. The shrinkwrap in the tarball names brace-expansion 2.0.1,
# which minimatch 9.0.5 wants as ^2.0.1:
#   npm install ./…tgz: brace-expansion 2.1.8 · npx ./…tgz: 2.1.8
# So a program that is handed out as a tarball names every indirect package in its package.json too, or is not pinned.
# Needs npm, and Node 20 or later. Exits with 1 when the behaviour is another.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
mkdir teller
cat >teller/package.json <<'END'
{
  "name": "teller-of-a-tarball",
  "version": "1.0.0",
  "bin": { "teller-of-a-tarball": "tell.js" },
  "dependencies": { "minimatch": "9.0.5" },
  "overrides": { "brace-expansion": "2.0.1" }
}
END
printf '#!/usr/bin/env node\nconsole.log(require("brace-expansion/package.json").version);\n' >teller/tell.js
(
  cd teller
  npm install --silent --no-fund --no-audit
  npm shrinkwrap --silent
  # The override did its part: from here on the shrinkwrap alone names the version.
  npm pkg delete overrides
  npm ci --silent --no-fund --no-audit
  [[ $(node tell.js) == 2.0.1 ]] || { echo "the shrinkwrap does not hold in its own folder"; exit 1; }
  npm pack --silent --pack-destination .. >/dev/null
)
grep -A1 '"node_modules/brace-expansion"' teller/npm-shrinkwrap.json | grep -q '"version": "2.0.1"' ||
  { echo "the shrinkwrap was not made as meant"; exit 1; }
tar tzf teller-of-a-tarball-1.0.0.tgz | grep -q npm-shrinkwrap.json || { echo "the tarball has no shrinkwrap"; exit 1; }
for version in 11.19.1 10.9.8; do
  npm install --silent --no-fund --no-audit --prefix "npm-$version" "npm@$version" >/dev/null
  bin="$work/npm-$version/node_modules/npm/bin"
  mkdir "user-$version"
  echo '{ "name": "user", "version": "1.0.0" }' >"user-$version/package.json"
  (cd "user-$version" && node "$bin/npm-cli.js" install --silent --no-fund --no-audit ../teller-of-a-tarball-1.0.0.tgz)
  installed=$(node -p 'require("./user-'"$version"'/node_modules/brace-expansion/package.json").version')
  started=$(node "$bin/npx-cli.js" --yes ./teller-of-a-tarball-1.0.0.tgz 2>/dev/null)
  echo "npm $version: the shrinkwrap names 2.0.1 · npm install ./…tgz: $installed · npx ./…tgz: $started"
  [[ $installed != 2.0.1 && $started != 2.0.1 ]] || { echo "the shrinkwrap of a tarball is read now"; exit 1; }
done
