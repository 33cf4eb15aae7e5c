//! The binary as a user runs it: real processes, real files.

mod suite {
    mod cluster;
    mod datastore;
    mod datastore_online;
    mod kubectl;
    mod server;
    mod token;
}
