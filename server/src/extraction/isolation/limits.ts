/** Of a file that is read; whoever takes files in has no other limit. */
export const mostFileBytes = 10_000_000

/** How long whoever reads a file may take. */
export const readingMs = 15_000

/** Of the time that a scan may take: the rest is for what comes after recognition. */
export const shareOfRecognition = 0.8
