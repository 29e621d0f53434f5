const twoYearsInSeconds = 63_072_000

/** Content Security Policy of replies that are data: opened as a page, they load nothing and cannot be framed. */
export const dataPolicy = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** For files that were uploaded or made from uploads, and could contain scripts. */
export const filePolicy = `${dataPolicy}; sandbox`

/** For scripts and styles of our own pages. A worker has the policy of its script, so this one leaves scripts open. */
export const assetPolicy = "object-src 'none'; base-uri 'none'; frame-ancestors 'none'"

/** The headers of every reply. Routes that send pages replace the policy. */
export const responseHeaders = (isHttps: boolean) => ({
  ...(isHttps && { 'strict-transport-security': `max-age=${twoYearsInSeconds}; includeSubDomains` }),
  'cache-control': 'no-store',
  'content-security-policy': dataPolicy,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
})
