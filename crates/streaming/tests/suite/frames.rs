//! SPDY frames: bytes as the specification has them, round trips of anything, and that no bytes make the decoder panic.

use bytes::{Bytes, BytesMut};
use proptest::collection::vec;
use proptest::prelude::*;
use streaming::spdy::{Decoder, Encoder, Frame, FrameError, Headers, reset};
use streaming::websocket::Codec;

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn bytes(hex: &str) -> BytesMut {
    let digit = |at: usize| u8::from_str_radix(&hex[at..at + 2], 16).unwrap();
    (0..hex.len()).step_by(2).map(digit).collect::<Vec<u8>>().as_slice().into()
}

#[test]
fn frames_without_headers_are_these_bytes() {
    let data = |stream, fin, data: &'static [u8]| Frame::Data { stream, fin, data: Bytes::from_static(data) };
    for (frame, expected) in [
        (data(3, false, b"hi"), "00000003000000026869"),
        (data(5, true, b""), "0000000501000000"),
        (Frame::RstStream { stream: 3, status: reset::CANCEL }, "80030003000000080000000300000005"),
        (Frame::Ping(2), "800300060000000400000002"),
        (Frame::GoAway { last: 9, status: 0 }, "80030007000000080000000900000000"),
        (Frame::WindowUpdate { stream: 1, delta: 4096 }, "80030009000000080000000100001000"),
        (Frame::Settings(vec![(1, 4, 100)]), "800300040000000c000000010100000400000064"),
    ] {
        let mut written = BytesMut::new();
        Encoder::default().encode(&frame, &mut written);
        assert_eq!(hex(&written), expected);
        assert_eq!(Decoder::default().decode(&mut written), Ok(Some(frame)));
    }
}

/// A stream as kubectl 1.32 opens it for `exec`.
#[test]
fn what_the_stock_client_writes_is_read() {
    let mut wire = bytes(
        "800300010000002900000001000000000000\
         78f9e3c6a7c26260606004a7b392a2d4c45c6851c29a0a0a6800000000ffff",
    );
    let expected = Frame::SynStream {
        stream: 1,
        associated: 0,
        priority: 0,
        fin: false,
        unidirectional: false,
        headers: Headers::of(&[("streamType", "error")]),
    };
    assert_eq!(Decoder::default().decode(&mut wire), Ok(Some(expected)));
}

#[test]
fn headers_are_packed_by_one_stream_for_the_whole_connection() {
    let (mut encoder, mut decoder, mut wire) = (Encoder::default(), Decoder::default(), BytesMut::new());
    let frames: Vec<Frame> = ["error", "stdin", "stdout", "stderr", "resize"]
        .iter()
        .enumerate()
        .map(|(at, kind)| Frame::SynStream {
            stream: 2 * at as u32 + 1,
            associated: 0,
            priority: 0,
            fin: false,
            unidirectional: false,
            headers: Headers::of(&[("streamType", kind)]),
        })
        .collect();
    let mut sizes = Vec::new();
    for frame in &frames {
        let before = wire.len();
        encoder.encode(frame, &mut wire);
        sizes.push(wire.len() - before);
    }
    assert!(sizes[4] < sizes[0], "later headers refer to earlier ones: {sizes:?}");
    for frame in frames {
        assert_eq!(decoder.decode(&mut wire), Ok(Some(frame)));
    }
    assert_eq!(decoder.decode(&mut wire), Ok(None));
}

#[test]
fn what_can_not_be_is_refused() {
    for (input, expected) in [
        ("0000000000000000", Err(FrameError::Stream)),
        ("80030006000000020000", Err(FrameError::Control)),
        ("8003000300000008 0000000000000005", Err(FrameError::Stream)),
        ("80030004000000080000ffff00000000", Err(FrameError::Control)),
        ("8003000100ffffff", Err(FrameError::Control)),
        ("80030002000000080000000100000000", Err(FrameError::Headers)),
        ("800300990000000400000000", Ok(None)),
        ("80030006", Ok(None)),
    ] {
        let mut input = bytes(&input.replace(' ', ""));
        assert_eq!(Decoder::default().decode(&mut input), expected, "{input:?}");
    }
}

#[test]
fn a_block_that_unpacks_to_too_much_is_refused() {
    // A megabyte of zeros packs into about a kilobyte.
    let headers = Headers(vec![("x".into(), "\0".repeat(1 << 20))]);
    let mut wire = BytesMut::new();
    Encoder::default().encode(&Frame::SynReply { stream: 1, fin: false, headers }, &mut wire);
    assert!(wire.len() < 8192);
    assert_eq!(Decoder::default().decode(&mut wire), Err(FrameError::Headers));
}

fn any_headers() -> impl Strategy<Value = Headers> {
    vec(("[a-z-]{0,12}", "[ -~]{0,40}"), 0..6).prop_map(Headers)
}

fn any_frame() -> impl Strategy<Value = Frame> {
    let stream = || 1u32..0x7fff_ffff;
    prop_oneof![
        (stream(), 0u32..9, 0u8..8, any::<bool>(), any::<bool>(), any_headers()).prop_map(
            |(stream, associated, priority, fin, unidirectional, headers)| Frame::SynStream {
                stream,
                associated,
                priority,
                fin,
                unidirectional,
                headers
            }
        ),
        (stream(), any::<bool>(), any_headers()).prop_map(|(stream, fin, headers)| Frame::SynReply {
            stream,
            fin,
            headers
        }),
        (stream(), any::<bool>(), any_headers()).prop_map(|(stream, fin, headers)| Frame::Headers {
            stream,
            fin,
            headers
        }),
        (stream(), any::<u32>()).prop_map(|(stream, status)| Frame::RstStream { stream, status }),
        vec((any::<u8>(), 0u32..0x00ff_ffff, any::<u32>()), 0..4).prop_map(Frame::Settings),
        any::<u32>().prop_map(Frame::Ping),
        (0u32..0x7fff_ffff, any::<u32>()).prop_map(|(last, status)| Frame::GoAway { last, status }),
        (stream(), any::<bool>(), vec(any::<u8>(), 0..300)).prop_map(|(stream, fin, data)| Frame::Data {
            stream,
            fin,
            data: data.into()
        }),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn frames_come_back_as_they_went(frames in vec(any_frame(), 1..12)) {
        let (mut encoder, mut decoder, mut wire) = (Encoder::default(), Decoder::default(), BytesMut::new());
        for frame in &frames {
            encoder.encode(frame, &mut wire);
        }
        let mut back = Vec::new();
        while let Some(frame) = decoder.decode(&mut wire).unwrap() {
            back.push(frame);
        }
        prop_assert_eq!(back, frames);
    }

    #[test]
    fn it_does_not_matter_how_bytes_arrive(frames in vec(any_frame(), 1..6), step in 1usize..40) {
        let (mut encoder, mut decoder, mut wire) = (Encoder::default(), Decoder::default(), BytesMut::new());
        for frame in &frames {
            encoder.encode(frame, &mut wire);
        }
        let (mut input, mut controls, mut data) = (BytesMut::new(), Vec::new(), Vec::new());
        for piece in wire.chunks(step) {
            input.extend_from_slice(piece);
            while let Some(frame) = decoder.decode(&mut input).unwrap() {
                match frame {
                    Frame::Data { stream, data: bytes, .. } => data.extend(bytes.iter().map(|byte| (stream, *byte))),
                    control => controls.push(control),
                }
            }
        }
        prop_assert!(input.is_empty());
        let expected: Vec<_> = frames.iter().filter(|frame| !matches!(frame, Frame::Data { .. })).cloned().collect();
        prop_assert_eq!(controls, expected);
        let expected: Vec<_> = frames
            .iter()
            .filter_map(|frame| match frame {
                Frame::Data { stream, data, .. } => Some(data.iter().map(|byte| (*stream, *byte)).collect::<Vec<_>>()),
                _ => None,
            })
            .flatten()
            .collect();
        prop_assert_eq!(data, expected);
    }

    #[test]
    fn no_bytes_make_it_panic(input in vec(any::<u8>(), 0..400)) {
        let (mut decoder, mut input) = (Decoder::default(), BytesMut::from(&input[..]));
        while let Ok(Some(_)) = decoder.decode(&mut input) {}
    }

    #[test]
    fn no_damage_makes_it_panic(frames in vec(any_frame(), 1..6), at in any::<prop::sample::Index>(), to in any::<u8>()) {
        let (mut encoder, mut decoder, mut wire) = (Encoder::default(), Decoder::default(), BytesMut::new());
        for frame in &frames {
            encoder.encode(frame, &mut wire);
        }
        let at = at.index(wire.len());
        wire[at] = to;
        while let Ok(Some(_)) = decoder.decode(&mut wire) {}
    }

    #[test]
    fn no_message_makes_the_channels_panic(message in vec(any::<u8>(), 0..40), base64: bool, closes: bool) {
        let _ = Codec { base64, closes }.decode(message.into());
    }
}
