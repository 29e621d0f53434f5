/** Returns a fetch that sends only GET requests. In production it makes writes impossible, whatever a tool does. */
export const readOnly =
  (fetchFrom: typeof fetch): typeof fetch =>
  async (input, init) => {
    const method = init?.method ?? (input instanceof Request ? input.method : 'GET')
    if (method.toUpperCase() !== 'GET')
      throw new TypeError(`${method} is not allowed: this connection is read-only`)
    return fetchFrom(input, init)
  }
