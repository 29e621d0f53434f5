// The service's limits (docs/guides/documents.md). Files that exceed them are not uploaded.
export const maxFileBytes = 10_000_000
/** Maximum number of files per request; further files are sent in the next request. */
export const maxFiles = 12
