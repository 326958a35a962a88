//! Every device that claims are about, the most spoken of first.

use maud::html;

use crate::serve::layout::{Page, Stretch};
use crate::serve::parts;
use crate::serve::request::{Ask, Problem, grouped};
use crate::serve::snapshot::is_dispute;

/// Devices on a page.
const DEVICES: usize = 60;

/// Returns the list of devices.
pub fn view(ask: &Ask<'_>) -> Result<Page, Problem> {
    let table = &ask.snapshot.table;
    let mut disputes = vec![0usize; table.devices.len()];
    for row in table.findings.iter().filter(|row| is_dispute(row.status)) {
        disputes[row.device as usize] += 1;
    }
    let mut devices: Vec<(&str, usize, usize)> = table
        .devices
        .iter()
        .zip(&disputes)
        .map(|(device, disputes)| (&**device, table.claims_about(device).len(), *disputes))
        .collect();
    devices.sort_by_key(|(device, claims, _)| (std::cmp::Reverse(*claims), *device));
    let stretch = Stretch::of(ask, devices.len(), DEVICES)?;
    let main = html! {
        h1 { (ask.say("nav_devices")) }
        div class="scroll" {
            table {
                thead { tr {
                    th scope="col" { (ask.say("facet_device")) }
                    th scope="col" class="number" { (ask.say("claims")) }
                    th scope="col" class="number" { (ask.say("disputes")) }
                    th scope="col" { (ask.say("lineage")) }
                } }
                tbody {
                    @for (device, claims, disputes) in devices.get(stretch.start..stretch.end).unwrap_or_default() {
                        tr class="item" {
                            td { a class="open device" href=(parts::device_page(ask, device)) { (ask.device(device)) } }
                            td class="number" { (grouped(*claims)) }
                            td class="number" {
                                @if *disputes > 0 { a href=(ask.link("/findings").with("device", device)) { (grouped(*disputes)) } } @else { "–" }
                            }
                            td { @for above in ask.vocab.devices.lineage(device).skip(1).take(1) { (parts::device(ask, &above.id)) } }
                        }
                    }
                }
            }
        }
        (stretch.pager(ask))
    };
    Ok(Page { title: ask.say("nav_devices").to_owned(), section: "/devices", main })
}
