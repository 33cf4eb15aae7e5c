//! Equal events are counted, similar ones combined, too many dropped.

use super::*;

fn event(name: &str, message: &str) -> Occurrence {
    Occurrence {
        about: ObjectReference { name: Some(name.to_owned()), ..ObjectReference::default() },
        severity: Severity::Normal,
        reason: "Because".to_owned(),
        message: message.to_owned(),
    }
}

fn at(seconds: u64) -> Duration {
    Duration::from_secs(seconds)
}

fn say(correlator: &mut Correlator, event: &Occurrence, now: Duration) -> Verdict {
    let (verdict, wrote) = correlator.judge(event, now);
    if matches!(verdict, Verdict::Create { .. }) {
        wrote(correlator, format!("{}.1", event.about.name.as_deref().unwrap_or_default()));
    }
    verdict
}

#[test]
fn equal_events_count_up() {
    let mut correlator = Correlator::default();
    let message = "m".to_owned();
    assert_eq!(say(&mut correlator, &event("a", "m"), at(0)), Verdict::Create { message: message.clone() });
    let counted = |count| Verdict::Count { name: "a.1".to_owned(), count, message: message.clone() };
    assert_eq!(say(&mut correlator, &event("a", "m"), at(1)), counted(2));
    assert_eq!(say(&mut correlator, &event("a", "m"), at(2)), counted(3));
    assert!(matches!(say(&mut correlator, &event("b", "m"), at(2)), Verdict::Create { .. }));
}

#[test]
fn many_messages_of_one_reason_become_one() {
    let mut correlator = Correlator::default();
    for number in 0..9 {
        let verdict = say(&mut correlator, &event("a", &number.to_string()), at(number));
        assert_eq!(verdict, Verdict::Create { message: number.to_string() });
    }
    let combined = |number: u32| format!("(combined from similar events): {number}");
    assert_eq!(say(&mut correlator, &event("a", "9"), at(9)), Verdict::Create { message: combined(9) });
    let counted = Verdict::Count { name: "a.1".to_owned(), count: 2, message: combined(10) };
    assert_eq!(say(&mut correlator, &event("a", "10"), at(10)), counted);
}

#[test]
fn an_object_falls_silent_for_a_while() {
    let mut correlator = Correlator::default();
    let dropped = (0..40).filter(|_| say(&mut correlator, &event("a", "m"), at(0)) == Verdict::Drop).count();
    assert_eq!(dropped, 15);
    assert_eq!(say(&mut correlator, &event("a", "m"), at(299)), Verdict::Drop);
    assert!(matches!(say(&mut correlator, &event("a", "m"), at(301)), Verdict::Count { .. }));
    assert_eq!(say(&mut correlator, &event("a", "m"), at(302)), Verdict::Drop);
}
