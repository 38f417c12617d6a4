#!/bin/sh
# Installs what the tests use from Debian, and nothing that is there already:
#   openssl, curl   sign and post leads independently of our own code; jq   reads answers in the examples of docs/admin-api.md
#   php-cli, python3   run the signing examples of the README
#   systemd   checks the units of `service print` (systemd-analyze)
#   nginx, caddy   are put in front of the program as in docs/reverse-proxy
#   prometheus   has promtool, which checks the alerts of docs/monitoring
#   Where systemd runs, Debian starts these three: `systemctl disable --now nginx caddy prometheus`
#   tmux   the terminal in which `queue watch` is tested
#   gcc, libc6-dev  build the library that lets the program lose power (test/crash)
#   binutils-aarch64-linux-gnu   strips the executable for arm64 (npm run package)
#   zsh, fish   are asked for completions, as bash is (test/cli/completion)
#   chromium   opens the admin pages as operators do (test/browser); fonts-dejavu-core   letters wider than the pages' own
#   bsdutils   `script`, which runs the program on a terminal (test/support/run-on-terminal.ts)
set -eu

# Debian keeps nginx where only root looks.
PATH=$PATH:/usr/sbin
missing=''
for pair in openssl:openssl curl:curl jq:jq php:php-cli python3:python3 gcc:gcc tmux:tmux zsh:zsh fish:fish script:bsdutils \
  chromium:chromium systemd-analyze:systemd nginx:nginx caddy:caddy promtool:prometheus aarch64-linux-gnu-strip:binutils-aarch64-linux-gnu; do
  command -v "${pair%%:*}" >/dev/null 2>&1 || missing="$missing ${pair##*:}"
done
[ -e /usr/include/stdio.h ] || missing="$missing libc6-dev"
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
