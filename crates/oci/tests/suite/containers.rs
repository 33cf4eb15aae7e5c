//! What a container sees: files, users, limits, its end.

use node::{ContainerRuntime as _, ContainerSecurity, LinuxResources, Mount};

use super::lab::{Lab, pod, shell};

#[tokio::test(flavor = "multi_thread")]
async fn it_runs_writes_its_log_and_ends() {
    let lab = Lab::new().await;
    let mut config = shell("plain", "echo out; echo err >&2; pwd; echo $IMAGE $OWN; hostname; exit 7");
    config.env.push(("OWN".into(), "mine".into()));
    let (status, log) = lab.run(&config).await;
    assert_eq!((status.exit_code, status.reason.as_str()), (7, "Error"));
    assert!(status.started_at > 0 && status.finished_at >= status.started_at);
    for line in ["out", "err", "/tmp", "yes mine", "plain"] {
        assert!(log.lines().any(|there| there == line), "{line} in {log}");
    }
    let (status, _) = lab.run(&shell("good", "true")).await;
    assert_eq!((status.exit_code, status.reason.as_str()), (0, "Completed"));
    let (status, _) = lab.run(&shell("killed", "kill -9 $$; sleep 9")).await;
    // The first process of a pid namespace is immune to its own signals; so it is its sleep that ends.
    assert!(status.exit_code == 0 || status.exit_code == 137);
    lab.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn users_files_and_mounts() {
    let lab = Lab::new().await;
    let mut config =
        shell("user", "id -u; id -g; id -G; touch /etc/x 2>/dev/null || echo denied; echo hi >/dev/stdout");
    config.security.run_as_username = Some("web".into());
    config.security.supplemental_groups = vec![2000];
    let (status, log) = lab.run(&config).await;
    assert_eq!(
        log,
        "100\n101\n7 101 2000\ndenied\nhi".replace("7 101 2000", log.lines().nth(2).unwrap_or_default())
    );
    let groups: Vec<_> = log.lines().nth(2).unwrap().split(' ').collect();
    assert!(["7", "101", "2000"].iter().all(|group| groups.contains(group)), "{groups:?}");
    assert_eq!(status.user, Some((100, 101, vec![7, 101, 2000])));

    let host = lab.dir().join("data");
    std::fs::create_dir(&host).unwrap();
    let mount = |path: &str, read_only| Mount {
        container_path: path.into(),
        host_path: host.display().to_string(),
        read_only,
        ..Mount::default()
    };
    let mut config = shell(
        "mounts",
        "echo x >/rw/f; cat /ro/f; echo y >/ro/g || echo refused; echo z >/root-file || echo closed",
    );
    config.mounts = vec![mount("/rw", false), mount("/ro", true)];
    config.security.read_only_root = true;
    let log = lab.script(&config).await;
    assert!(log.contains("x\n") && log.contains("refused") && log.contains("closed"), "{log}");
    assert_eq!(std::fs::read_to_string(host.join("f")).unwrap(), "x\n");

    let mut config = shell("image-volume", "cat /img/etc/group | head -n 1; echo x >/img/x || echo refused");
    let image = Some("busybox".to_owned());
    config.mounts = vec![Mount { container_path: "/img".into(), image, ..Mount::default() }];
    assert!(lab.script(&config).await.contains("root:x:0:"));
    lab.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn limits_hold_and_change_and_want_of_memory_is_told() {
    let lab = Lab::new().await;
    let sandbox = lab.run_pod(&pod(lab.dir(), "limits")).await;
    let mut config = shell("limited", "sleep 1000");
    config.resources = LinuxResources {
        memory_limit: 64 << 20,
        cpu_quota: 50_000,
        cpu_shares: 512,
        pids_limit: 30,
        ..LinuxResources::default()
    };
    let id = lab.start(&sandbox, &config).await;
    let group = format!("{}/pods/{sandbox}/{id}", lab.config.cgroup_prefix);
    let read = |file: &str| {
        let v1 = format!("/sys/fs/cgroup/{}{group}/{file}", file.split('.').next().unwrap());
        std::fs::read_to_string(&v1)
            .or_else(|_| std::fs::read_to_string(format!("/sys/fs/cgroup{group}/{file}")))
            .ok()
    };
    let memory = || {
        read("memory.limit_in_bytes").or_else(|| read("memory.max")).unwrap().trim().parse::<u64>().unwrap()
    };
    assert_eq!(memory(), 64 << 20);
    assert_eq!(read("pids.max").unwrap().trim(), "30");
    let change = LinuxResources { memory_limit: 96 << 20, ..LinuxResources::default() };
    lab.runtime.update_resources(&id, &change).await.unwrap();
    assert_eq!(memory(), 96 << 20);
    let stats = lab.runtime.container_stats(&id).await.unwrap();
    assert!(
        stats.memory.usage > 0 && stats.cpu.usage_nanos > 0 && stats.writable_layer_inodes > 0,
        "{stats:?}"
    );
    lab.runtime.remove_sandbox(&sandbox).await.unwrap();

    let mut config = shell("hungry", "x=$(yes | head -c 200000000); echo ${#x}");
    config.resources.memory_limit = 32 << 20;
    config.resources.memory_swap_limit = 32 << 20;
    let (status, _) = lab.run(&config).await;
    assert_eq!(status.reason, "OOMKilled", "{status:?}");
    assert_ne!(status.exit_code, 0);
    lab.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_can_not_start_says_why() {
    let lab = Lab::new().await;
    let sandbox = lab.run_pod(&pod(lab.dir(), "broken")).await;
    for (name, command, words) in [
        ("missing", vec!["no-such"], "executable file not found in $PATH"),
        ("absent", vec!["/no/such"], "no such file or directory"),
        ("format", vec!["/bin/broken"], "exec format error"),
        ("folder", vec!["/etc"], "is a directory"),
    ] {
        let mut config = shell(name, "");
        config.command = command.into_iter().map(str::to_owned).collect();
        let id =
            lab.runtime.create_container(&sandbox, &config, &node::SandboxConfig::default()).await.unwrap();
        let error = lab.runtime.start_container(&id).await.unwrap_err().to_string();
        assert!(error.contains(words), "{name}: {error}");
        let status = lab.runtime.container_status(&id).await.unwrap();
        assert_eq!((status.exit_code, status.reason.as_str()), (128, "StartError"), "{status:?}");
        assert!(status.message.contains(words));
    }
    let mut config = shell("nobody", "true");
    config.security =
        ContainerSecurity { run_as_username: Some("nobody".into()), ..ContainerSecurity::default() };
    assert!(lab.runtime.create_container(&sandbox, &config, &node::SandboxConfig::default()).await.is_err());
    config.image = "absent".into();
    assert!(
        lab.runtime
            .create_container(&sandbox, &config, &node::SandboxConfig::default())
            .await
            .unwrap_err()
            .is_not_found()
    );
    lab.finish().await;
}
