//! Is this text a valid name, label, port, address …? Each check answers with a list of messages, empty when valid.
//!
//! The texts name a regular expression, as upstream's do, but nothing here runs one: every check is a walk over bytes and
//! allocates only to complain. Upstream has two generations of these checks that differ in one word, the unit of a length
//! limit; [`Unit`] chooses. Checks on whole objects ([`object_meta`], [`condition`]) answer with field errors instead.

pub mod condition;
mod dns;
mod ip;
mod key;
mod label;
mod message;
mod number;
pub mod object_meta;
mod path_segment;

pub use dns::{
    DNS1035_LABEL_MAX, DNS1123_LABEL_MAX, DNS1123_SUBDOMAIN_MAX, dns1035_label, dns1123_label,
    dns1123_label_in, dns1123_subdomain, dns1123_subdomain_caseless, dns1123_subdomain_in,
    dns1123_subdomain_with_underscore, fully_qualified_domain_name, fully_qualified_name,
    wildcard_dns1123_subdomain,
};
pub use ip::{
    cidr, cidr_legacy, cidr_warnings, interface_address, ip, ip_legacy, ip_warnings, parse_cidr_sloppy,
    parse_ip_sloppy,
};
pub use key::{c_identifier, config_map_key, env_var_name, http_header_name, relaxed_env_var_name};
pub use label::{
    LABEL_VALUE_MAX, domain_prefixed_key, domain_prefixed_path, label_value, prefixed_label_key,
    qualified_name,
};
pub use message::{Messages, Unit, empty_error, inclusive_range_error, max_len_error, regex_error};
pub use number::{group_id, in_range, non_negative, percent, port_name, port_number, user_id};
pub use path_segment::{path_segment_name, path_segment_prefix};

#[cfg(test)]
mod tests;
