// The service's limits (docs/guides/documents.md); files that exceed them are not uploaded.
export const maxFileBytes = 10_000_000
/** Per request; more files go into the next request. */
export const maxFiles = 12
