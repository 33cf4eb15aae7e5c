// The stock Node client against a running server: typed calls, a watch, an informer, every patch, and objects of any kind.
// Usage: client.mjs MODULES KUBECONFIG. Says what it checked; anything that is not as a stock server does it ends the program.
import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

const [modules, kubeconfig] = process.argv.slice(2);
const k8s = await import(pathToFileURL(createRequire(modules + "/").resolve("@kubernetes/client-node")).href);
const config = new k8s.KubeConfig();
config.loadFromFile(kubeconfig);
const core = config.makeApiClient(k8s.CoreV1Api);
const apps = config.makeApiClient(k8s.AppsV1Api);
const objects = k8s.KubernetesObjectApi.makeApiClient(config);
const namespace = "node";

const configMap = (name, data) => ({ metadata: { name, labels: { app: "test" } }, data });

async function refused(code, reason, call) {
  await assert.rejects(call, (error) => {
    const status = typeof error.body === "string" ? JSON.parse(error.body) : error.body;
    assert.deepEqual([error.code, status.reason], [code, reason]);
    return true;
  });
}

async function verbs() {
  await core.createNamespace({ body: { metadata: { name: namespace } } });
  const made = await core.createNamespacedConfigMap({ namespace, body: configMap("one", { a: "1" }) });
  assert.ok(made.metadata.uid);
  await refused(409, "AlreadyExists", core.createNamespacedConfigMap({ namespace, body: configMap("one", {}) }));
  await refused(404, "NotFound", core.readNamespacedConfigMap({ namespace, name: "none" }));
  await refused(422, "Invalid", core.createNamespacedConfigMap({ namespace, body: configMap("Upper", {}) }));
  made.data.b = "2";
  const changed = await core.replaceNamespacedConfigMap({ namespace, name: "one", body: made });
  assert.deepEqual(changed.data, { a: "1", b: "2" });
  made.data.b = "3";
  await refused(409, "Conflict", core.replaceNamespacedConfigMap({ namespace, name: "one", body: made }));
  const listed = await core.listNamespacedConfigMap({ namespace, labelSelector: "app=test", limit: 10 });
  assert.deepEqual(listed.items.map((item) => item.metadata.name), ["one"]);
}

async function patches() {
  const patch = (kind, body, more = {}) =>
    core.patchNamespacedConfigMap({ namespace, name: "one", body, ...more }, k8s.setHeaderOptions("Content-Type", kind));
  const steps = [{ op: "add", path: "/data/c", value: "3" }];
  assert.equal((await patch(k8s.PatchStrategy.JsonPatch, steps)).data.c, "3");
  assert.equal((await patch(k8s.PatchStrategy.MergePatch, { data: { a: null } })).data.a, undefined);
  const labels = { metadata: { labels: { x: "y" } } };
  assert.equal((await patch(k8s.PatchStrategy.StrategicMergePatch, labels)).metadata.labels.x, "y");
  const whole = { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "one" }, data: { d: "4" } };
  const applied = await patch(k8s.PatchStrategy.ServerSideApply, whole, { fieldManager: "node" });
  assert.equal(applied.data.d, "4");
  assert.ok(applied.metadata.managedFields.some((entry) => entry.manager === "node" && entry.operation === "Apply"));
}

async function watches() {
  const start = (await core.listNamespacedConfigMap({ namespace })).metadata.resourceVersion;
  const seen = [];
  await new Promise((resolve, reject) => {
    let stream;
    const path = `/api/v1/namespaces/${namespace}/configmaps`;
    const event = (type, object) => {
      seen.push(`${type} ${object.metadata.name}`);
      if (type === "DELETED") {
        stream.then((controller) => controller.abort());
        resolve();
      }
    };
    stream = new k8s.Watch(config).watch(path, { resourceVersion: start }, event, (error) => {
      if (!seen.includes("DELETED seen")) reject(error ?? new Error("the watch ended early"));
    });
    (async () => {
      await core.createNamespacedConfigMap({ namespace, body: configMap("seen", {}) });
      await core.patchNamespacedConfigMap(
        { namespace, name: "seen", body: { data: { a: "b" } } },
        k8s.setHeaderOptions("Content-Type", k8s.PatchStrategy.MergePatch),
      );
      await core.deleteNamespacedConfigMap({ namespace, name: "seen" });
    })().catch(reject);
  });
  assert.deepEqual(seen, ["ADDED seen", "MODIFIED seen", "DELETED seen"]);
}

async function informers() {
  const list = () => core.listNamespacedConfigMap({ namespace });
  const informer = k8s.makeInformer(config, `/api/v1/namespaces/${namespace}/configmaps`, list);
  const added = new Promise((resolve, reject) => {
    informer.on("add", (object) => object.metadata.name === "late" && resolve());
    informer.on("error", reject);
  });
  await informer.start();
  await core.createNamespacedConfigMap({ namespace, body: configMap("late", {}) });
  await added;
  assert.deepEqual(informer.list().map((object) => object.metadata.name).sort(), ["late", "one"]);
  await informer.stop();
}

async function subresources() {
  const labels = { app: "web" };
  const template = { metadata: { labels }, spec: { containers: [{ name: "c", image: "i" }] } };
  const body = { metadata: { name: "web" }, spec: { replicas: 2, selector: { matchLabels: labels }, template } };
  assert.equal((await apps.createNamespacedDeployment({ namespace, body })).spec.strategy.type, "RollingUpdate");
  const scale = await apps.readNamespacedDeploymentScale({ namespace, name: "web" });
  scale.spec.replicas = 5;
  assert.equal((await apps.replaceNamespacedDeploymentScale({ namespace, name: "web", body: scale })).spec.replicas, 5);
  assert.equal((await apps.readNamespacedDeployment({ namespace, name: "web" })).spec.replicas, 5);
}

async function anyKind() {
  const object = { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "any", namespace }, data: { a: "1" } };
  assert.equal((await objects.create(object)).data.a, "1");
  assert.equal((await objects.read(object)).data.a, "1");
  const changed = await objects.patch({ ...object, data: { a: "2" } });
  assert.equal(changed.data.a, "2");
  await objects.delete(object);
  await refused(404, "NotFound", objects.read(object));
  assert.equal((await config.makeApiClient(k8s.VersionApi).getCode()).minor, "36");
}

for (const part of [verbs, patches, watches, informers, subresources, anyKind]) {
  await part();
  console.log("ok", part.name);
}
process.exit(0);
