//! A profile to the kernel's filter program. Pure.
//!
//! The program is a chain: for each rule and system call one comparison of the number, then those of the arguments, then the
//! answer; what falls through meets the default. Its length costs nothing later: the kernel remembers for every system call whether
//! the answer is always "allow".

use serde::{Deserialize, Serialize};

use super::profile::{Action, Argument, Operator, Profile};
use super::{SeccompError, syscalls};

/// One instruction: operation, jump if true, jump if false, operand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Instruction(pub u16, pub u8, pub u8, pub u32);

const LOAD: u16 = 0x20; // a word of the call's data, by its place
const AND: u16 = 0x54;
const JUMP_EQ: u16 = 0x15;
const JUMP_GT: u16 = 0x25;
const JUMP_GE: u16 = 0x35;
const RETURN: u16 = 0x06;

/// Where things are in `struct seccomp_data`.
const NUMBER: u32 = 0;
const ARCH: u32 = 4;
const ARGUMENTS: u32 = 16;

/// The most instructions that the kernel takes.
const LONGEST: usize = 4096;
/// On x86 the bit of the x32 interface, which shares the architecture's name but not its numbers.
const X32: u32 = 0x4000_0000;

#[cfg(target_arch = "x86_64")]
const THIS_ARCH: u32 = 0xC000_003E;
#[cfg(target_arch = "aarch64")]
const THIS_ARCH: u32 = 0xC000_00B7;

/// Compiles the rules of `profile` that count for a container with these capabilities (with `CAP_`).
pub fn compile(profile: &Profile, capabilities: &[String]) -> Result<Vec<Instruction>, SeccompError> {
    let default = answer(profile.default_action, profile.default_errno_ret)?;
    let mut program = vec![
        Instruction(LOAD, 0, 0, ARCH),
        Instruction(JUMP_EQ, 1, 0, THIS_ARCH),
        Instruction(RETURN, 0, 0, libc::SECCOMP_RET_KILL_PROCESS),
        Instruction(LOAD, 0, 0, NUMBER),
    ];
    for rule in profile.syscalls.iter().filter(|rule| rule.counts(capabilities)) {
        let then = answer(rule.action, rule.errno_ret)?;
        if then == default {
            continue;
        }
        for number in rule.names.iter().filter_map(|name| syscalls::number(name)) {
            one(&mut program, number, rule.args.as_deref().unwrap_or_default(), then)?;
        }
    }
    if profile.default_action == Action::Errno {
        // Programs try new system calls and go back to old ones if they hear "no such call"; they believe "not permitted".
        let unknown = libc::SECCOMP_RET_ERRNO | libc::ENOSYS.unsigned_abs();
        program.push(Instruction(JUMP_GE, 2, 0, X32));
        program.push(Instruction(JUMP_GT, 0, 1, syscalls::HIGHEST));
        program.push(Instruction(RETURN, 0, 0, unknown));
    }
    program.push(Instruction(RETURN, 0, 0, default));
    if program.len() > LONGEST { Err(SeccompError::TooLong) } else { Ok(program) }
}

/// The rule for one system call; the number is loaded before and after.
fn one(
    program: &mut Vec<Instruction>,
    number: u32,
    arguments: &[Argument],
    then: u32,
) -> Result<(), SeccompError> {
    let mut block = Vec::new();
    for argument in arguments {
        compare(&mut block, argument);
    }
    block.push(Instruction(RETURN, 0, 0, then));
    if !arguments.is_empty() {
        // A comparison that fails jumps to here, and the chain goes on with the number.
        let end = block.len();
        for (at, instruction) in block.iter_mut().enumerate() {
            let over = u8::try_from(end - at - 1).map_err(|_| SeccompError::TooLong)?;
            instruction.1 = if instruction.1 == FAIL { over } else { instruction.1 };
            instruction.2 = if instruction.2 == FAIL { over } else { instruction.2 };
        }
        block.push(Instruction(LOAD, 0, 0, NUMBER));
    }
    let over = u8::try_from(block.len()).map_err(|_| SeccompError::TooLong)?;
    program.push(Instruction(JUMP_EQ, 0, over, number));
    program.extend(block);
    Ok(())
}

/// Stands for "the condition does not hold" until the place to jump to is known.
const FAIL: u8 = u8::MAX;

/// Compares one argument, high word first: the kernel's machine has 32 bits.
fn compare(block: &mut Vec<Instruction>, argument: &Argument) {
    let low = ARGUMENTS + argument.index * 8;
    let high = low + 4;
    let halves = |value: u64| ((value >> 32) as u32, value as u32);
    let (value_high, value_low) = halves(argument.value);
    let load = |place| Instruction(LOAD, 0, 0, place);
    match argument.op {
        Operator::Eq => block.extend([
            load(high),
            Instruction(JUMP_EQ, 0, FAIL, value_high),
            load(low),
            Instruction(JUMP_EQ, 0, FAIL, value_low),
        ]),
        Operator::Ne => block.extend([
            load(high),
            Instruction(JUMP_EQ, 0, 2, value_high),
            load(low),
            Instruction(JUMP_EQ, FAIL, 0, value_low),
        ]),
        Operator::MaskedEq => {
            let (wanted_high, wanted_low) = halves(argument.value_two);
            block.extend([
                load(high),
                Instruction(AND, 0, 0, value_high),
                Instruction(JUMP_EQ, 0, FAIL, wanted_high),
                load(low),
                Instruction(AND, 0, 0, value_low),
                Instruction(JUMP_EQ, 0, FAIL, wanted_low),
            ]);
        }
        // More than: the high word decides unless it is the same.
        Operator::Gt | Operator::Ge => {
            let last = if argument.op == Operator::Gt { JUMP_GT } else { JUMP_GE };
            block.extend([
                load(high),
                Instruction(JUMP_GT, 3, 0, value_high),
                Instruction(JUMP_EQ, 0, FAIL, value_high),
                load(low),
                Instruction(last, 0, FAIL, value_low),
            ]);
        }
        Operator::Lt | Operator::Le => {
            let last = if argument.op == Operator::Lt { JUMP_GE } else { JUMP_GT };
            block.extend([
                load(high),
                Instruction(JUMP_GT, FAIL, 0, value_high),
                Instruction(JUMP_EQ, 0, 2, value_high),
                load(low),
                Instruction(last, FAIL, 0, value_low),
            ]);
        }
    }
}

fn answer(action: Action, errno: Option<u16>) -> Result<u32, SeccompError> {
    let errno = u32::from(errno.unwrap_or(1));
    Ok(match action {
        Action::Allow => libc::SECCOMP_RET_ALLOW,
        Action::Errno => libc::SECCOMP_RET_ERRNO | errno,
        Action::KillThread => libc::SECCOMP_RET_KILL_THREAD,
        Action::KillProcess => libc::SECCOMP_RET_KILL_PROCESS,
        Action::Log => libc::SECCOMP_RET_LOG,
        Action::Trap => libc::SECCOMP_RET_TRAP,
        Action::Trace => libc::SECCOMP_RET_TRACE | errno,
        Action::Notify => return Err(SeccompError::Unsupported("a listener (SCMP_ACT_NOTIFY)".to_owned())),
    })
}

#[cfg(test)]
mod tests;
