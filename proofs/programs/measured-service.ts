// The service as main.ts starts it, in a process that reports its memory after a garbage collection. Run with
// --expose-gc.

export type MemoryReport = { heapBytes: number; rssBytes: number }

process.on('message', (message) => {
  if (message !== 'memory') return
  // Two collections: the first may only queue finalisers.
  globalThis.gc?.()
  globalThis.gc?.()
  const { heapUsed, external, rss } = process.memoryUsage()
  process.send?.({ heapBytes: heapUsed + external, rssBytes: rss } satisfies MemoryReport)
})

// If the proof is ended, its service ends too.
process.on('disconnect', () => process.exit(1))

await import('../../server/src/main.ts')
