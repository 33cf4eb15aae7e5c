//! What the functions of the extension and Kubernetes libraries cost. Which rules a custom resource definition may have
//! depends on these numbers, so they are upstream's.

use super::{Coster, Item, Range};
use crate::ast::{Kind, Literal};
use crate::types::{Type, kubernetes};

const TRAVERSAL: f64 = 0.1;
const REGEX: f64 = 0.25;
const MAX_FORMAT_REGEX: f64 = 128.0;
const MAX_FORMAT: u64 = 64;

/// A cost, and the size of the result where that is known.
type Estimate = Option<(Range, Option<Range>)>;

impl Coster<'_> {
    pub(super) fn library(
        &self,
        function: &str,
        overload: &str,
        target: Option<&Item<'_>>,
        args: &[Item<'_>],
    ) -> Estimate {
        if let Some(found) = self.lists(overload, target, args) {
            return Some(found);
        }
        let size = |at: usize| args.get(at).map(|item| self.known(item));
        let own = target.map(|item| self.known(item));
        let one = Some((Range::fixed(1), None));
        match function {
            "check" => Some((Range::fixed(350_000), None)),
            "serviceAccount" | "path" | "group" | "resource" | "subresource" | "namespace" | "name"
            | "allowed" | "reason" | "error" | "errored" => one,
            "fieldSelector" | "labelSelector" => Some((selector(size(0)?), None)),
            "isSorted" | "sum" | "max" | "min" | "indexOf" | "lastIndexOf" => self.over_list(target?),
            "url" | "jsonpatch.escapeKey" => size(0).map(|size| (size.scale(TRAVERSAL), Some(size))),
            "lowerAscii" | "upperAscii" | "substring" | "trim" => {
                own.map(|size| (size.scale(TRAVERSAL), Some(size)))
            }
            "replace" => own.map(|size| {
                let from = args.first().map_or(Range::UNKNOWN, |item| self.known(item));
                let to = args.get(1).map_or(Range::UNKNOWN, |item| self.known(item));
                (size.scale(2.0 * TRAVERSAL), Some(replaced(size, from, to)))
            }),
            "split" => own.map(|size| {
                let limit = args.get(1).and_then(|item| match &item.expr?.kind {
                    Kind::Literal(Literal::Int(limit)) => Some(limit.cast_unsigned()),
                    _ => None,
                });
                (size.scale(2.0 * TRAVERSAL), Some(Range { min: 0, max: limit.unwrap_or(size.max) }))
            }),
            "join" => self.join(target?, args),
            "find" | "findAll" => own.zip(size(0)).map(|(text, pattern)| {
                let cost = text.add(Range::fixed(1)).scale(TRAVERSAL).multiply(pattern.scale(REGEX));
                (cost, Some(Range { min: 0, max: text.max }))
            }),
            "ip" if overload == "cidr_ip" => one,
            "cidr" | "isIP" | "isCIDR" | "ip" | "quantity" | "isQuantity" | "semver" | "isSemver" => {
                size(0).map(|size| (size.scale(TRAVERSAL), None))
            }
            "ip.isCanonical" => size(0).map(|size| (size.scale(2.0 * TRAVERSAL), None)),
            "masked"
            | "prefixLength"
            | "family"
            | "isUnspecified"
            | "isLoopback"
            | "isLinkLocalMulticast"
            | "isLinkLocalUnicast"
            | "isGlobalUnicast" => one,
            "containsIP" | "containsCIDR" => {
                let bytes = Range { min: 4, max: 16 };
                let mut cost = bytes.add(bytes).scale(TRAVERSAL);
                if function == "containsCIDR" {
                    cost = cost.add(bytes.scale(TRAVERSAL)).add(Range::fixed(1));
                }
                if overload.ends_with("_string") {
                    cost = cost.add(size(0)?.scale(TRAVERSAL));
                }
                Some((cost, None))
            }
            "validate" => size(0).map(|size| (size.scale(TRAVERSAL).scale(MAX_FORMAT_REGEX * REGEX), None)),
            "format.named" | "sign" | "asInteger" | "isInteger" | "asApproximateFloat" | "isGreaterThan"
            | "isLessThan" | "compareTo" | "add" | "sub" | "major" | "minor" | "patch" | "getScheme"
            | "getHostname" | "getHost" | "getPort" | "getEscapedPath" | "getQuery" => one,
            "_==_" => equality(args),
            _ => None,
        }
    }

    /// The size, computed or from the schema.
    fn known(&self, item: &Item<'_>) -> Range {
        item.size.or_else(|| self.sizes.of(&item.path)).unwrap_or(Range::UNKNOWN)
    }

    /// An item of a list.
    fn element(&self, list: &Item<'_>) -> Option<Item<'static>> {
        let ty = (*list.ty.parameters().first()?).clone();
        let mut path = list.path.clone();
        if !path.is_empty() {
            path.push("@items".into());
        }
        Some(Item { path, ty, size: None, expr: None })
    }

    fn over_list(&self, target: &Item<'_>) -> Estimate {
        let size = self.known(target);
        let Some(element) = self.element(target) else { return Some((size.scale(TRAVERSAL), None)) };
        let mut cost = Range::fixed(1);
        if matches!(element.ty, Type::String | Type::Bytes) {
            cost = cost.add(self.known(&element).scale(TRAVERSAL));
        }
        Some((size.multiply(cost), None))
    }

    fn join(&self, target: &Item<'_>, args: &[Item<'_>]) -> Estimate {
        let count = self.known(target);
        let mut size = match self.element(target) {
            Some(element) => count.multiply(self.known(&element)),
            None => Range::ZERO,
        };
        if let Some(separator) = args.first() {
            let between = Range { min: count.min.saturating_sub(1), max: count.max.saturating_sub(1) };
            size = size.add(self.known(separator).multiply(between));
        }
        Some((size.scale(TRAVERSAL), Some(size)))
    }

    /// The list and set extension libraries.
    fn lists(&self, overload: &str, target: Option<&Item<'_>>, args: &[Item<'_>]) -> Estimate {
        let literal = |at: usize, otherwise: u64| match args
            .get(at)
            .and_then(|item| item.expr)
            .map(|expr| &expr.kind)
        {
            Some(Kind::Literal(Literal::Int(value))) => u64::try_from(*value).unwrap_or(otherwise),
            _ => otherwise,
        };
        let making = |factor: f64, size: Range| Some((size.scale(factor).add(Range::fixed(11)), Some(size)));
        let own = target.map(|item| self.known(item));
        let text = |factor: f64| {
            if overload.contains("string") || overload.contains("bytes") {
                factor + TRAVERSAL
            } else {
                factor
            }
        };
        match overload {
            "list_slice" => {
                let size = own?;
                making(1.0, Range::fixed(literal(1, size.max).wrapping_sub(literal(0, 0))))
            }
            "lists_range" => making(1.0, Range::fixed(literal(0, u64::MAX))),
            "list_reverse" => making(1.0, own?),
            "list_flatten" => making(1.0, own?),
            #[allow(clippy::cast_precision_loss)]
            "list_flatten_int" => making(literal(0, u64::MAX) as f64, own?),
            "list_distinct" => making(2.0, own?.multiply(own?)),
            "list_sets_contains_list" | "list_sets_intersects_list" | "list_sets_equivalent_list" => {
                let factor = if overload == "list_sets_equivalent_list" { 2.0 } else { 1.0 };
                let (one, two) = (self.known(args.first()?), self.known(args.get(1)?));
                Some((one.multiply(two).scale(factor).add(Range::fixed(1)), None))
            }
            id if id.starts_with("list_") && id.ends_with("_sort") => making(text(2.0), own?.multiply(own?)),
            id if id.starts_with("list_") && id.ends_with("_sortByAssociatedKeys") => {
                let size = self.known(args.first()?);
                making(text(2.0), size.multiply(size))
            }
            _ => None,
        }
    }
}

fn selector(length: Range) -> Range {
    Range::fixed(10).add(length.scale(TRAVERSAL)).add(length.scale(0.5).scale(50.0))
}

/// The size of a text after replacing.
#[allow(clippy::cast_precision_loss, clippy::cast_possible_truncation, clippy::cast_sign_loss)]
fn replaced(size: Range, from: Range, to: Range) -> Range {
    let times = |size: u64, part: u64| (size as f64 / part as f64).ceil() as u64;
    let (mut count, mut kept) = (Range::ZERO, Range::ZERO);
    if from.min == 0 {
        count.max = size.max.saturating_add(1);
        kept.max = size.max;
    } else if to.max <= from.min {
        kept.max = size.max;
    } else {
        count.max = times(size.max, from.min);
    }
    if from.max == 0 {
        count.min = size.min.saturating_add(1);
        kept.min = size.min;
    } else if from.max <= to.min {
        kept.min = size.min;
    } else {
        count.min = times(size.min, from.max);
    }
    count.multiply(to).add(kept)
}

fn equality(args: &[Item<'_>]) -> Estimate {
    let [one, two] = args else { return None };
    if one.ty != two.ty {
        return None;
    }
    let cost = match &one.ty {
        Type::Opaque(name, _) if matches!(&**name, kubernetes::IP | kubernetes::CIDR) => Range::fixed(1),
        Type::Object(name) => match &**name {
            kubernetes::FORMAT => Range { min: 1, max: MAX_FORMAT }.scale(TRAVERSAL),
            kubernetes::URL => {
                let max = two.size.map_or(1, |size| size.max);
                Range { min: 1, max }.scale(TRAVERSAL)
            }
            kubernetes::QUANTITY
            | kubernetes::SEMVER
            | kubernetes::AUTHORIZER
            | kubernetes::PATH_CHECK
            | kubernetes::GROUP_CHECK
            | kubernetes::RESOURCE_CHECK
            | kubernetes::DECISION => Range::fixed(1),
            _ => return None,
        },
        _ => return None,
    };
    Some((cost, None))
}
