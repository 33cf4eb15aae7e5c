//! The codec against a stock server's own output, and against random and hostile input.

mod suite {
    pub mod corpus;
    pub mod hostile;
    pub mod json;
    pub mod negotiate;
    pub mod normal;
    pub mod protobuf;
    pub mod random;
    pub mod spec;
    pub mod yaml;
}
