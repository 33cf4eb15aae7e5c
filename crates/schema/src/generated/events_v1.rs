//! Types of `events_v1`. Written by `cargo xtask codegen` from the target version's data; do not edit.

use crate::table::*;
use crate::*;
use super::core_v1;
use super::meta_v1;
use super::pool;

static Event_members: Object = Object {
fields: SharedSlice::Static(&[
    field("action", TEXT),
    field("apiVersion", TEXT),
    field("deprecatedCount", INT32),
    field("deprecatedFirstTimestamp", refer(&meta_v1::Time)),
    field("deprecatedLastTimestamp", refer(&meta_v1::Time)),
    field("deprecatedSource", refer(&core_v1::EventSource).zero()),
    field("eventTime", refer(&meta_v1::MicroTime)),
    field("kind", TEXT),
    field("metadata", refer(&meta_v1::ObjectMeta).zero()),
    field("note", TEXT),
    field("reason", TEXT),
    field("regarding", refer(&core_v1::ObjectReference).zero()),
    field("related", refer(&core_v1::ObjectReference)),
    field("reportingController", TEXT),
    field("reportingInstance", TEXT),
    field("series", refer(&EventSeries)),
    field("type", TEXT),
]),
required: SharedSlice::Static(&[text("eventTime")]),
additional: Additional::Unset,
};

pub(crate) static Event: Definition = Definition {
name: "io.k8s.api.events.v1.Event",
schema: object(&Event_members),
kinds: &[kind("events.k8s.io", "v1", "Event"), ],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "metadata", Wire::Message(&meta_v1::ObjectMeta), "v1.ObjectMeta"),
    wire(2, "eventTime", Wire::Message(&meta_v1::MicroTime), "v1.MicroTime"),
    wire(3, "series", Wire::Message(&EventSeries), "v1.EventSeries").pointer().omit_empty(),
    wire(4, "reportingController", Wire::String, "string").omit_empty(),
    wire(5, "reportingInstance", Wire::String, "string").omit_empty(),
    wire(6, "action", Wire::String, "string").omit_empty(),
    wire(7, "reason", Wire::String, "string").omit_empty(),
    wire(8, "regarding", Wire::Message(&core_v1::ObjectReference), "v1.ObjectReference").omit_empty(),
    wire(9, "related", Wire::Message(&core_v1::ObjectReference), "v1.ObjectReference").pointer().omit_empty(),
    wire(10, "note", Wire::String, "string").omit_empty(),
    wire(11, "type", Wire::String, "string").omit_empty(),
    wire(12, "deprecatedSource", Wire::Message(&core_v1::EventSource), "v1.EventSource").omit_empty(),
    wire(13, "deprecatedFirstTimestamp", Wire::Message(&meta_v1::Time), "v1.Time").omit_empty(),
    wire(14, "deprecatedLastTimestamp", Wire::Message(&meta_v1::Time), "v1.Time").omit_empty(),
    wire(15, "deprecatedCount", Wire::Int32, "int32").omit_empty(),
] }),
published: true,
};

static EventList_members: Object = Object {
fields: SharedSlice::Static(&[
    field("apiVersion", TEXT),
    field("items", list(&pool::refer_events_v1_Event_zero)),
    field("kind", TEXT),
    field("metadata", refer(&meta_v1::ListMeta).zero()),
]),
required: SharedSlice::Static(&[text("items")]),
additional: Additional::Unset,
};

pub(crate) static EventList: Definition = Definition {
name: "io.k8s.api.events.v1.EventList",
schema: object(&EventList_members),
kinds: &[kind("events.k8s.io", "v1", "EventList"), ],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "metadata", Wire::Message(&meta_v1::ListMeta), "v1.ListMeta").omit_empty(),
    wire(2, "items", Wire::Message(&Event), "[]v1.Event").list(),
] }),
published: true,
};

static EventSeries_members: Object = Object {
fields: SharedSlice::Static(&[
    field("count", INT32.zero()),
    field("lastObservedTime", refer(&meta_v1::MicroTime)),
]),
required: SharedSlice::Static(&[text("count"), text("lastObservedTime")]),
additional: Additional::Unset,
};

pub(crate) static EventSeries: Definition = Definition {
name: "io.k8s.api.events.v1.EventSeries",
schema: object(&EventSeries_members),
kinds: &[],
in_every_group: false,
special: Special::None,
message: Some(Message { fields: &[
    wire(1, "count", Wire::Int32, "int32"),
    wire(2, "lastObservedTime", Wire::Message(&meta_v1::MicroTime), "v1.MicroTime"),
] }),
published: true,
};
