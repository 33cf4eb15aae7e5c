//! Tokens that are signed, and tokens that are not.

use super::*;

fn pair() -> (Signer, VerifyingKey) {
    let key = tls::Key::generate().unwrap();
    let public = key.public_pem();
    (Signer::from_pem(key.pem(), &public).unwrap(), VerifyingKey::from_pem(&public).unwrap())
}

fn encode(value: &Value) -> String {
    URL_SAFE_NO_PAD.encode(value.to_string())
}

#[test]
fn what_is_signed_is_believed_and_nothing_else() {
    let ((signer, key), (other, other_key)) = (pair(), pair());
    let claims = json!({"sub": "x"});
    let token = signer.sign(&claims).unwrap();
    let keys = [key.clone()];
    assert_eq!(verify(&token, &keys), Ok(claims.clone()));
    assert_eq!(verify(&token, &[other_key.clone(), key.clone()]), Ok(claims.clone()));
    assert_eq!(unverified(&token), Some(claims.clone()));
    assert_eq!(verify(&other.sign(&claims).unwrap(), &keys), Err(Error::UnknownKey));

    let parts: Vec<&str> = token.split('.').collect();
    let forged = |header: &Value, payload: &Value, signature: &str| {
        verify(&format!("{}.{}.{signature}", encode(header), encode(payload)), &keys).unwrap_err()
    };
    let header = json!({"alg": "ES256", "kid": key.kid});
    for (header, payload, signature) in [
        (header.clone(), json!({"sub": "root"}), parts[2]),
        (json!({"alg": "none"}), claims.clone(), ""),
        (json!({"alg": "none", "kid": key.kid}), claims.clone(), parts[2]),
        (json!({"alg": "HS256", "kid": key.kid}), claims.clone(), parts[2]),
        (json!({"alg": "RS256", "kid": key.kid}), claims.clone(), parts[2]),
        (header.clone(), claims.clone(), ""),
        (header.clone(), claims.clone(), "AAAA"),
    ] {
        assert_eq!(forged(&header, &payload, signature), Error::Signature, "{header} {payload} {signature}");
    }
    // Signed by another key under this key's name.
    let stolen = Signer { kid: key.kid.clone(), ..other };
    assert_eq!(verify(&stolen.sign(&claims).unwrap(), &keys), Err(Error::Signature));
    for malformed in ["", "a", "a.b", "a.b.c", "....", "{\"payload\":\"\"}"] {
        assert_eq!(verify(malformed, &keys), Err(Error::Malformed), "{malformed}");
    }
}

#[test]
fn keys_of_rsa_check_too() {
    // A 2048-bit key and a token that it signed, made with openssl.
    let key = VerifyingKey::from_pem(include_str!("testdata/rsa.pub")).unwrap();
    assert_eq!((key.algorithm(), key.jwk()["e"].as_str()), ("RS256", Some("AQAB")));
    let token = include_str!("testdata/rsa.jwt").trim();
    assert_eq!(verify(token, std::slice::from_ref(&key)), Ok(json!({"iss": "x"})));
    let tampered = token.replacen("eyJpc3MiOiJ4In0", "eyJpc3MiOiJ5In0", 1);
    assert_ne!(token, tampered);
    assert_eq!(verify(&tampered, &[key]), Err(Error::Signature));
}

#[test]
fn others_can_read_the_key() {
    let (_, key) = pair();
    let jwk = key.jwk();
    assert_eq!(
        (jwk["kty"].as_str(), jwk["crv"].as_str(), jwk["alg"].as_str()),
        (Some("EC"), Some("P-256"), Some("ES256"))
    );
    assert_eq!(jwk["x"].as_str().unwrap().len(), 43);
    assert!(VerifyingKey::from_pem("-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----").is_err());
}
