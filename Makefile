# Few verbs; `make help` lists them.
.DEFAULT_GOAL := help
.PHONY: help run test lint fmt bench bench-cluster soak fuzz conformance

help: ## this list
	@sed -n 's/^\([a-z-]*\):.*## /  make \1\t/p' $(MAKEFILE_LIST) | expand -t 16

run: ## builds Navarch and starts a one-node cluster in a network of its own, state in .navarch/ (as root)
	@scripts/install-deps.sh run
	cargo build --locked -p navarch
	target/debug/navarch --data-dir .navarch up --isolated

test: ## lints and all tests, in one build profile
	@scripts/install-deps.sh test
	cargo fmt --all --check
	cargo clippy --workspace --all-targets --locked -- -D warnings
	cargo test --workspace --locked --no-fail-fast

soak: ## random clients, crashes and power loss on the store; MINUTES=30
	@scripts/install-deps.sh test
	NAVARCH_TEST_SOAK=$(or $(MINUTES),30) cargo test -p store --test main -- --nocapture

fuzz: ## libFuzzer on all that reads bytes of others; needs a nightly toolchain and cargo-fuzz; SECONDS=60
	for target in $$(ls fuzz/fuzz_targets | sed 's/\.rs$$//'); do \
	  cargo +nightly fuzz run $$target -- -max_total_time=$(or $(SECONDS),60) -timeout=20 -rss_limit_mb=4096 || exit 1; \
	done

lint: ## formatting, clippy, the shape of the code base, licences
	cargo fmt --all --check
	cargo clippy --workspace --all-targets -- -D warnings
	cargo xtask tidy
	@if command -v cargo-deny >/dev/null; then cargo deny check; else echo "cargo-deny is not installed: licences not checked"; fi

bench: ## measure the store, then the API server; FLAGS="--quick" or "--update docs/SPECIFICATION.md", API="--rounds 3 …"
	@scripts/install-deps.sh test
	cargo bench -p store --bench store --locked -- $(FLAGS)
	cargo build --release --locked -p navarch
	target/release/navarch --log warn bench $(filter-out --quick,$(FLAGS)) $(if $(filter --quick,$(FLAGS)),--duration 1 --pods 500) $(API)

conformance: ## the upstream suite on a two-node cluster in the lab (as root); E2E=DIR with bin/ and images/, FLAGS="--focus ..."
	@test -n "$(E2E)" || { echo "say where the suite is: make conformance E2E=DIR (bin/e2e.test, bin/ginkgo, bin/kubectl, images/*.tar)"; exit 2; }
	@scripts/install-deps.sh test
	cargo build --locked -p navarch -p conformance
	target/debug/conformance --suite $(E2E) $(FLAGS)

bench-cluster: ## measure a one-node cluster, as root; FLAGS="--quick", FLAGS="--update docs/SPECIFICATION.md"
	@scripts/install-deps.sh test
	cargo bench -p navarch --bench cluster --locked -- $(FLAGS)

fmt: ## format
	cargo fmt --all
