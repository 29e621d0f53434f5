/** Which world this is; the service wrote it into the page. */
export const isSandbox = document.documentElement.dataset.environment === 'sandbox'
