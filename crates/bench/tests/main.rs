//! The load generator against a real API server in the process, at tiny sizes: that it works, not how fast.

mod suite {
    mod runs;
}
