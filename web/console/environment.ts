/** Whether this is the sandbox, as written into the page by the service. */
export const isSandbox = document.documentElement.dataset.environment === 'sandbox'

/** Whether the service can send text messages, as written into the page by the service. */
export const sendsTexts = document.documentElement.dataset.texts === 'on'
