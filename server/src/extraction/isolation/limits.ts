/** Maximum size of a file. Uploads have the same limit. */
export const maxFileBytes = 10_000_000

/** Time limit for reading one file without OCR. */
export const maxReadingMs = 15_000

/**
 * Time limit for reading one scan. Longer than a request waits for its answer; the file is then read in the background.
 */
export const maxScanMs = 75_000

/** Share of the time limit of a scan that OCR may use. The rest is for parsing and the trust checks. */
export const recognitionTimeShare = 0.8

/** Maximum size of the opinion of a model about one file, as JSON. */
export const maxOpinionBytes = 1_000_000
