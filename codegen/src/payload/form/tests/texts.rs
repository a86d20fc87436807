//! Base64 as people have it, from the shared corpus: 23 texts of one payload.

use super::*;
use crate::payload::shared;
use crate::schema::Schemas;

#[test]
fn every_text_is_the_payload_or_a_clear_error() {
    let Some(folder) = shared::folder("corpus").map(|corpus| corpus.join("nasty_base64")) else {
        return;
    };
    let schema = Schemas::new()
        .open(&folder.join("b64.proto"), std::slice::from_ref(&folder))
        .unwrap();
    let message = schema.find("nasty.b64.Blob").unwrap();
    let payload = std::fs::read(folder.join("payload.bin")).unwrap();
    let table = std::fs::read_to_string(folder.join("texts/texts.tsv")).unwrap();
    // Readable with a note, although strict decoders refuse them; the other rejects are errors.
    let mended = [
        "data_uri.txt",
        "excess_padding.txt",
        "leading_bom.txt",
        "percent_encoded.txt",
    ];
    let mut seen = 0;
    for line in table.lines().skip(1) {
        let mut columns = line.split('\t');
        let (file, expected) = (columns.next().unwrap(), columns.next().unwrap());
        let text = std::fs::read(folder.join("texts").join(file)).unwrap();
        for result in [
            recognise(&text, &message),
            read_as(Form::Base64, &text, &message),
        ] {
            match result {
                Ok(found) => {
                    println!("{file}: {} {:?}", found.how, found.notes);
                    assert!(
                        found.messages == [payload.clone()],
                        "{file}: silently wrong"
                    );
                    assert_eq!(found.form, Form::Base64, "{file}");
                    let is_mended = mended.contains(&file);
                    assert!(is_mended || matches!(expected, "same" | "config"), "{file}");
                    assert!(!is_mended || !found.notes.is_empty(), "{file}: no note");
                }
                Err(error) => {
                    println!("{file}: {error}");
                    assert!(!mended.contains(&file), "{file}: {error}");
                    assert!(matches!(expected, "reject" | "empty"), "{file}: {error}");
                    assert!(!error.to_string().contains('\n'), "{file}");
                }
            }
        }
        seen += 1;
    }
    assert_eq!(seen, 23);
    let bits = std::fs::read(folder.join("texts/trailing_bits.txt")).unwrap();
    let notes = recognise(&bits, &message).unwrap().notes;
    assert!(
        notes.iter().any(|note| note.contains("unused bits")),
        "{notes:?}"
    );
}
