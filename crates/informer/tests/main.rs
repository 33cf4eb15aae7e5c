//! Informers and what runs on them, against a real server. One binary, so that it links once.
