/** Whether this is the sandbox, as written into the page by the service. */
export const isSandbox = document.documentElement.dataset.environment === 'sandbox'
