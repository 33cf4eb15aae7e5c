//! The codec against a stock server's own output, and against random and hostile input.

mod suite {
    pub mod protobuf;
    pub mod spec;
    pub mod yaml;
}
