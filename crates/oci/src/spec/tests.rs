//! Specs against golden files in `tests/golden`; `NAVARCH_BLESS=1` writes them anew.

use std::path::Path;

use node::{ContainerSecurity, Mount, Namespaces, Propagation, SandboxSecurity};

use super::*;

fn golden(name: &str, input: &Input<'_>) {
    let spec = build(input).unwrap();
    let text = serde_json::to_string_pretty(&spec).unwrap() + "\n";
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(format!("{name}.json"));
    if std::env::var_os("NAVARCH_BLESS").is_some() {
        std::fs::write(&path, &text).unwrap();
    }
    let expected: Value = serde_json::from_str(&std::fs::read_to_string(&path).unwrap()).unwrap();
    // Sets have no order on disk.
    assert_eq!(sorted(serde_json::to_value(&spec).unwrap()), sorted(expected), "{name}");
}

fn sorted(mut value: Value) -> Value {
    for set in ["bounding", "effective", "permitted"] {
        if let Some(list) = value["process"]["capabilities"][set].as_array_mut() {
            list.sort_by_key(ToString::to_string);
        }
    }
    value
}

fn plain(available: &[String]) -> Input<'_> {
    Input {
        container: ContainerConfig { name: "c".into(), ..ContainerConfig::default() },
        sandbox: SandboxConfig {
            hostname: "web-0".into(),
            security: SandboxSecurity {
                namespaces: Namespaces { pid: NamespaceMode::Container, ..Namespaces::default() },
                ..SandboxSecurity::default()
            },
            ..SandboxConfig::default()
        },
        image: ImageConfig {
            entrypoint: vec!["/entry".into()],
            cmd: vec!["serve".into()],
            env: vec!["PATH=/image".into(), "A=1".into()],
            working_dir: "/srv".into(),
            ..ImageConfig::default()
        },
        user: (0, 0, vec![0]),
        rootfs: "/run/x/root/1".into(),
        run: "/run/x".into(),
        sandbox_dir: "/state/x".into(),
        cgroup: "/kubepods/pod1/c1".into(),
        hierarchies: vec![("memory".into(), "/sys/fs/cgroup/memory/kubepods/pod1/c1".into())],
        available,
        ..Input::default()
    }
}

#[test]
fn specs_are_as_they_were() {
    let available = all_names();
    golden("plain", &plain(&available));

    let mut hardened = plain(&available);
    hardened.container = ContainerConfig {
        args: vec!["other".into()],
        env: vec![("A".into(), "2".into())],
        tty: true,
        mounts: vec![
            Mount {
                container_path: "/data/inner".into(),
                host_path: "/h2".into(),
                recursive_read_only: true,
                ..Mount::default()
            },
            Mount {
                container_path: "/data".into(),
                host_path: "/h1".into(),
                propagation: Propagation::HostToContainer,
                ..Mount::default()
            },
            Mount {
                container_path: "/etc/resolv.conf".into(),
                host_path: "/r".into(),
                read_only: true,
                ..Mount::default()
            },
        ],
        security: ContainerSecurity {
            drop_capabilities: vec!["ALL".into()],
            read_only_root: true,
            no_new_privileges: true,
            masked_paths: Some(vec![]),
            ..ContainerSecurity::default()
        },
        ..ContainerConfig::default()
    };
    hardened.user = (1000, 1000, vec![1000, 2000]);
    hardened.unified = true;
    hardened.sandbox.security.namespaces.pid = NamespaceMode::Pod;
    golden("hardened", &hardened);

    let mut host = plain(&available);
    host.container.command = vec!["sh".into()];
    host.container.security.privileged = true;
    host.container.mounts = vec![
        Mount {
            container_path: "/host".into(),
            host_path: "/".into(),
            propagation: Propagation::Bidirectional,
            ..Mount::default()
        },
        Mount {
            container_path: "/img".into(),
            image: Some("x".into()),
            image_sub_path: "/sub".into(),
            ..Mount::default()
        },
    ];
    host.image_mounts = vec![(1, "/run/x/img".into())];
    host.sandbox.hostname = String::new();
    host.sandbox.security.namespaces = Namespaces {
        network: NamespaceMode::Node,
        pid: NamespaceMode::Node,
        ipc: NamespaceMode::Node,
        user_namespace: false,
    };
    host.devices = vec![DeviceNode {
        path: "/dev/fuse".into(),
        kind: 'c',
        number: (10, 229),
        mode: 0o666,
        owner: (0, 0),
        access: "rwm".into(),
    }];
    golden("host", &host);
}

#[test]
fn nothing_to_run_is_refused_and_commands_replace_the_image_s() {
    let available = all_names();
    let mut input = plain(&available);
    let run = |input: &Input<'_>| arguments(&input.container, &input.image).map(|all| all.join(" "));
    assert_eq!(run(&input).unwrap(), "/entry serve");
    input.container.command = vec!["sh".into()];
    assert_eq!(run(&input).unwrap(), "sh");
    input.container.args = vec!["-c".into()];
    assert_eq!(run(&input).unwrap(), "sh -c");
    input = plain(&available);
    (input.image.entrypoint, input.image.cmd) = (vec![], vec![]);
    assert!(matches!(run(&input), Err(SpecError::NoCommand)));
}
