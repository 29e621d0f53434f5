// XMLHttpRequest, because fetch does not tell how much of a file is on its way.

/** Both are signed: without them, or with others, the store refuses. */
const headers = { 'content-type': 'application/pdf', 'if-none-match': '*' }
/** An address lives for 15 minutes; what takes longer has no chance. */
const longestMs = 15 * 60_000

type Options = { onShare: (share: number) => void; signal: AbortSignal }

/** Puts a file straight into the store; false if it did not arrive. Resolves at once when it is cancelled. */
export function putFile(address: string, file: Blob, { onShare, signal }: Options): Promise<boolean> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve(false)
    const request = new XMLHttpRequest()
    request.open('PUT', address)
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.timeout = longestMs
    request.upload.onprogress = ({ loaded }) => onShare(loaded / Math.max(1, file.size))
    // 412: a file is there already, and nobody but us knows the address. Its first answer was lost on the way.
    request.onload = () => resolve(request.status === 200 || request.status === 412)
    for (const end of ['error', 'abort', 'timeout'] as const)
      request.addEventListener(end, () => resolve(false))
    signal.addEventListener('abort', () => request.abort(), { once: true })
    request.send(file)
  })
}
