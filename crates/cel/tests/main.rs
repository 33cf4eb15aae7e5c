//! Expressions as tables: what they evaluate to, how they fail, what they cost; and that nothing breaks the evaluator.

mod suite {
    mod bounds;
    mod cases;
    mod costs;
    mod policies;
    mod rules;
}
