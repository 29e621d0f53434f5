/** Size limit of a file; uploads enforce the same limit. */
export const maxFileBytes = 10_000_000

/** Time limit for reading one file without OCR. */
export const maxReadingMs = 15_000

/** Share of a scan's time limit available to OCR; the rest is for parsing and the trust checks. */
export const recognitionTimeShare = 0.8
