//! Says of each message on a line of its input, tab-separated, whether the package of Rust takes it.
use http::{HeaderMap, HeaderValue};
use standardwebhooks::Webhook;

fn main() {
    for line in std::io::stdin().lines() {
        let line = line.expect("a line");
        let parts: Vec<&str> = line.splitn(5, '\t').collect();
        let names = ["webhook-id", "webhook-timestamp", "webhook-signature"];
        let mut headers = HeaderMap::new();
        for (name, value) in names.into_iter().zip(&parts[1..4]) {
            headers.insert(name, HeaderValue::from_str(value).expect("a header"));
        }
        let taken = Webhook::new(parts[0]).is_ok_and(|it| it.verify(parts[4].as_bytes(), &headers).is_ok());
        println!("{}", if taken { "taken" } else { "refused" });
    }
}
