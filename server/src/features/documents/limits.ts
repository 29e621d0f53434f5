// Limits of the interface: whoever breaks one is told which.
export { mostFileBytes } from '../../extraction/isolation/limits.ts'
export const mostFiles = 12
export const mostDocuments = 250
/** How long a file can be put to its address. */
export const addressSeconds = 15 * 60
/** How long after the address was made the file can be submitted. */
export const submitWithinMs = 3_600_000
/** Uploads and what was put there are forgotten after this. */
export const uploadsKeptMs = 24 * 3_600_000
