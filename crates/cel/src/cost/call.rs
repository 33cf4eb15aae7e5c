//! What the standard functions cost.

use super::{Coster, Entry, Item, Range, is_logical};
use crate::ast::{Expr, operators};

const TRAVERSAL: f64 = 0.1;
const REGEX: f64 = 0.25;

impl Coster<'_> {
    /// The cost of one overload, and the size of its result where that is known.
    pub(super) fn overload(
        &mut self,
        expr: &Expr,
        function: &str,
        overload: &str,
        target: Option<&Item<'_>>,
        args: &[Item<'_>],
        costs: &[Range],
    ) -> (Range, Option<Range>) {
        let all = costs.iter().fold(Range::ZERO, |sum, cost| sum.add(*cost));
        if let Some((cost, size)) = self.library(function, overload, target, args) {
            return (cost.add(all), size);
        }
        let size = |at: usize| args.get(at).and_then(|item| item.size).unwrap_or(Range::UNKNOWN);
        let own = || target.and_then(|item| item.size).unwrap_or(Range::UNKNOWN);
        if is_logical(function)
            && let [one, two] = costs
        {
            return (Range { min: one.min, max: one.add(*two).max }, None);
        }
        if function == operators::CONDITIONAL
            && let ([test, yes, no], [_, a, b]) = (costs, args)
        {
            let entry = a.expr.and_then(|a| self.entry(a)).zip(b.expr.and_then(|b| self.entry(b)));
            self.set_entry(expr, entry);
            return (test.add(yes.union(*no)), Some(size(1).union(size(2))));
        }
        match overload {
            "string_format" => (own().scale(TRAVERSAL).add(all), None),
            "string_to_bytes" => {
                let size = size(0);
                (size.scale(TRAVERSAL).add(all), Some(Range { min: size.min, max: size.max.wrapping_mul(4) }))
            }
            "bytes_to_string" => {
                let size = size(0);
                (size.scale(TRAVERSAL).add(all), Some(Range { min: size.min / 4, max: size.max }))
            }
            "strings_quote" => {
                let size = size(0);
                let result =
                    Range { min: size.min.wrapping_add(2), max: size.max.wrapping_mul(2).wrapping_add(2) };
                (size.scale(TRAVERSAL).add(all), Some(result))
            }
            "starts_with_string" | "ends_with_string" => (size(0).scale(TRAVERSAL).add(all), None),
            "in_list" => (size(1).scale(1.0).add(all), None),
            "matches_string" => {
                let text = own().add(Range::fixed(1)).scale(TRAVERSAL);
                (text.multiply(size(0).scale(REGEX)).add(all), None)
            }
            "contains_string" => (own().scale(TRAVERSAL).multiply(size(0).scale(TRAVERSAL)).add(all), None),
            "add_string" | "add_bytes" | "add_list" => {
                let result = size(0).add(size(1));
                let entry = args
                    .first()
                    .and_then(|one| self.entry(one.expr?))
                    .zip(args.get(1).and_then(|two| self.entry(two.expr?)));
                self.set_entry(expr, entry);
                let cost = if overload == "add_list" { Range::fixed(1) } else { result.scale(TRAVERSAL) };
                (cost.add(all), Some(result))
            }
            "less_string"
            | "greater_string"
            | "less_equals_string"
            | "greater_equals_string"
            | "less_bytes"
            | "greater_bytes"
            | "less_equals_bytes"
            | "greater_equals_bytes"
            | "equals"
            | "not_equals" => {
                let max = size(0).max.min(size(1).max);
                (Range { min: u64::from(max > 0), max }.scale(TRAVERSAL).add(all), None)
            }
            _ => (Range::fixed(1).add(all), None),
        }
    }

    fn set_entry(&mut self, expr: &Expr, both: Option<(Entry, Entry)>) {
        if let Some((one, two)) = both {
            let entry =
                Entry { list: one.list, key: one.key.union(two.key), value: one.value.union(two.value) };
            self.entries.insert(expr.id, entry);
        }
    }
}
