#!/usr/bin/env bash
# Installs what the tests need from Debian, and the client libraries that they drive the server with into a cache outside of the
# repository: quietly, and only what is missing. Usage: scripts/install-deps.sh [test|run]
set -euo pipefail

if ! command -v cargo >/dev/null; then
  echo "cargo is missing: install Rust with rustup (https://rustup.rs); the version is pinned in rust-toolchain.toml" >&2
  exit 1
fi

# command → package that brings it
declare -A needs=([cc]=gcc [nft]=nftables)
if [ "${1:-test}" = test ]; then
  needs[/usr/lib/cni/ptp]=containernetworking-plugins
  needs[busybox]=busybox-static
  needs[conntrack]=conntrack
  needs[containerd]=containerd
  needs[curl]=curl
  needs[dig]=dnsutils
  needs[etcd]=etcd-server
  needs[ip]=iproute2
  needs[iptables-restore]=iptables
  needs[kubectl]=kubernetes-client
  needs[pgrep]=procps
  needs[node]=nodejs
  needs[npm]=npm
  needs[python3]=python3
  needs[runc]=runc
  needs[script]=bsdutils
  needs[tc]=iproute2
  needs[unshare]=util-linux
fi

missing=()
for command in "${!needs[@]}"; do
  command -v "$command" >/dev/null || missing+=("${needs[$command]}")
done

log=$(mktemp)
policy=
trap 'rm -f "$log" $policy' EXIT

install_packages() {
  if [ "$(id -u)" != 0 ] || ! command -v apt-get >/dev/null; then
    echo "missing: ${missing[*]}. Install them (Debian: apt-get install ${missing[*]}) and run this again." >&2
    exit 1
  fi
  echo "installing ${missing[*]}"
  export DEBIAN_FRONTEND=noninteractive
  # No service of a package may start by itself: tests start their own, on ports of their own.
  if [ ! -e /usr/sbin/policy-rc.d ]; then
    policy=/usr/sbin/policy-rc.d
    printf '#!/bin/sh\nexit 101\n' >"$policy"
    chmod +x "$policy"
  fi
  { apt-get update && apt-get install -y --no-install-recommends "${missing[@]}"; } >"$log" 2>&1 || {
    tail -n 30 "$log" >&2
    exit 1
  }
}
[ ${#missing[@]} -eq 0 ] || install_packages
[ "${1:-test}" = test ] || exit 0

# The clients, in the versions that the tests know. One that cannot be fetched leaves a note with the reason, which the test shows
# when it is skipped; without either the test fails.
cache=${NAVARCH_TEST_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/navarch-tests}
mkdir -p "$cache"

client() { # name, command that fetches it into the directory that it is given
  local name=$1 fetch=$2
  [ -e "$cache/$name/.done" ] && return
  echo "fetching $name"
  rm -rf "${cache:?}/$name" "$cache/$name.unavailable"
  mkdir -p "$cache/$name"
  if "$fetch" "$cache/$name" >"$log" 2>&1; then
    touch "$cache/$name/.done"
  else
    rm -rf "${cache:?}/$name"
    { echo "$name could not be fetched:"; tail -n 5 "$log"; } >"$cache/$name.unavailable"
    cat "$cache/$name.unavailable" >&2
  fi
}

fetch_python() { python3 -m venv "$1" && "$1/bin/pip" install --quiet --disable-pip-version-check kubernetes==36.0.3; }
fetch_node() { npm install --prefix "$1" --no-audit --no-fund --ignore-scripts --silent @kubernetes/client-node@1.4.0; }
fetch_kubectl() { (cd "$1" && apt-get download kubernetes-client && dpkg-deb -x kubernetes-client_*.deb . && rm kubernetes-client_*.deb); }

client python-client-36.0.3 fetch_python
client node-client-1.4.0 fetch_node
client kubectl-debian fetch_kubectl
