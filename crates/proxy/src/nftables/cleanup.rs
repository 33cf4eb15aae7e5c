//! Takes our tables away. Connections that were made through them go on: they live in the tracker.

use netfilter::nft::{Batch, Connection};

use super::names::table;
use crate::backend::{Error, Settings};

/// Deletes our table of both families, where there is one.
pub fn cleanup(settings: &Settings) -> Result<(), Error> {
    let mut connection = Connection::open(settings.namespace())?;
    for ip6 in [false, true] {
        if connection.has_table(&table(ip6))? {
            let mut batch = Batch::new(&table(ip6));
            batch.delete_table();
            connection.commit(&batch)?;
        }
    }
    Ok(())
}
