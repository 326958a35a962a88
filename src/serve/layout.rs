//! The frame of every page: head, navigation, search box, the keys, and the pager of long lists.

use maud::{DOCTYPE, Markup, html};

use super::request::{Ask, Link, Problem, grouped};
use crate::vocab::Lang;

/// Address of the style sheet.
pub const STYLE: &str = "/assets/page.css";
/// Address of the script.
pub const SCRIPT: &str = "/assets/page.js";
/// Address of the icon.
pub const ICON: &str = "/assets/icon.svg";

/// What a view gives to be framed.
#[derive(Debug)]
pub struct Page {
    /// The title, without the program's name.
    pub title: String,
    /// The path of the navigation entry it belongs to.
    pub section: &'static str,
    /// The content.
    pub main: Markup,
}

/// The navigation: path and id of its words.
const SECTIONS: [(&str, &str); 6] = [
    ("/findings", "nav_findings"),
    ("/matrix", "nav_matrix"),
    ("/devices", "nav_devices"),
    ("/sources", "nav_sources"),
    ("/digest", "nav_digest"),
    ("/status", "nav_status"),
];

/// What the keyboard does: keys and id of the words.
const KEYS: [(&[&str], &str); 6] = [
    (&["/"], "key_search"),
    (&["j", "k"], "key_move"),
    (&["Enter"], "key_open"),
    (&["[", "]"], "key_pages"),
    (&["Esc"], "key_leave"),
    (&["?"], "key_help"),
];

/// Returns the whole document.
pub fn frame(ask: &Ask<'_>, page: &Page) -> Markup {
    let lang = match ask.lang {
        Lang::En => "en",
        Lang::Zh => "zh-Hans",
    };
    html! {
        (DOCTYPE)
        html lang=(lang) {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                title { (page.title) " · atodds" }
                link rel="stylesheet" href=(asset(STYLE));
                link rel="icon" href=(asset(ICON));
                script src=(asset(SCRIPT)) defer {}
            }
            body {
                a class="skip" href="#main" { (ask.say("skip")) }
                (header(ask, page))
                main id="main" tabindex="-1" {
                    @if let Some(notice) = &ask.notice {
                        p class="notice" role="status" { (ask.fill("not_reloaded", &[("why", notice)])) }
                    }
                    (page.main)
                }
                (footer(ask))
                (keys(ask))
            }
        }
    }
}

/// Assets change with the program: its version in their address lets browsers keep them.
fn asset(path: &str) -> String {
    format!("{path}?v={}", env!("ATODDS_SOURCES"))
}

fn header(ask: &Ask<'_>, page: &Page) -> Markup {
    html! {
        header class="top" {
            div class="bar" {
                a class="brand" href=(ask.link("/")) { "at" b { "odds" } }
                nav aria-label=(ask.say("nav")) {
                    ul {
                        @for (path, words) in SECTIONS {
                            li {
                                a href=(ask.link(path)) aria-current=[(page.section == path).then_some("page")] {
                                    (ask.say(words))
                                }
                            }
                        }
                    }
                }
                @if page.section != "/" { (box_with(ask, "", "search_short")) }
                (language(ask))
            }
        }
    }
}

/// Returns the search form with `text` in its box.
pub fn search_box(ask: &Ask<'_>, text: &str) -> Markup {
    box_with(ask, text, "search_hint")
}

fn box_with(ask: &Ask<'_>, text: &str, hint: &'static str) -> Markup {
    html! {
        form class="search" role="search" action="/" method="get" {
            @for (key, value) in ask.link("/").params() {
                input type="hidden" name=(key) value=(value);
            }
            label class="hidden" for="q" { (ask.say("search_label")) }
            input id="q" type="search" name="q" value=(text) placeholder=(ask.say(hint)) autocomplete="off"
                spellcheck="false" enterkeyhint="search" maxlength="1000";
            button type="submit" { (ask.say("search")) }
        }
    }
}

fn language(ask: &Ask<'_>) -> Markup {
    let (other, tag, words) = match ask.lang {
        Lang::En => ("zh", "zh-Hans", "language_zh"),
        Lang::Zh => ("en", "en", "language_en"),
    };
    let page = ask.params.iter().find(|(key, _)| key == "page").map(|(_, page)| page.as_str());
    let mut link = ask.here().with("lang", other);
    if let Some(page) = page {
        link = link.with("page", page);
    }
    html! { a class="lang" href=(link) lang=(tag) hreflang=(tag) { (ask.say(words)) } }
}

fn footer(ask: &Ask<'_>) -> Markup {
    html! {
        footer {
            p {
                (ask.say("footer"))
                " · "
                a class="keys" href=(ask.link("/help")) { (ask.say("help")) " " kbd { "?" } }
            }
        }
    }
}

fn keys(ask: &Ask<'_>) -> Markup {
    html! {
        dialog id="keys" aria-labelledby="keys-title" {
            h2 id="keys-title" { (ask.say("keys")) }
            (key_list(ask))
            form method="dialog" { button type="submit" { (ask.say("close")) } }
        }
    }
}

/// Returns what each key does.
pub fn key_list(ask: &Ask<'_>) -> Markup {
    html! {
        dl class="keylist" {
            @for (keys, words) in KEYS {
                dt { @for key in keys { kbd { (key) } " " } }
                dd { (ask.say(words)) }
            }
        }
    }
}

/// One stretch of a long list.
#[derive(Debug, Clone, Copy)]
pub struct Stretch {
    /// The first item, from 0.
    pub start: usize,
    /// One past the last item.
    pub end: usize,
    /// All items.
    pub all: usize,
    page: usize,
    size: usize,
}

impl Stretch {
    /// Returns the stretch that is asked for.
    ///
    /// # Errors
    /// Where it lies behind the last item.
    pub fn of(ask: &Ask<'_>, all: usize, size: usize) -> Result<Self, Problem> {
        let page = ask.page()?;
        let start = (page - 1).saturating_mul(size);
        if page > 1 && start >= all {
            return Err(ask.bad("bad_page", &[("word", &page.to_string())]));
        }
        Ok(Stretch { start, end: all.min(start + size), all, page, size })
    }

    /// Returns the links to the stretches before and behind, where there are any.
    pub fn pager(self, ask: &Ask<'_>) -> Markup {
        let last = self.all.div_ceil(self.size).max(1);
        let link = |page: usize| -> Link { ask.here().without("page").with("page", &page.to_string()) };
        html! {
            @if last > 1 {
                nav class="pager" aria-label=(ask.say("pages")) {
                    @if self.page > 1 {
                        a rel="prev" href=(link(self.page - 1)) { "← " (ask.say("previous")) }
                    }
                    span {
                        (ask.fill("stretch", &[
                            ("from", &grouped(self.start + 1)),
                            ("to", &grouped(self.end)),
                            ("all", &grouped(self.all)),
                        ]))
                    }
                    @if self.page < last {
                        a rel="next" href=(link(self.page + 1)) { (ask.say("next")) " →" }
                    }
                }
            }
        }
    }
}
