// Limits of the public API.
export { maxFileBytes } from '../../extraction/isolation/limits.ts'
export const maxFiles = 12
export const maxDocuments = 250
/**
 * Time after which a task that reads files in the background stores those that are ready; the others are read by the next
 * one. A task is stopped after 300 s. Scans take up to 75 s each, two at once, so several are ready by then.
 */
export const backgroundReadingMs = 200_000
/** Time of document readers for one user in an hour. Twelve scans of ten pages use about half of it. */
export const maxReadingMsPerUser = 600_000
export const presignedUrlSeconds = 15 * 60
/** Time after presigning within which the file must be submitted. */
export const submitWithinMs = 3_600_000
/** Time after which uploads and their objects are deleted. */
export const uploadRetentionMs = 24 * 3_600_000
