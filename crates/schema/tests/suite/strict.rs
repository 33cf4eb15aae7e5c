//! Strict decoding by table: text, and what Go's decoder says about it.

use schema::strict::{check, duplicates};

fn said(kind: (&str, &str, &str), text: &str) -> String {
    let findings = check(text, schema::builtin(kind.0, kind.1, kind.2).unwrap());
    let mut said: Vec<String> = findings.decode.iter().map(ToString::to_string).collect();
    said.extend(findings.fields.iter().map(ToString::to_string));
    said.join("; ")
}

const POD: (&str, &str, &str) = ("", "v1", "Pod");
const SECRET: (&str, &str, &str) = ("", "v1", "Secret");
const SERVICE: (&str, &str, &str) = ("", "v1", "Service");
const CRD: (&str, &str, &str) = ("apiextensions.k8s.io", "v1", "CustomResourceDefinition");

#[test]
fn fields() {
    for (kind, text, expected) in [
        (
            POD,
            r#"{"spec":{"containers":[{"name":"a"},{"imag":"x"}]}}"#,
            r#"unknown field "spec.containers[1].imag""#,
        ),
        (POD, r#"{"Kind":"Pod"}"#, r#"unknown field "Kind""#),
        (POD, r#"{"metadata":{"labels":{"a":"1","a":"2"}}}"#, r#"duplicate field "metadata.labels.a""#),
        (POD, r#"{"kind":"a","kind":"b","kind":"c"}"#, r#"duplicate field "kind""#),
        (POD, r#"{"zz":{"a":1,"a":2},"zz":1}"#, r#"unknown field "zz""#),
        (POD, "{\"sp\\u0065c\":{\"nod\\u0065Name\":\"n\"} , \"status\" : null }", ""),
        (
            CRD,
            r#"{"spec":{"versions":[{"schema":{"openAPIV3Schema":{"properties":{"a":{"default":{"x":1,"x":2},"tpe":1}}}}}]}}"#,
            r#"unknown field "spec.versions[0].schema.openAPIV3Schema.properties.a.tpe""#,
        ),
        (
            CRD,
            r#"{"spec":{"versions":[{"schema":{"openAPIV3Schema":{"items":{"tpe":1},"additionalProperties":true}}}]}}"#,
            "",
        ),
    ] {
        assert_eq!(said(kind, text), expected, "{text}");
    }
}

#[test]
fn types() {
    for (kind, text, expected) in [
        (POD, r#"[]"#, "json: cannot unmarshal array into Go value of type v1.Pod"),
        (
            POD,
            r#"{"spec":"x"}"#,
            "json: cannot unmarshal string into Go struct field Pod.spec of type v1.PodSpec",
        ),
        (
            POD,
            r#"{"spec":{"containers":{}}}"#,
            "json: cannot unmarshal object into Go struct field PodSpec.spec.containers of type []v1.Container",
        ),
        (
            POD,
            r#"{"spec":{"containers":[1]}}"#,
            "json: cannot unmarshal number into Go struct field PodSpec.spec.containers of type v1.Container",
        ),
        (
            POD,
            r#"{"spec":{"dnsPolicy":true}}"#,
            "json: cannot unmarshal bool into Go struct field PodSpec.spec.dnsPolicy of type v1.DNSPolicy",
        ),
        (
            POD,
            r#"{"spec":{"priority":2147483648}}"#,
            "json: cannot unmarshal number 2147483648 into Go struct field PodSpec.spec.priority of type int32",
        ),
        (
            POD,
            r#"{"spec":{"priority":1.0}}"#,
            "json: cannot unmarshal number 1.0 into Go struct field PodSpec.spec.priority of type int32",
        ),
        (POD, r#"{"spec":{"priority":-2147483648}}"#, ""),
        (
            POD,
            r#"{"spec":{"volumes":[{"hostPath":{"path":1}}]}}"#,
            "json: cannot unmarshal number into Go struct field HostPathVolumeSource.spec.volumes.hostPath.path of type string",
        ),
        (
            POD,
            r#"{"spec":{"volumes":[{"hostPath":1}]}}"#,
            "json: cannot unmarshal number into Go struct field Volume.spec.volumes.hostPath of type v1.HostPathVolumeSource",
        ),
        (
            POD,
            r#"{"metadata":{"creationTimestamp":1}}"#,
            "json: cannot unmarshal number into Go struct field ObjectMeta.metadata.creationTimestamp of type string",
        ),
        (POD, r#"{"spec":{"overhead":{"cpu":1,"memory":"1Gi"}}}"#, ""),
        (
            SERVICE,
            r#"{"spec":{"ports":[{"targetPort":"a"},{"targetPort":80},{"targetPort":true}]}}"#,
            "json: cannot unmarshal bool into Go struct field ServicePort.spec.ports.targetPort of type int32",
        ),
        (SECRET, r#"{"data":{"a":"YQ==","b":"YQ=\n=","c":null}}"#, ""),
        (SECRET, r#"{"data":{"a":"YQ"}}"#, "illegal base64 data at input byte 0"),
        (SECRET, r#"{"data":{"a":"YWI*"}}"#, "illegal base64 data at input byte 3"),
        (SECRET, r#"{"data":{"a":"YWJj="}}"#, "illegal base64 data at input byte 4"),
        (
            SECRET,
            r#"{"data":{"a":1}}"#,
            "json: cannot unmarshal number into Go struct field Secret.data of type []uint8",
        ),
    ] {
        assert_eq!(said(kind, text), expected, "{text}");
    }
}

#[test]
fn duplicates_without_a_type() {
    let found = duplicates(r#"{"spec":{"a":[{"b":1,"b":2}],"a":1}}"#);
    let found: Vec<String> = found.iter().map(ToString::to_string).collect();
    assert_eq!(found, [r#"duplicate field "spec.a[0].b""#, r#"duplicate field "spec.a""#]);
}

#[test]
fn broken_and_hostile_texts_end_the_check() {
    for text in ["", "{", r#"{"spec""#, r#"{"spec":{"#, "[[[", "\"", r#""\"#, "}", "{]"] {
        let _ = said(POD, text);
        let _ = duplicates(text);
    }
    let deep = format!("{}1{}", "[".repeat(100_000), "]".repeat(100_000));
    assert!(duplicates(&deep).is_empty());
}
