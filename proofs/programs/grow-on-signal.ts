// Preloaded into a process of the service: on SIGUSR2 it uses more and more memory, like a leak, until it is killed.
const stepBytes = 32 * 1024 ** 2
const everyMs = 10
const leaked: Buffer[] = []

process.on('SIGUSR2', () => {
  // Filled, because the kernel counts only pages that were written.
  setInterval(() => leaked.push(Buffer.alloc(stepBytes, 1)), everyMs)
})
