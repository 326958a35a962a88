//! Numerals: digits, magnitudes, Chinese numerals plain and financial, English number words.
