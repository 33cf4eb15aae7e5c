#!/usr/bin/env bash
# Installs what the tests need from Debian: quietly, and only what is missing. Usage: scripts/install-deps.sh [test|run]
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
[ ${#missing[@]} -eq 0 ] && exit 0

if [ "$(id -u)" != 0 ] || ! command -v apt-get >/dev/null; then
  echo "missing: ${missing[*]}. Install them (Debian: apt-get install ${missing[*]}) and run this again." >&2
  exit 1
fi
echo "installing ${missing[*]}"
export DEBIAN_FRONTEND=noninteractive
log=$(mktemp)
trap 'rm -f "$log"' EXIT
# No service of a package may start by itself: tests start their own, on ports of their own.
policy=/usr/sbin/policy-rc.d
if [ ! -e "$policy" ]; then
  printf '#!/bin/sh\nexit 101\n' >"$policy"
  chmod +x "$policy"
  trap 'rm -f "$log" "$policy"' EXIT
fi
{ apt-get update && apt-get install -y --no-install-recommends "${missing[@]}"; } >"$log" 2>&1 || {
  tail -n 30 "$log" >&2
  exit 1
}
