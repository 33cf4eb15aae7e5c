//! The filter, run by a small machine of the test's own.

use super::*;
use crate::seccomp::default_profile;

/// Runs a program on one system call.
fn run(program: &[Instruction], arch: u32, number: u32, arguments: &[u64]) -> u32 {
    let word = |place: u32| match place {
        NUMBER => number,
        ARCH => arch,
        place => {
            let value = arguments.get(((place - ARGUMENTS) / 8) as usize).copied().unwrap_or(0);
            if place % 8 == 4 { (value >> 32) as u32 } else { value as u32 }
        }
    };
    let (mut at, mut held) = (0, 0);
    loop {
        let Instruction(code, yes, no, operand) = program[at];
        let jump = |holds: bool| usize::from(if holds { yes } else { no });
        at += 1 + match code {
            LOAD => {
                held = word(operand);
                0
            }
            AND => {
                held &= operand;
                0
            }
            JUMP_EQ => jump(held == operand),
            JUMP_GT => jump(held > operand),
            JUMP_GE => jump(held >= operand),
            RETURN => return operand,
            other => panic!("instruction {other}"),
        };
    }
}

fn number(name: &str) -> u32 {
    syscalls::number(name).unwrap()
}

const EPERM: u32 = libc::SECCOMP_RET_ERRNO | 1;
const ENOSYS: u32 = libc::SECCOMP_RET_ERRNO | 38;
const ALLOW: u32 = libc::SECCOMP_RET_ALLOW;

#[test]
fn the_default_profile_answers_as_it_should() {
    let none = compile(&default_profile(), &[]).unwrap();
    let admin =
        compile(&default_profile(), &["CAP_SYS_ADMIN".to_owned(), "CAP_SYS_CHROOT".to_owned()]).unwrap();
    for (name, arguments, without, with) in [
        ("read", vec![], ALLOW, ALLOW),
        ("execve", vec![], ALLOW, ALLOW),
        ("mount", vec![], EPERM, ALLOW),
        ("unshare", vec![], EPERM, ALLOW),
        ("chroot", vec![], EPERM, ALLOW),
        ("keyctl", vec![], EPERM, EPERM),
        ("clone", vec![17], ALLOW, ALLOW),
        ("clone", vec![0x1000_0000 | 17], EPERM, ALLOW), // a user namespace
        ("clone3", vec![], ENOSYS, ALLOW),
        ("socket", vec![2], ALLOW, ALLOW),
        ("socket", vec![40], EPERM, EPERM), // the host of a virtual machine
        ("socket", vec![38], EPERM, EPERM), // the kernel's cryptography
        ("personality", vec![0xffff_ffff], ALLOW, ALLOW),
        ("personality", vec![0x0040_0000], EPERM, EPERM),
    ] {
        assert_eq!(run(&none, THIS_ARCH, number(name), &arguments), without, "{name} {arguments:?}");
        assert_eq!(run(&admin, THIS_ARCH, number(name), &arguments), with, "{name} {arguments:?} as admin");
    }
    assert_eq!(run(&none, THIS_ARCH, syscalls::HIGHEST + 1, &[]), ENOSYS);
    assert_eq!(run(&none, THIS_ARCH, X32 | 1, &[]), EPERM);
    assert_eq!(run(&none, 0x4000_0003, 1, &[]), libc::SECCOMP_RET_KILL_PROCESS);
}

#[test]
fn every_operator_compares_64_bits() {
    let big = 0x1_0000_0005_u64;
    for (op, holds) in [
        ("EQ", [false, true, false]),
        ("NE", [true, false, true]),
        ("LT", [true, false, false]),
        ("LE", [true, true, false]),
        ("GT", [false, false, true]),
        ("GE", [false, true, true]),
        ("MASKED_EQ", [false, true, true]),
    ] {
        let text = format!(
            r#"{{"defaultAction":"SCMP_ACT_ALLOW","syscalls":[{{"names":["kill","unheard-of"],"action":"SCMP_ACT_ERRNO","errnoRet":7,
                "args":[{{"index":1,"value":{big},"valueTwo":{big},"op":"SCMP_CMP_{op}"}}]}}]}}"#
        );
        let program = compile(&Profile::parse(text.as_bytes()).unwrap(), &[]).unwrap();
        for (value, holds) in [0x5, big, 0x3_0000_0005].into_iter().zip(holds) {
            let expected = if holds { libc::SECCOMP_RET_ERRNO | 7 } else { ALLOW };
            assert_eq!(run(&program, THIS_ARCH, number("kill"), &[0, value]), expected, "{op} {value:#x}");
            assert_eq!(run(&program, THIS_ARCH, number("read"), &[0, value]), ALLOW);
        }
    }
}

#[test]
fn what_is_not_supported_is_said() {
    let text = br#"{"defaultAction":"SCMP_ACT_NOTIFY"}"#;
    assert!(matches!(compile(&Profile::parse(text).unwrap(), &[]), Err(SeccompError::Unsupported(_))));
    assert!(matches!(Profile::parse(b"{}"), Err(SeccompError::Profile(_))));
}
