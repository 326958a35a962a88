//! The store on disk: claims and articles in tantivy, one commit a run. The only place that names tantivy.
