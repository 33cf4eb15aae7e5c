//! The tools of both variants: rules go in and come out, foreign ones stay.

use netfilter::iptables::{Iptables, Variant};

use crate::namespace::Namespace;

#[test]
fn rules_go_in_and_come_out_and_foreign_ones_stay() {
    for variant in [Variant::Legacy, Variant::Nft] {
        for ip6 in [false, true] {
            let namespace = Namespace::new();
            let iptables = Iptables::new(ip6, variant, namespace.path());
            iptables.call(&["-t", "nat", "-N", "FOREIGN"]).unwrap();
            let text = "*nat\n:OURS - [0:0]\n-A OURS -p tcp -m tcp --dport 80 -j RETURN\nCOMMIT\n";
            iptables.restore(text).unwrap();
            let saved = iptables.save("nat").unwrap();
            assert!(saved.contains(":FOREIGN") && saved.contains("-A OURS -p tcp"), "{variant:?}: {saved}");
            assert!(iptables.has_rule("nat", "OURS", &["-p", "tcp", "--dport", "80", "-j", "RETURN"]));
            assert!(!iptables.has_rule("nat", "OURS", &["-p", "udp", "-j", "RETURN"]));
            let error = iptables.restore("*nat\n-A MISSING -j ACCEPT\nCOMMIT\n").unwrap_err();
            assert!(error.to_string().contains("restore failed"), "{error}");
            // What has rules already is what the machine uses.
            let found = Iptables::detect(ip6, namespace.path()).unwrap();
            assert_eq!(found.variant(), variant);
        }
    }
}
