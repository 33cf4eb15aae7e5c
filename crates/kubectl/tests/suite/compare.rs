//! The same command lines through both programs, in an order that makes things before it looks at them.

use super::harness::Bench;

const PODS: &str = r#"
apiVersion: v1
kind: Pod
metadata: {name: one, labels: {app: web, tier: front}}
spec:
  containers:
  - {name: a, image: "example.com/a:1", ports: [{containerPort: 80, name: http}], env: [{name: X, value: "1"}]}
---
apiVersion: v1
kind: Pod
metadata: {name: two, labels: {app: db}, annotations: {note: hello}}
spec:
  containers:
  - {name: b, image: "example.com/b:1", resources: {requests: {cpu: 100m, memory: 64Mi}}}
  volumes: [{name: data, emptyDir: {}}]
"#;

const CONFIG: &str = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: applied}\ndata: {a: '1', gone: x}\n";
const CONFIG_NEXT: &str =
    "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: applied}\ndata: {a: '2', b: new}\n";

const MADE: &[&str] = &[
    "create namespace %n",
    "create -n ns -f @pods.yaml",
    "create -n ns -f @pods.yaml",
    "create deployment -n ns web --image=example.com/web:1 --replicas=2 --port=80",
    "create deployment -n ns web --image=example.com/web:1",
    "create configmap -n ns settings --from-literal=a=1 --from-literal=b=two",
    "create configmap -n ns lone --from-literal=a=1",
    "create secret generic -n ns keys --from-literal=user=me",
    "create secret docker-registry -n ns pull --docker-username=u --docker-password=p --docker-server=example.com",
    "create service clusterip -n ns front --tcp=80:8080",
    "create service nodeport -n ns ports --tcp=80:http",
    "create service externalname -n ns out --external-name=example.com",
    "create serviceaccount -n ns robot",
    "create role -n ns reader --verb=get,list --resource=pods,deployments.apps",
    "create rolebinding -n ns reads --role=reader --serviceaccount=default:robot --user=jane",
    "create job -n ns once --image=example.com/job:1 -- do it",
    "create cronjob -n ns often --image=example.com/job:1 --schedule='*/5 * * * *'",
    "create job -n ns now --from=cronjob/often",
    "create quota -n ns limits --hard=pods=9,cpu=4",
    "create pdb -n ns budget --selector=app=web --min-available=50%",
    "create ingress -n ns door --rule='example.com/a*=front:80,tls=cert' --rule='example.com/b=front:http'",
    "expose deployment -n ns web --name=exposed --port=80 --target-port=8080",
    "run -n ns alone --image=example.com/x:1 --env=A=b --labels=k=v",
    "apply -n ns -f @config.yaml",
    "apply -n ns -f @config.yaml",
];

const LOOKED_AT: &[&str] = &[
    "get pods -n ns",
    "get pods -n ns -o wide",
    "get pod one two -n ns",
    "get pods -n ns -l app=web --show-labels",
    "get pods -n ns -L app,tier",
    "get pods -n ns --no-headers",
    "get pods -n ns -o name",
    "get po,svc -n ns",
    "get all -n ns",
    "get deploy/web svc/front -n ns",
    "get pods -n ns --sort-by=.metadata.name",
    "get pods -n ns --sort-by={.metadata.labels.app}",
    "get pods -n ns --field-selector=metadata.name=two",
    "get pods -n ns -o jsonpath='{range .items[*]}{.metadata.name}={.spec.containers[0].image}{\"\\n\"}{end}'",
    "get pods -n ns -o jsonpath='{.items[?(@.metadata.name==\"two\")].metadata.annotations}'",
    "get pods -n ns -o custom-columns=NAME:.metadata.name,IMAGE:.spec.containers[*].image,NOTE:.metadata.annotations.note",
    "get pods -n ns -o custom-columns=NAME:.metadata.name --no-headers",
    "get configmap settings -n ns -o yaml",
    "get configmap settings -n ns -o json",
    "get secret keys -n ns -o jsonpath='{.data}'",
    "get nothing -n ns",
    "get pods absent -n ns",
    "get pods absent -n ns --ignore-not-found",
    "get pods -n ns -l nothing=here",
    "get nodes",
    "get deployments.v1.apps -n ns",
    "get deployments.apps web -n ns -o jsonpath={.spec.replicas}",
    "get pods one svc/front -n ns",
    "get pods -n ns -o jsonpath={.nope",
    "get -n ns -f @pods.yaml",
    // One with several keys is printed in any order by the other.
    "describe configmap lone -n ns",
    "describe secret keys -n ns",
    "describe service front -n ns",
    "describe role reader -n ns",
    "describe rolebinding reads -n ns",
    "describe pod two -n ns",
    "describe deployment web -n ns",
    "describe job once -n ns",
    "describe cronjob often -n ns",
    "describe ingress door -n ns",
    "describe namespace %n",
    "describe pods nothing -n ns",
    "api-versions",
    "api-resources --api-group=apps",
    "api-resources --namespaced=false -o name",
    "auth can-i create pods -n ns",
    "auth can-i list nodes",
    "auth whoami",
    "get --raw /healthz",
    "cluster-info",
    "config current-context",
    "config get-contexts",
];

const CHANGED: &[&str] = &[
    "label pods one -n ns color=red",
    "label pods one -n ns color=blue",
    "label pods one -n ns color=blue --overwrite",
    "label pods one -n ns color- nope-",
    "label pods --all -n ns seen=yes",
    "annotate pod one -n ns why=because",
    "annotate pod one -n ns why-",
    "scale deployment web -n ns --replicas=3",
    "scale deployment web -n ns --replicas=4 --current-replicas=2",
    "set image -n ns deployment/web web=example.com/web:2",
    "set image -n ns deployment/web nope=example.com/web:2",
    "set env -n ns deployment/web A=1 B=2",
    "set env -n ns deployment/web --list",
    "set resources -n ns deployment web --limits=cpu=200m,memory=512Mi",
    "set serviceaccount -n ns deployment web robot",
    "rollout pause -n ns deployment/web",
    "rollout pause -n ns deployment/web",
    "rollout resume -n ns deployment/web",
    "rollout restart -n ns deployment/web",
    "rollout history -n ns deployment/web",
    "rollout status -n ns deployment/web --watch=false",
    "patch configmap settings -n ns -p '{\"data\":{\"a\":\"3\"}}'",
    "patch configmap settings -n ns -p '{\"data\":{\"a\":\"3\"}}'",
    "patch configmap settings -n ns --type=json -p '[{\"op\":\"remove\",\"path\":\"/data/b\"}]'",
    "patch configmap settings -n ns --type=merge -p '{\"data\":{\"c\":\"4\"}}' -o yaml",
    "apply -n ns -f @config-next.yaml",
    "get configmap applied -n ns -o jsonpath={.data}",
    "apply -n ns --server-side -f @pods.yaml --field-manager=other",
    "apply -n ns -f @config-next.yaml --dry-run=server",
    "replace -n ns -f @config.yaml",
    "diff -n ns -f @config.yaml",
    "wait -n ns pod/one --for=jsonpath='{.metadata.name}'=one",
    "wait -n ns pod/one --for=condition=Ready --timeout=0s",
    "wait -n ns pod/one --for=condition=Ready --timeout=1s",
    "create deployment dry -n ns --image=example.com/x --dry-run=client -o yaml",
    "create deployment dry -n ns --image=example.com/x --dry-run=server",
    "create job dry --image=example.com/x --dry-run=client -o yaml",
    "create service clusterip dry --tcp=80 --dry-run=client -o yaml",
    "create secret generic dry --from-literal=a=b --dry-run=client -o yaml",
    "create configmap dry --from-literal=a=b --append-hash --dry-run=client -o name",
    "create role dry --verb=get --resource=pods --dry-run=client -o yaml",
    "create ingress dry --rule='a.example/b=c:80' --dry-run=client -o yaml",
    "run dry --image=example.com/x --dry-run=client -o yaml -- sleep 1",
    "autoscale deployment web -n ns --min=1 --max=5",
    "delete pod two -n ns --force",
    "delete pod absent -n ns",
    "delete pods -n ns -l app=web --wait=false",
    "delete configmap settings -n ns",
    "delete service front ports -n ns -o name",
    "delete -n ns -f @config.yaml --ignore-not-found",
    "delete configmaps -n ns -l no=thing",
];

async fn run(bench: &Bench, lines: &[&str], differences: &mut String) {
    for line in lines {
        differences.extend(bench.difference(line).await);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn both_say_the_same() {
    let bench = Bench::start().await;
    if !bench.has_upstream() {
        return;
    }
    bench.file("pods.yaml", PODS);
    bench.file("config.yaml", CONFIG);
    bench.file("config-next.yaml", CONFIG_NEXT);
    for namespace in ["ours", "upstream"] {
        // Whoever makes pods needs the namespace's own account, which a controller would make.
        bench.ours(&format!("create namespace {namespace}")).await;
        bench.ours(&format!("create serviceaccount default -n {namespace}")).await;
        bench.ours(&format!("get serviceaccounts -n {namespace}")).await;
    }
    let mut differences = String::new();
    for lines in [&MADE[1..], LOOKED_AT, CHANGED] {
        run(&bench, lines, &mut differences).await;
    }
    assert!(differences.is_empty(), "{differences}");
}
