//! Negotiation: what clients send, and what a stock server makes of it.

use codec::negotiate::{Endpoint, Media, PatchKind, Shape, body, gzip_wanted, is_pretty, output, patch};

#[test]
fn accept_headers_choose_encoding_and_shape() {
    let kubectl = "application/json;as=Table;v=v1;g=meta.k8s.io,application/json;as=Table;v=v1beta1;g=meta.k8s.io,application/json";
    let discovery = "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList,application/json;g=apidiscovery.k8s.io;v=v2beta1;as=APIGroupDiscoveryList,application/json";
    let cases = [
        ("", Endpoint::OBJECT, Media::Json, Shape::Object),
        ("*/*", Endpoint::OBJECT, Media::Json, Shape::Object),
        ("application/*", Endpoint::OBJECT, Media::Json, Shape::Object),
        ("application/yaml", Endpoint::OBJECT, Media::Yaml, Shape::Object),
        ("application/vnd.kubernetes.protobuf, */*", Endpoint::LIST, Media::Protobuf, Shape::Object),
        (
            "application/vnd.kubernetes.protobuf,application/json",
            Endpoint::CUSTOM_LIST,
            Media::Json,
            Shape::Object,
        ),
        ("application/json;q=0.5,application/yaml", Endpoint::OBJECT, Media::Yaml, Shape::Object),
        ("*/*,application/yaml", Endpoint::OBJECT, Media::Yaml, Shape::Object),
        ("text/html,application/xhtml+xml,*/*;q=0.8", Endpoint::OBJECT, Media::Json, Shape::Object),
        (kubectl, Endpoint::LIST, Media::Json, Shape::Table("v1")),
        (kubectl, Endpoint::DISCOVERY, Media::Json, Shape::Object),
        (
            "application/vnd.kubernetes.protobuf;as=Table;v=v1;g=meta.k8s.io,application/json",
            Endpoint::LIST,
            Media::Json,
            Shape::Object,
        ),
        (
            "application/vnd.kubernetes.protobuf;as=PartialObjectMetadata;v=v1;g=meta.k8s.io",
            Endpoint::OBJECT,
            Media::Protobuf,
            Shape::Metadata("v1"),
        ),
        (
            "application/vnd.kubernetes.protobuf;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io,application/json",
            Endpoint::CUSTOM_LIST,
            Media::Protobuf,
            Shape::MetadataList("v1"),
        ),
        (
            "application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io",
            Endpoint::LIST,
            Media::Json,
            Shape::MetadataList("v1"),
        ),
        (discovery, Endpoint::DISCOVERY, Media::Json, Shape::Discovery("v2")),
        (
            "application/json;as=Table;v=v1;g=meta.k8s.io,application/json",
            Endpoint::REVIEW,
            Media::Json,
            Shape::Object,
        ),
        (discovery, Endpoint::OBJECT, Media::Json, Shape::Object),
        ("application/json; charset=utf-8", Endpoint::OBJECT, Media::Json, Shape::Object),
    ];
    for (accept, endpoint, media, shape) in cases {
        let chosen = output(accept, &endpoint).unwrap_or_else(|error| panic!("{accept}: {error}"));
        assert_eq!((chosen.media, chosen.shape), (media, shape), "{accept}");
    }
    let stream = output("application/vnd.kubernetes.protobuf;stream=watch", &Endpoint::LIST).expect("ours");
    assert!(stream.stream);
    assert!(output("application/json;pretty=1", &Endpoint::OBJECT).expect("ours").pretty);
}

#[test]
fn refusals_list_what_there_is() {
    let error = output("application/cbor", &Endpoint::OBJECT).expect_err("not ours");
    assert_eq!(
        error.to_string(),
        "406: Not Acceptable\n\nAvailable representations: application/json, application/yaml, application/vnd.kubernetes.protobuf"
    );
    let error = output("text/plain", &Endpoint::LIST).expect_err("not ours");
    assert_eq!(
        error.to_string(),
        "406: Not Acceptable\n\nAvailable representations: application/json, application/yaml, application/vnd.kubernetes.protobuf, application/json;stream=watch, application/vnd.kubernetes.protobuf;stream=watch"
    );
    for accept in
        ["application/json;as=Bogus;v=v1;g=meta.k8s.io", "application/yaml;stream=watch", "application"]
    {
        assert!(output(accept, &Endpoint::LIST).is_err(), "{accept}");
    }
}

#[test]
fn content_types_name_bodies_and_patches() {
    assert_eq!(body("", &Media::ALL), Ok(Media::Json));
    assert_eq!(body("application/json; charset=UTF-8", &Media::ALL), Ok(Media::Json));
    assert_eq!(body("Application/YAML", &Media::ALL), Ok(Media::Yaml));
    assert!(body("application/vnd.kubernetes.protobuf", &Media::CUSTOM).is_err());
    assert_eq!(
        body("text/plain", &Media::ALL).expect_err("not ours").to_string(),
        "the body of the request was in an unknown format - accepted media types include: application/json, application/yaml, application/vnd.kubernetes.protobuf"
    );
    assert_eq!(patch("application/apply-patch+yaml; charset=utf-8", &PatchKind::ALL), Ok(PatchKind::Apply));
    assert_eq!(
        patch("application/strategic-merge-patch+json", &PatchKind::CUSTOM)
            .expect_err("not ours")
            .to_string(),
        "the body of the request was in an unknown format - accepted media types include: application/json-patch+json, application/merge-patch+json, application/apply-patch+yaml"
    );
}

#[test]
fn finishing_touches() {
    assert!(is_pretty(Some("true"), "x"));
    assert!(!is_pretty(Some("0"), "curl/8"));
    assert!(is_pretty(Some(""), "curl/8"));
    assert!(is_pretty(None, "Mozilla/5.0 (X11)"));
    assert!(!is_pretty(None, "kubectl/v1.36"));
    assert!(gzip_wanted("deflate, gzip", 131_073));
    assert!(!gzip_wanted("gzip", 131_072));
    assert!(!gzip_wanted("gzip;q=1", 1 << 20));
    assert!(!gzip_wanted("", 1 << 20));
}
