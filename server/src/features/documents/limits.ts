// Limits of the public API.
export { maxFileBytes } from '../../extraction/isolation/limits.ts'
export const maxFiles = 12
export const maxDocuments = 250
export const presignedUrlSeconds = 15 * 60
/** Time after presigning within which the file must be submitted. */
export const submitWithinMs = 3_600_000
/** Time after which uploads and their objects are deleted. */
export const uploadRetentionMs = 24 * 3_600_000
