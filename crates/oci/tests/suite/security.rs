//! What a container must not do: system calls, capabilities, set-uid, hidden paths.

use node::SeccompProfile;

use super::lab::{Lab, shell};

fn status_line<'a>(log: &'a str, key: &str) -> &'a str {
    log.lines().find_map(|line| line.strip_prefix(key)).unwrap_or_else(|| panic!("{key} in {log}")).trim()
}

#[tokio::test(flavor = "multi_thread")]
async fn the_default_profile_holds_and_costs_nothing_else() {
    let lab = Lab::new().await;
    let script =
        "cat /proc/self/status; unshare -U true || echo refused; umount /proc 2>/dev/null || echo kept";
    for (name, profile, mode) in
        [("free", SeccompProfile::Unconfined, "0"), ("default", SeccompProfile::RuntimeDefault, "2")]
    {
        let mut config = shell(name, script);
        config.security.seccomp = profile;
        let log = lab.script(&config).await;
        assert_eq!(status_line(&log, "Seccomp:"), mode, "{name}");
        assert_eq!(log.contains("refused"), mode == "2", "{name}: {log}");
        // The filter needed more capabilities for a moment; none of them stays.
        assert_eq!(status_line(&log, "CapBnd:"), "00000000a80425fb", "{name}");
        assert_eq!(status_line(&log, "CapEff:"), "00000000a80425fb", "{name}");
        assert_eq!(status_line(&log, "NoNewPrivs:"), "0", "{name}");
        // The shim ignores and blocks signals; its containers must not.
        assert_eq!(status_line(&log, "SigBlk:"), "0000000000000000", "{name}");
        assert_eq!(
            u64::from_str_radix(status_line(&log, "SigIgn:"), 16).unwrap() & (1 << 12),
            0,
            "SIGPIPE in {name}"
        );
    }
    lab.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_profile_of_the_node_holds_also_for_commands() {
    let lab = Lab::new().await;
    let profile = r#"{"defaultAction":"SCMP_ACT_ALLOW","syscalls":[{"names":["mkdir","mkdirat"],"action":"SCMP_ACT_ERRNO","errnoRet":28}]}"#;
    std::fs::write(lab.dir().join("no-mkdir.json"), profile).unwrap();
    let sandbox = lab.run_pod(&super::lab::pod(lab.dir(), "local")).await;
    let mut config = shell("c", "mkdir /tmp/x 2>&1; sleep 1000");
    config.security.seccomp = SeccompProfile::Localhost("no-mkdir.json".into());
    let id = lab.start(&sandbox, &config).await;
    lab.logged("local", "c", "mkdir: can't create directory '/tmp/x': No space left on device").await;
    let command = ["mkdir", "/tmp/y"].map(str::to_owned);
    let output = node::ContainerRuntime::exec_sync(&lab.runtime, &id, &command, 0).await.unwrap();
    assert!(String::from_utf8_lossy(&output.stderr).contains("No space left"), "{output:?}");
    config.name = "absent".into();
    config.security.seccomp = SeccompProfile::Localhost("absent.json".into());
    let id = node::ContainerRuntime::create_container(
        &lab.runtime,
        &sandbox,
        &config,
        &node::SandboxConfig::default(),
    )
    .await
    .unwrap();
    assert!(node::ContainerRuntime::start_container(&lab.runtime, &id).await.is_err());
    lab.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn capabilities_paths_and_privilege() {
    let lab = Lab::new().await;
    let mut config = shell(
        "dropped",
        "cat /proc/self/status; wc -c </proc/interrupts; echo 1 >/proc/sys/vm/swappiness || echo refused",
    );
    config.security.drop_capabilities = vec!["ALL".into()];
    config.security.add_capabilities = vec!["NET_BIND_SERVICE".into()];
    config.security.no_new_privileges = true;
    config.security.seccomp = SeccompProfile::RuntimeDefault;
    let log = lab.script(&config).await;
    assert_eq!(status_line(&log, "CapBnd:"), "0000000000000400");
    assert_eq!(status_line(&log, "CapEff:"), "0000000000000400");
    assert_eq!(status_line(&log, "NoNewPrivs:"), "1");
    assert_eq!(status_line(&log, "Seccomp:"), "2");
    assert!(log.lines().any(|line| line == "0") && log.contains("refused"), "{log}");

    let mut config =
        shell("all", "cat /proc/self/status; mount -t tmpfs x /tmp && echo mounted; ls /dev | wc -l");
    config.security.privileged = true;
    config.security.seccomp = SeccompProfile::RuntimeDefault;
    let log = lab.script(&config).await;
    assert!(log.contains("mounted"));
    assert_eq!(status_line(&log, "Seccomp:"), "0");
    let own = std::fs::read_to_string("/proc/self/status").unwrap();
    assert_eq!(status_line(&log, "CapBnd:"), status_line(&own, "CapBnd:"));
    lab.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn devices_are_only_those_given() {
    let lab = Lab::new().await;
    let script = "mknod /tmp/mem c 1 1; cat /tmp/mem >/dev/null || echo closed; head -c 1 /dev/given | wc -c; ls -l /dev/null";
    let mut config = shell("devices", script);
    config.devices = vec![node::Device {
        container_path: "/dev/given".into(),
        host_path: "/dev/zero".into(),
        permissions: "r".into(),
    }];
    let log = lab.script(&config).await;
    assert!(log.contains("closed") && log.lines().any(|line| line.trim() == "1"), "{log}");
    lab.finish().await;
}
