// Limits of the public API.
export { maxFileBytes } from '../../extraction/isolation/limits.ts'
export const maxFiles = 12
export const maxDocuments = 250
/** Time of document readers for one user in an hour. Twelve scans of 15 s each use a third of it. */
export const maxReadingMsPerUser = 600_000
export const presignedUrlSeconds = 15 * 60
/** Time after presigning within which the file must be submitted. */
export const submitWithinMs = 3_600_000
/** Time after which uploads and their objects are deleted. */
export const uploadRetentionMs = 24 * 3_600_000
