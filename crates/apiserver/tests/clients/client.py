"""The stock Python client against a running server: typed calls, watches, every patch, and the dynamic client.

Usage: client.py KUBECONFIG. Says what it checked; anything that is not as a stock server does it ends the program.
"""
import sys
import threading

from kubernetes import client, config, dynamic, watch
from kubernetes.client.exceptions import ApiException

config.load_kube_config(sys.argv[1])
core, apps, rbac = client.CoreV1Api(), client.AppsV1Api(), client.RbacAuthorizationV1Api()
SPACE = "python"


def refused(code, reason, call):
    try:
        call()
    except ApiException as error:
        assert error.status == code, (error.status, error.body)
        assert '"reason":"%s"' % reason in error.body.replace('": "', '":"'), error.body
        return
    raise AssertionError("it was not refused")


def config_map(name, **data):
    return client.V1ConfigMap(metadata=client.V1ObjectMeta(name=name, labels={"app": "test"}), data=data)


def verbs():
    core.create_namespace(client.V1Namespace(metadata=client.V1ObjectMeta(name=SPACE)))
    made = core.create_namespaced_config_map(SPACE, config_map("one", a="1"))
    assert made.metadata.uid and made.data == {"a": "1"}
    refused(409, "AlreadyExists", lambda: core.create_namespaced_config_map(SPACE, config_map("one")))
    refused(404, "NotFound", lambda: core.read_namespaced_config_map("none", SPACE))
    made.data["b"] = "2"
    changed = core.replace_namespaced_config_map("one", SPACE, made)
    assert changed.data == {"a": "1", "b": "2"}
    made.data["b"] = "3"
    refused(409, "Conflict", lambda: core.replace_namespaced_config_map("one", SPACE, made))
    tried = core.create_namespaced_config_map(SPACE, config_map("dry"), dry_run="All")
    assert tried.metadata.name == "dry"
    refused(404, "NotFound", lambda: core.read_namespaced_config_map("dry", SPACE))
    refused(422, "Invalid", lambda: core.create_namespaced_config_map(SPACE, config_map("Upper")))


def patches():
    # The client sends a list as a JSON patch and a dictionary as a strategic one.
    patched = core.patch_namespaced_config_map("one", SPACE, [{"op": "add", "path": "/data/c", "value": "3"}])
    assert patched.data["c"] == "3"
    patched = core.patch_namespaced_config_map("one", SPACE, {"data": {"a": None}})
    assert "a" not in patched.data
    body = {"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "one"}, "data": {"d": "4"}}
    kinds = {
        "application/merge-patch+json": {"data": {"e": "5"}},
        "application/strategic-merge-patch+json": {"metadata": {"labels": {"x": "y"}}},
        "application/apply-patch+yaml": body,
    }
    for kind, patch in kinds.items():
        more = {"field_manager": "python"} if "apply" in kind else {}
        patched = core.patch_namespaced_config_map("one", SPACE, patch, _content_type=kind, **more)
    assert patched.data["d"] == "4" and patched.data["e"] == "5" and patched.metadata.labels["x"] == "y"
    owners = {entry.manager: entry.operation for entry in patched.metadata.managed_fields}
    assert owners["python"] == "Apply", owners


def lists():
    for at in range(5):
        core.create_namespaced_config_map(SPACE, config_map("m%d" % at))
    names, more = [], None
    while True:
        page = core.list_namespaced_config_map(SPACE, limit=2, _continue=more)
        names += [item.metadata.name for item in page.items]
        more = page.metadata._continue
        if not more:
            break
    assert names == ["m0", "m1", "m2", "m3", "m4", "one"], names
    chosen = core.list_config_map_for_all_namespaces(label_selector="app=test", field_selector="metadata.name!=m0")
    assert [item.metadata.name for item in chosen.items] == names[1:]
    gone = core.delete_collection_namespaced_config_map(SPACE, field_selector="metadata.name!=one")
    assert gone.status == "Success" or gone.metadata is not None
    assert [item.metadata.name for item in core.list_namespaced_config_map(SPACE).items] == ["one"]


def watches():
    start = core.list_namespaced_config_map(SPACE).metadata.resource_version

    def write():
        core.create_namespaced_config_map(SPACE, config_map("seen"))
        core.patch_namespaced_config_map("seen", SPACE, {"data": {"a": "b"}})
        core.delete_namespaced_config_map("seen", SPACE)

    writer, seen, stream = threading.Thread(target=write), [], watch.Watch()
    writer.start()
    for event in stream.stream(core.list_namespaced_config_map, SPACE, resource_version=start, timeout_seconds=60):
        seen.append((event["type"], event["object"].metadata.name))
        if event["type"] == "DELETED":
            stream.stop()
    writer.join()
    assert seen == [("ADDED", "seen"), ("MODIFIED", "seen"), ("DELETED", "seen")], seen


def subresources():
    labels = {"app": "web"}
    spec = client.V1DeploymentSpec(
        replicas=2,
        selector=client.V1LabelSelector(match_labels=labels),
        template=client.V1PodTemplateSpec(
            metadata=client.V1ObjectMeta(labels=labels),
            spec=client.V1PodSpec(containers=[client.V1Container(name="c", image="i")]),
        ),
    )
    web = client.V1Deployment(metadata=client.V1ObjectMeta(name="web"), spec=spec)
    assert apps.create_namespaced_deployment(SPACE, web).spec.strategy.type == "RollingUpdate"
    scale = apps.read_namespaced_deployment_scale("web", SPACE)
    scale.spec.replicas = 5
    assert apps.replace_namespaced_deployment_scale("web", SPACE, scale).spec.replicas == 5
    assert apps.read_namespaced_deployment("web", SPACE).spec.replicas == 5
    status = {"status": {"observedGeneration": 2, "replicas": 3}}
    assert apps.patch_namespaced_deployment_status("web", SPACE, status).status.replicas == 3
    apps.delete_namespaced_deployment("web", SPACE, propagation_policy="Background")
    review = client.V1SelfSubjectAccessReview(
        spec=client.V1SelfSubjectAccessReviewSpec(
            resource_attributes=client.V1ResourceAttributes(verb="create", resource="pods", namespace=SPACE)
        )
    )
    assert client.AuthorizationV1Api().create_self_subject_access_review(review).status.allowed
    assert any(role.metadata.name == "cluster-admin" for role in rbac.list_cluster_role().items)


def dynamically():
    maps = dynamic.DynamicClient(client.ApiClient()).resources.get(api_version="v1", kind="ConfigMap")
    body = {"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "dynamic"}, "data": {"a": "1"}}
    made = maps.create(body=body, namespace=SPACE)
    assert made.data.a == "1"
    patched = maps.patch(
        name="dynamic", namespace=SPACE, body={"data": {"a": "2"}}, content_type="application/merge-patch+json"
    )
    assert patched.data.a == "2"
    body["data"] = {"b": "3"}
    applied = maps.server_side_apply(body=body, namespace=SPACE, field_manager="dynamic")
    assert applied.data.b == "3"
    for event in maps.watch(namespace=SPACE, name="dynamic", timeout=60):
        assert event["object"].data.b == "3"
        break
    maps.delete(name="dynamic", namespace=SPACE)
    groups = {group.name for group in client.ApisApi().get_api_versions().groups}
    assert {"apps", "batch", "rbac.authorization.k8s.io"} <= groups
    assert client.VersionApi().get_code().minor == "36"


for part in (verbs, patches, lists, watches, subresources, dynamically):
    part()
    print("ok", part.__name__)
