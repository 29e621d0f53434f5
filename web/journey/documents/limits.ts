// As the service has them (docs/guides/documents.md); what breaks one is not sent at all.
export const mostFileBytes = 10_000_000
/** Of one request; further ones follow in the next. */
export const mostFiles = 12
