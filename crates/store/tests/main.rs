//! The store's integration tests, one binary.

mod fixture {
    pub mod etcd;
}

mod etcd_backend {
    mod auth;
    mod basics;
    mod close;
    mod cluster;
    mod compaction;
    mod lease;
    mod outcome;
    mod paging;
    mod progress;
    mod races;
    mod resume;
    mod tls;
}
