//! The keys and the query language.

use maud::html;

use crate::serve::layout::{self, Page};
use crate::serve::request::{Ask, Problem};

/// What can be asked, and the id of its words.
const QUERIES: [(&str, &str); 12] = [
    ("V100 price", "help_words"),
    ("\"per hour\"", "help_phrase"),
    ("pric*", "help_prefix"),
    ("A100 -spot", "help_not"),
    ("A100 OR H100", "help_or"),
    ("A100 >= 1.5TB/s", "help_value"),
    ("price<3USD/h", "help_less"),
    ("power:250..400W", "help_range"),
    ("device:tpu", "help_device"),
    ("metric:hourly_price", "help_metric"),
    ("precision:fp16", "help_condition"),
    ("status:conflict", "help_status"),
];

/// Returns the page of help.
pub fn view(ask: &Ask<'_>) -> Result<Page, Problem> {
    let main = html! {
        h1 { (ask.say("help")) }
        section { h2 { (ask.say("keys")) } (layout::key_list(ask)) }
        section {
            h2 { (ask.say("query_help")) }
            dl class="keylist" {
                @for (query, words) in QUERIES {
                    dt { a href=(ask.link("/").with("q", query)) { code { (query) } } }
                    dd { (ask.say(words)) }
                }
            }
        }
        section {
            h2 { (ask.say("verdicts")) }
            dl class="keylist" {
                @for (status, words) in VERDICTS {
                    dt { span class={ "badge " (status) } { (ask.say(words.0)) } }
                    dd { (ask.say(words.1)) }
                }
            }
        }
    };
    Ok(Page { title: ask.say("help").to_owned(), section: "", main })
}

/// The verdicts: the style, the name and what it means.
const VERDICTS: [(&str, (&str, &str)); 7] = [
    ("conflict", ("status_conflict", "means_conflict")),
    ("tension", ("status_tension", "means_tension")),
    ("explained", ("status_explained", "means_explained")),
    ("superseded", ("status_superseded", "means_superseded")),
    ("agreement", ("status_agreement", "means_agreement")),
    ("incomparable", ("status_incomparable", "means_incomparable")),
    ("dismissed", ("status_dismissed", "means_dismissed")),
];
