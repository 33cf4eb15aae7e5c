//! The simulated disk keeps what it must keep and loses what it may lose.

use std::collections::HashSet;

use store::embedded::disk::{Disk, DiskFile};

use super::{Fault, How, Kind, Loss, SimDisk};

fn read(disk: &SimDisk, name: &str) -> Option<Vec<u8>> {
    disk.images().into_iter().find(|image| image.name == name).map(|image| image.bytes.to_vec())
}

fn file(disk: &SimDisk, name: &str, bytes: &[u8]) -> Box<dyn DiskFile> {
    let file = disk.create(name).unwrap();
    file.write_at(bytes, 0).unwrap();
    file
}

#[test]
fn what_is_synced_survives_every_loss() {
    for loss in Loss::ALL {
        for seed in 0..20 {
            let disk = SimDisk::default();
            file(&disk, "a", &[7; 2000]).sync().unwrap();
            disk.sync_dir().unwrap();
            let after = disk.after_power_loss(loss, &mut fastrand::Rng::with_seed(seed));
            assert_eq!(read(&after, "a"), Some(vec![7; 2000]), "{loss:?}");
            assert!(disk.list().is_err(), "the old handle is dead");
        }
    }
}

#[test]
fn unsynced_sectors_are_lost_one_by_one() {
    let mut seen = HashSet::new();
    for seed in 0..200 {
        let disk = SimDisk::with([("a".to_owned(), vec![0; 1536])]);
        disk.open("a").unwrap().write_at(&[1; 1536], 0).unwrap();
        let after = disk.after_power_loss(Loss::Scattered, &mut fastrand::Rng::with_seed(seed));
        let bytes = read(&after, "a").unwrap();
        assert!(bytes.chunks(512).all(|sector| sector.iter().all(|b| *b == sector[0])), "a torn sector");
        seen.insert((bytes[0], bytes[512], bytes[1024]));
    }
    assert_eq!(seen.len(), 8, "every combination");
}

#[test]
fn a_file_without_its_synced_name_may_be_lost() {
    let disk = SimDisk::default();
    file(&disk, "a", b"x").sync().unwrap();
    let after = disk.after_power_loss(Loss::Everything, &mut fastrand::Rng::with_seed(0));
    assert_eq!(read(&after, "a"), None);
}

#[test]
fn a_renamed_file_may_keep_its_old_name_but_not_lose_both() {
    let mut seen = HashSet::new();
    for (seed, loss) in (0..50).flat_map(|seed| Loss::ALL.map(|loss| (seed, loss))) {
        let disk = SimDisk::with([("old".to_owned(), vec![1])]);
        file(&disk, "new", &[2]).sync().unwrap();
        disk.sync_dir().unwrap();
        disk.rename("new", "old").unwrap();
        let after = disk.after_power_loss(loss, &mut fastrand::Rng::with_seed(seed));
        seen.insert((read(&after, "old").unwrap()[0], read(&after, "new").is_some()));
    }
    assert_eq!(seen, HashSet::from([(1, true), (2, false)]));
}

#[test]
fn after_a_failed_sync_a_later_one_does_not_help() {
    let disk = SimDisk::with([("a".to_owned(), vec![0; 512])]);
    let file = disk.open("a").unwrap();
    file.write_at(&[1; 512], 0).unwrap();
    disk.fail(Fault::once(Kind::Sync, "a", 0, How::Before));
    assert!(file.sync().is_err());
    file.sync().unwrap();
    assert!(disk.heal());
    assert_eq!(read(&disk, "a").unwrap()[0], 1, "still seen");
    let after = disk.after_kill().after_power_loss(Loss::Everything, &mut fastrand::Rng::with_seed(0));
    assert_eq!(read(&after, "a").unwrap()[0], 0, "not kept");
}

#[test]
fn a_durable_write_survives_and_helps_no_other() {
    for seed in 0..50 {
        let disk = SimDisk::with([("a".to_owned(), vec![0; 2048])]);
        let file = disk.open("a").unwrap();
        file.write_at(&[1; 1024], 0).unwrap();
        file.write_durably(&[2; 1024], 512).unwrap();
        let everything =
            disk.after_kill().after_power_loss(Loss::Everything, &mut fastrand::Rng::with_seed(seed));
        assert_eq!(read(&everything, "a").unwrap(), [vec![0; 512], vec![2; 1024], vec![0; 512]].concat());
        for loss in [Loss::Scattered, Loss::Prefix] {
            let after = disk.after_kill().after_power_loss(loss, &mut fastrand::Rng::with_seed(seed));
            assert_eq!(read(&after, "a").unwrap()[512..1536], [2; 1024], "{loss:?}");
        }
    }
}

#[test]
fn a_durable_write_may_be_cut_short_by_the_power_or_fail() {
    let mut seen = HashSet::new();
    for seed in 0..50 {
        let disk = SimDisk::with([("a".to_owned(), vec![0; 1024])]);
        disk.off_at(2);
        assert!(disk.open("a").unwrap().write_durably(&[1; 1024], 0).is_err());
        let after = disk.after_power_loss(Loss::Scattered, &mut fastrand::Rng::with_seed(seed));
        let bytes = read(&after, "a").unwrap();
        seen.insert((bytes[0], bytes[512]));
    }
    assert_eq!(seen.len(), 4, "every combination");
    let disk = SimDisk::with([("a".to_owned(), vec![0; 512])]);
    let file = disk.open("a").unwrap();
    disk.fail(Fault::once(Kind::Sync, "a", 0, How::Before));
    assert!(file.write_durably(&[1; 512], 0).is_err());
    file.sync().unwrap();
    let after = disk.after_kill().after_power_loss(Loss::Everything, &mut fastrand::Rng::with_seed(0));
    assert_eq!(read(&after, "a").unwrap()[0], 0, "not kept");
}

#[test]
fn the_power_goes_off_at_the_operation_asked_for() {
    let disk = SimDisk::default();
    disk.off_at(2);
    let file = file(&disk, "a", b"x");
    assert!(file.sync().is_err() && disk.list().is_err());
    assert_eq!(disk.log().len(), 2);
}
