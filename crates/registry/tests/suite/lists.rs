//! Lists: selectors, pages, versions.

use serde_json::json;

use super::support::*;

#[tokio::test]
async fn selectors_select() {
    let lab = Lab::new().await;
    lab.map("a", json!({"app": "x"})).await;
    lab.map("b", json!({"app": "y"})).await;
    lab.create(&lab.target("configmaps", "other", ""), json!({"metadata": {"name": "c"}})).await.unwrap();
    let all = lab.target("configmaps", "", "");
    for (target, query, expected) in [
        (&all, "", vec!["a", "b", "c"]),
        (&lab.maps(), "", vec!["a", "b"]),
        (&all, "labelSelector=app%3Dx", vec!["a"]),
        (&all, "labelSelector=app!%3Dx", vec!["b", "c"]),
        (&all, "fieldSelector=metadata.name%3Db", vec!["b"]),
        (&lab.maps(), "fieldSelector=metadata.name%3Dc", vec![]),
        (&all, "fieldSelector=metadata.namespace%3Dother", vec!["c"]),
    ] {
        assert_eq!(names(&lab.list(target, query).await.unwrap()), expected, "{query}");
    }
    let error = lab.list(&all, "fieldSelector=spec.bogus%3Dx").await.unwrap_err();
    assert_eq!(
        error.to_string(),
        "\"spec.bogus\" is not a known field selector: only \"metadata.name\", \"metadata.namespace\""
    );
    let error = lab.list(&lab.target("pods", "ns", ""), "fieldSelector=spec.bogus%3Dx").await.unwrap_err();
    assert_eq!((error.code(), error.to_string().as_str()), (400, "field label not supported: spec.bogus"));
}

#[tokio::test]
async fn fields_select_through_the_index() {
    let lab = Lab::new().await;
    let pods = lab.target("pods", "ns", "");
    for (name, node) in [("p1", "n1"), ("p2", "n2"), ("p3", "n1")] {
        let pod =
            json!({"metadata": {"name": name}, "spec": {"nodeName": node, "containers": [{"name": "c"}]}});
        lab.create(&pods, pod).await.unwrap();
    }
    assert_eq!(names(&lab.list(&pods, "fieldSelector=spec.nodeName%3Dn1").await.unwrap()), ["p1", "p3"]);
    lab.change("pods", "p2", |pod| pod.set("spec.nodeName", "n1")).await.unwrap();
    assert_eq!(
        names(&lab.list(&pods, "fieldSelector=spec.nodeName%3Dn1").await.unwrap()),
        ["p1", "p2", "p3"]
    );
    assert_eq!(names(&lab.list(&pods, "fieldSelector=spec.nodeName%3Dn2").await.unwrap()), [] as [&str; 0]);
    assert_eq!(
        names(&lab.list(&pods, "fieldSelector=spec.nodeName!%3Dn2,status.phase%3D").await.unwrap()).len(),
        3
    );
}

#[tokio::test]
async fn pages_show_one_revision_whatever_is_written_meanwhile() {
    let lab = Lab::new().await;
    for name in ["a", "b", "c", "d", "e"] {
        lab.map(name, json!({})).await;
    }
    let first = lab.list(&lab.maps(), "limit=2").await.unwrap();
    assert_eq!((names(&first), first.remaining), (vec!["a", "b"], Some(3)));
    lab.map("bb", json!({})).await;
    lab.delete("configmaps", "c", json!({})).await.unwrap();
    lab.change("configmaps", "d", |map| map.set("data.n", "9")).await.unwrap();
    let query = format!("limit=2&continue={}", first.continue_token);
    let second = lab.list(&lab.maps(), &query).await.unwrap();
    assert_eq!(
        (names(&second), second.remaining, second.revision),
        (vec!["c", "d"], Some(1), first.revision)
    );
    assert_eq!(second.items[1].object().unwrap().text("data.n"), "0");
    let query = format!("limit=2&continue={}", second.continue_token);
    let third = lab.list(&lab.maps(), &query).await.unwrap();
    assert_eq!((names(&third), third.continue_token.as_str(), third.remaining), (vec!["e"], "", None));
}

#[tokio::test]
async fn pages_with_selectors_do_not_count() {
    let lab = Lab::new().await;
    for name in ["a", "b", "c", "d", "e"] {
        lab.map(name, json!({"odd": if matches!(name, "a" | "c" | "e") { "y" } else { "n" }})).await;
    }
    let page = lab.list(&lab.maps(), "limit=2&labelSelector=odd%3Dy").await.unwrap();
    assert_eq!((names(&page), page.remaining), (vec!["a", "c"], None));
    let query = format!("limit=2&labelSelector=odd%3Dy&continue={}", page.continue_token);
    let page = lab.list(&lab.maps(), &query).await.unwrap();
    assert_eq!((names(&page), page.continue_token.as_str()), (vec!["e"], ""));
}

#[tokio::test]
async fn a_page_of_a_forgotten_revision_can_be_finished_inconsistently() {
    let lab = Lab::new().await;
    for name in ["a", "b", "c"] {
        lab.map(name, json!({})).await;
    }
    let first = lab.list(&lab.maps(), "limit=1").await.unwrap();
    lab.delete("configmaps", "b", json!({})).await.unwrap();
    lab.store.compact(lab.store.revision().await.unwrap()).await.unwrap();
    let error =
        lab.list(&lab.maps(), &format!("limit=5&continue={}", first.continue_token)).await.unwrap_err();
    assert_eq!(error.code(), 410);
    let token = &error.status().metadata.continue_token;
    let rest = lab.list(&lab.maps(), &format!("limit=5&continue={token}")).await.unwrap();
    assert_eq!(names(&rest), ["c"]);
    let query = format!("resourceVersion={}&resourceVersionMatch=Exact", first.revision);
    let error = lab.list(&lab.maps(), &query).await.unwrap_err();
    assert_eq!(error.to_string(), "The resourceVersion for the provided list is too old.");
}

#[tokio::test]
async fn versions_mean_what_the_match_says() {
    let lab = Lab::with(registry::Config {
        patience: std::time::Duration::from_millis(5),
        ..registry::Config::default()
    })
    .await;
    let a = lab.map("a", json!({})).await;
    lab.map("b", json!({})).await;
    // What takes any version may be behind; a consistent list brings the cache up to date.
    assert_eq!(names(&lab.list(&lab.maps(), "").await.unwrap()), ["a", "b"]);
    let at = |query: &str| format!("resourceVersion={}{query}", a.revision);
    assert_eq!(names(&lab.list(&lab.maps(), &at("&resourceVersionMatch=Exact")).await.unwrap()), ["a"]);
    assert_eq!(names(&lab.list(&lab.maps(), &at("&limit=5")).await.unwrap()), ["a"]);
    assert_eq!(
        names(&lab.list(&lab.maps(), &at("&resourceVersionMatch=NotOlderThan")).await.unwrap()),
        ["a", "b"]
    );
    assert_eq!(names(&lab.list(&lab.maps(), &at("")).await.unwrap()), ["a", "b"]);
    assert_eq!(names(&lab.list(&lab.maps(), "resourceVersion=0&limit=1").await.unwrap()).len(), 2);
    assert_eq!(lab.list(&lab.maps(), "resourceVersion=99999").await.unwrap_err().code(), 504);
    assert_eq!(
        lab.list(&lab.maps(), "resourceVersion=99999&resourceVersionMatch=Exact").await.unwrap_err().code(),
        504
    );
    let error = lab.list(&lab.maps(), "resourceVersion=abc").await.unwrap_err();
    let expected = "invalid resource version: resourceVersion: Invalid value: \"abc\": strconv.ParseUint: parsing \"abc\": invalid syntax";
    assert_eq!((error.code(), error.to_string().as_str()), (400, expected));
}
