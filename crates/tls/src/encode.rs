//! Certificates and signing requests as DER: the one place that writes X.509. Pure: fields in, bytes out.
//!
//! Written here and not taken from a generator, because subjects must hold several organizations (a user's groups), which the
//! common generator cannot express. `authority.rs` and `request.rs` decide the fields.

use std::net::IpAddr;

use time::OffsetDateTime;
use yasna::models::{GeneralizedTime, ObjectIdentifier, UTCTime};
use yasna::{DERWriter, DERWriterSeq, DERWriterSet, Tag};

use crate::key::{Key, KeyError};
use crate::names::{AlternativeNames, Attribute, Subject, UID_OID};
use crate::usage::{Meaning, Usage};

const COMMON_NAME: &[u64] = &[2, 5, 4, 3];
const ORGANIZATION: &[u64] = &[2, 5, 4, 10];
const SUBJECT_KEY_ID: &[u64] = &[2, 5, 29, 14];
const KEY_USAGE: &[u64] = &[2, 5, 29, 15];
const ALTERNATIVE_NAMES: &[u64] = &[2, 5, 29, 17];
const BASIC_CONSTRAINTS: &[u64] = &[2, 5, 29, 19];
const AUTHORITY_KEY_ID: &[u64] = &[2, 5, 29, 35];
const EXTENDED_KEY_USAGE: &[u64] = &[2, 5, 29, 37];
const EXTENSION_REQUEST: &[u64] = &[1, 2, 840, 113_549, 1, 9, 14];

/// What a certificate says.
pub(crate) struct Fields<'a> {
    pub serial: [u8; 16],
    /// DER of the issuer's name, byte for byte as it stands in the issuer's own certificate.
    pub issuer: &'a [u8],
    /// DER of the subject's name.
    pub subject: &'a [u8],
    pub not_before: OffsetDateTime,
    pub not_after: OffsetDateTime,
    /// DER of the SubjectPublicKeyInfo.
    pub public_key: &'a [u8],
    pub names: &'a AlternativeNames,
    pub usages: &'a [Usage],
    pub authority: bool,
    pub subject_key_id: &'a [u8],
    /// Absent in a certificate that signs itself.
    pub authority_key_id: Option<&'a [u8]>,
}

/// The DER of a certificate, signed with the issuer's key.
pub(crate) fn certificate(fields: &Fields<'_>, issuer: &Key) -> Result<Vec<u8>, KeyError> {
    let algorithm = issuer.algorithm()?;
    let body = yasna::construct_der(|writer| {
        writer.write_sequence(|writer| {
            writer.next().write_tagged(Tag::context(0), |writer| writer.write_u8(2));
            writer.next().write_bigint_bytes(&fields.serial, true);
            write_algorithm(writer.next(), algorithm);
            writer.next().write_der(fields.issuer);
            writer.next().write_sequence(|writer| {
                write_time(writer.next(), fields.not_before);
                write_time(writer.next(), fields.not_after);
            });
            writer.next().write_der(fields.subject);
            writer.next().write_der(fields.public_key);
            writer.next().write_tagged(Tag::context(3), |writer| {
                writer.write_sequence(|writer| write_extensions(writer, fields));
            });
        });
    });
    signed(&body, issuer)
}

/// The DER of a PKCS#10 request for the key that signs it.
pub(crate) fn request(subject: &Subject, names: &AlternativeNames, key: &Key) -> Result<Vec<u8>, KeyError> {
    let body = yasna::construct_der(|writer| {
        writer.write_sequence(|writer| {
            writer.next().write_u8(0);
            writer.next().write_der(&name(subject));
            writer.next().write_der(key.public_der());
            writer.next().write_tagged_implicit(Tag::context(0), |writer| {
                writer.write_set_of(|writer| {
                    if !names.is_empty() {
                        write_extension_request(writer.next(), names);
                    }
                });
            });
        });
    });
    signed(&body, key)
}

fn write_extension_request(writer: DERWriter<'_>, names: &AlternativeNames) {
    writer.write_sequence(|writer| {
        write_oid(writer.next(), EXTENSION_REQUEST);
        writer.next().write_set_of(|writer| {
            writer.next().write_sequence(|writer| {
                write_extension(writer, ALTERNATIVE_NAMES, false, |writer| write_names(writer, names));
            });
        });
    });
}

/// The DER of a name: one set per kind of attribute, in the order that Go's library writes them.
pub(crate) fn name(subject: &Subject) -> Vec<u8> {
    let others = |wanted: Attribute| -> Vec<&str> {
        let values = subject.others.iter().filter(|(attribute, _)| *attribute == wanted);
        values.map(|(_, value)| value.as_str()).collect()
    };
    yasna::construct_der(|writer| {
        writer.write_sequence(|writer| {
            write_attribute(writer, &[2, 5, 4, 6], &others(Attribute::Country));
            write_attribute(writer, ORGANIZATION, &texts(&subject.organizations));
            for (attribute, arc, _) in &Attribute::ALL[1..Attribute::ALL.len() - 1] {
                write_attribute(writer, &[2, 5, 4, *arc], &others(*attribute));
            }
            if !subject.common_name.is_empty() {
                write_attribute(writer, COMMON_NAME, &[&subject.common_name]);
            }
            write_attribute(writer, &[2, 5, 4, 5], &others(Attribute::SerialNumber));
            write_attribute(writer, UID_OID, &texts(&subject.uids));
        });
    })
}

fn texts(values: &[String]) -> Vec<&str> {
    values.iter().map(String::as_str).collect()
}

fn write_attribute(writer: &mut DERWriterSeq<'_>, oid: &[u64], values: &[&str]) {
    if values.is_empty() {
        return;
    }
    writer.next().write_set_of(|writer: &mut DERWriterSet<'_>| {
        for value in values {
            writer.next().write_sequence(|writer| {
                write_oid(writer.next(), oid);
                writer.next().write_utf8_string(value);
            });
        }
    });
}

fn write_extensions(writer: &mut DERWriterSeq<'_>, fields: &Fields<'_>) {
    let bits = fields.usages.iter().filter_map(|usage| match usage.meaning() {
        Meaning::Bit(bit) => Some(bit),
        Meaning::Purpose(_) => None,
    });
    let bits = bits.fold(0u16, |bits, bit| bits | (0x8000 >> bit));
    if bits != 0 {
        write_extension(writer, KEY_USAGE, true, |writer| write_bits(writer, bits));
    }
    let purposes = purposes(fields.usages);
    if !purposes.is_empty() {
        write_extension(writer, EXTENDED_KEY_USAGE, false, |writer| {
            writer.write_sequence(|writer| purposes.iter().for_each(|oid| write_oid(writer.next(), oid)));
        });
    }
    write_extension(writer, BASIC_CONSTRAINTS, true, |writer| {
        writer.write_sequence(|writer| {
            if fields.authority {
                writer.next().write_bool(true);
            }
        });
    });
    write_extension(writer, SUBJECT_KEY_ID, false, |writer| writer.write_bytes(fields.subject_key_id));
    if let Some(id) = fields.authority_key_id {
        write_extension(writer, AUTHORITY_KEY_ID, false, |writer| {
            writer.write_sequence(|writer| {
                writer.next().write_tagged_implicit(Tag::context(0), |writer| writer.write_bytes(id));
            });
        });
    }
    if !fields.names.is_empty() {
        // Where the subject is empty (an empty sequence) the names are all there is, so nobody may pass over them.
        let critical = fields.subject == [0x30, 0];
        write_extension(writer, ALTERNATIVE_NAMES, critical, |writer| write_names(writer, fields.names));
    }
}

fn purposes(usages: &[Usage]) -> Vec<&'static [u64]> {
    let mut purposes = Vec::new();
    for usage in usages {
        if let Meaning::Purpose(oid) = usage.meaning()
            && !purposes.contains(&oid)
        {
            purposes.push(oid);
        }
    }
    purposes
}

fn write_extension(
    writer: &mut DERWriterSeq<'_>,
    oid: &[u64],
    critical: bool,
    value: impl FnOnce(DERWriter<'_>),
) {
    writer.next().write_sequence(|writer| {
        write_oid(writer.next(), oid);
        if critical {
            writer.next().write_bool(true);
        }
        writer.next().write_bytes(&yasna::construct_der(value));
    });
}

/// A list of named bits, first bit highest; DER wants it to end with the last bit that is set.
fn write_bits(writer: DERWriter<'_>, bits: u16) {
    let length = 16 - bits.trailing_zeros() as usize;
    writer.write_bitvec_bytes(&bits.to_be_bytes()[..length.div_ceil(8)], length);
}

fn write_names(writer: DERWriter<'_>, names: &AlternativeNames) {
    let texts = names.emails.iter().map(|text| (1, text));
    let texts = texts.chain(names.dns.iter().map(|text| (2, text)));
    let texts = texts.chain(names.uris.iter().map(|text| (6, text)));
    writer.write_sequence(|writer| {
        for (tag, text) in texts {
            writer.next().write_tagged_implicit(Tag::context(tag), |writer| writer.write_ia5_string(text));
        }
        for ip in &names.ips {
            let bytes = match ip {
                IpAddr::V4(ip) => ip.octets().to_vec(),
                IpAddr::V6(ip) => ip.octets().to_vec(),
            };
            writer.next().write_tagged_implicit(Tag::context(7), |writer| writer.write_bytes(&bytes));
        }
    });
}

/// Two-digit years until 2049 and four-digit ones after, as RFC 5280 has it.
fn write_time(writer: DERWriter<'_>, time: OffsetDateTime) {
    if (1950..2050).contains(&time.year()) {
        writer.write_utctime(&UTCTime::from_datetime(time));
    } else {
        writer.write_generalized_time(&GeneralizedTime::from_datetime(time));
    }
}

fn write_oid(writer: DERWriter<'_>, oid: &[u64]) {
    writer.write_oid(&ObjectIdentifier::from_slice(oid));
}

fn write_algorithm(writer: DERWriter<'_>, (oid, null_parameter): (&[u64], bool)) {
    writer.write_sequence(|writer| {
        write_oid(writer.next(), oid);
        if null_parameter {
            writer.next().write_null();
        }
    });
}

fn signed(body: &[u8], key: &Key) -> Result<Vec<u8>, KeyError> {
    let signature = key.sign(body)?;
    Ok(yasna::construct_der(|writer| {
        writer.write_sequence(|writer| {
            writer.next().write_der(body);
            write_algorithm(writer.next(), (signature.oid, signature.null_parameter));
            writer.next().write_bitvec_bytes(&signature.bytes, signature.bytes.len() * 8);
        });
    }))
}
