//! What is wrong is told in upstream's words, with upstream's codes: those where the two programs differ by version, or no server is needed.

use super::harness::Bench;

#[tokio::test(flavor = "multi_thread")]
async fn mistakes_are_told_as_upstream_tells_them() {
    let bench = Bench::start().await;
    for (line, code, expected) in [
        ("get --nope", 1, "error: unknown flag: --nope\nSee 'kubectl get --help' for usage.\n"),
        ("gett", 1, "error: unknown command \"gett\" for \"kubectl\"\n\nDid you mean this?\n\tset\n\tget\n"),
        ("get -o", 1, "error: flag needs an argument: 'o' in -o\nSee 'kubectl get --help' for usage.\n"),
        ("create", 1, "error: must specify one of -f and -k\n"),
        ("create nope", 1, "error: Unexpected args: [nope]\nSee 'kubectl create -h' for help and examples\n"),
        ("create deployment x", 1, "error: required flag(s) \"image\" not set\n"),
        (
            "create configmap",
            1,
            "error: exactly one NAME is required, got 0\nSee 'kubectl create configmap -h' for help and examples\n",
        ),
        (
            "rollout nope",
            1,
            "error: unknown command \"nope\"\nSee 'kubectl rollout -h' for help and examples\n",
        ),
        ("get pods nope", 1, "Error from server (NotFound): pods \"nope\" not found\n"),
        ("get nope", 1, "error: the server doesn't have a resource type \"nope\"\n"),
        ("apply -f @absent.yaml", 1, "error: the path \"@absent.yaml\" does not exist\n"),
        (
            "get pods -s https://127.0.0.1:1",
            1,
            "The connection to the server 127.0.0.1:1 was refused - did you specify the right host or port?\n",
        ),
        ("diff -f @absent.yaml", 2, "error: the path \"@absent.yaml\" does not exist\n"),
        ("exec nope", 1, "error: you must specify at least one command for the container\n"),
        ("exec nope -- date", 1, "Error from server (NotFound): pods \"nope\" not found\n"),
        ("config use-context nope", 1, "error: no context exists with the name: \"nope\"\n"),
        ("top nodes", 1, "error: Metrics API not available\n"),
    ] {
        let said = bench.ours(line).await;
        let here = format!("{}/", bench.dir.path().display());
        assert_eq!(said.err, expected.replace('@', &here), "{line}: {}", said.out);
        assert_eq!(said.code, code, "{line}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn invalid_objects_are_told_field_by_field() {
    let bench = Bench::start().await;
    bench.file(
        "bad.yaml",
        "apiVersion: v1\nkind: Pod\nmetadata: {name: bad}\nspec: {containers: [{name: A_B, image: x}]}\n",
    );
    let said = bench.ours("create -f @bad.yaml").await;
    assert!(
        said.err.starts_with("The Pod \"bad\" is invalid: spec.containers[0].name: Invalid value: \"A_B\": "),
        "{}",
        said.err
    );
    bench.file("broken.yaml", "apiVersion: v1\nkind: Pod\nmetadata: {name: x\n");
    let said = bench.ours("create -f @broken.yaml").await;
    assert!(said.err.contains("error converting YAML to JSON: yaml: "), "{}", said.err);
    bench.file("unknown.yaml", "apiVersion: example.com/v1\nkind: Widget\nmetadata: {name: w}\n");
    let said = bench.ours("create -f @unknown.yaml").await;
    let expected =
        "no matches for kind \"Widget\" in version \"example.com/v1\"\nensure CRDs are installed first\n";
    assert!(said.err.ends_with(expected), "{}", said.err);
}
