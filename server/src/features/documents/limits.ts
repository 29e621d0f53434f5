// Limits of the public API.
export { maxFileBytes } from '../../extraction/isolation/limits.ts'
export const maxFiles = 12
export const maxDocuments = 250
/** Validity of a presigned URL. */
export const presignedUrlSeconds = 15 * 60
/** Time after presigning within which the file must be submitted. */
export const submitWithinMs = 3_600_000
/** Uploads and their objects are deleted after this. */
export const uploadRetentionMs = 24 * 3_600_000
