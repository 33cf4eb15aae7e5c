//! Kubernetes' quantities.

use super::arguments::{int, quantity, text};
use super::{Decl, Run};
use crate::error::{EvalError, Result};
use crate::value::Value;
use meta::Quantity;
use meta::quantity::Format;

pub(super) const TABLE: &[Decl] = &[
    Decl("quantity", "string_to_quantity", "(string) quantity", Run::Values(parse)),
    Decl("isQuantity", "is_quantity_string", "(string) bool", Run::Values(is_quantity)),
    Decl("sign", "quantity_sign", "(quantity) int", Run::Values(sign)),
    Decl("isGreaterThan", "quantity_is_greater_than", "quantity.(quantity) bool", Run::Values(greater)),
    Decl("isLessThan", "quantity_is_less_than", "quantity.(quantity) bool", Run::Values(less)),
    Decl("compareTo", "quantity_compare_to", "quantity.(quantity) int", Run::Values(compare)),
    Decl("asApproximateFloat", "quantity_get_float", "quantity.() double", Run::Values(as_float)),
    Decl("asInteger", "quantity_get_int", "quantity.() int", Run::Values(as_integer)),
    Decl("isInteger", "quantity_is_integer", "quantity.() bool", Run::Values(is_integer)),
    Decl("add", "quantity_add", "quantity.(quantity) quantity", Run::Values(add)),
    Decl("add", "quantity_add_int", "quantity.(int) quantity", Run::Values(add_int)),
    Decl("sub", "quantity_sub", "quantity.(quantity) quantity", Run::Values(sub)),
    Decl("sub", "quantity_sub_int", "quantity.(int) quantity", Run::Values(sub_int)),
];

fn parse<'a>(args: &[Value<'a>]) -> Result<Value<'a>> {
    text(args, 0)?
        .parse()
        .map(Value::quantity)
        .map_err(|error: meta::quantity::ParseQuantityError| EvalError::new(error.to_string()))
}

fn is_quantity<'a>(args: &[Value<'a>]) -> Result<Value<'a>> {
    Ok(Value::Bool(text(args, 0)?.parse::<Quantity>().is_ok()))
}

fn sign<'a>(args: &[Value<'a>]) -> Result<Value<'a>> {
    Ok(Value::Int(i64::from(quantity(args, 0)?.sign())))
}

fn greater<'a>(args: &[Value<'a>]) -> Result<Value<'a>> {
    Ok(Value::Bool(quantity(args, 0)? > quantity(args, 1)?))
}

fn less<'a>(args: &[Value<'a>]) -> Result<Value<'a>> {
    Ok(Value::Bool(quantity(args, 0)? < quantity(args, 1)?))
}

fn compare<'a>(args: &[Value<'a>]) -> Result<Value<'a>> {
    Ok(Value::Int(quantity(args, 0)?.cmp(quantity(args, 1)?) as i64))
}

fn as_float<'a>(args: &[Value<'a>]) -> Result<Value<'a>> {
    Ok(Value::Double(quantity(args, 0)?.as_approximate_f64()))
}

fn as_integer<'a>(args: &[Value<'a>]) -> Result<Value<'a>> {
    quantity(args, 0)?
        .as_i64()
        .map(Value::Int)
        .ok_or_else(|| EvalError::new("cannot convert value to integer"))
}

fn is_integer<'a>(args: &[Value<'a>]) -> Result<Value<'a>> {
    Ok(Value::Bool(quantity(args, 0)?.as_i64().is_some()))
}

fn plus<'a>(one: &Quantity, two: &Quantity) -> Value<'a> {
    let mut sum = one.clone();
    sum += two;
    Value::quantity(sum)
}

fn minus<'a>(one: &Quantity, two: &Quantity) -> Value<'a> {
    let mut difference = one.clone();
    difference -= two;
    Value::quantity(difference)
}

fn whole(args: &[Value<'_>]) -> Result<Quantity> {
    Ok(Quantity::new(int(args, 1)?, Format::DecimalExponent))
}

fn add<'a>(args: &[Value<'a>]) -> Result<Value<'a>> {
    Ok(plus(quantity(args, 0)?, quantity(args, 1)?))
}

fn add_int<'a>(args: &[Value<'a>]) -> Result<Value<'a>> {
    Ok(plus(quantity(args, 0)?, &whole(args)?))
}

fn sub<'a>(args: &[Value<'a>]) -> Result<Value<'a>> {
    Ok(minus(quantity(args, 0)?, quantity(args, 1)?))
}

fn sub_int<'a>(args: &[Value<'a>]) -> Result<Value<'a>> {
    Ok(minus(quantity(args, 0)?, &whole(args)?))
}
