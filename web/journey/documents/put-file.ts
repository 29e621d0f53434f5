// XMLHttpRequest is used, because fetch does not report upload progress.

/** Signed headers of URLs from an API process of the previous version, which does not return them. */
const earlierHeaders = { 'content-type': 'application/pdf', 'if-none-match': '*' }
/** Maximum upload time. A presigned URL is valid for 15 minutes, so a longer upload cannot succeed. */
const longestMs = 15 * 60_000

export type UploadAddress = { url: string; headers?: Record<string, string> }
type Options = { onShare: (share: number) => void; signal: AbortSignal }

/** Uploads a file directly to the store; resolves to false if it failed or was cancelled. */
export function putFile(
  { url, headers = earlierHeaders }: UploadAddress,
  file: Blob,
  { onShare, signal }: Options,
): Promise<boolean> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve(false)
    const request = new XMLHttpRequest()
    request.open('PUT', url)
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.timeout = longestMs
    request.upload.onprogress = ({ loaded }) => onShare(loaded / Math.max(1, file.size))
    // 412: the file already exists. Only this page knows the URL, so an earlier attempt succeeded and its response was
    // lost.
    request.onload = () => resolve(request.status === 200 || request.status === 412)
    for (const end of ['error', 'abort', 'timeout'] as const)
      request.addEventListener(end, () => resolve(false))
    signal.addEventListener('abort', () => request.abort(), { once: true })
    request.send(file)
  })
}
