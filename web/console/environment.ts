/** The environment, as written into the page by the service. */
export const isSandbox = document.documentElement.dataset.environment === 'sandbox'
