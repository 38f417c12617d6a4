#!/bin/sh
# Installs the Debian packages that the tests use, except those that are installed already:
#   openssl, curl   sign and post leads independently of our own code; jq   parses responses in the examples of docs/admin-api.md
#   php-cli, python3   run the signing examples of docs/send-leads.md
#   systemd   checks the units of `service print` (systemd-analyze)
#   nginx, caddy   run in front of the program as in docs/reverse-proxy
#   prometheus   contains promtool, which checks the alerts of docs/monitoring
#   postgresql   the server that the second store runs on (test/support/postgres-server.ts starts its own, in a temporary folder)
#   Where systemd runs, Debian starts these four. To stop them: `systemctl disable --now nginx caddy prometheus postgresql`
#   tmux   the terminal in which `queue watch` is tested
#   gcc, libc6-dev   build the library that simulates a power loss (test/crash)
#   binutils-aarch64-linux-gnu   strips the executable for arm64 (npm run package)
#   zsh, fish   are tested for completions, as bash is (test/cli/completion)
#   chromium-headless-shell   opens the admin pages as operators do (test/browser); fonts-dejavu-core   letters wider than the pages' own
#   bsdutils   `script`, which runs the program on a terminal (test/support/run-on-terminal.ts)
set -eu

# Debian installs nginx in a folder that is only in root's PATH.
PATH=$PATH:/usr/sbin
missing=''
for pair in openssl:openssl curl:curl jq:jq php:php-cli python3:python3 gcc:gcc tmux:tmux zsh:zsh fish:fish script:bsdutils \
  chromium-headless-shell:chromium-headless-shell systemd-analyze:systemd nginx:nginx caddy:caddy promtool:prometheus aarch64-linux-gnu-strip:binutils-aarch64-linux-gnu; do
  command -v "${pair%%:*}" >/dev/null 2>&1 || missing="$missing ${pair##*:}"
done
[ -e /usr/include/stdio.h ] || missing="$missing libc6-dev"
set -- /usr/lib/postgresql/*/bin/initdb
[ -e "$1" ] || command -v initdb >/dev/null 2>&1 || missing="$missing postgresql"
[ -e /usr/share/fonts/truetype/dejavu/DejaVuSans.ttf ] || missing="$missing fonts-dejavu-core"
if [ -z "$missing" ]; then
  echo 'nothing to install'
  exit 0
fi
if ! command -v apt-get >/dev/null 2>&1; then
  echo "This machine has no apt-get. Install these yourself:$missing" >&2
  exit 1
fi

as_root=''
if [ "$(id -u)" -ne 0 ]; then as_root=sudo; fi
$as_root apt-get update -qq
# shellcheck disable=SC2086 # a list of names
DEBIAN_FRONTEND=noninteractive $as_root apt-get install -y -qq --no-install-recommends $missing
